"""The words of the command line: verbs, their arguments, an example for each."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS, FACES, READ_KINDS

GAMES = ("galaktix", "number_up", "sternenfahrer", "galaktico")
Verb: TypeAlias = Callable[[argparse.Namespace], int]  # does what was asked and returns the exit code


def default_folder() -> Path:
    """Where the book is kept if nobody says otherwise; a service is told by systemd."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "bordbuch"


def make_parser(verb_of: Mapping[str, Verb]) -> argparse.ArgumentParser:
    """The parser of the whole command; what it parses knows its verb."""
    parser = argparse.ArgumentParser(
        prog="bordbuch",
        description="Example: bordbuch play\n\nA companion beside the game table: it sees dice and cards, knows the"
        " rules and keeps the book.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)

    run = _verb(
        verbs, "run", verb_of["run"], "bordbuch run", "the service on the device: its own camera, display and buttons"
    )
    run.add_argument("--port", type=_whole(0, 65535), help="of the page (default: as configured, else 8017)")
    run.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(run)

    play = _verb(
        verbs, "play", verb_of["play"], "bordbuch play galaktix 3 --lang en", "the whole device on the simulated table"
    )
    play.add_argument("game", nargs="?", choices=GAMES, help="start this game at once")
    play.add_argument("level", nargs="?", help="and this level, or way to begin (default: the first)")
    play.add_argument("--port", type=_whole(0, 65535), help="of the page on 127.0.0.1 (default: 8017)")
    play.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    play.add_argument("--seed", type=int, help="make the simulated table repeatable")
    play.add_argument("--no-terminal", action="store_true", help="only serve the page")
    _data(play)

    read = _verb(
        verbs, "read", verb_of["read"], "bordbuch read --as symbols table.jpg", "read pictures, one JSON line each"
    )
    read.add_argument("--as", dest="kind", required=True, choices=READ_KINDS, help="what lies there")
    read.add_argument("--profile", type=Path, metavar="DIR", help="what your pieces look like (default: shipped)")
    read.add_argument(
        "--count", type=_whole(1, 25), help="how many there must be (default: 5 symbols, 2 balls, any pips)"
    )
    read.add_argument("--size", type=int, choices=[5, 6], help="numbers: cards in a row of the full grid")
    read.add_argument("--debug-dir", type=Path, metavar="DIR", help="save what each step saw")
    read.add_argument("images", nargs="+", metavar="IMAGE")

    teach = verbs.add_parser("teach", help="teach what your own pieces look like, from pictures")
    kinds = teach.add_subparsers(title="kinds", metavar="KIND", required=True)
    symbols = _lesson(kinds, verb_of["teach"], "symbols", "--face pink pink.jpg", "teach a face of your dice")
    symbols.add_argument("--face", dest="names", required=True, choices=FACES, help="what all dice show")
    symbols.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with all dice showing this face")
    numbers = _lesson(
        kinds, verb_of["teach"], "numbers", "--colours red,yellow cards.jpg", "teach the colours of your number cards"
    )
    numbers.add_argument(
        "--colours",
        dest="names",
        metavar="COLOUR,...",
        required=True,
        type=_names,
        help=f"of the cards, from left to right and top to bottom; the usual ones are {', '.join(CARD_COLOURS)}",
    )
    numbers.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="with one card of each of these colours")
    balls = _lesson(kinds, verb_of["teach"], "balls", "--colour red red.jpg", "teach the colour of a ball")
    balls.add_argument("--colour", dest="names", required=True, choices=BALL_COLOURS)
    balls.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with balls of this colour and no others")
    card = _lesson(kinds, verb_of["teach"], "card", "--name king king.jpg", "teach a printed card from one picture")
    card.add_argument("--name", dest="names", required=True, help="what the card is called from now on")
    card.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="the card alone, or lying in the picture")

    simulate = _verb(
        verbs,
        "simulate",
        verb_of["simulate"],
        "bordbuch simulate galaktix 1 --games 2000 --player greedy --seed 1",
        "let a computer player play, print the distribution of scores as JSON",
    )
    simulate.add_argument("game", choices=["galaktix", "number_up"])
    simulate.add_argument("level")
    simulate.add_argument("--games", type=_whole(1, 1_000_000), default=1000)
    simulate.add_argument("--player", choices=["random", "greedy", "planner"], default="greedy")
    simulate.add_argument("--seed", type=int, default=1)
    _data(simulate)

    book = _verb(verbs, "book", verb_of["book"], "bordbuch book", "the challenge book")
    book.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(book)

    check = _verb(
        verbs, "check", verb_of["check"], "bordbuch check", "are data files and all parts of the device in order?"
    )
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="only these (default: all, and every part)")
    check.add_argument("--json", action="store_true", help="for scripts; nobody is asked to press a button")
    check.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(check)

    mat = _verb(verbs, "mat", verb_of["mat"], "bordbuch mat --out mat.pdf --paper a4", "the printable mat as a PDF")
    mat.add_argument("--out", type=Path, metavar="FILE.pdf", required=True, help="the file to write")
    mat.add_argument("--paper", choices=["a4", "a3"], default="a4", help="sheet (default: a4; a3 has the card grid)")
    mat.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(mat)

    bench = _verb(
        verbs, "bench", verb_of["bench"], "bordbuch bench", "what reading and waiting cost, as ratios, in JSON"
    )
    bench.add_argument("--frames", type=_whole(3, 1000), default=30)
    bench.add_argument("--quick", action="store_true", help="only reading; starting and idling take two minutes")
    return parser


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Verb,
    example: str,
    what: str,
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        name,
        help=what,
        description=f"Example: {example}\n\n{what[0].upper()}{what[1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(verb=run)
    return parser


def _lesson(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser], teach: Verb, kind: str, example: str, what: str
) -> argparse.ArgumentParser:
    parser = _verb(kinds, kind, teach, f"bordbuch teach {kind} --profile mine {example}", what)
    parser.add_argument("--profile", type=Path, metavar="DIR", required=True, help="a folder, made on first use")
    parser.set_defaults(kind=kind)
    return parser


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", default=default_folder(), help="where the book is kept")


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if not name.isidentifier():
            raise argparse.ArgumentTypeError(f"{name!r} is no name; write them like red,light_blue")
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"{name} may be named once only: one card of each colour")
    return names


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be from {low} to {high}, not {value}")
        return value

    return number
