"""Round things that could be balls, each with a name and how good a ball it would make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.ball_finding import Outline, OutlineSettings, find_balls
from vision.ball_naming import Name, name_balls
from vision.ball_profile import BallProfile, Paint
from vision.ball_spots import Debug, Spot, find_partner_spots, find_spots, linear
from vision.shrink import reduced

WORKING_WIDTH = 768  # balls are outlined in this picture; larger ones are reduced to it
COARSE_WIDTH = 288  # and looked for in this one


@dataclass(frozen=True, slots=True)
class BallSettings:
    """What makes a good ball; chosen on path-traced and drawn scenes and on pictures without balls (November 2026)."""

    least_quality: float = 0.25  # below, a round thing is no ball
    rival_quality: float = 0.3  # a third thing this good could be one of the two,
    rival_share: float = 0.55  # if it is not much worse than they are
    poor_roundness: float = 0.82  # a ball half behind the hull
    good_roundness: float = 0.94
    gloss: float = 2.5  # highlight / body; a black thing without is more likely a shadow
    matt_share: float = 0.4
    # Sizes of balls under a camera 20 to 35 cm above the table, as shares of the picture's longer side, and in pixels.
    least_share: float = 0.016
    most_share: float = 0.065
    least_pixels: float = 10.0
    odd_size_share: float = 0.4
    far: float = 2.2  # sizes between the centres; in the stern balls lie closer
    most_unequal: float = 1.6  # sizes of two balls compared
    two_long: float = 1.25  # a lone thing this long, of a colour of which there are two, may be both
    two_waist: float = 0.93


@dataclass(frozen=True, slots=True)
class Table:
    """The picture in working size, with its usual colour."""

    pixels: NDArray[np.uint8]
    scale: float  # working size / the frame's own size
    coarse: NDArray[np.uint8]
    colour: Paint  # linear light

    @property
    def longer(self) -> int:
        """The longer side."""
        return max(self.pixels.shape[:2])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A round thing with its name and how good a ball it makes, 0..1."""

    ball: Outline
    name: Name
    quality: float


def table_of(pixels: NDArray[np.uint8]) -> Table:
    """Reduce a picture to working size."""
    working, scale = reduced(pixels, WORKING_WIDTH)
    coarse, _ = reduced(working, COARSE_WIDTH)
    blue, green, red = np.median(linear(coarse[::4, ::4]).reshape(-1, 3), axis=0).tolist()
    return Table(working, scale, coarse, (blue, green, red))


def find_candidates(
    table: Table, profile: BallProfile, settings: BallSettings, debug: Debug | None = None
) -> list[Candidate]:
    """All round things that could be balls, best first; then, if one has no neighbour, fainter ones beside it."""
    spots = find_spots(linear(table.coarse), table.coarse.shape[1] / table.pixels.shape[1], debug=debug)
    candidates = judged(find_balls(table.pixels, spots, debug=debug), table, profile, settings)
    good = [each.ball for each in candidates if each.quality > settings.rival_quality]
    if candidates and not any(are_neighbours(one, other, settings) for one, other in combinations(good, 2)):
        candidates = with_partner(candidates, table, profile, settings, debug)
    return candidates


def with_partner(
    candidates: list[Candidate], table: Table, profile: BallProfile, settings: BallSettings, debug: Debug | None
) -> list[Candidate]:
    """A ball is never alone: look for a fainter one beside the best, or for two of one colour in it."""
    best = candidates[0]
    count = next(colour.count for colour in profile.colours if colour.name == best.name.colour)
    if count > 1 and best.ball.long > settings.two_long * best.ball.short:
        spot = Spot(best.ball.hue, best.ball.x, best.ball.y, 0.5 * best.ball.short, best.ball.strength)
        loose = replace(OutlineSettings(), most_waist=settings.two_waist)
        two = [ball for ball in find_balls(table.pixels, [spot], loose, debug) if ball.is_half]
        if len(two) == 2:
            return [*judged(two, table, profile, settings), *candidates[1:]]
    beside = find_partner_spots(table.pixels, best.ball.x, best.ball.y, best.ball.size)
    partners = [
        ball
        for ball in find_balls(table.pixels, beside, debug=debug)
        if are_neighbours(best.ball, ball, settings) and not any(each.ball.holds(ball.x, ball.y) for each in candidates)
    ]
    return [*candidates, *judged(partners, table, profile, settings)]


def judged(balls: Sequence[Outline], table: Table, profile: BallProfile, settings: BallSettings) -> list[Candidate]:
    """Those that could be balls, best first; each named by itself."""
    candidates = [
        Candidate(ball, name, quality_of(ball, name, table, settings))
        for ball in balls
        for name in name_balls([ball], table.colour, profile)
    ]
    good = [each for each in candidates if each.quality >= settings.least_quality]
    return sorted(good, key=lambda each: -each.quality)


def quality_of(ball: Outline, name: Name, table: Table, settings: BallSettings) -> float:
    """Judge by name, roundness, gloss and size how good a ball this would make."""
    if name.is_stranger:
        return 0.0
    span = settings.good_roundness - settings.poor_roundness
    quality = name.confidence * min(1.0, max(0.0, (ball.roundness - settings.poor_roundness) / span))
    if ball.hue == "dark" and max(ball.highlight) < settings.gloss * max(ball.body):
        quality *= settings.matt_share
    if not is_of_size(ball, table, settings):
        quality *= settings.odd_size_share
    return quality


def is_of_size(ball: Outline, table: Table, settings: BallSettings) -> bool:
    """Whether a ball would have this size under our camera."""
    least = max(settings.least_share * table.longer, settings.least_pixels)
    return least <= ball.size <= settings.most_share * table.longer


def distance(one: Outline, other: Outline) -> float:
    """Between the centres, in sizes."""
    return math.dist((one.x, one.y), (other.x, other.y)) / (0.5 * (one.size + other.size))


def unequal(one: Outline, other: Outline) -> float:
    """How many times larger the larger one is."""
    return max(one.size, other.size) / min(one.size, other.size)


def are_neighbours(one: Outline, other: Outline, settings: BallSettings) -> bool:
    """Whether two balls could be the two in the stern: of one size and near each other."""
    return distance(one, other) <= settings.far and unequal(one, other) <= settings.most_unequal
