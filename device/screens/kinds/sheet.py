"""Everybody's figures on one page: short names of columns, a dotted line, and a row a player."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import TOP, Canvas
from device.screens.content import Sheet, SheetLine
from device.screens.places import MARGIN, SHEET_LEFT, WIDTH
from device.screens.typeface import Face

_PITCH = 10  # rows of text stand closer here than elsewhere
_NAME_LEFT = MARGIN + icons.ACTIVE.width + 2
_BASELINE = 7  # from the top of a row


def draw_sheet(canvas: Canvas, screen: Sheet) -> None:
    """The columns' names, a dotted line, and a row a player."""
    canvas.heading(screen.title)
    pitch = (WIDTH - MARGIN - SHEET_LEFT) // max(1, len(screen.columns))
    for number, column in enumerate(screen.columns):
        left = SHEET_LEFT + number * pitch
        canvas.text_centred(TOP + _BASELINE, column, left=left, right=left + pitch)
    canvas.dots(TOP + _PITCH - 2)
    for number, row in enumerate(screen.rows):
        _draw_line(canvas, row, TOP + (number + 1) * _PITCH, pitch)


def _draw_line(canvas: Canvas, row: SheetLine, top: int, pitch: int) -> None:
    baseline = top + _BASELINE
    if row.is_active:
        canvas.icon(MARGIN, top, icons.ACTIVE)
    canvas.text(_NAME_LEFT, baseline, row.name, limit=SHEET_LEFT - 2 - _NAME_LEFT)
    for number, figure in enumerate(row.figures):
        left = SHEET_LEFT + number * pitch
        is_last = number == len(row.figures) - 1
        face = Face.BOLD if len(figure) == 1 or is_last else Face.TEXT  # two bold ones side by side would touch
        canvas.text_centred(baseline, figure, face, left=left, right=left + pitch)
