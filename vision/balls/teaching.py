"""Teaching a ball's colour from pictures that show balls of that colour only, and telling which are too alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.balls.finding import find_places
from vision.balls.judging import Judged, judge_places
from vision.balls.profile import BallColour, BallProfile, shares, tint_light
from vision.balls.reader import WORKING_WIDTH, DoubtSettings, without_doubles
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.profile_files import Paint
from vision.base.shrink import reduced


@dataclass(frozen=True, slots=True)
class TeachingSettings:
    """What is good enough to learn from."""

    least_ball: float = 0.3  # as in reading; whoever teaches says that there is one
    likeness: tuple[float, float] = (0.7, 1.4)  # sizes of balls in one picture, compared with the clearest
    # Hues closer than this many spreads of the profile are mixed up now and then.
    confusable_spreads: float = 3.5
    # A paint this near to grey may be taken for black, and black for it.
    confusable_grey: float = 0.16


def teach_ball_colour(profile: BallProfile, colour: str, frames: Sequence[Frame]) -> BallProfile:
    """The profile with this colour as the pictures show it; each must show one or more balls of it and no others."""
    paints = []
    for number, frame in enumerate(frames, start=1):
        seen = learned_from(frame)
        if not seen:
            raise NothingToLearn(
                f"picture {number}: no ball to be seen for {colour!r}; "
                "lay it alone on a plain table of another colour, in good light"
            )
        paints += seen
    if not paints:
        raise NothingToLearn(f"no picture for {colour!r}; at least one is needed")
    blue, green, red = np.median(np.array(paints), axis=0).tolist()
    paint = shares((blue, green, red))
    known = {each.name: each for each in profile.colours}
    known[colour] = replace(known[colour], paint=paint) if colour in known else BallColour(colour, paint)
    return replace(profile, colours=tuple(known.values()))


def learned_from(frame: Frame) -> list[Paint]:
    """The paint of the clearest ball in the picture and of those like it."""
    settings = TeachingSettings()
    working, _ = reduced(frame.pixels, WORKING_WIDTH)
    judged = without_doubles(judge_places(working, find_places(working)), DoubtSettings())
    balls = [seen for seen in judged if seen.ball >= settings.least_ball]
    return [tint_light(seen.tint) for seen in balls if is_like(seen, balls[0], settings)]


def is_like(seen: Judged, clearest: Judged, settings: TeachingSettings) -> bool:
    """Whether a ball has about the size of the clearest one."""
    least, most = settings.likeness
    return least < seen.place.size / clearest.place.size < most


def confusable_balls(profile: BallProfile) -> tuple[tuple[str, str], ...]:
    """Pairs of colours that are so alike that one may be taken for the other."""
    settings = TeachingSettings()
    pairs = []
    for one, other in combinations(profile.colours, 2):
        (hue, depth), (other_hue, other_depth) = one.hue(), other.hue()
        off = abs((hue - other_hue + 180) % 360 - 180)
        nearest = min(depth, other_depth)
        is_alike = off < settings.confusable_spreads * profile.spread_degrees and nearest > settings.confusable_grey
        both_grey = max(depth, other_depth) < settings.confusable_grey
        # Near grey a hue says little: what counts is how far both are from each other on the disc.
        beside_grey = nearest < settings.confusable_grey and apart_on_disc(one, other) < settings.confusable_grey
        if is_alike or both_grey or beside_grey:
            pairs.append((one.name, other.name))
    return tuple(pairs)


def apart_on_disc(one: BallColour, other: BallColour) -> float:
    """Distance of two paints on the disc of colours."""
    (hue, depth), (other_hue, other_depth) = one.hue(), other.hue()
    first = depth * math.cos(math.radians(hue)), depth * math.sin(math.radians(hue))
    second = other_depth * math.cos(math.radians(other_hue)), other_depth * math.sin(math.radians(other_hue))
    return math.dist(first, second)
