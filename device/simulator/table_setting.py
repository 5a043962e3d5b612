"""What the player at the simulated table gets out of the box: the cards of the level, dice, or a mothership.

The table follows the game, as a player's hands do; nothing of it goes to a reader.
"""

from __future__ import annotations

from device.simulator.acts.table import SimulatedTable
from device.simulator.render.scene import Pieces
from device.talks.game_talk import GameTalk
from device.talks.service import Service
from games.number_up.pieces import State
from games.spine.session import Session

SHIP_GAME = "sternenfahrer"


class TableSetter:
    """Sets the table anew whenever another game, or another session of it, is begun."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._set_for = ""  # the set-up line of the session the table was set for

    def follow(self, service: Service) -> None:
        """Look which game is on. Between games everything stays as it lies."""
        talk = service.talk
        if not isinstance(talk, GameTalk):
            return
        line = talk.session.setup.to_line()
        if line != self._set_for:
            self._set_for = line
            self._set(talk.session)

    def _set(self, session: Session) -> None:
        state = scene_of(session)
        if state is None:
            self._table.set_pieces(Pieces.SHIP if session.setup.game == SHIP_GAME else Pieces.DICE)
            return
        self._table.put_away_ship()
        level = state.level
        # A game that goes on after the device was off: on a real table its cards would still lie there.
        lying = {divmod(cell, level.size): card for cell, card in enumerate(state.grid) if card is not None}
        self._table.set_out(
            level.size,
            level.values,
            level.colours,
            level.hand,
            lying=lying,
            gone=state.thrown,
            held=state.hand,
            discards=state.discards_left,
        )


def scene_of(session: Session) -> State | None:
    """The grid of a session of Number UP, None for any other game."""
    last = session.prompt if session.prompt is not None else session.outcome
    scene = getattr(last, "scene", None)
    return scene if isinstance(scene, State) else None
