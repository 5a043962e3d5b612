"""Galaktico drawn small: the fleets in figures, a row a player, a column a type of ship."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import HEADING_ROWS, TOP, Canvas
from device.screens.content import FleetRow, Fleets
from device.screens.icons import drawn
from device.screens.places import FLEET_LEFT, FLEET_PITCH, MARGIN, WIDTH
from device.screens.typeface import LINE_PITCH, Face

_SHIPS = {
    "destroyer": drawn("##..... .####.. ..####. ####### ..####. .####.. ##....."),
    "fighter": drawn("#...... ###.... ..###.. ..##### ..###.. ###.... #......"),
    "cruiser": drawn("....... ###.... .#####. .###### .#####. ###.... ......."),
    "scout": drawn("....... ..#.... ..##... #.##### ..##... ..#.... ......."),
}
_ACTIVE = drawn("#... ##.. ###. #### ###. ##.. #...")
_ON_STATION = drawn(".#.#. #...# ..#.. #...# .#.#.")
_LEFT, _SPENT = drawn(".###. ##### ##### ##### .###."), drawn(".###. #...# #...# #...# .###.")
_DOT_PITCH = 7


def draw_fleets(canvas: Canvas, screen: Fleets) -> None:
    """The heading with a dot for each action, the types of ships, and everybody's figures below them."""
    canvas.heading(screen.title)
    for number in range(screen.actions):
        icon = _LEFT if number < screen.actions_left else _SPENT
        x = WIDTH - MARGIN - (screen.actions - number) * _DOT_PITCH + 2
        canvas.icon(x, (HEADING_ROWS - icon.height) // 2, icon, ink=0)
    for column, ship in enumerate(screen.ships):
        x = _middle(column)
        canvas.icon(x - 8, TOP + 2, _SHIPS[ship])
        canvas.text(x + 1, TOP + 9, screen.letters[column])
    canvas.dots(TOP + LINE_PITCH)
    for number, row in enumerate(screen.rows):
        _draw_row(canvas, row, TOP + (number + 1) * LINE_PITCH + 2)
    canvas.icon(MARGIN, TOP + 4, icons.UP)
    canvas.icon(MARGIN + icons.UP.width + 2, TOP + 4, icons.DOWN)


def _draw_row(canvas: Canvas, row: FleetRow, top: int) -> None:
    """A player's name, with a sign if it is that player's turn, and the figures of each type."""
    left = MARGIN
    if row.is_active:
        canvas.icon(left, top + 2, _ACTIVE)
    left += _ACTIVE.width + 2
    canvas.text(left, top + 9, row.name, Face.TEXT, limit=FLEET_LEFT - left - 2)
    for column, figure in enumerate(row.figures):
        x = _middle(column)
        canvas.text_centred(top + 9, figure, left=x - FLEET_PITCH // 2, right=x + FLEET_PITCH // 2)
        if column == row.on_station:
            canvas.icon(x + 4, top + 3, _ON_STATION)


def _middle(column: int) -> int:
    """The middle of a column of figures."""
    return FLEET_LEFT + column * FLEET_PITCH + FLEET_PITCH // 2
