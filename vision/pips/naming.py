"""Naming one die: a small picture around its top face goes through a network that says 1 to 6 or neither.

The network was trained by tools/training/pips/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
NONE, READABLE, UNREADABLE = range(3)  # the second opinion's: no die with pips, one to be read, one that cannot be
SHARES, SHIFT, OPINION = slice(0, 8), slice(8, 11), slice(11, 14)  # where they stand in an answer, and what follows
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


@dataclass(frozen=True, slots=True)
class Named:
    """What the network says about one cut-out."""

    shares: NDArray[np.float32]  # of nothing, 1..6, unreadable die; they add up to 1
    # How far right and down of the cut-out's middle the face's centre is, in edges as they were given, and the
    # logarithm of the true edge over the given one.
    shift: NDArray[np.float32]
    # A second opinion on whether here is no die with pips, 0..1, learned from what the namer itself takes for dice on
    # tables full of other things: boards, cards, chips, balls, dice of another game.
    stranger: float


def name_cut_outs(crops: Sequence[NDArray[np.uint8]]) -> list[Named]:
    """What the network says about every cut-out."""
    if not crops:
        return []
    net = network(WEIGHTS)
    net.setInput(as_input(crops))
    answer = np.asarray(net.forward(), np.float32).reshape(len(crops), 14)
    shares, opinions = in_shares(answer[:, SHARES]), in_shares(answer[:, OPINION]).tolist()
    return [
        Named(share, shift, opinion[NONE])
        for share, shift, opinion in zip(shares, answer[:, SHIFT], opinions, strict=True)
    ]


def in_shares(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row as shares that add up to 1."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
