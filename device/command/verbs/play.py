"""`bordbuch play`: the whole device on the simulated table."""

from __future__ import annotations

import argparse
import logging
import logging.handlers
import sys
from pathlib import Path

from device.command.counted_log import CountedLines
from device.command.signals import stop_by_signal
from device.command.verb import FINE, Verb, add_data, add_language, whole


def run(given: argparse.Namespace) -> int:
    from device import loop

    stop = stop_by_signal()
    with_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not given.no_terminal
    _log_to(given.data / "bordbuch.log")
    loop.play(
        given.data,
        game=given.game,
        level=given.level,
        language=given.lang,
        port=given.port,
        seed=given.seed,
        is_swept=given.swept,
        with_terminal=with_terminal,
        stop=stop,
    )
    return FINE


def _log_to(file: Path) -> None:
    """Log into a file that stays small. Where that cannot be, say so and go on without."""
    logging.raiseExceptions = False  # a full disk must not fill the terminal with tracebacks
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(file, maxBytes=500_000, backupCount=1, encoding="utf-8")
    except OSError as error:
        print(f"bordbuch: {file} cannot be written ({error.strerror}); going on without a log.", file=sys.stderr)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[CountedLines(handler)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", help="start this game at once; a name it does not know is answered with all names"
    )
    parser.add_argument("level", nargs="?", help="and this level, or way to begin (default: the first)")
    parser.add_argument("--port", type=whole(0, 65535), help="of the page on 127.0.0.1 (default: 8017)")
    add_language(parser)
    parser.add_argument("--seed", type=int, help="make the simulated table repeatable")
    parser.add_argument("--swept", action="store_true", help="nothing lies on the simulated table but the pieces")
    parser.add_argument("--no-terminal", action="store_true", help="only serve the page")
    add_data(parser)


add_to = Verb("play", "bordbuch play --lang en", "the whole device on the simulated table", run, add_arguments).add_to
