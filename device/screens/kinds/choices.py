"""Screens to choose on: a list, a number."""

from __future__ import annotations

from device.screens import icons, shapes
from device.screens.canvas import FIRST_BASELINE, TOP, Canvas
from device.screens.content import List, Picker, Row
from device.screens.kinds.medals import STARS_WIDTH, draw_stars
from device.screens.places import LEAD_WIDTH, MARGIN, REFUSED_WIDTH, ROW_LEFT, SCROLL_WIDTH, SIGN_GAP, VALUE_GAP, WIDTH
from device.screens.signs import SIGNS
from device.screens.typeface import LINE_PITCH, Face, has_dotted_capital, shorten, width

_ROWS = 4


def draw_list(canvas: Canvas, screen: List) -> None:
    """Title, perhaps one line of news, and as many rows around the cursor as fit."""
    canvas.heading(screen.title)
    top, room = TOP, _ROWS
    if screen.news:
        canvas.text(MARGIN, FIRST_BASELINE, screen.news)
        canvas.dots(TOP + LINE_PITCH)
        top, room = TOP + LINE_PITCH + 2, _ROWS - 1
    first = first_visible(screen.cursor, len(screen.rows), room)
    shown = screen.rows[first : first + room]
    is_scrolled = len(shown) < len(screen.rows)
    bar_right = WIDTH - 1 - (SCROLL_WIDTH if is_scrolled else 0)
    if not shown:
        canvas.text_centred(FIRST_BASELINE + LINE_PITCH, "–")
    if first <= screen.cursor < first + len(shown):
        _draw_bar(canvas, shown, screen.cursor - first, top, bar_right)
    has_medals = any(row.medal is not None for row in shown)
    for number, row in enumerate(shown):
        ink = int(first + number != screen.cursor)
        _draw_row(canvas, top + number * LINE_PITCH, bar_right - 2, row, has_medals=has_medals, ink=ink)
    if first > 0:
        canvas.icon(WIDTH - 1 - icons.UP.width, top + 4, icons.UP)
    if first + len(shown) < len(screen.rows):
        canvas.icon(WIDTH - 1 - icons.DOWN.width, top + room * LINE_PITCH - 7, icons.DOWN)


def first_visible(cursor: int, count: int, room: int) -> int:
    """The first row to show so that the cursor has a row on either side where there is one.

    >>> [first_visible(cursor, 6, 4) for cursor in range(6)]
    [0, 0, 0, 1, 2, 2]
    """
    return max(0, min(cursor - room + 2, count - room))


def _draw_bar(canvas: Canvas, rows: tuple[Row, ...], cursor: int, top: int, right: int) -> None:
    """The light bar under the cursor. Dots above a capital letter, in this row or the next, are left their row."""
    upper = top + cursor * LINE_PITCH
    lower = upper + LINE_PITCH - 1
    if has_dotted_capital(rows[cursor].text):
        upper -= 1
    if cursor + 1 < len(rows) and has_dotted_capital(rows[cursor + 1].text):
        lower -= 1
    canvas.box(0, upper, right, lower)


def _draw_row(canvas: Canvas, top: int, right: int, row: Row, *, has_medals: bool, ink: int) -> None:
    baseline, left = top + 9, ROW_LEFT
    if row.is_refused:
        canvas.icon(right - icons.CROSS.width, top + 3, icons.CROSS, ink=ink)
        right -= REFUSED_WIDTH
    if has_medals:
        if row.medal is not None:
            draw_stars(canvas, right - STARS_WIDTH, top + 2, row.medal, ink=ink)
        right -= STARS_WIDTH + 4
    if row.value:
        value = shorten(row.value, (right - left) // 2)
        canvas.text_right(right, baseline, value, ink=ink)
        right -= width(value) + VALUE_GAP
    for sign in reversed(row.signs):
        picture = SIGNS[sign.name]
        canvas.icon(right - picture.width, top + 2, picture, ink=ink)
        right -= picture.width + SIGN_GAP
    lead = SIGNS[row.lead.name] if row.lead is not None else None
    lead_width = LEAD_WIDTH if lead is not None else 0
    shape = shapes.FACES_9.get(row.face or "")
    # The words name the face too, so the shape gives way before a word is cut.
    if shape is not None and width(row.text) <= right - left - lead_width - shape.width - 4:
        canvas.icon(left, top + 1, shape, ink=ink)
        left += shape.width + 4
    if lead is not None:
        canvas.icon(left + (LEAD_WIDTH - VALUE_GAP - lead.width) // 2, top + 2, lead, ink=ink)
        left += lead_width
    canvas.text(left, baseline, row.text, limit=right - left, ink=ink)


def draw_picker(canvas: Canvas, screen: Picker) -> None:
    """The number large between two arrows, which are hollow at the ends, and where it stands in its range."""
    canvas.heading(screen.title)
    x = (WIDTH - icons.BIG_UP.width) // 2
    canvas.icon(x, 15, icons.BIG_UP if screen.value < screen.high else icons.BIG_UP_END)
    canvas.text_centred(41, str(screen.value), Face.BIG)
    canvas.icon(x, 44, icons.BIG_DOWN if screen.value > screen.low else icons.BIG_DOWN_END)
    low, high = str(screen.low), str(screen.high)
    canvas.text(MARGIN, 61, low)
    canvas.text_right(WIDTH - MARGIN, 61, high)
    left, right = MARGIN + width(low) + 5, WIDTH - MARGIN - width(high) - 5
    canvas.dots(57, left, right)
    steps = max(1, screen.high - screen.low)
    here = left + (right - left - 5) * (screen.value - screen.low) // steps
    canvas.pencil.line((here - 1, 57, here + 5, 57), fill=0)  # no dot touches the knob
    canvas.box(here, 55, here + 4, 59)
