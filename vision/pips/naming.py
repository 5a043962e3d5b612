"""Naming one die: a small picture around its top face goes through a network that says 1 to 6 or neither.

The network was trained by tools/training/pips/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import as_input, network

CROP = 64  # pixels of the small picture's side
CROP_EDGES = 2.0  # how many edges of the top face it shows
AVERAGED = (
    1.5  # from so many times as large on; below, taking the nearest four is as good and takes a third of the time
)
NOTHING = 0  # shares are told for: nothing here, 1, 2, 3, 4, 5, 6, a die that cannot be read
UNREADABLE_DIE = 7
WEIGHTS = Path(__file__).with_suffix(".onnx")


def cut_out(pixels: NDArray[np.uint8], x: float, y: float, edge: float) -> NDArray[np.uint8]:
    """CROP x CROP pixels around a place, scaled so that `edge` is always the same; black outside the picture."""
    side = max(2, round(edge * CROP_EDGES))
    left, top = round(x - (side - 1) / 2), round(y - (side - 1) / 2)
    inside = pixels[max(0, top) : max(0, top + side), max(0, left) : max(0, left + side)]
    if inside.shape[:2] != (side, side):
        above, before = min(side, max(0, -top)), min(side, max(0, -left))
        whole = np.zeros((side, side, 3), np.uint8)
        whole[above : above + inside.shape[0], before : before + inside.shape[1]] = inside
        inside = whole
    way = cv2.INTER_AREA if side > AVERAGED * CROP else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inside, (CROP, CROP), interpolation=way), np.uint8)


def name_cut_outs(crops: Sequence[NDArray[np.uint8]]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every cut-out the eight shares (nothing, 1..6, unreadable die), which add up to 1, and how far off it is.

    The second array has three numbers each: how far right and down of the cut-out's middle the face's centre is, in
    edges as they were given, and the logarithm of the true edge over the given one.
    """
    if not crops:
        return np.zeros((0, 8), np.float32), np.zeros((0, 3), np.float32)
    net = network(WEIGHTS)
    net.setInput(as_input(crops))
    answer = np.asarray(net.forward(), np.float32).reshape(len(crops), 11)
    weights = np.exp(answer[:, :8] - answer[:, :8].max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32), answer[:, 8:]
