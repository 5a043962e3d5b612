"""Writes every example screen as an enlarged picture, and all of them on one sheet.

python -m tools.screens.gallery OUT_DIR            to look at, four times as large
python -m tools.screens.gallery --exact OUT_DIR    pixel by pixel, as the tests compare them
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from device.boxes.box import Box
from device.boxes.found import find_boxes
from device.screens.content import Screen
from device.screens.render import render
from tools.screens import general

_TIMES = 4
_COLUMNS = 4
_GAP = 8
_LABEL = 14


def examples(boxes: Iterable[Box]) -> dict[str, Screen]:
    """The screens that every game has, and those of these games, by name."""
    found: dict[str, Screen] = {**general.EXAMPLES}
    for box in boxes:
        found |= box.examples()
    return found


def enlarged(picture: Image.Image, times: int = _TIMES) -> Image.Image:
    """The picture with every pixel as a square of `times` x `times`, in grey scale."""
    size = (picture.width * times, picture.height * times)
    return picture.convert("L").resize(size, Image.Resampling.NEAREST)


def contact_sheet(pictures: dict[str, Image.Image], columns: int = _COLUMNS) -> Image.Image:
    """All pictures on one sheet with their names below."""
    first = next(iter(pictures.values()))
    cell_width, cell_height = first.width + _GAP, first.height + _GAP + _LABEL
    rows = -(-len(pictures) // columns)
    sheet = Image.new("L", (columns * cell_width + _GAP, rows * cell_height + _GAP), 70)
    pencil = ImageDraw.Draw(sheet)
    for number, (name, picture) in enumerate(pictures.items()):
        x, y = _GAP + number % columns * cell_width, _GAP + number // columns * cell_height
        sheet.paste(picture, (x, y))
        pencil.text((x, y + picture.height + 2), name, fill=220)
    return sheet


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screens.gallery", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--exact", action="store_true", help="write the 128x64 pixels themselves, no sheet")
    parser.add_argument("folder", metavar="OUT_DIR", type=Path)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    pictures = {name: render(screen) for name, screen in examples(find_boxes()[0]).items()}
    if not options.exact:
        pictures = {name: enlarged(picture) for name, picture in pictures.items()}
        contact_sheet(pictures).save(options.folder / "all.png")
    for name, picture in pictures.items():
        picture.save(options.folder / f"{name}.png")
    print(f"{len(pictures)} screens written to {options.folder}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
