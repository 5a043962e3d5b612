"""The rules on the state: what may be done now, what it changes, and when the game ends.

The board is the players': a move is taken at their word, only the figures, the cards and the points are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from games.galaktico.combat import Combat, Side, fight, points_for
from games.galaktico.hidden import Hidden
from games.galaktico.pieces import ACTIONS, SHIP_CARDS, SHIPS, Counts, Ship, State, start_fleet
from games.spine.errors import IllegalMove

TO_END = 30  # points that end the game
FOR_THE_END = 5  # points for who ends it


class Obstacle(Enum):
    """Why something cannot be done now."""

    NONE_IN_SPACE = "none_in_space"  # no figure of this type can be reached
    ALL_MOVED = "all_moved"
    STATION_TAKEN = "station_taken"
    NONE_IN_SUPPLY = "none_in_supply"
    ONLY_DESTROYERS = "only_destroyers"
    NO_JUMPS = "no_jumps"
    NO_TARGET = "no_target"  # nobody else has a ship in space


class Ending(Enum):
    """Why the game is over."""

    STATION = "station"
    DESTROYERS = "destroyers"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class End:
    """The end: why, and who brought it about and gets the points for it."""

    why: Ending
    seat: int
    inactive: int = 0  # ships that were lost with a station


def start(names: tuple[str, ...], first: int = 0) -> State:
    """All fleets before the first turn; the names are in clockwise order, `first` begins."""
    return State(tuple(start_fleet(name) for name in names), active=first)


# --- what may be done --------------------------------------------------------------------------------------------


def resting(state: State, ship: Ship) -> int:
    """The active player's ships of a type in space that have not moved in this turn."""
    return state.current.in_space.of(ship) - state.moved.of(ship)


def move_obstacle(state: State, ship: Ship) -> Obstacle | None:
    """Why the active player cannot move or attack with a ship of this type."""
    if state.current.on_station is ship or resting(state, ship):
        return None
    return Obstacle.ALL_MOVED if state.current.in_space.of(ship) else Obstacle.NONE_IN_SPACE


def target_obstacle(state: State, seat: int, ship: Ship) -> Obstacle | None:
    """Why another player's ship of this type cannot be attacked; one on its station is out of reach."""
    return None if state.fleets[seat].in_space.of(ship) else Obstacle.NONE_IN_SPACE


def opponents(state: State, ship: Ship) -> tuple[int, ...]:
    """Whom a ship of this type can attack: who may have a ship in space; of a destroyer no station is safe."""
    is_storming = station_obstacle(ship) is None
    return tuple(
        seat for seat in state.others() if is_storming or any(state.fleets[seat].outside(one) for one in SHIPS)
    )


def attack_obstacle(state: State, ship: Ship) -> Obstacle | None:
    """Why the active player cannot attack with a ship of this type, as far as anybody has told."""
    return move_obstacle(state, ship) or (None if opponents(state, ship) else Obstacle.NO_TARGET)


def station_obstacle(ship: Ship) -> Obstacle | None:
    """Why a ship of this type cannot destroy a station."""
    return None if ship is Ship.DESTROYER else Obstacle.ONLY_DESTROYERS


def deploy_obstacle(state: State, ship: Ship) -> Obstacle | None:
    """Why the active player cannot deploy a ship of this type."""
    if state.current.on_station is not None:
        return Obstacle.STATION_TAKEN
    return None if state.current.supply.of(ship) else Obstacle.NONE_IN_SUPPLY


def is_station_doubtful(state: State, ship: Ship) -> bool:
    """Whether a ship of this type that moves could be the one on the station or another one."""
    return state.current.on_station is ship and resting(state, ship) > 0


# --- actions -----------------------------------------------------------------------------------------------------


def move(state: State, ship: Ship, from_station: bool = False) -> State:
    """The active player moves a ship; with no other of its type at rest it is the one on the station."""
    return _spend(_set_off(state, ship, from_station))


def deploy(state: State, ship: Ship) -> State:
    """A ship from the supply on the station."""
    _demand(deploy_obstacle(state, ship), ship)
    fleet = state.current
    deployed = replace(fleet, supply=fleet.supply.plus(ship, -1), on_station=ship)
    return _spend(replace(state.with_fleet(state.active, deployed), has_deployed=True))


def leave_station(state: State, seat: int) -> State:
    """A deployed ship has moved off in the meantime; nothing changes where none was said to stand there."""
    fleet = state.fleets[seat]
    if fleet.on_station is None:
        return state
    return state.with_fleet(seat, replace(fleet, on_station=None, in_space=fleet.in_space.plus(fleet.on_station)))


def move_meteor(state: State) -> State:
    """A meteor by one space."""
    return _spend(state)


def end_turn(state: State) -> State:
    """The next player clockwise, with two actions."""
    following = (state.active + 1) % len(state.fleets)
    return replace(state, active=following, actions_left=ACTIONS, moved=Counts(), has_deployed=False)


def attack(
    state: State, hidden: Hidden, ship: Ship, target: Side, has_bonus: bool = False, from_station: bool = False
) -> tuple[State, Hidden, Combat]:
    """The active player's ship moves onto an enemy's: the state after it, and how it was fought.

    What a beaten type is worth is counted before the captured figures are put on the cards.
    """
    _demand(target_obstacle(state, target.seat, target.ship), target.ship)
    if target.seat == state.active:
        raise IllegalMove("nobody attacks an own ship")
    state = _spend(_set_off(state, ship, from_station))
    own = Side(state.active, ship)
    own_cards, other_cards = (hidden.equipment[side.seat].of(side.ship) for side in (own, target))
    combat = fight(own, target, own_cards, other_cards, has_bonus)
    gains = [
        (combat.opponent_of(side).seat, points_for(state.fleets[side.seat], side.ship)) for side in combat.captured
    ]
    combat = replace(combat, gains=tuple(gains))
    for seat, points in gains:
        hidden = hidden.with_points(seat, points)
    hidden = replace(hidden, shown=hidden.shown | {(side.seat, side.ship) for side in (own, target)})
    for side in combat.captured:
        state = _captured(state, side, combat.opponent_of(side))
    return state, hidden, combat


def destroy_station(state: State, hidden: Hidden, seat: int, from_station: bool = False) -> tuple[State, Hidden]:
    """A destroyer moves onto a station: a point for each inactive ship of its owner. The game is over."""
    if seat == state.active:
        raise IllegalMove("nobody destroys the own station")
    state = _spend(_set_off(state, Ship.DESTROYER, from_station))
    return state, hidden.with_points(state.active, state.fleets[seat].inactive)


def _set_off(state: State, ship: Ship, from_station: bool) -> State:
    """A ship of the active player has moved in this turn; one on the station is active from now on."""
    _demand(move_obstacle(state, ship), ship)
    fleet = state.current
    if from_station and fleet.on_station is not ship:
        raise IllegalMove(f"no {ship.value} stands on the station")
    if from_station or not resting(state, ship):
        state = state.with_fleet(state.active, replace(fleet, on_station=None, in_space=fleet.in_space.plus(ship)))
    return replace(state, moved=state.moved.plus(ship))


def _captured(state: State, loser: Side, winner: Side) -> State:
    """The loser's figure goes on the card of the winner's type."""
    fleet = state.fleets[loser.seat]
    state = state.with_fleet(loser.seat, replace(fleet, in_space=fleet.in_space.plus(loser.ship, -1)))
    fleet = state.fleets[winner.seat]
    state = state.with_fleet(winner.seat, replace(fleet, trophies=fleet.trophies.plus(winner.ship)))
    return replace(state, moved=state.moved.plus(loser.ship, -1)) if loser.seat == state.active else state


def _spend(state: State) -> State:
    if not state.actions_left:
        raise IllegalMove(f"a turn has {ACTIONS} actions")
    return replace(state, actions_left=state.actions_left - 1)


def _demand(obstacle: Obstacle | None, ship: Ship) -> None:
    if obstacle is not None:
        raise IllegalMove(f"not with a {ship.value}: {obstacle.value}")


# --- the end -----------------------------------------------------------------------------------------------------


def end_after(state: State, hidden: Hidden, combat: Combat) -> End | None:
    """Whether a combat has ended the game. If both sides do in a tie, it was the active player's doing."""
    for side in (combat.attacker, combat.defender):
        beaten = combat.opponent_of(side)
        is_last = beaten.ship is Ship.DESTROYER and beaten in combat.captured and _has_lost_all(state, beaten)
        if is_last:
            return End(Ending.DESTROYERS, side.seat)
        if hidden.points[side.seat] >= TO_END:
            return End(Ending.POINTS, side.seat)
    return None


def _has_lost_all(state: State, side: Side) -> bool:
    return state.fleets[side.seat].captured(side.ship) == SHIP_CARDS[side.ship].figures


def reward(hidden: Hidden, end: End) -> Hidden:
    """The points for who has ended the game."""
    return hidden.with_points(end.seat, FOR_THE_END)


def ranking(hidden: Hidden) -> tuple[tuple[int, int], ...]:
    """Place and seat of every player, the best first; equal points share a place."""
    seats = sorted(range(len(hidden.points)), key=lambda seat: -hidden.points[seat])
    return tuple((1 + sum(points > hidden.points[seat] for points in hidden.points), seat) for seat in seats)
