"""How wide words are in Helvetica, the letters that every printer has: so that a line can be fitted to its place."""

from __future__ import annotations

import unicodedata

from device.paper.shapes import Colour, Words

MM_PER_POINT = 25.4 / 72
SMALLEST = 4.0  # points; below it nobody reads it

# In thousandths of the letters' size, from the space to the tilde as ASCII has them.
_REGULAR = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278"
    " 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944"
    " 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500"
    " 278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333"
    " 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944"
    " 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556"
    " 333 611 556 778 556 556 500 389 280 389 584"
)
_OTHERS = {"ß": 611, "–": 556, "—": 1000, "„": 500, "“": 500, "”": 500, "’": 278, "×": 584, "·": 278, "…": 1000}
_WIDEST = 1015
_WIDTHS = {
    is_bold: {chr(32 + place): int(width) for place, width in enumerate(table.split())} | _OTHERS
    for is_bold, table in ((False, _REGULAR), (True, _BOLD))
}


def width_of(text: str, points: float, *, is_bold: bool = False) -> float:
    """How many millimetres the words take; a letter that is not known counts as the widest there is.

    >>> round(width_of("Grün", 10), 1), round(width_of("Grün", 10, is_bold=True), 1)
    (7.8, 8.4)
    """
    widths = _WIDTHS[is_bold]
    bare = (widths.get(letter) or widths.get(unicodedata.normalize("NFD", letter)[0], _WIDEST) for letter in text)
    return sum(bare) / 1000 * points * MM_PER_POINT


def fitted(text: str, points: float, room: float, *, is_bold: bool = False) -> float:
    """The size in points at which the words fit the room: as wished, or as much smaller as need be."""
    width = width_of(text, points, is_bold=is_bold)
    return points if width <= room else max(SMALLEST, points * room / width)


def placed(
    text: str,
    at: tuple[float, float],
    points: float,
    colour: Colour,
    *,
    room: float,
    share: float = 0.0,
    is_bold: bool = False,
) -> Words:
    """Words on the baseline at this point, no wider than the room.

    `share` says how much of them stands left of the point: 0 begins there, 0.5 is centred, 1 ends there.
    """
    size = fitted(text, points, room, is_bold=is_bold)
    return Words(text, at[0] - share * width_of(text, size, is_bold=is_bold), at[1], size, colour, is_bold)
