"""docs/wiring.svg: the header with every wire of the tables in hardware.md, drawn from those tables.

python -m tools.building.wiring --write
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
HARDWARE, DRAWING = ROOT / "hardware.md", ROOT / "docs" / "wiring.svg"
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (\d+|ground|3\.3 V|5 V) \| (\d+) \|$", re.MULTILINE)
PINS, FIRST, STEP = 40, 112, 30
MIDDLE = 560  # of the picture
ODD, EVEN = MIDDLE - 20, MIDDLE + 20
# Parts that are there in some builds only, or in the place of others.
CHOICES = ("display, SPI", "off button", "light,", "lights")
DOWN = ("display, I2C", "button", "lights")  # by the cable to the console; the rest stays up at the Pi
FILLS = {"display": "#dbe8f7", "button": "#fbe9c6", "off": "#fbe9c6", "beeper": "#e2efdf", "light": "#f7dfe4"}


class Wire(NamedTuple):
    """One line of a table: which contact of which part goes to which pin."""

    part: str
    contact: str
    bcm: str  # a number, or what the pin gives
    pin: int

    @property
    def label(self) -> str:
        """How it is called in the drawing."""
        return f"{self.part}: {self.contact}"

    @property
    def tag(self) -> str:
        """What the pin is."""
        return f"GPIO {self.bcm}" if self.bcm.isdigit() else self.bcm

    @property
    def is_choice(self) -> bool:
        """Whether it is only there in some builds."""
        return self.part.startswith(CHOICES)

    @property
    def goes_down(self) -> bool:
        """Whether it goes down the post to the console."""
        return self.part.startswith(DOWN)


def wires(text: str) -> list[Wire]:
    """Every wire of every table in the document."""
    return [Wire(part, contact, bcm, int(pin)) for part, contact, bcm, pin in ROW.findall(text)]


HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1120 860" role="img" aria-labelledby="title desc">
<title id="title">Wiring of Bordbuch</title>
<desc id="desc">The 40-pin header of a Raspberry Pi, and at each pin that is used which contact of which part goes
there. hardware.md has the same as a table.</desc>
<style>
  text { font: 15px "DejaVu Sans", Verdana, sans-serif; fill: #1b2430; }
  .small { font-size: 12.5px; }
  .tight { font-size: 10px; }
  .number { font-size: 11px; text-anchor: middle; }
  .title { font-size: 22px; font-weight: bold; }
  .cell { stroke: #1b2430; stroke-width: 1.2; }
  .board { fill: #dfeadf; stroke: #1b2430; stroke-width: 1.5; }
  .pin { fill: #ffffff; stroke: #8a94a0; stroke-width: 1.2; }
  .used { fill: #ffe9a8; stroke: #1b2430; stroke-width: 1.6; }
  .wire { fill: none; stroke: #1b2430; stroke-width: 2.2; }
  .plus { stroke: #a4243b; stroke-width: 3.4; }
  .ground { stroke: #1b2430; stroke-width: 3.4; stroke-dasharray: 1 5; stroke-linecap: round; }
  .choice { stroke-dasharray: 9 5; }
  .tag { fill: #ffffff; }
</style>
<rect width="1120" height="860" fill="#ffffff"/>
<text class="title" x="40" y="44">Wiring, seen from above, USB sockets downwards</text>
<text class="small" x="560" y="76" text-anchor="middle">pin 1 is nearest to the card slot</text>
<rect class="board" x="514" y="86" width="92" height="622" rx="10"/>
"""
LEGEND = (
    ("plus", 40, "3.3 V or 5 V, thick"),
    ("ground", 270, "ground, dotted"),
    ("", 470, "signal"),
    ("choice", 610, "only if you have that part, broken"),
)
NOTES = (
    "↓ goes down the post to the console; the rest stays up at the Pi. Two names at one pin: one of them, never both.",
    "Buttons: each between its pin and its own ground, no resistor. Camera: ribbon into the socket marked CAM,",
    "contacts towards the contacts, never while the Pi has power.",
)


def _row(pin: int) -> int:
    return FIRST + STEP * ((pin - 1) // 2)


def _wire(at: Sequence[Wire]) -> list[str]:
    """The wire of one pin: from the header to a cell with what it belongs to."""
    first, y = at[0], _row(at[0].pin)
    is_left = first.pin % 2 == 1
    kind = "ground" if first.bcm == "ground" else "plus" if first.bcm.endswith("V") else ""
    choice = " choice" if all(one.is_choice for one in at) and kind != "ground" else ""
    start, end, left = (ODD, 420, 40) if is_left else (EVEN, 700, 700)
    tag = end + 12 if is_left else end - 76
    words = [("↓ " if one.goes_down else "") + one.label for one in at]
    size, lines = ("tight", [y - 2, y + 9]) if len(words) > 1 else ("small", [y + 4])
    fill = next(colour for part, colour in FILLS.items() if first.part.startswith(part))
    return [
        f'<path class="wire {kind}{choice}" d="M{start} {y}H{end}"/>',
        f'<rect class="tag" x="{tag}" y="{y - 10}" width="64" height="20"/>',
        f'<text class="small" x="{tag + 4}" y="{y + 4}">{escape(first.tag)}</text>',
        f'<rect class="cell" x="{left}" y="{y - 12}" width="380" height="24" rx="5" fill="{fill}"/>',
        *(
            f'<text class="{size}" x="{left + 10}" y="{at}">{escape(one)}</text>'
            for one, at in zip(words, lines, strict=True)
        ),
    ]


def drawing(text: str) -> str:
    """The whole drawing for the tables of this document."""
    by_pin: dict[int, list[Wire]] = {}
    for wire in wires(text):
        by_pin.setdefault(wire.pin, []).append(wire)
    lines = [line for pin in sorted(by_pin) for line in _wire(by_pin[pin])]
    for pin in range(1, PINS + 1):
        x, kind = ODD if pin % 2 else EVEN, "used" if pin in by_pin else "pin"
        y = _row(pin)
        lines.append(
            f'<circle class="{kind}" cx="{x}" cy="{y}" r="11"/><text class="number" x="{x}" y="{y + 4}">{pin}</text>'
        )
    for kind, x, words in LEGEND:
        lines.append(f'<path class="wire {kind}" d="M{x} 744H{x + 50}"/>')
        lines.append(f'<text class="small" x="{x + 58}" y="748">{words}</text>')
    lines += [f'<text class="small" x="40" y="{784 + 22 * n}">{note}</text>' for n, note in enumerate(NOTES)]
    return HEAD + "\n".join(lines) + "\n</svg>\n"


def main() -> None:
    """Print the drawing, or put it where it belongs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="draw docs/wiring.svg anew")
    drawn = drawing(HARDWARE.read_text(encoding="utf-8"))
    if parser.parse_args().write:
        DRAWING.write_text(drawn, encoding="utf-8")
    else:
        print(drawn, end="")


if __name__ == "__main__":
    main()
