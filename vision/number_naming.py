"""Naming one card's digit: a network looks at a cut-out and says 1 to 6, upright or upside down, or neither.

The network was trained by tools/numbers/train.py on cards drawn with many fonts; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import network

CUT = 80  # pixels of a cut-out's side
CUT_HEIGHTS = 2.0  # how many heights of the digit it shows
SEEN = 32  # pixels of the side that the network sees
SHARES, SHIFTS = 14, 4
NOTHING, NO_DIGIT = 0, 1  # then 1..6 upright (2 to 7) and 1..6 upside down (8 to 13)
UPRIGHT, TURNED = slice(2, 8), slice(8, 14)
SHIFT_DEGREES = 30.0
LEAST_CONTRAST = 5.0  # grey levels; below, noise is not made larger
Floats = NDArray[np.float64]
WEIGHTS = Path(__file__).with_name("number_naming.onnx")


def cut_out(pixels: NDArray[np.uint8], x: float, y: float, height: float, angle: float) -> NDArray[np.uint8]:
    """CUT x CUT pixels around a digit, turned upright; `angle` is how far its head is turned clockwise, in degrees.

    Outside the picture it is grey, which is neither card nor digit.
    """
    step = height * CUT_HEIGHTS / CUT  # pixels of the picture per pixel of the cut-out
    while step > 2.0:
        # Skipping pixels would break up thin strokes: shrink the surroundings first.
        reach = round(height * CUT_HEIGHTS)
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = pixels[top : round(y) + reach, left : round(x) + reach]
        if part.size == 0:
            break
        pixels = np.asarray(cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        x, y, height, step = (x - left - 0.5) / 2, (y - top - 0.5) / 2, height / 2, step / 2
    turn = math.radians(angle)
    across, down = step * math.cos(turn), step * math.sin(turn)
    middle = (CUT - 1) / 2
    way = np.array(
        [
            [across, -down, x - middle * (across - down)],
            [down, across, y - middle * (across + down)],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(pixels, way, (CUT, CUT), flags=flags, borderValue=(128, 128, 128))
    return np.asarray(cut, np.uint8)


def name_cut_outs(cuts: Sequence[NDArray[np.uint8]]) -> tuple[Floats, Floats]:
    """For every cut-out the shares of nothing, no digit, 1..6 upright, 1..6 upside down, and how far off it is.

    The shares add up to 1. The second array has four numbers each: how far right and down of the cut-out's middle the
    digit is, in heights as they were given; the logarithm of the true height over the given one; and by how many
    SHIFT_DEGREES it is turned clockwise.
    """
    if not cuts:
        return np.zeros((0, SHARES)), np.zeros((0, SHIFTS))
    net = network(WEIGHTS)
    net.setInput(as_seen(cuts))
    answer = np.asarray(net.forward(), np.float64).reshape(len(cuts), SHARES + SHIFTS)
    weights = np.exp(answer[:, :SHARES] - answer[:, :SHARES].max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64), answer[:, SHARES:]


def as_seen(cuts: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """What the network takes: small, freed of the light's colour and with the same contrast everywhere."""
    small = [cv2.resize(cut, (SEEN, SEEN), interpolation=cv2.INTER_AREA) for cut in cuts]
    levels = np.asarray(small, np.float32).transpose(0, 3, 1, 2)
    levels = levels - levels.mean(axis=(2, 3), keepdims=True)
    contrast = levels.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray(levels / np.maximum(contrast, LEAST_CONTRAST), np.float32)
