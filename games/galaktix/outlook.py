"""An estimate of how a game will end from any position, for the player that plans ahead.

Each road is looked at alone: what it will be worth when 0, 1, 2 … more rockets fly on it, if each of them has the pick
of two throws. Then the rockets of the camp are dealt out to the roads where one more brings most. Extra rockets on the
way count as the points one more rocket is worth in this level.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.galaktix.pieces import FieldKind, Level, Road, Rocket, Spot

FARTHEST = 20  # rockets looked ahead
LEAST_STEP = 0.01  # points; what a further rocket adds below that is not looked at

# How many dice of a road's colour lie in the end where dice may be thrown again 0, 1, 2 … times in a round: the chances
# of 1 to 5. Three guesses were tried for each of the first two lines (200 to 250 games of levels 3 and 14, and of 1, 8
# and 11): they differed by less than two points a game, and these were among the best. The third was not tried out.
SPREAD = (
    (0.30, 0.42, 0.22, 0.05, 0.01),
    (0.22, 0.40, 0.27, 0.09, 0.02),
    (0.14, 0.36, 0.33, 0.13, 0.04),
)


# What the pieces in the camp count, measured in white rockets.
GREY_WORTH = 1.3
BLACK_WORTH = 1.3
PART_WORTH = 0.5
TOOLS_ON_THE_SIDE = 0.08  # what tools thrown along the way add to each rocket


class Outlook:
    """The expected score of any position of one level."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._track = level.board.points
        rocket = 0.0
        # An extra rocket's worth follows from the roads and the roads' from the extra rocket's: three turns settle it.
        for _ in range(3):
            self._now, self._more = self._look_at_roads(rocket)
            count = sum(level.camp) + PART_WORTH * level.parts
            rocket = self._dealt((0,) * len(Road), count + 1) - self._dealt((0,) * len(Road), count)

    def worth(self, heights: Sequence[int], camp: Sequence[int], parts: int, flags: int) -> float:
        """The expected final score with these rockets on the roads and in the camp."""
        rockets = camp[Rocket.WHITE] + GREY_WORTH * camp[Rocket.GREY] + BLACK_WORTH * camp[Rocket.BLACK]
        rockets += PART_WORTH * parts
        return self._dealt(heights, rockets * (1 + TOOLS_ON_THE_SIDE)) + self._level.flag_points * flags

    def _dealt(self, heights: Sequence[int], rockets: float) -> float:
        """The sum of the roads when the rockets go where one more brings most."""
        steps: list[float] = []
        total = 0.0
        for road, height in enumerate(heights):
            total += self._now[road][height]
            steps += self._more[road][height]
        steps.sort(reverse=True)
        whole = int(rockets)
        if whole >= len(steps):
            return total + sum(steps)
        return total + sum(steps[:whole]) + (rockets - whole) * steps[whole]

    def _look_at_roads(self, rocket: float) -> tuple[list[list[float]], list[list[list[float]]]]:
        """For each road and height: the points now, and what each further rocket adds."""
        now, more = [], []
        for road in Road:
            ends = self._ends(road, rocket)
            now.append([ends[0][height] for height in range(len(ends[0]))])
            more.append([_falling_steps([by_rockets[height] for by_rockets in ends]) for height in range(len(ends[0]))])
        return now, more

    def _ends(self, road: Road, rocket: float) -> list[list[float]]:
        """ends[n][h]: what the road brings from height h on when n more rockets fly on it."""
        length = self._level.board.length(road)
        ends = [[float(self._track[height]) for height in range(length + 1)]]
        gifts = [0.0, *(self._gift(road, field, rocket) for field in range(1, length + 1))]
        for _ in range(FARTHEST):
            before = ends[-1]
            ends.append([self._flown(road, height, before, gifts) for height in range(length + 1)])
        return ends

    def _gift(self, road: Road, field: int, rocket: float) -> float:
        colour = self._level.board.kind(road, field).extra
        gift = rocket if colour is not None and self._level.supply[colour] else 0.0
        return gift + (self._level.flag_points if Spot(road, field) in self._level.flags else 0)

    def _flown(self, road: Road, height: int, before: list[float], gifts: list[float]) -> float:
        """One more rocket from this height: the better of two throws, or staying if both are bad."""
        length = len(before) - 1
        if height == length:
            return before[height]
        outcomes = []
        for dice, chance in enumerate(SPREAD[min(self._level.rerolls, len(SPREAD) - 1)], 1):
            field = min(height + dice, length)
            is_swirl = self._level.board.kind(road, field) is FieldKind.SWIRL
            outcomes.append((before[height] if is_swirl else before[field] + gifts[field], chance))
        return _better_of_two(outcomes)


def _better_of_two(outcomes: list[tuple[float, float]]) -> float:
    """The average of the better of two independent draws of (value, chance).

    >>> _better_of_two([(0.0, 0.5), (1.0, 0.5)])
    0.75
    """
    total, below = 0.0, 0.0
    for value, chance in sorted(outcomes):
        up_to = below + chance
        total += value * (up_to**2 - below**2)
        below = up_to
    return total


def _falling_steps(ends: list[float]) -> list[float]:
    """The steps of the smallest curve above `ends` whose steps never grow, so that steps can be picked one by one.

    >>> _falling_steps([0.0, 1.0, 4.0, 5.0])
    [2.0, 2.0, 1.0]
    """
    corners: list[tuple[int, float]] = []
    for here in enumerate(ends):
        while len(corners) > 1 and _slope(corners[-2], corners[-1]) < _slope(corners[-1], here):
            corners.pop()
        corners.append(here)
    steps = []
    for left, right in pairwise(corners):
        steps += [_slope(left, right)] * (right[0] - left[0])
    return [step for step in steps if step > LEAST_STEP]


def _slope(left: tuple[int, float], right: tuple[int, float]) -> float:
    return (right[1] - left[1]) / (right[0] - left[0])
