"""`bordbuch teach`: what the owner's pieces look like, from pictures. It has a verb of its own for each kind."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.command.verb import FINE, Verbs, add_parser
from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS, FACES


def run(given: argparse.Namespace) -> int:
    from device.teaching.courses import teach_pictures

    names: list[str] = given.names if isinstance(given.names, list) else [given.names]
    taught = teach_pictures(given.kind, given.profile, names, given.images)
    print(f"{', '.join(names)}: taught into {given.profile}, which now knows {', '.join(taught.known)}")
    for one, other in taught.confusable:
        if given.kind == "card":
            print(f"{one} looks almost like {other}: show me both again, from nearer by.", file=sys.stderr)
        else:
            print(f"{one} and {other} look much alike: teach both again, in another light.", file=sys.stderr)
    return FINE


def add_to(verbs: Verbs) -> None:
    """Make the verb known to the command's parser."""
    teach = verbs.add_parser("teach", help="teach what your own pieces look like, from pictures")
    kinds = teach.add_subparsers(title="kinds", metavar="KIND", required=True)
    symbols = _lesson(kinds, "symbols", "--face pink pink.jpg", "teach a face of your dice")
    symbols.add_argument("--face", dest="names", required=True, choices=FACES, help="what all dice show")
    symbols.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with all dice showing this face")
    numbers = _lesson(kinds, "numbers", "--colours red,yellow cards.jpg", "teach the colours of your number cards")
    numbers.add_argument(
        "--colours",
        dest="names",
        metavar="COLOUR,...",
        required=True,
        type=_names,
        help=f"of the cards, from left to right and top to bottom; the usual ones are {', '.join(CARD_COLOURS)}",
    )
    numbers.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="with one card of each of these colours")
    balls = _lesson(kinds, "balls", "--colour red red.jpg", "teach the colour of a ball")
    balls.add_argument("--colour", dest="names", required=True, choices=BALL_COLOURS)
    balls.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with balls of this colour and no others")
    card = _lesson(kinds, "card", "--name king king.jpg", "teach a printed card from one picture")
    card.add_argument("--name", dest="names", required=True, help="what the card is called from now on")
    card.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="the card alone, or lying in the picture")


def _lesson(kinds: Verbs, kind: str, example: str, what: str) -> argparse.ArgumentParser:
    parser = add_parser(kinds, kind, run, f"bordbuch teach {kind} --profile mine {example}", what)
    parser.add_argument("--profile", type=Path, metavar="DIR", required=True, help="a folder, made on first use")
    parser.set_defaults(kind=kind)
    return parser


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if not name.isidentifier():
            raise argparse.ArgumentTypeError(f"{name!r} is no name; write them like red,light_blue")
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"{name} may be named once only: one card of each colour")
    return names
