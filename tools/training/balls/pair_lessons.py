"""Lessons for the look at two things side by side: what the reader itself takes for balls on our tables, two by two."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tools.training.balls.gather import Lessons
from vision.balls.finding import Place, find_places
from vision.balls.judging import BALL, NOTHING, PART, glimpse, judge_once
from vision.balls.pairing import beside
from vision.balls.profile import colour_points

Rows = NDArray[np.float32]
LEAST_VISIBLE = 0.5  # of a ball; with less it cannot be told what it is
LEAST_GLIMPSE = 0.05  # a place that looks less like a ball never gets this far in the reader
NEXT = (0.6, 1.8)  # sizes between two that may lie side by side
MOST_UNEQUAL = 1.6
WELL_PLACED, WELL_SIZED = 0.3, 0.3  # sizes and logarithms; a ball that is further off was not found
ELSEWHERE = 0.55  # sizes; there no ball is
ERRORS = (0.025, 0.04)  # of places (sizes) and of sizes (logarithm) after the reader's last look


def places_seen(picture: NDArray[np.uint8]) -> list[Place]:
    """What the reader takes for balls at its second look, however doubtful."""
    first = judge_once(picture, find_places(picture))
    again = judge_once(picture, [seen.place for seen in first if glimpse(seen) > LEAST_GLIMPSE])
    return [seen.place for seen in again if glimpse(seen) > LEAST_GLIMPSE]


def truth_at(place: Place, balls: Rows) -> tuple[float, ...] | None:
    """Kind, paint and colour of what lies there; None where neither yes nor no would be right."""
    if not len(balls):
        return NOTHING, 0, 0, 0, 0
    away = np.hypot(balls[:, 1] - place.x, balls[:, 2] - place.y) / np.minimum(balls[:, 3], place.size)
    nearest = int(away.argmin())
    _, _, _, size, visible, *named = balls[nearest].tolist()
    if away[nearest] > ELSEWHERE:
        return NOTHING, 0, 0, 0, 0
    grown = abs(math.log(place.size / size))
    if away[nearest] < WELL_PLACED and grown < WELL_SIZED and visible > 0.1:
        return (BALL if visible >= LEAST_VISIBLE else PART), *named
    return (NOTHING, 0, 0, 0, 0) if grown > 2 * WELL_SIZED else None


def imagined(balls: Rows, rng: np.random.Generator) -> list[Place]:
    """Every ball where it is, and a place beside some where the reader could look for a second one."""
    places = []
    for _, x, y, size, visible, *_ in balls.tolist():
        if visible > 0.1:
            places.append(Place(x, y, size, 1.0))
        if rng.random() < 0.4:
            turn, far = rng.uniform(0, 2 * math.pi), size * rng.uniform(0.8, 1.2)
            places.append(Place(x + far * math.cos(turn), y + far * math.sin(turn), size, 1.0))
    return places


def are_neighbours(one: Place, other: Place) -> bool:
    """Whether the reader would look at these two together."""
    unequal = max(one.size, other.size) / min(one.size, other.size)
    return NEXT[0] < one.away(other) < NEXT[1] and unequal < MOST_UNEQUAL


def pair_crops(
    lessons: Lessons, numbers: Sequence[int], rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], tuple[float, ...]]]:
    """Cut-outs, and what should be answered: kind, tint, darkness and colour."""
    for number in numbers:
        picture, balls = lessons.pictures[number], lessons.balls[lessons.balls[:, 0] == number]
        for places in (places_seen(picture), imagined(balls, rng)):
            for place, other in permutations(places, 2):
                truth = truth_at(place, balls) if are_neighbours(place, other) else None
                if truth is not None:
                    kind, *paint, colour = truth
                    tint, darkness = colour_points(np.array(paint) + 0.004), math.log(max(paint) + 0.01)
                    crop = beside(picture, shaken(place, rng), shaken(other, rng))
                    yield crop, (kind, *tint.tolist(), darkness, colour)


def shaken(place: Place, rng: np.random.Generator) -> Place:
    """The place a little off, as the reader's last look is."""
    right, down = rng.normal(0, ERRORS[0] * place.size, 2).tolist()
    return Place(place.x + right, place.y + down, place.size * math.exp(rng.normal(0, ERRORS[1])), place.heat)
