"""Sternenfahrer drawn small: the players with their cards, ships and points, and figures in a table."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import TOP, Canvas
from device.screens.content import Sheet, SheetLine
from device.screens.icons import drawn
from device.screens.places import HEIGHT, MARGIN, SHEET_LEFT, WIDTH
from device.screens.typeface import Face
from games.sternenfahrer.pieces import State
from games.sternenfahrer.points import total

_ACTIVE = drawn("#... ##.. ###. #### ###. ##.. #...")
_CARD = drawn("##### #...# #...# #...# #...# #...# #####")
_PITCH = 10  # rows of text stand closer here than elsewhere
_NAME_LEFT = MARGIN + _ACTIVE.width + 2
_CARDS_LEFT, _SHIPS_LEFT = 66, 90
_BASELINE = 7  # from the top of a row


def draw_scene(canvas: Canvas, state: State, top: int) -> None:
    """A row a player, the one whose turn it is marked: cards in hand, ships in space, victory points."""
    spare = max(0, HEIGHT - top - _PITCH * len(state.players)) // 2
    for seat, player in enumerate(state.players):
        row = top + spare + seat * _PITCH
        baseline = row + _BASELINE
        is_active = seat == state.active
        if is_active:
            canvas.icon(MARGIN, row, _ACTIVE)
        face = Face.BOLD if is_active else Face.TEXT
        canvas.text(_NAME_LEFT, baseline, player.name, face, limit=_CARDS_LEFT - 4 - _NAME_LEFT)
        canvas.icon(_CARDS_LEFT, row, _CARD)
        canvas.text(_CARDS_LEFT + _CARD.width + 2, baseline, str(player.hand))
        canvas.icon(_SHIPS_LEFT, row, icons.ROCKET_WHITE)
        canvas.text(_SHIPS_LEFT + icons.ROCKET_WHITE.width + 2, baseline, str(player.ships))
        canvas.text_right(WIDTH - MARGIN, baseline, str(total(state, seat)), Face.BOLD)


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
        canvas.icon(MARGIN, top, _ACTIVE)
    canvas.text(_NAME_LEFT, baseline, row.name, limit=SHEET_LEFT - 2 - _NAME_LEFT)
    for number, figure in enumerate(row.figures):
        left = SHEET_LEFT + number * pitch
        is_last = number == len(row.figures) - 1
        face = Face.BOLD if len(figure) == 1 or is_last else Face.TEXT  # two bold ones side by side would touch
        canvas.text_centred(baseline, figure, face, left=left, right=left + pitch)
