"""The reserve pile: how many cards a player may draw by points, until when, and how the pile is made anew."""

from __future__ import annotations

from dataclasses import replace

from games.spine.errors import IllegalMove
from games.sternenfahrer.pieces import RESERVE, Obstacle, State
from games.sternenfahrer.points import total


def reserve_cards(points: int) -> int:
    """How many reserve cards the active player draws with so many victory points.

    >>> [reserve_cards(points) for points in (4, 7, 8, 9, 10, 14)]
    [2, 2, 1, 1, 0, 0]
    """
    if points <= 7:
        return 2
    return 1 if points <= 9 else 0


def make_due(state: State) -> State:
    """The active player may draw from now on until the mothership is shaken."""
    return replace(state, reserve_due=reserve_cards(total(state, state.active)))


def reserve_obstacle(state: State) -> Obstacle | None:
    """Why the active player may not draw from the reserve now."""
    if state.base_speed:
        return Obstacle.TOO_LATE
    return None if state.reserve_due else Obstacle.NOTHING_DUE


def draw_due(state: State) -> State:
    """The active player draws all that is due."""
    obstacle = reserve_obstacle(state)
    if obstacle is not None:
        raise IllegalMove(f"the reserve cannot be drawn: {obstacle.value}")
    return replace(draw_reserve(state, state.active, state.reserve_due), reserve_due=0)


def draw_reserve(state: State, seat: int, cards: int) -> State:
    """A player draws cards from the reserve pile. Whenever it is empty, a new one is made at once."""
    left = (state.reserve - cards) % RESERVE or RESERVE
    return replace(state.with_hand(seat, cards), reserve=left)
