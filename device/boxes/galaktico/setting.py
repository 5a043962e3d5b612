"""What the printed cards of Galaktico look like, for the hand of a player at the simulated table."""

from __future__ import annotations

from device.boxes.setting import CardLook
from games.galaktico.flow import Galaktico
from games.galaktico.pieces import EFFECTS, MOST_FORCE
from games.spine.dialogue import Game


def cards(game: Game) -> tuple[CardLook, ...]:
    """The cards of a player: weapons with their forces, shields with what they keep off."""
    assert isinstance(game, Galaktico)
    weapons = [
        CardLook(weapon.name, tuple((effect.value.title(), weapon.force(effect)) for effect in EFFECTS))
        for weapon in game.content.weapons
    ]
    shields = [
        CardLook(
            shield.name,
            tuple((effect.value.title(), MOST_FORCE if effect in shield.blocks else 0) for effect in EFFECTS),
        )
        for shield in game.content.shields
    ]
    return (*weapons, *shields)
