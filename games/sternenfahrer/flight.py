"""Shaking the mothership: what the balls mean, how fast the ships fly, and where a flight must not end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from games.spine.errors import IllegalMove
from games.sternenfahrer.pieces import Obstacle, Player, Ship, State, Upgrade

BAG = ("yellow", "yellow", "red", "blue", "black")
SHAKEN = 2  # balls that fall
BLACK = "black"
BALL_VALUES = {"blue": 1, "yellow": 2, "red": 3, BLACK: 0}
BASE_WITH_BLACK = 3


def ball_sum(colours: tuple[str, ...]) -> int:
    """What two balls are worth together.

    >>> ball_sum(("blue", "red")), ball_sum(("black", "red"))
    (4, 3)
    """
    return sum(BALL_VALUES[colour] for colour in colours)


def is_encounter(colours: tuple[str, ...]) -> bool:
    """Whether a shake for the flight means an encounter."""
    return BLACK in colours


def base_speed(colours: tuple[str, ...]) -> int:
    """The speed without drives; with the black ball it is 3 whatever the other is."""
    return BASE_WITH_BLACK if is_encounter(colours) else ball_sum(colours)


def drives(player: Player) -> int:
    """Drives on the mothership and on Scientist cards."""
    return player.count(Upgrade.DRIVE) + player.science_drives


def speed(state: State) -> int:
    """How far each of the active player's ships may fly; a drive won or lost on the way counts at once."""
    return state.base_speed + drives(state.current)


def can_fly(player: Player) -> bool:
    """Without a ship there is no shake and no encounter."""
    return player.ships > 0


def shake(state: State, colours: tuple[str, ...]) -> State:
    """The active player shakes for the flight; from now on no reserve card can be made up for."""
    if not can_fly(state.current):
        raise IllegalMove("the mothership is shaken only with a ship on the board")
    return replace(state, base_speed=base_speed(colours), reserve_due=0)


def end_turn(state: State) -> State:
    """The dice go to the left neighbour."""
    return begin_turn(state, (state.active + 1) % len(state.players))


def begin_turn(state: State, seat: int) -> State:
    """The dice are in the hands of the player in this seat."""
    return replace(
        state,
        active=seat,
        turn=state.turn + 1,
        reserve_due=0,
        used=frozenset(),
        locked=0,
        base_speed=0,
        rolled=(),
        held=(0, 0),
    )


# --- where a flight may end --------------------------------------------------------------------------------------


class PointKind(Enum):
    """What a point of the board can be."""

    PLAIN = "plain"
    SPACEPORT_SITE = "spaceport_site"
    COLONY_SITE = "colony_site"
    DOCK = "dock"


@dataclass(frozen=True, slots=True)
class Point:
    """A point where a flight might end."""

    kind: PointKind
    owner: int | None = None  # of a spaceport site
    is_taken: bool = False  # another figure stands there


def landing_obstacle(state: State, ship: Ship, point: Point, *, founds: bool = False) -> Obstacle | None:
    """Why the active player's ship must not end its flight here; `founds` if it founds at once."""
    if point.is_taken:
        return Obstacle.OCCUPIED
    if point.kind is PointKind.SPACEPORT_SITE and point.owner != state.active:
        return Obstacle.FOREIGN_SITE
    if point.kind is PointKind.COLONY_SITE and ship is Ship.TRADE:
        return Obstacle.COLONY_SITE
    if point.kind is PointKind.DOCK and not (ship is Ship.TRADE and founds):
        return Obstacle.DOCK
    return None
