"""The places for words on the OLED: how wide, how many lines, in which cut. Drawing and the words' test both use it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.screens.typeface import Face, width, wrap

WIDTH, HEIGHT = 128, 64
MARGIN = 2  # dark columns left and right of any line
TEXT_WIDTH = WIDTH - 2 * MARGIN
WARNING_WIDTH = 14  # the warning sign beside a heading, with its gap
CODE_LEFT = WIDTH - 64  # a square code fills the right end
COVER_WIDTH = WIDTH - 10  # inside the cover's frame
LESSON_LEFT = 30  # beside the drawn piece
LESSON_LINES = 2
SHEET_LEFT = 42  # of the first column of a table of figures
SHEET_COLUMN = 14  # wide, where there are six of them
PANEL_LEFT = 77  # beside the grid of cards
PANEL_WIDTH = WIDTH - 1 - PANEL_LEFT
PANEL_LINES = 3

# A row of a list: the bar under the cursor ends before the scroll marks, the words two columns before its end.
ROW_LEFT = 3
SCROLL_WIDTH = 7
REFUSED_WIDTH = 8  # the cross of a row that cannot be taken, with its gap
VALUE_GAP = 4  # between the words and the value at the right
LEAD_WIDTH = 11  # a sign in front of the words, with its gap
SIGN_GAP = 3  # between a sign and what stands before it
ROW_WIDTH = WIDTH - 1 - SCROLL_WIDTH - 2 - ROW_LEFT


@dataclass(frozen=True, slots=True)
class Room:
    """How much fits: pixels a line, lines, and the cut it is drawn in."""

    width: int
    lines: int
    face: Face


class Place(Enum):
    """Where a text of the catalogue stands."""

    TITLE = "title"  # the heading in the bar
    WARNING = "warning"  # a heading beside the warning sign
    LINE = "line"  # one line of its own
    OPTION = "option"  # a row of a list
    BODY = "body"  # up to four lines under a heading
    COVER = "cover"  # two lines on the screen that hides everything
    LESSON = "lesson"  # two lines beside the piece that is taught
    BESIDE_CODE = "beside_code"  # up to five short lines beside a square code
    FOOTER = "footer"  # the last line
    PANEL = "panel"  # up to three short lines beside the grid of cards
    PANEL_NAME = "panel_name"  # what stands under the cursor of that grid, in two lines
    COLUMN = "column"  # the name of a column of figures
    PART = "part"  # a fragment that is put into other texts and measured there
    TERMINAL = "terminal"  # not on the OLED


ROOMS = {
    Place.TITLE: Room(TEXT_WIDTH, 1, Face.BOLD),
    Place.WARNING: Room(TEXT_WIDTH - WARNING_WIDTH, 1, Face.BOLD),
    Place.LINE: Room(TEXT_WIDTH, 1, Face.TEXT),
    Place.OPTION: Room(ROW_WIDTH - REFUSED_WIDTH, 1, Face.TEXT),
    Place.BODY: Room(TEXT_WIDTH, 4, Face.TEXT),
    Place.COVER: Room(COVER_WIDTH, 2, Face.TEXT),
    Place.LESSON: Room(WIDTH - MARGIN - LESSON_LEFT, LESSON_LINES, Face.TEXT),
    Place.BESIDE_CODE: Room(CODE_LEFT - 2 * MARGIN, 5, Face.TEXT),
    Place.FOOTER: Room(TEXT_WIDTH, 1, Face.TEXT),
    Place.COLUMN: Room(SHEET_COLUMN, 1, Face.TEXT),
    Place.PANEL: Room(PANEL_WIDTH, PANEL_LINES, Face.TEXT),
    Place.PANEL_NAME: Room(PANEL_WIDTH, 2, Face.BOLD),
}


def fits(text: str, place: Place) -> bool:
    """Whether the finished text can be drawn whole in its place, with no word broken."""
    room = ROOMS.get(place)
    if room is None:
        return True
    if any(width(word, room.face) > room.width for word in text.split()):
        return False
    return len(wrap(text, room.width, room.lines + 1, room.face)) <= room.lines
