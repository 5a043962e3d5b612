"""Teaching a ball's colour from pictures that show balls of that colour only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.ball_candidates import BallSettings, is_of_size, table_of
from vision.ball_finding import Outline, find_balls
from vision.ball_naming import paint_of
from vision.ball_profile import BallColour, BallProfile, Paint, shares
from vision.ball_spots import find_spots, linear
from vision.errors import VisionError
from vision.frame import Frame

LEAST_ROUNDNESS = 0.9  # a better outline is asked for than in reading: what is learned here is used for a long time
MOST_MARKS = 1  # the highlight


class NoBallToLearn(VisionError, ValueError):
    """A teaching picture without a ball that stands out; says which one and what to do."""


def teach_ball_colour(profile: BallProfile, colour: str, frames: Sequence[Frame]) -> BallProfile:
    """The profile with this colour as the pictures show it; each must show one or more balls of it and no others."""
    paints = []
    for number, frame in enumerate(frames, start=1):
        seen = learned_from(frame)
        if not seen:
            raise NoBallToLearn(
                f"picture {number}: no ball to be seen for {colour!r}; "
                "lay it alone on a plain table of another colour, in good light"
            )
        paints += seen
    if not paints:
        raise NoBallToLearn(f"no picture for {colour!r}; at least one is needed")
    blue, green, red = np.median(np.array(paints), axis=0).tolist()
    paint = shares((blue, green, red))
    known = {each.name: each for each in profile.colours}
    known[colour] = replace(known[colour], paint=paint) if colour in known else BallColour(colour, paint)
    return replace(profile, colours=tuple(known.values()))


def learned_from(frame: Frame) -> list[Paint]:
    """The paint of the best round thing in the picture and of those like it."""
    table = table_of(frame.pixels)
    spots = find_spots(linear(table.coarse), table.coarse.shape[1] / table.pixels.shape[1])
    balls = [
        ball
        for ball in find_balls(table.pixels, spots)
        if ball.roundness >= LEAST_ROUNDNESS and ball.marks <= MOST_MARKS and is_of_size(ball, table, BallSettings())
    ]
    return [paint_of(ball, table.colour) for ball in balls if is_like(ball, balls[0])]


def is_like(ball: Outline, best: Outline) -> bool:
    """Whether it stands out in the same way and has the same size."""
    return ball.hue == best.hue and 0.7 < ball.size / best.size < 1.4
