"""The command `bordbuch`: results on stdout, messages on stderr; 0 is fine, 1 failed, 2 wrong use."""

from __future__ import annotations

import argparse
import logging
import logging.handlers
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from device.command.arguments import Verb, make_parser
from device.errors import DeviceError
from games.spine.errors import GameError
from vision.base.errors import BadProfile, VisionError

FINE, FAILED, WRONG_USE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
    parsed = make_parser(VERBS).parse_args(arguments)
    try:
        code: int = parsed.verb(parsed)
        return code
    except (DeviceError, GameError, VisionError) as error:
        print(f"bordbuch: {error}", file=sys.stderr)
        return WRONG_USE if isinstance(error, LookupError | ValueError) else FAILED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"bordbuch: {what}. Check the name, the permissions and the room on the disk.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return FAILED


# --- verbs ---------------------------------------------------------------------------------------------------------


def _play(given: argparse.Namespace) -> int:
    from device.loop import play

    stop = _stop_by_signal()
    with_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not given.no_terminal
    _log_to(given.data / "bordbuch.log")
    play(
        given.data,
        game=given.game,
        level=given.level,
        language=given.lang,
        port=given.port,
        seed=given.seed,
        with_terminal=with_terminal,
        stop=stop,
    )
    return FINE


def _run(given: argparse.Namespace) -> int:
    from device.loop import run

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")  # journald adds the time
    run(given.data, language=given.lang, port=given.port, stop=_stop_by_signal())
    return FINE


def _stop_by_signal() -> threading.Event:
    """An event that SIGTERM and Ctrl-C set."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _read(given: argparse.Namespace) -> int:
    from device.command.read import read_images
    from device.command.read_kinds import Asked, line_reader, without_profile

    code = FINE
    try:
        read = line_reader(given.kind, Asked(given.profile, given.count, given.size))
    except BadProfile as error:  # every picture still gets its line: whoever reads them counts on it
        print(f"bordbuch: {error}", file=sys.stderr)
        read, code = without_profile(given.kind, str(error)), WRONG_USE
    return code if read_images(given.images, read, given.debug_dir, sys.stdout) else code or FAILED


def _teach(given: argparse.Namespace) -> int:
    from device.teaching.courses import teach_pictures

    names: list[str] = given.names if isinstance(given.names, list) else [given.names]
    taught = teach_pictures(given.kind, given.profile, names, given.images)
    print(f"{', '.join(names)}: taught into {given.profile}, which now knows {', '.join(taught.known)}")
    for one, other in taught.confusable:
        print(f"{one} and {other} look much alike: teach both again, in another light.", file=sys.stderr)
    return FINE


def _simulate(given: argparse.Namespace) -> int:
    import json
    from functools import partial

    from device.boxes.library import load_galaktix_book, load_number_up_book
    from games.galaktix.simulate import simulate as simulate_galaktix
    from games.number_up.simulate import simulate as simulate_number_up

    if given.game == "galaktix":
        galaktix, problems = load_galaktix_book(given.data)
        simulate = partial(simulate_galaktix, galaktix)
    else:
        number_up, problems = load_number_up_book(given.data)
        simulate = partial(simulate_number_up, number_up)
    for problem in problems:
        print(problem, file=sys.stderr)
    progress = _bar(given.games) if sys.stderr.isatty() else None
    distribution = simulate(given.level, given.games, given.player, given.seed, progress)
    print(json.dumps(distribution.to_json(), ensure_ascii=False, indent=2))
    return FINE


def _book(given: argparse.Namespace) -> int:
    from device.boxes.library import load_shelf
    from device.boxes.shelf import GroupGame
    from device.command.book_table import book_table, group_table
    from device.config.configuration import load_config
    from device.records.book import read_book
    from device.records.group_book import read_group_book
    from device.records.journal import Journal
    from device.words.catalogue import Catalogue

    config = load_config(given.data)
    words = Catalogue.load(given.lang or config.language)
    shelf, problems = load_shelf(given.data)
    for problem in problems:
        print(problem, file=sys.stderr)
    with Journal.open(given.data) as journal:
        tables = []
        for name, shelved in shelf.items():
            results, title = journal.results(name), words.tell(shelved.title)
            if isinstance(shelved, GroupGame):
                tables.append(group_table(read_group_book(results), title, words))
            else:
                tables.append(book_table(read_book(results, shelved.chapters), title, words))
    print("\n\n".join(tables))
    return FINE


def _check(given: argparse.Namespace) -> int:
    from device.command.check import check_all, check_as_json, check_data

    if given.json:
        import json

        answer = check_as_json(given.data, given.files)
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return FINE if answer["fine"] else FAILED
    if given.files:
        return FINE if check_data(given.data, given.files) else FAILED
    is_anybody_there = sys.stdin.isatty() and sys.stderr.isatty()
    return FINE if check_all(given.data, language=given.lang, is_anybody_there=is_anybody_there) else FAILED


def _mat(given: argparse.Namespace) -> int:
    from device.command.mat import print_mat
    from device.config.configuration import load_config
    from vision.table.mat_layout import Paper

    print_mat(Paper(given.paper), given.lang or load_config(given.data).language, given.out)
    print(f"{given.out}: the mat for {given.paper.upper()}; print it at 100 %")
    return FINE


def _bench(given: argparse.Namespace) -> int:
    import json

    from device.command.bench import measure
    from device.command.bench_life import measure_life

    measured = measure(given.frames)
    if not given.quick:
        measured |= measure_life()
    print(json.dumps(measured, indent=2))
    return FINE


def _bar(total: int) -> Callable[[int], None]:
    """A progress bar on stderr, redrawn at every percent and wiped at the end."""
    shown = -1

    def show(done: int) -> None:
        nonlocal shown
        percent = 100 * done // total
        if percent == shown:
            return
        shown = percent
        bar = "#" * (percent // 4)
        end = "\r\x1b[K" if done == total else ""
        print(f"\r[{bar:<25}] {percent:3} %{end}", end="", file=sys.stderr, flush=True)

    return show


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
    logging.basicConfig(level=logging.INFO, handlers=[handler])


VERBS: Mapping[str, Verb] = {
    "run": _run,
    "play": _play,
    "read": _read,
    "teach": _teach,
    "simulate": _simulate,
    "book": _book,
    "check": _check,
    "mat": _mat,
    "bench": _bench,
}


if __name__ == "__main__":
    sys.exit(main())
