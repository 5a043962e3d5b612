"""Sternenfahrer drawn small: the players with their cards or half medals, ships and points."""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import icons
from device.screens.canvas import Canvas
from device.screens.of_games import Drawing
from device.screens.places import HEIGHT, MARGIN, WIDTH
from device.screens.typeface import Face, width
from games.sternenfahrer.names import short_names
from games.sternenfahrer.pieces import State
from games.sternenfahrer.points import total

_CARD = icons.drawn("##### #...# #...# #...# #...# #...# #####")
_PITCH = 10  # rows of text stand closer here than elsewhere
_NAME_LEFT = MARGIN + icons.ACTIVE.width + 2
_CARDS_LEFT, _SHIPS_LEFT = 66, 90
_NAME_ROOM = _CARDS_LEFT - 4 - _NAME_LEFT
_HALF = "◐"  # half medals
_BASELINE = 7  # from the top of a row


@dataclass(frozen=True, slots=True)
class Seats(Drawing):
    """A row a player, the one whose turn it is marked: cards in hand or half medals, ships in space, victory points."""

    state: State

    def draw(self, canvas: Canvas, top: int) -> None:
        state = self.state
        spare = max(0, HEIGHT - top - _PITCH * len(state.players)) // 2
        for seat, player in enumerate(state.players):
            row = top + spare + seat * _PITCH
            baseline = row + _BASELINE
            is_active = seat == state.active
            if is_active:
                canvas.icon(MARGIN, row, icons.ACTIVE)
            face = Face.BOLD if is_active else Face.TEXT
            canvas.text(_NAME_LEFT, baseline, self._name(seat, face), face, limit=_NAME_ROOM)
            if state.counts_hands:
                canvas.icon(_CARDS_LEFT, row, _CARD)
                canvas.text(_CARDS_LEFT + _CARD.width + 2, baseline, str(player.hand))
            else:
                canvas.text(_CARDS_LEFT - 1, baseline, f"{_HALF}{player.half_medals}")
            canvas.icon(_SHIPS_LEFT, row, icons.ROCKET_WHITE)
            canvas.text(_SHIPS_LEFT + icons.ROCKET_WHITE.width + 2, baseline, str(player.ships))
            canvas.text_right(WIDTH - MARGIN, baseline, str(total(state, seat)), Face.BOLD)

    def _name(self, seat: int, face: Face) -> str:
        """The name, in short if it would be cut and so might look like another one."""
        names = self.state.names
        is_cut = any(width(name, face) > _NAME_ROOM for name in names)
        return short_names(names)[names[seat]] if is_cut else names[seat]

    def lines(self) -> list[str]:
        return [
            f"{'> ' if seat == self.state.active else ''}{player.name} {total(self.state, seat)}"
            for seat, player in enumerate(self.state.players)
        ]


def drawing(scene: object) -> Drawing | None:
    """The state of a game drawn small, None before there is one."""
    return Seats(scene) if isinstance(scene, State) else None
