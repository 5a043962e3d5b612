"""Building: what it costs, what limits it, and how the figures change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from games.spine.errors import IllegalMove
from games.sternenfahrer.pieces import (
    MOST_UPGRADES,
    SITES,
    UPGRADES,
    Colony,
    Obstacle,
    Player,
    Resource,
    Ship,
    State,
    Upgrade,
    Way,
)


class Build(Enum):
    """Everything that can be built."""

    COLONY_SHIP = "colony_ship"
    TRADE_SHIP = "trade_ship"
    SPACEPORT = "spaceport"
    DRIVE = "drive"
    CANNON = "cannon"
    POD = "pod"


COSTS: Mapping[Build, Mapping[Resource, int]] = {
    Build.COLONY_SHIP: {Resource.ORE: 1, Resource.FUEL: 1, Resource.CARBON: 1, Resource.FOOD: 1},
    Build.TRADE_SHIP: {Resource.ORE: 1, Resource.FUEL: 1, Resource.GOODS: 2},
    Build.SPACEPORT: {Resource.CARBON: 3, Resource.FOOD: 2},
    Build.DRIVE: {Resource.FUEL: 2},
    Build.CANNON: {Resource.CARBON: 2},
    Build.POD: {Resource.ORE: 2},
}
SHIPS = {Build.COLONY_SHIP: Ship.COLONY, Build.TRADE_SHIP: Ship.TRADE}


def cost(build: Build) -> int:
    """How many cards it takes in all."""
    return sum(COSTS[build].values())


def build_obstacle(state: State, build: Build) -> Obstacle | None:
    """Why the active player cannot build this now; None if nothing is known against it."""
    obstacle = _pieces_obstacle(state, build)
    if obstacle is None and state.way is Way.FORMER and lacking(state, cost(build)):
        return Obstacle.TOO_FEW_CARDS
    return obstacle


def lacking(state: State, cards: int) -> int:
    """How many cards the active player lacks for this by the book. The table knows better what is in a hand."""
    return max(0, cards - state.current.hand) if state.counts_hands else 0


def _pieces_obstacle(state: State, build: Build) -> Obstacle | None:
    player = state.current
    if build in SHIPS:
        return ship_obstacle(player, SHIPS[build])
    if build is Build.SPACEPORT:
        if not player.shipyards_left:
            return Obstacle.NO_SHIPYARD
        return None if plain_colonies(player) else Obstacle.NO_PLAIN_COLONY
    return upgrade_obstacle(state, state.active, Upgrade(build.value))


def ship_obstacle(player: Player, ship: Ship) -> Obstacle | None:
    """Why this player cannot set such a ship, as far as pieces are concerned."""
    if not player.transporters_left:
        return Obstacle.NO_TRANSPORTER
    if ship is Ship.COLONY:
        return None if player.colonies_left else Obstacle.NO_COLONY
    return None if player.stations_left else Obstacle.NO_STATION


def free_sites(colony: Colony, taken: int) -> int:
    """How many ships can be set at a colony with so many of its sites taken: none without a shipyard."""
    return SITES - taken if colony.is_spaceport else 0


def sites_may_be_full(player: Player) -> bool:
    """Whether all own ships, if none has left, would take up every site."""
    return player.ships >= SITES * player.spaceports


def plain_colonies(player: Player) -> tuple[int, ...]:
    """The colonies that could become spaceports, by their place in the player's list."""
    return tuple(place for place, colony in enumerate(player.colonies) if not colony.is_spaceport)


def upgrade_obstacle(state: State, seat: int, upgrade: Upgrade) -> Obstacle | None:
    """Why this piece cannot be put on a player's mothership."""
    if state.players[seat].count(upgrade) >= MOST_UPGRADES[upgrade]:
        return Obstacle.MOTHERSHIP_FULL
    return None if state.left_in_tray(upgrade) > 0 else Obstacle.TRAY_EMPTY


def build(state: State, what: Build, colony: int | None = None) -> State:
    """The active player pays and builds; a spaceport on the colony in that place of the list."""
    obstacle = build_obstacle(state, what)
    if obstacle is not None:
        raise IllegalMove(f"{what.value} cannot be built: {obstacle.value}")
    state = state.with_hand(state.active, -cost(what))
    if what in SHIPS:
        return state.with_player(state.active, with_ship(state.current, SHIPS[what]))
    if what is Build.SPACEPORT:
        if colony is None or colony not in plain_colonies(state.current):
            raise IllegalMove(f"there is no plain colony {colony}")
        return state.with_player(state.active, with_spaceport(state.current, colony))
    return change_upgrade(state, state.active, Upgrade(what.value), 1)


def with_ship(player: Player, ship: Ship, by: int = 1) -> Player:
    """The player with a ship more, or less."""
    if ship is Ship.COLONY:
        return replace(player, colony_ships=player.colony_ships + by)
    return replace(player, trade_ships=player.trade_ships + by)


def with_spaceport(player: Player, place: int) -> Player:
    """The player with a shipyard on the colony in this place of the list."""
    colonies = list(player.colonies)
    colonies[place] = replace(colonies[place], is_spaceport=True)
    return replace(player, colonies=tuple(colonies))


def change_upgrade(state: State, seat: int, upgrade: Upgrade, by: int) -> State:
    """One piece more or less on a player's mothership."""
    player = state.players[seat]
    counts = [count + by * (one is upgrade) for one, count in zip(UPGRADES, player.upgrades, strict=True)]
    return state.with_player(seat, replace(player, upgrades=(counts[0], counts[1], counts[2])))


# --- a trade ship for nothing ------------------------------------------------------------------------------------


def owed_ship_obstacle(player: Player) -> Obstacle | None:
    """Why a free trade ship cannot be set yet, as far as pieces are concerned."""
    return ship_obstacle(player, Ship.TRADE) if player.owed_ships else Obstacle.NOTHING_OWED


def set_owed_ship(state: State) -> State:
    """The active player sets a trade ship that was won before."""
    obstacle = owed_ship_obstacle(state.current)
    if obstacle is not None:
        raise IllegalMove(f"the free trade ship cannot be set: {obstacle.value}")
    player = with_ship(state.current, Ship.TRADE)
    return state.with_player(state.active, replace(player, owed_ships=player.owed_ships - 1))
