"""Judging one place: a small network looks at the cut-out, says whether a ball lies there and what its paint is.

It sees how the ball is lit and what lies around it, so it tells the paint as it would look under white light. It was
trained by tools/balls/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ball_finding import Debug, Place
from vision.networks import network

CROP = 36  # pixels of the cut-out's side
CROP_SIZES = 2.3  # how many diameters it shows
NOTHING, BALL, PART = range(3)  # the first three numbers of an answer: logits of these ...
SHIFT = slice(3, 6)  # ... then how far off the place is: right and down in sizes, and the logarithm of the size
TINT = slice(6, 8)  # the paint's point on the disc of colours
DARKNESS = 8  # the logarithm of the paint's brightest channel
SPREADS = slice(9, 11)  # logarithms of how far off tint and darkness may be
ANSWERS = 11
# The network is too modest, for it was shown hard cases more often than they occur: on 336 of our own tables, 147 of
# which must not be read surely, no wrong pair got more than 0.93 without this gain; with it that becomes 0.97.
KIND_GAIN = 1.4
MIRRORS = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # right and down
MOST_BALLS = 5  # that are looked at again; two are expected
FAR_OFF = 0.08  # sizes, and logarithms of the size
LEAST_GLIMPSE = 0.15  # of a ball, at the first look
WEIGHTS = Path(__file__).with_name("ball_judging.onnx")


@dataclass(frozen=True, slots=True)
class Judged:
    """What the network says about a place."""

    place: Place  # corrected
    ball: float  # 0..1, that a ball lies there and shows enough of itself
    part: float  # 0..1, that a ball lies there of which too little is to be seen
    tint: tuple[float, float]  # see ball_profile.colour_points
    darkness: float
    tint_spread: float
    darkness_spread: float


def judge_places(pixels: NDArray[np.uint8], places: Sequence[Place], debug: Debug | None = None) -> list[Judged]:
    """Look at every place, and again at the likeliest: only a cut-out that sits well shows a ball clearly.

    Where the first look was far off, a second one comes before the last, which sees all mirror images.
    """
    looks = zip(places, judge_once(pixels, places, None), strict=True)
    likeliest = sorted(looks, key=lambda look: -glimpse(look[1]))[:MOST_BALLS]
    clear = [(before, seen.place) for before, seen in likeliest if glimpse(seen) > LEAST_GLIMPSE]
    settled = [now for before, now in clear if not is_far_off(before, now)]
    unsettled = judge_once(pixels, [now for before, now in clear if is_far_off(before, now)], None)
    settled += [seen.place for seen in unsettled if glimpse(seen) > LEAST_GLIMPSE]
    return judge_once(pixels, settled, debug, mirrored=True)


def glimpse(seen: Judged) -> float:
    """How likely a ball or a part of one lies there."""
    return seen.ball + seen.part


def is_far_off(before: Place, now: Place) -> bool:
    """Whether a look had to correct the place or the size much."""
    return before.away(now) > FAR_OFF or abs(math.log(now.size / before.size)) > FAR_OFF


def judge_around(pixels: NDArray[np.uint8], place: Place, turns: Sequence[float]) -> list[Judged]:
    """Look for balls that touch one already found, in these directions (radians)."""
    beside = [
        replace(place, x=place.x + place.size * math.cos(turn), y=place.y + place.size * math.sin(turn))
        for turn in turns
    ]
    return judge_places(pixels, beside)


def judge_once(
    pixels: NDArray[np.uint8], places: Sequence[Place], debug: Debug | None, mirrored: bool = False
) -> list[Judged]:
    """Look at every place once, or at it and at its mirror images: the mean of four answers errs less."""
    if not places:
        return []
    crops = [cut_out(pixels, place) for place in places]
    if debug is not None:
        debug("balls-cut-outs", np.asarray(cv2.hconcat(crops), np.uint8))
    ways = MIRRORS if mirrored else MIRRORS[:1]
    views = [np.ascontiguousarray(crop[::down, ::right]) for right, down in ways for crop in crops]
    net = network(WEIGHTS)
    net.setInput(cv2.dnn.blobFromImages(views, 1 / 64, mean=(128, 128, 128)))
    answers = np.asarray(net.forward(), np.float64).reshape(len(ways), len(crops), ANSWERS)
    for answer, (right, down) in zip(answers, ways, strict=True):
        answer[:, SHIFT] *= (right, down, 1)
    return [judged_from(place, answer) for place, answer in zip(places, answers.mean(axis=0), strict=True)]


def judged_from(place: Place, answer: NDArray[np.float64]) -> Judged:
    """One answer in words."""
    weights = np.exp(KIND_GAIN * (answer[:3] - answer[:3].max()))
    shares = (weights / weights.sum()).tolist()
    right, down, grown = np.clip(answer[SHIFT], -0.5, 0.5).tolist()
    x, y = answer[TINT].tolist()
    tint_spread, darkness_spread = np.exp(np.clip(answer[SPREADS], -5, 2)).tolist()
    corrected = Place(
        place.x + right * place.size, place.y + down * place.size, place.size * float(np.exp(grown)), place.heat
    )
    return Judged(corrected, shares[BALL], shares[PART], (x, y), float(answer[DARKNESS]), tint_spread, darkness_spread)


def cut_out(pixels: NDArray[np.uint8], place: Place) -> NDArray[np.uint8]:
    """CROP x CROP pixels around a place, scaled so that every ball has the same size; borders go on outside."""
    scale = CROP / (CROP_SIZES * place.size)
    reach = 0.5 * CROP_SIZES * place.size + 2
    height, width = pixels.shape[:2]
    left, right = max(0, int(place.x - reach)), min(width, int(place.x + reach) + 2)
    top, bottom = max(0, int(place.y - reach)), min(height, int(place.y + reach) + 2)
    if left >= right or top >= bottom:
        return np.zeros((CROP, CROP, 3), np.uint8)
    piece = pixels[top:bottom, left:right]
    if scale < 0.7:  # else single pixels would be picked out of the noise
        piece = cv2.GaussianBlur(piece, (0, 0), 0.35 / scale)
    middle = (CROP - 1) / 2
    move = np.array([[scale, 0, middle - scale * (place.x - left)], [0, scale, middle - scale * (place.y - top)]])
    return np.asarray(cv2.warpAffine(piece, move, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8)
