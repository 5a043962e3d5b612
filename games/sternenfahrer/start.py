"""The beginner set-up: who starts where in the four Catanian systems, and with what."""

from __future__ import annotations

from games.sternenfahrer.pieces import (
    RESERVE,
    Colony,
    FriendshipCard,
    Planet,
    Player,
    Resource,
    State,
)
from games.sternenfahrer.settings import Settings

START_CARDS = 3
_ORE, _FUEL, _CARBON, _FOOD, _GOODS = Resource

# Alpha
_FUEL_4, _CARBON_8, _FOOD_11 = Planet(_FUEL, (4,)), Planet(_CARBON, (8,)), Planet(_FOOD, (11,))
# Beta
_FUEL_10, _ORE_8, _GOODS_3_12 = Planet(_FUEL, (10,)), Planet(_ORE, (8,)), Planet(_GOODS, (3, 12))
# Gamma
_ORE_5, _CARBON_6, _FOOD_3 = Planet(_ORE, (5,)), Planet(_CARBON, (6,)), Planet(_FOOD, (3,))
# Delta
_GOODS_2_11, _ORE_9, _FUEL_6 = Planet(_GOODS, (2, 11)), Planet(_ORE, (9,)), Planet(_FUEL, (6,))

START_COLONIES = {
    "red": (Colony(_FUEL_10, _GOODS_3_12, True), Colony(_FOOD_11, _CARBON_8), Colony(_FUEL_6, _ORE_9)),
    "blue": (Colony(_GOODS_2_11, _ORE_9, True), Colony(_FUEL_10, _ORE_8), Colony(_CARBON_6, _FOOD_3)),
    "yellow": (Colony(_FUEL_4, _CARBON_8, True), Colony(_ORE_5, _FOOD_3), Colony(_GOODS_2_11, _FUEL_6)),
    "white": (Colony(_ORE_5, _CARBON_6, True), Colony(_FOOD_11, _FUEL_4), Colony(_ORE_8, _GOODS_3_12)),
}


def start_player(name: str, colour: str) -> Player:
    """A player before the first turn: four points, a colony ship, a drive, half a medal and three cards."""
    return Player(
        name=name,
        colour=colour,
        colonies=START_COLONIES[colour],
        colony_ships=1,
        upgrades=(1, 0, 0),
        half_medals=1,
        hand=START_CARDS,
    )


def start(
    names: tuple[str, ...], colours: tuple[str, ...], cards: tuple[FriendshipCard, ...], settings: Settings
) -> State:
    """The state before the first turn; the first name begins, the others follow to the left."""
    players = tuple(start_player(name, colour) for name, colour in zip(names, colours, strict=True))
    return State(players, settings, cards, reserve=RESERVE - START_CARDS * len(players))
