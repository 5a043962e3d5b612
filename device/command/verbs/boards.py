"""`bordbuch boards`: the boards that are played on, to print or to look at."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.command.verb import FINE, Verb, add_data, add_language

SIZES = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}  # upright, in millimetres


def run(given: argparse.Namespace) -> int:
    from device.boxes.found import find_boxes
    from device.boxes.loader import load_games
    from device.config.configuration import load_config
    from device.paper.pdf import pdf
    from device.paper.svg import svg
    from device.words.catalogue import Catalogue

    boxes, bad_boxes = find_boxes()
    words = Catalogue.load(given.lang or load_config(given.data).language, [box.texts_in for box in boxes])
    game_list, problems = load_games(given.data, boxes)
    for sentence in (*(bad.sentence for bad in bad_boxes), *(problem.told(words.language) for problem in problems)):
        print(sentence, file=sys.stderr)
    size = SIZES[given.paper]
    sheets = [sheet for loaded in game_list.values() for sheet in loaded.box.boards(loaded, size, words.tell)]
    is_svg = given.out.suffix.lower() == ".svg"
    # Written plainly, as the mat is: it can be made again any time, and the file may be /dev/stdout or a link.
    given.out.write_bytes(svg(sheets, "Bordbuch").encode() if is_svg else pdf(sheets, "Bordbuch"))
    print(f"{given.out}: {', '.join(sheet.name for sheet in sheets)}, for {given.paper.upper()}")
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="FILE.pdf", required=True, help="the file to write; FILE.svg for a drawing"
    )
    parser.add_argument("--paper", choices=[*SIZES], default="a4", help="sheet (default: a4; a3 has larger fields)")
    add_language(parser)
    add_data(parser)


add_to = Verb(
    "boards", "bordbuch boards --out boards.pdf --paper a4", "the boards of the house book as a PDF", run, add_arguments
).add_to
