"""Judging two balls that lie side by side: a small network looks at one of them and sees what lies next to it.

Alone, a ball behind streaks of light or half under the hull could be many things; beside another ball of its size, in
the same tube, it is a ball. The cut-out is turned so that the other one always lies to the right. The network was
trained by tools/training/balls/train_pair.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.balls.finding import Debug, Place
from vision.balls.judging import BALL, PART, Judged, glimpse, resampled
from vision.base.networks import as_input, network

WIDTH, HEIGHT = 56, 36  # pixels of the cut-out
SIZE = 15.0  # pixels of the ball in it ...
CENTRE = (19.5, 17.5)  # ... whose centre is here
TINT = slice(3, 5)  # after the logits of nothing, a ball and a part of one: the paint's point on the disc of colours
DARKNESS = 5  # the logarithm of the paint's brightest channel
SPREADS = slice(6, 8)  # logarithms of how far off tint and darkness may be
COLOURS = slice(8, 13)  # logits of the usual colours, in their order, and of any other
ANSWERS = 13
KIND_GAIN = 1.4  # as for a ball alone: the network was shown hard cases more often than they occur
TWO_LOOKS = 0.85  # how far off the mean of both looks at a paint is, compared with one look: they err alike in part
ALONE = 0.4  # what does not look this much like a ball or a part of one alone is doubtful in company, too
WEIGHTS = Path(__file__).with_suffix(".onnx")


def judge_pair(
    pixels: NDArray[np.uint8], one: Judged, other: Judged, debug: Debug | None = None
) -> tuple[Judged, Judged]:
    """Both as they look beside each other; their places stay."""
    crops = [beside(pixels, one.place, other.place), beside(pixels, other.place, one.place)]
    if debug is not None:
        debug("balls-pair", np.asarray(cv2.hconcat(crops), np.uint8))
    views = [*crops, *(np.ascontiguousarray(crop[::-1]) for crop in crops)]
    net = network(WEIGHTS)
    net.setInput(as_input(views))
    answers = np.asarray(net.forward(), np.float64).reshape(2, 2, ANSWERS).mean(axis=0)
    return judged_anew(one, answers[0]), judged_anew(other, answers[1])


def judged_anew(seen: Judged, answer: NDArray[np.float64]) -> Judged:
    """What was seen before together with this answer, which decides what it is; on the paint both are heard."""
    kinds = shares_of(KIND_GAIN * answer[:3])
    tint_spread, darkness_spread = np.exp(np.clip(answer[SPREADS], -5, 2)).tolist()
    x, y = (
        mean_of(before, seen.tint_spread, now, tint_spread)
        for before, now in zip(seen.tint, answer[TINT].tolist(), strict=True)
    )
    darkness = mean_of(seen.darkness, seen.darkness_spread, float(answer[DARKNESS]), darkness_spread)
    return replace(
        seen,
        ball=kinds[BALL] * min(1.0, glimpse(seen) / ALONE),
        part=kinds[PART],
        tint=(x[0], y[0]),
        darkness=darkness[0],
        tint_spread=x[1],
        darkness_spread=darkness[1],
        usual=tuple(shares_of(answer[COLOURS])[:-1]),
    )


def mean_of(one: float, one_spread: float, other: float, other_spread: float) -> tuple[float, float]:
    """The mean of two estimates, the surer one counting more, and its spread.

    >>> [round(number, 3) for number in mean_of(1.0, 0.1, 2.0, 0.1)]
    [1.5, 0.085]
    """
    weight, other_weight = one_spread**-2, other_spread**-2
    total = weight + other_weight
    return (weight * one + other_weight * other) / total, TWO_LOOKS * math.sqrt(2 / total)


def shares_of(logits: NDArray[np.float64]) -> list[float]:
    """How likely each is, summing to 1."""
    weights = np.exp(logits - logits.max())
    shares: list[float] = (weights / weights.sum()).tolist()
    return shares


def beside(pixels: NDArray[np.uint8], place: Place, other: Place) -> NDArray[np.uint8]:
    """The cut-out around a place, turned so that the other one lies to the right; borders go on outside."""
    turn = math.atan2(other.y - place.y, other.x - place.x)
    scale = SIZE / place.size
    reach = math.hypot(WIDTH - CENTRE[0], CENTRE[1]) / scale + 2
    return resampled(pixels, place, scale, reach, turn, CENTRE, (WIDTH, HEIGHT))
