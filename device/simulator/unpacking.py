"""What the player at the simulated table gets out of the box: cards, dice, or a mothership, and what lies beside them.

The table follows the game, as a player's hands do; nothing of it goes to a reader.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.boxes.box import GameList
from device.boxes.setting import Beside, CardsOut, DiceOut, Setting, ShipOut
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.scene import DiceKind, Pieces, ThingKind
from device.talks.game_talk import GameTalk
from device.talks.service import Service

DICE_KINDS = {"symbols": DiceKind.SPACE, "pips": DiceKind.PIPS}  # as the readers call them


def things_of(beside: Iterable[Beside]) -> tuple[tuple[ThingKind, int], ...]:
    """What a box lets lie about; a name this table does not know is left out, for it may come from a package."""
    kinds = {kind.value: kind for kind in ThingKind}
    return tuple((kinds[thing.what], thing.count) for thing in beside if thing.what in kinds)


class Unpacker:
    """Sets the table anew whenever another game, or another session of it, is begun."""

    def __init__(self, table: SimulatedTable, game_list: GameList) -> None:
        self._table = table
        self._game_list = game_list
        self._set_for = ""  # the set-up line of the session the table was set for

    def follow(self, service: Service) -> None:
        """Set the table for the game that is on. Between games everything stays as it lies."""
        talk = service.talk
        if not isinstance(talk, GameTalk):
            return
        session = talk.session
        line = session.setup.to_line()
        if line != self._set_for:
            self._set_for = line
            last = session.prompt if session.prompt is not None else session.outcome
            box = self._game_list[session.setup.game].box
            self._set(box.setting(last.scene if last is not None else None))
            self._table.lay_beside(things_of(box.beside))

    def _set(self, setting: Setting) -> None:
        match setting:
            case ShipOut():
                self._table.set_pieces(Pieces.SHIP)
            case DiceOut(kind, count):
                self._table.set_pieces(Pieces.DICE)
                self._table.take_dice(DICE_KINDS[kind], count)
            case CardsOut():
                self._table.put_away_ship()
                self._table.set_out(
                    setting.size,
                    setting.values,
                    setting.colours,
                    setting.hand,
                    lying=setting.lying,
                    gone=setting.gone,
                    held=setting.held,
                    discards=setting.discards,
                )
