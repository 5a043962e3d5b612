"""What a verb of the command is, and arguments that several of them have."""

from __future__ import annotations

import argparse
import os
import pwd
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from device.errors import NoHome

FINE, FAILED, WRONG_USE = 0, 1, 2

Run: TypeAlias = Callable[[argparse.Namespace], int]  # does what was asked and returns the exit code
Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: an example of it, what it does in one sentence, its arguments, and what it runs."""

    name: str
    example: str
    what: str
    run: Run
    add_arguments: Callable[[argparse.ArgumentParser], None]

    def add_to(self, verbs: Verbs) -> None:
        """Make the verb known to the command's parser."""
        self.add_arguments(add_parser(verbs, self.name, self.run, self.example, self.what))


def add_parser(verbs: Verbs, name: str, run: Run, example: str, what: str) -> argparse.ArgumentParser:
    """A parser whose help starts with an example, and whose result knows what to run."""
    parser = verbs.add_parser(
        name,
        help=what,
        description=f"Example: {example}\n\n{what[0].upper()}{what[1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(verb=run)
    return parser


def default_folder() -> Path:
    """The data folder if nobody names one; a service is told its own by systemd."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    if base := os.environ.get("XDG_DATA_HOME"):
        return Path(base) / "bordbuch"
    return _home() / ".local" / "share" / "bordbuch"


def _home() -> Path:
    """The user's own folder, as the environment or else the system knows it; NoHome if neither does."""
    try:
        home = os.environ.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        home = ""
    if not home:
        raise NoHome("It is not known where your own folder is (no HOME). Name one for the book: --data DIR")
    return Path(home)


def _data_folder(named: str) -> Path:
    """The folder named on the command line, or the usual one. Asked only where it is needed, not for `--help`."""
    try:
        return Path(named) if named else default_folder()
    except NoHome as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`: the folder in which journal, settings and profiles are kept."""
    parser.add_argument("--data", type=_data_folder, metavar="DIR", default="", help="where the book is kept")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`: the language in which the player is spoken to."""
    parser.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from `low` to `high`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be from {low} to {high}, not {value}")
        return value

    return number
