"""Naming one card's digit: a network looks at a cut-out and says 1 to 6, upright or upside down, or neither.

The network was trained by tools/training/numbers/train.py on cards drawn with many fonts; no photograph was used for
it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import network
from vision.numbers.finding import DigitPlace

CUT_HEIGHTS = 2.0  # how many heights of the digit a cut-out shows
SEEN = 32  # pixels of the side that the network sees
WHOLE_DIGIT = 0.65  # heights from the digit's middle to the border: no part of it is outside
MOST_STEP = 1.5  # pixels of the picture from one pixel of the cut-out to the next; more would break up thin strokes
AT_ONCE = 40  # cut-outs named together: more of them no longer fit beside the processor, and take longer each
SHARES, SHIFTS = 14, 4
NOTHING, NO_DIGIT = 0, 1  # then 1..6 upright (2 to 7) and 1..6 upside down (8 to 13)
UPRIGHT, TURNED = slice(2, 8), slice(8, 14)
SHIFT_DEGREES = 30.0
LEAST_CONTRAST = 5.0  # grey levels; below, noise is not made larger
Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
WEIGHTS = Path(__file__).with_suffix(".onnx")


class Halves:
    """A picture and, made when they are first needed, the same half as large, a quarter as large and so on."""

    def __init__(self, pixels: Picture) -> None:
        self.pictures = [pixels]

    def fit_for(self, step: float) -> tuple[Picture, float]:
        """The picture in which steps of so many pixels of the whole one skip little, and its scale."""
        level = 0
        while step > MOST_STEP * 2**level and min(self.pictures[level].shape[:2]) >= 4:
            level += 1
            if level == len(self.pictures):
                self.pictures.append(halved(self.pictures[-1]))
        return self.pictures[level], 0.5**level


def halved(pixels: Picture) -> Picture:
    """The picture exactly half as large; an odd last row or column is left out."""
    high, wide = pixels.shape[0] // 2, pixels.shape[1] // 2
    small = cv2.resize(pixels[: 2 * high, : 2 * wide], (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def cut_out(halves: Halves, x: float, y: float, height: float, angle: float) -> Picture:
    """What the network sees of a digit: SEEN x SEEN pixels around it; `angle` is how far its head is turned clockwise.

    Outside the picture it goes on as the picture ends if the digit is whole, else it is grey, which is neither card nor
    digit.
    """
    pixels, scale = halves.fit_for(height * CUT_HEIGHTS / SEEN)
    x, y, height = (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, height * scale
    room = min(x, y, pixels.shape[1] - 1 - x, pixels.shape[0] - 1 - y)
    step, turn = height * CUT_HEIGHTS / SEEN, math.radians(angle)
    across, down = step * math.cos(turn), step * math.sin(turn)
    middle = (SEEN - 1) / 2
    way = np.array([[across, -down, x - middle * (across - down)], [down, across, y - middle * (across + down)]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    border = cv2.BORDER_REPLICATE if room >= WHOLE_DIGIT * height else cv2.BORDER_CONSTANT
    cut = cv2.warpAffine(pixels, way, (SEEN, SEEN), flags=flags, borderMode=border, borderValue=(128, 128, 128))
    return np.asarray(cut, np.uint8)


def cut_at(halves: Halves, place: DigitPlace) -> Picture:
    """What is to be named at a place."""
    return cut_out(halves, place.x, place.y, place.height, place.angle)


def name_cut_outs(cuts: Sequence[Picture]) -> tuple[Floats, Floats]:
    """For every cut-out the shares of nothing, no digit, 1..6 upright, 1..6 upside down, and how far off it is.

    The shares add up to 1. The second array has four numbers each: how far right and down of the cut-out's middle the
    digit is, in heights as they were given; the logarithm of the true height over the given one; and by how many
    SHIFT_DEGREES it is turned clockwise.
    """
    if not cuts:
        return np.zeros((0, SHARES)), np.zeros((0, SHIFTS))
    answers = [answer_of(cuts[first : first + AT_ONCE]) for first in range(0, len(cuts), AT_ONCE)]
    answer = np.concatenate(answers)
    weights = np.exp(answer[:, :SHARES] - answer[:, :SHARES].max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64), answer[:, SHARES:]


def answer_of(cuts: Sequence[Picture]) -> Floats:
    """What the network says of some cut-outs."""
    net = network(WEIGHTS)
    net.setInput(as_seen(cuts))
    return np.asarray(net.forward(), np.float64).reshape(len(cuts), SHARES + SHIFTS)


def as_seen(cuts: Sequence[Picture]) -> NDArray[np.float32]:
    """What the network takes: freed of the light's colour and with the same contrast everywhere."""
    levels, contrast = levelled(cuts)
    levels *= (1 / np.maximum(contrast, LEAST_CONTRAST))[:, None, None]
    return np.asarray(levels.reshape(len(cuts), 3, SEEN, SEEN), np.float32)


def contrast_of(cuts: Sequence[Picture]) -> Floats:
    """How much the pixels of each cut-out differ, in grey levels."""
    return np.asarray(levelled(cuts)[1] if cuts else [], np.float64)


def levelled(cuts: Sequence[Picture]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Each cut-out's colours (cut-outs, 3, pixels) as differences from their means, and how large those usually are."""
    levels = cv2.dnn.blobFromImages(cuts).reshape(len(cuts), 3, -1)
    levels -= levels.mean(axis=2, keepdims=True)
    return levels, np.sqrt(np.einsum("ijk,ijk->i", levels, levels) / levels[0].size)
