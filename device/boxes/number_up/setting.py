"""What a player takes out of the box for Number UP: the cards of the level, as far as the game has come."""

from __future__ import annotations

from device.boxes.setting import CardsOut, DiceOut, Setting
from games.number_up.pieces import State


def setting(scene: object) -> Setting:
    """The cards of this state. After the device was off, those of the game that goes on would still lie there."""
    if not isinstance(scene, State):
        return DiceOut()
    level = scene.level
    return CardsOut(
        size=level.size,
        values=tuple(level.values),
        colours=level.colours,
        hand=level.hand,
        lying={divmod(cell, level.size): card for cell, card in enumerate(scene.grid) if card is not None},
        gone=scene.thrown,
        held=scene.hand,
        discards=scene.discards_left,
    )
