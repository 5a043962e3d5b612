"""The printed mat in millimetres: where its marks, its grey and coloured patches and its field are.

The printer draws from this and the camera measures by it. An A4 sheet lying across and an A3 sheet standing upright are
both 297 mm wide, so both have the same two ribbons, at the top and at the bottom; only the field between them differs.
Origin is the sheet's top left corner, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

SHEET_WIDTH_MM = 297.0
MARGIN_MM = 7.0  # most printers leave up to 5 mm white
MARKER_MM = 26.0  # 6 modules; still 4 pixels each when the picture is 768 pixels wide and shows 80 cm of table
RIBBON_MM = 26.0
AIR_MM = 5.0  # white around the markers, more than a module: with less they melt into the field in a small picture
PATCH_MM = 12.0
PATCH_GAP_MM = 1.5
PATCH_TOP_MM = 13.5  # below the ribbon's top: the words stand above

CARD_MM = (44.0, 67.0)  # the usual small card; the game's own were not at hand to be measured
CARD_GAP_MM = 1.5
FIELD_GREY = 0.55  # of the paper's white, as sRGB value: white, black and coloured pieces all stand out from it

# Printed greys, as sRGB values. Neutral on every printer that mixes them from black, and nearly so on others.
GREYS = (0.94, 0.80, 0.66, 0.52, 0.38, 0.24)


class Paper(Enum):
    """The sizes the mat is printed in."""

    A4 = "a4"
    A3 = "a3"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the sheet, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners clockwise from the top left, as ArUco tells them."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch of one colour, red, green and blue as sRGB values from 0 to 1."""

    box: Box
    colour: tuple[float, float, float]


# The eight colours of the cards, so that the owner sees at a glance how true the printer is.
COLOURS = (
    (0.84, 0.15, 0.16),
    (0.95, 0.52, 0.10),
    (0.98, 0.83, 0.13),
    (0.55, 0.78, 0.25),
    (0.05, 0.45, 0.24),
    (0.35, 0.72, 0.90),
    (0.10, 0.26, 0.60),
    (0.48, 0.22, 0.58),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is printed on a sheet of one size, in millimetres."""

    paper: Paper
    height: float
    markers: dict[int, Box]  # id in DICT_4X4_50 -> place: top left, top right, bottom right, bottom left
    greys: tuple[Patch, ...]
    colours: tuple[Patch, ...]
    field: Box  # where dice, cards and balls lie

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the sheet."""
        return SHEET_WIDTH_MM, self.height


def layout_of(paper: Paper) -> Layout:
    """The layout of the sheet of this paper size."""
    height, first_id = (210.0, 40) if paper is Paper.A4 else (420.0, 44)
    right, bottom = SHEET_WIDTH_MM - MARGIN_MM - MARKER_MM, height - MARGIN_MM - MARKER_MM
    corners = ((MARGIN_MM, MARGIN_MM), (right, MARGIN_MM), (right, bottom), (MARGIN_MM, bottom))
    markers = {first_id + n: Box(x, y, MARKER_MM, MARKER_MM) for n, (x, y) in enumerate(corners)}
    # At the bottom in the opposite order and turned over: a hand or a shadow seldom takes the same grey away twice.
    top = _ribbon(MARGIN_MM + PATCH_TOP_MM)
    low = _ribbon(bottom + RIBBON_MM - PATCH_TOP_MM - PATCH_MM)
    row = [(grey, grey, grey) for grey in GREYS] + list(COLOURS)
    patches = [Patch(box, colour) for box, colour in zip(top + low, row + row[::-1], strict=True)]
    edge = MARGIN_MM + RIBBON_MM + AIR_MM
    return Layout(
        paper,
        height,
        markers,
        tuple(patch for patch in patches if len(set(patch.colour)) == 1),
        tuple(patch for patch in patches if len(set(patch.colour)) > 1),
        Box(MARGIN_MM, edge, SHEET_WIDTH_MM - 2 * MARGIN_MM, height - 2 * edge),
    )


def grid_crossings(layout: Layout, size: int) -> tuple[tuple[float, float], ...]:
    """Where the gaps between the cards of a size x size grid cross, the grid's own corners included.

    The grid lies in the middle of the sheet and stands upright; some crossings may be beyond the sheet.
    """
    middle_x, middle_y = SHEET_WIDTH_MM / 2, layout.height / 2
    across, down = CARD_MM[0] + CARD_GAP_MM, CARD_MM[1] + CARD_GAP_MM
    steps = [n - size / 2 for n in range(size + 1)]
    return tuple((middle_x + x * across, middle_y + y * down) for y in steps for x in steps)


def grid_fits(layout: Layout, size: int) -> bool:
    """Whether a size x size grid of cards lies wholly inside the field."""
    width = size * (CARD_MM[0] + CARD_GAP_MM) - CARD_GAP_MM
    height = size * (CARD_MM[1] + CARD_GAP_MM) - CARD_GAP_MM
    return width <= layout.field.width and height <= layout.field.height


def _ribbon(y: float) -> list[Box]:
    """Places for all patches in a row between the markers."""
    count = len(GREYS) + len(COLOURS)
    left = MARGIN_MM + MARKER_MM + AIR_MM + PATCH_GAP_MM
    room = SHEET_WIDTH_MM - 2 * left
    width = (room - (count - 1) * PATCH_GAP_MM) / count
    return [Box(left + n * (width + PATCH_GAP_MM), y, width, PATCH_MM) for n in range(count)]
