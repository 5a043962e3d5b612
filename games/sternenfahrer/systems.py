"""Systems, colonies and what can lie on planets. No map is kept: a colony is known by its two planets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from games.spine.errors import IllegalMove
from games.sternenfahrer.building import with_ship
from games.sternenfahrer.pieces import (
    Colony,
    Obstacle,
    Planet,
    Player,
    Resource,
    Ship,
    State,
    Token,
    TokenKind,
    Upgrade,
)

SITES_WITH_THREE = 2  # colonies that may be founded in a system when three play

Chip: TypeAlias = "tuple[int, ...] | Token"


@dataclass(frozen=True, slots=True)
class System:
    """Three planets in a ring with a chip each; hidden until a ship comes near."""

    resources: tuple[Resource, Resource, Resource]
    chips: tuple[Chip, Chip, Chip]
    is_open: bool = False


def explore(system: System) -> System:
    """A ship reaches a point beside the system: all three chips are turned up at once."""
    return replace(system, is_open=True)


def open_sites(system: System) -> tuple[tuple[int, int], ...]:
    """The colony sites, each between two planets, where a colony may be founded now."""
    if not system.is_open:
        return ()
    return tuple(
        pair for pair in combinations(range(3), 2) if not any(isinstance(system.chips[one], Token) for one in pair)
    )


def planet(system: System, place: int) -> Planet:
    """One planet of the system; it has no number while a token lies on it."""
    chip = system.chips[place]
    return Planet(system.resources[place], () if isinstance(chip, Token) else chip)


def without_token(system: System, place: int, number: int) -> System:
    """The token is gone and a reserve chip lies open in its place."""
    chips = [(number,) if here == place else chip for here, chip in enumerate(system.chips)]
    return replace(system, chips=(chips[0], chips[1], chips[2]))


# --- tokens ------------------------------------------------------------------------------------------------------


def strength_against(state: State, player: Player, token: Token) -> int:
    """What a player can bring to bear: cannons on a pirate base, freight pods on an ice planet."""
    if token.kind is TokenKind.ICE_PLANET:
        return player.count(Upgrade.POD)
    return player.count(Upgrade.CANNON) + (player.science_cannons if state.settings.base_counts_science else 0)


def token_obstacle(state: State, token: Token) -> Obstacle | None:
    """Why the active player, with a ship beside it, cannot clear this token."""
    if not state.current.ships:
        return Obstacle.NO_SHIP
    if strength_against(state, state.current, token) >= token.strength:
        return None
    return Obstacle.TOO_LITTLE_FREIGHT if token.kind is TokenKind.ICE_PLANET else Obstacle.TOO_FEW_CANNONS


def clear_token(state: State, token: Token) -> State:
    """The base is beaten or the planet terraformed: the token becomes the active player's whole medal."""
    obstacle = token_obstacle(state, token)
    if obstacle is not None or token not in state.tokens:
        raise IllegalMove(f"{token.key} cannot be cleared: {obstacle.value if obstacle else 'it is gone'}")
    player = replace(state.current, whole_medals=state.current.whole_medals + 1)
    left = tuple(one for one in state.tokens if one is not token)
    return replace(state.with_player(state.active, player), tokens=left)


# --- colonies ----------------------------------------------------------------------------------------------------


def colony_obstacle(state: State, colonies_there: int = 0) -> Obstacle | None:
    """Why the active player cannot found a colony in an outer system with so many colonies in it."""
    if not state.current.colony_ships:
        return Obstacle.NO_COLONY_SHIP
    most = SITES_WITH_THREE if state.seats == 3 else 3
    return None if colonies_there < most else Obstacle.SYSTEM_FULL


def found_colony(state: State, colony: Colony) -> State:
    """A colony ship becomes a colony; its planets yield from the next roll on."""
    obstacle = colony_obstacle(state)
    if obstacle is not None:
        raise IllegalMove(f"no colony can be founded: {obstacle.value}")
    player = with_ship(state.current, Ship.COLONY, -1)
    return state.with_player(state.active, replace(player, colonies=(*player.colonies, colony)))
