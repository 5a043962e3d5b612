"""Judging one place: a small network looks at the cut-out, says whether a ball lies there and what its paint is.

It sees how the ball is lit and what lies around it, so it tells the paint as it would look under white light. It was
trained by tools/training/balls/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.balls.finding import Debug, Place
from vision.base.networks import as_input, network

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
ONCE = ((1, 1),)  # right and down: the cut-out as it is,
TWICE = ((1, 1), (-1, -1))  # ... also turned by half,
ALL_WAYS = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # ... and mirrored
CLEAR = 0.97  # of a ball, at a single look: two looks are enough
MOST_BALLS = 5  # that are looked at again; two are expected
FAR_OFF = 0.08  # sizes, and logarithms of the size
LEAST_GLIMPSE = 0.15  # of a ball, at the first look
HOT, LARGER = 0.15, 1.2  # what glows more from afar but shows no ball is looked at again, that much larger
WEIGHTS = Path(__file__).with_suffix(".onnx")


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
    usual: tuple[float, ...] = ()  # 0..1, for each of USUAL_COLOURS; empty for a ball that was looked at alone


def judge_places(pixels: NDArray[np.uint8], places: Sequence[Place], debug: Debug | None = None) -> list[Judged]:
    """Look at every place, and again at the likeliest: only a cut-out that sits well shows a ball clearly.

    Where the first look was far off, a second one comes before the last, which sees mirror images, too.
    """
    first = judge_once(pixels, places)
    missed = [
        place for place, now in zip(places, first, strict=True) if place.heat > HOT and glimpse(now) < LEAST_GLIMPSE
    ]
    # A ball alone on the table often seems smaller from afar than it is.
    larger = [replace(place, size=LARGER * place.size) for place in missed]
    looks = zip([*places, *larger], [*first, *judge_once(pixels, larger)], strict=True)
    likeliest = sorted(looks, key=lambda look: -glimpse(look[1]))[:MOST_BALLS]
    seen = [(before, now) for before, now in likeliest if glimpse(now) > LEAST_GLIMPSE]
    settled = [now for before, now in seen if not is_far_off(before, now.place)]
    unsettled = judge_once(pixels, [now.place for before, now in seen if is_far_off(before, now.place)])
    settled += [now for now in unsettled if glimpse(now) > LEAST_GLIMPSE]
    if debug is not None and settled:
        debug("balls-cut-outs", np.asarray(cv2.hconcat([cut_out(pixels, now.place) for now in settled]), np.uint8))
    clear = [now.place for now in settled if now.ball >= CLEAR]
    doubtful = [now.place for now in settled if now.ball < CLEAR]
    return judge_once(pixels, clear, TWICE) + judge_once(pixels, doubtful, ALL_WAYS)


def glimpse(seen: Judged) -> float:
    """How likely a ball or a part of one lies there."""
    return seen.ball + seen.part


def is_far_off(before: Place, now: Place) -> bool:
    """Whether a look had to correct the place or the size much."""
    return before.away(now) > FAR_OFF or abs(math.log(now.size / before.size)) > FAR_OFF


def touching(place: Place, turn: float) -> Place:
    """Where a ball lies that touches one already found, in this direction (radians)."""
    return replace(place, x=place.x + place.size * math.cos(turn), y=place.y + place.size * math.sin(turn))


def judge_once(
    pixels: NDArray[np.uint8], places: Sequence[Place], ways: Sequence[tuple[int, int]] = ONCE
) -> list[Judged]:
    """Look at every place in some ways: the mean of several answers errs less."""
    if not places:
        return []
    crops = [cut_out(pixels, place) for place in places]
    views = [np.ascontiguousarray(crop[::down, ::right]) for right, down in ways for crop in crops]
    answers = np.stack([answer_to(view) for view in views]).reshape(len(ways), len(crops), ANSWERS)
    for answer, (right, down) in zip(answers, ways, strict=True):
        answer[:, SHIFT] *= (right, down, 1)
    return [judged_from(place, answer) for place, answer in zip(places, answers.mean(axis=0), strict=True)]


def answer_to(view: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What the network says about one cut-out: one by one, since another number of them each time takes longer."""
    net = network(WEIGHTS)
    net.setInput(as_input([view]))
    return np.array(net.forward(), np.float64).ravel()


def judged_from(place: Place, answer: NDArray[np.float64]) -> Judged:
    """The network's answer about one place, as shares, corrections and paint."""
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
    middle = (CROP - 1) / 2
    scale, reach = CROP / (CROP_SIZES * place.size), 0.5 * CROP_SIZES * place.size + 2
    return resampled(pixels, place, scale, reach, 0.0, (middle, middle), (CROP, CROP))


def resampled(
    pixels: NDArray[np.uint8],
    place: Place,
    scale: float,
    reach: float,
    turn: float,
    centre: tuple[float, float],
    size: tuple[int, int],
) -> NDArray[np.uint8]:
    """A picture of this size with the place at `centre`, turned back by `turn`; all black if it lies outside.

    It is made from what lies within `reach` pixels of the place.
    """
    height, width = pixels.shape[:2]
    left, right = max(0, int(place.x - reach)), min(width, int(place.x + reach) + 2)
    top, bottom = max(0, int(place.y - reach)), min(height, int(place.y + reach) + 2)
    if left >= right or top >= bottom:
        return np.zeros((size[1], size[0], 3), np.uint8)
    piece = pixels[top:bottom, left:right]
    if scale < 0.7:  # else single pixels would be picked out of the noise
        piece = cv2.GaussianBlur(piece, (0, 0), 0.35 / scale)
    turned = scale * np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    shift = np.array(centre) - turned @ np.array([place.x - left, place.y - top])
    move = np.column_stack([turned, shift])
    return np.asarray(cv2.warpAffine(piece, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
