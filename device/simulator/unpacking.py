"""What the player at the simulated table gets out of the box: cards, dice, or a mothership, as the game's box says.

The table follows the game, as a player's hands do; nothing of it goes to a reader.
"""

from __future__ import annotations

from device.boxes.box import GameList
from device.boxes.setting import CardsOut, DiceOut, Setting, ShipOut
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.scene import DiceKind, Pieces
from device.talks.game_talk import GameTalk
from device.talks.service import Service

DICE_KINDS = {"symbols": DiceKind.SPACE, "pips": DiceKind.PIPS}  # as the readers call them


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
            self._set(self._game_list[session.setup.game].box.setting(last.scene if last is not None else None))

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
