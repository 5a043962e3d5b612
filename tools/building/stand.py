"""The lengths of ribbon and cable in hardware.md, and docs/stand.svg.

python -m tools.building.stand            # print the table
python -m tools.building.stand --write    # put it into hardware.md, and draw docs/stand.svg anew
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.building.dimensions import builds, measures_of
from tools.building.lengths import cable, lens_height, positions, ribbon, ribbon_from_the_board
from tools.building.stand_drawing import drawing

ROOT = Path(__file__).parents[2]
HARDWARE, DRAWING = ROOT / "hardware.md", ROOT / "docs" / "stand.svg"
BEGIN, END = "<!-- made by python -m tools.building.stand --write -->\n", "<!-- end of the stand -->\n"
COLUMNS = (
    "lens above the table",
    "ribbon, Pi 4 or 5",
    "ribbon, Zero 2 W",
    "cable to the console",
    "with the Pi on the board the ribbon would be",
)


def figures() -> str:
    """Lengths at the highest, a middle and the lowest place of the arm, as a table in Markdown."""
    each = {build: measures_of(build) for build in builds()}
    any_build = next(iter(each.values()))
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---:|" * len(COLUMNS)]
    places = positions(any_build)
    for place in (places[0], places[len(places) // 2], places[-1]):
        longest = max(cable(of, place) for of in each.values())
        lines.append(
            f"| {lens_height(any_build, place) / 10:.0f} cm | {ribbon(each['no_solder']) / 10:.0f} cm "
            f"| {ribbon(each['small']) / 10:.0f} cm | {longest / 10:.0f} cm "
            f"| {ribbon_from_the_board(any_build, place) / 10:.0f} cm |"
        )
    return "\n".join(lines) + "\n"


def with_figures(text: str) -> str:
    """A document with the table as it is now between its two marks."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + figures() + END + rest.split(END)[1]


def main() -> None:
    """Print the table, or write it and the drawing where they belong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put it into hardware.md and draw docs/stand.svg")
    if parser.parse_args().write:
        HARDWARE.write_text(with_figures(HARDWARE.read_text(encoding="utf-8")), encoding="utf-8")
        DRAWING.write_text(drawing(measures_of("no_solder")), encoding="utf-8")
    else:
        print(figures(), end="")


if __name__ == "__main__":
    main()
