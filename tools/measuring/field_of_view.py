"""How high each camera has to hang and how large a piece then is in the picture: the table in hardware.md.

    python -m tools.measuring.field_of_view            # print it
    python -m tools.measuring.field_of_view --write    # put it into hardware.md

The picture that is read is 1536 x 864, taken from the full width of the sensor. From the height h a lens of focal
length f shows sensor_width * h / f of the table. Where the maker states a narrower view, that one is taken: a camera
that hangs a little too high still sees everything.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path

from vision.table.mat_layout import CARD_GAP_MM, CARD_MM

PICTURE = (1536, 864)
DIE_MM = 16.0
SPARE = 1.05  # nobody hangs a camera to the millimetre
HARDWARE = Path(__file__).parents[2] / "hardware.md"
BEGIN, END = "<!-- made by python -m tools.measuring.field_of_view --write -->\n", "<!-- end -->\n"


@dataclass(frozen=True, slots=True)
class Camera:
    """What the makers say of sensor and lens."""

    name: str
    sensor_width_mm: float
    focal_length_mm: float
    stated_degrees: float = 180.0  # across; none is stated for a lens that fits several sensors

    @property
    def degrees(self) -> float:
        """How wide it sees, at least, in degrees."""
        by_lens = 2 * math.degrees(math.atan(self.sensor_width_mm / 2 / self.focal_length_mm))
        return min(self.stated_degrees, by_lens)

    def height_for(self, width_mm: float) -> float:
        """How high the lens hangs above the table to see so much of it across, in millimetres."""
        return width_mm / 2 / math.tan(math.radians(self.degrees / 2))


@dataclass(frozen=True, slots=True)
class Use:
    """What has to be in the picture, and the piece that has to be read there."""

    name: str
    width_mm: float
    height_mm: float
    piece: str
    piece_mm: float

    @property
    def seen_width_mm(self) -> float:
        """How much of the table is seen across, so that all of it is in a picture of our shape."""
        wide, high = PICTURE
        return SPARE * max(self.width_mm, self.height_mm * wide / high)

    @property
    def seen_height_mm(self) -> float:
        """How much of the table is then seen downwards."""
        return self.seen_width_mm * PICTURE[1] / PICTURE[0]

    @property
    def piece_pixels(self) -> float:
        """How wide the piece is in the picture."""
        return PICTURE[0] * self.piece_mm / self.seen_width_mm


# Pixels times pixel size: IMX219 3280 x 1.12 µm, IMX708 4608 x 1.4 µm, IMX477 4056 x 1.55 µm.
CAMERAS = (
    Camera("Module 2", 3.674, 3.04, 62.2),
    Camera("Module 3", 6.451, 4.74, 66.0),
    Camera("Module 3 Wide", 6.451, 2.75, 102.0),
    Camera("HQ, 6 mm lens", 6.287, 6.0),
)


def grid(size: int) -> Use:
    """A grid of so many cards each way, upright before the player."""
    across, down = (size * side + (size - 1) * CARD_GAP_MM for side in CARD_MM)
    return Use(f"{size} × {size} cards", across, down, "card", CARD_MM[0])


def turned(use: Use) -> Use:
    """The same with the camera turned by a quarter."""
    return replace(use, name=f"{use.name}, camera turned", width_mm=use.height_mm, height_mm=use.width_mm)


USES = (
    Use("dice, tray of 24 × 13 cm", 240.0, 130.0, "die", DIE_MM),
    Use("dice, A4 mat", 297.0, 210.0, "die", DIE_MM),
    grid(5),
    turned(grid(5)),
    grid(6),
    turned(grid(6)),
    turned(Use("dice, A3 mat", 297.0, 420.0, "die", DIE_MM)),
)


def figures() -> str:
    """Heights and sizes for all cameras and uses, as a table in Markdown."""
    names = "".join(f" {camera.name}, {camera.degrees:.0f}° |" for camera in CAMERAS)
    lines = [
        f"| to be seen | field, cm |{names} in the picture |",
        "|---|---|" + "---:|" * len(CAMERAS) + "---|",
    ]
    for use in USES:
        heights = "".join(f" {camera.height_for(use.seen_width_mm) / 10:.0f} cm |" for camera in CAMERAS)
        field = f"{use.seen_width_mm / 10:.0f} × {use.seen_height_mm / 10:.0f}"
        lines.append(f"| {use.name} | {field} |{heights} a {use.piece} is {use.piece_pixels:.0f} pixels wide |")
    return "\n".join(lines) + "\n"


def with_figures(text: str) -> str:
    """A document with the table as it is now between its two marks."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + figures() + END + rest.split(END)[1]


def main() -> None:
    """Print the table, or write it where it belongs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put it into hardware.md")
    if parser.parse_args().write:
        HARDWARE.write_text(with_figures(HARDWARE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(figures(), end="")


if __name__ == "__main__":
    main()
