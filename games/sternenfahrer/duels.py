"""Neighbours and duels: who sits where, how strong a fight and how fast a race is."""

from __future__ import annotations

from enum import Enum

from games.sternenfahrer.flight import ball_sum, drives
from games.sternenfahrer.pieces import State, Upgrade


class Seat(Enum):
    """A neighbour as seen from the active player; the turn passes to the left."""

    LEFT1 = "left1"
    LEFT2 = "left2"
    RIGHT1 = "right1"
    RIGHT2 = "right2"


_STEPS = {Seat.LEFT1: 1, Seat.LEFT2: 2, Seat.RIGHT1: -1, Seat.RIGHT2: -2}


def neighbour(state: State, seat: Seat) -> int:
    """Which player that is. With three, second left is the right neighbour; with four, both seconds sit opposite."""
    return (state.active + _STEPS[seat]) % len(state.players)


def combat_strength(state: State, seat: int, colours: tuple[str, ...]) -> int:
    """Balls and cannons. Scientist cards count for the active player; for the neighbour only by house rule."""
    player = state.players[seat]
    counts_science = seat == state.active or state.settings.neighbour_fights_with_science
    return ball_sum(colours) + player.count(Upgrade.CANNON) + (player.science_cannons if counts_science else 0)


def race_speed(state: State, seat: int, colours: tuple[str, ...]) -> int:
    """Balls and all drives, for both sides."""
    return ball_sum(colours) + drives(state.players[seat])


def compared_drives(state: State, seat: int) -> int:
    """The drives that count when a ship tries to get away."""
    player = state.players[seat]
    return drives(player) if state.settings.fleeing_counts_science else player.count(Upgrade.DRIVE)
