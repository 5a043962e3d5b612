"""The command `bordbuch`: results on stdout, messages on stderr; 0 is fine, 1 failed, 2 wrong use."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from device.command.verb import FAILED, FINE, WRONG_USE
from device.command.verbs import (
    backup,
    bench,
    boards,
    book,
    check,
    first_boot,
    mat,
    pair,
    play,
    read,
    restore,
    run,
    simulate,
    teach,
)
from device.errors import DeviceError
from games.spine.errors import GameError
from vision.base.errors import VisionError

VERBS = (run, play, pair, read, teach, simulate, book, check, backup, restore, mat, boards, bench, first_boot)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr does: a name that cannot be shown stops nobody
    parsed = make_parser().parse_args(arguments)
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


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command; what it parses knows its verb."""
    parser = argparse.ArgumentParser(
        prog="bordbuch",
        description="Example: bordbuch play\n\nA companion beside the game table: it sees dice and cards, knows the"
        " rules and keeps the book.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for module in VERBS:
        module.add_to(verbs)
    return parser


if __name__ == "__main__":
    sys.exit(main())
