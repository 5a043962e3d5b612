"""Galaktico drawn small: the fleets in figures, a row a player, a column a type of ship."""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import icons
from device.screens.canvas import HEADING_ROWS, TOP, Canvas
from device.screens.icons import drawn
from device.screens.of_games import GameScreen
from device.screens.places import MARGIN, WIDTH
from device.screens.typeface import LINE_PITCH, Face

SHIP_ICONS = {
    "destroyer": drawn("##..... .####.. ..####. ####### ..####. .####.. ##....."),
    "fighter": drawn("#...... ###.... ..###.. ..##### ..###.. ###.... #......"),
    "cruiser": drawn("....... ###.... .#####. .###### .#####. ###.... ......."),
    "scout": drawn("....... ..#.... ..##... #.##### ..##... ..#.... ......."),
}
_ON_STATION = drawn(".#.#. #...# ..#.. #...# .#.#.")
_LEFT, _SPENT = drawn(".###. ##### ##### ##### .###."), drawn(".###. #...# #...# #...# .###.")
_DOT_PITCH = 7
FLEET_LEFT, FLEET_PITCH = 54, 18  # the columns of figures beside the players' names


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A player's figures, type by type; `on_station` is the column of the ship that stands on the station."""

    name: str
    figures: tuple[str, ...]
    is_active: bool = False  # it is this player's turn
    on_station: int | None = None


@dataclass(frozen=True, slots=True)
class Fleets(GameScreen):
    """Everybody's ships in figures, and how many actions the active player has left."""

    title: str
    ships: tuple[str, ...]  # the columns
    letters: tuple[str, ...]  # of the columns, in the player's language
    rows: tuple[FleetRow, ...]  # up to three
    actions: int
    actions_left: int

    def draw(self, canvas: Canvas) -> None:
        draw_fleets(canvas, self)

    def lines(self) -> list[str]:
        return [f"{self.title} {self.actions_left}/{self.actions}", *_rows_in_words(self)]


def draw_fleets(canvas: Canvas, screen: Fleets) -> None:
    """The heading with a dot for each action, the types of ships, and everybody's figures below them."""
    canvas.heading(screen.title)
    for number in range(screen.actions):
        icon = _LEFT if number < screen.actions_left else _SPENT
        x = WIDTH - MARGIN - (screen.actions - number) * _DOT_PITCH + 2
        canvas.icon(x, (HEADING_ROWS - icon.height) // 2, icon, ink=0)
    for column, ship in enumerate(screen.ships):
        x = _middle(column)
        canvas.icon(x - 8, TOP + 2, SHIP_ICONS[ship])
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
        canvas.icon(left, top + 2, icons.ACTIVE)
    left += icons.ACTIVE.width + 2
    canvas.text(left, top + 9, row.name, Face.TEXT, limit=FLEET_LEFT - left - 2)
    for column, figure in enumerate(row.figures):
        x = _middle(column)
        canvas.text_centred(top + 9, figure, left=x - FLEET_PITCH // 2, right=x + FLEET_PITCH // 2)
        if column == row.on_station:
            canvas.icon(x + 4, top + 3, _ON_STATION)


def _middle(column: int) -> int:
    """The middle of a column of figures."""
    return FLEET_LEFT + column * FLEET_PITCH + FLEET_PITCH // 2


def _rows_in_words(screen: Fleets) -> list[str]:
    """The letters of the ships, then everybody's figures; a ring stands behind the ship on the station."""
    rows = []
    for row in screen.rows:
        figures = [f"{figure}{'°' if n == row.on_station else ''}" for n, figure in enumerate(row.figures)]
        rows.append(" ".join([f"{'> ' if row.is_active else ''}{row.name}", *figures]))
    return [" ".join(screen.letters), *rows]
