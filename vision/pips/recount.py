"""Counting again: dice that are small or stay unclear go through a second network, to which hue says as much as light.

Red pips on dark plastic are hardly lighter than it, but their hue is plain; a lamp mirrored in a die is bright, but has
no hue. So each cut-out is taken apart into light and two differences of colours, each stretched to the same spread. The
network was trained by tools/training/pips/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import network
from vision.pips.naming import CROP, CROP_EDGES

# Light, red against green, yellow against blue, out of blue, green and red.
PARTS = np.array([[0.114, 0.587, 0.299], [0.0, -1.0, 1.0], [-1.0, 0.5, 0.5]], np.float32)
LEAST_SPREAD = np.array([4.0, 3.0, 3.0], np.float32)  # levels: less contrast than this is not stretched
MOST = 4.0  # spreads from the mean; glare is cut off there
TURNS = 4
CLEAR = 0.97  # of one face among all six: below, there are more views
NEARER = (1.08, 0.93)  # times as large
LEAST_SHARE = 1e-4  # of a face in any view: one view's surest no counts no more than this
WEIGHTS = Path(__file__).with_suffix(".onnx")


def taken_apart(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cut-outs (n, h, w, 3) as light and two differences of colours (n, 3, h, w), levelled by how the face looks."""
    parts = np.einsum("nhwc,pc->nphw", crops, PARTS, optimize=True)
    margin = round(CROP * (1 - 1.1 / CROP_EDGES) / 2)
    face = parts[:, :, margin : CROP - margin, margin : CROP - margin]
    spread = np.maximum(LEAST_SPREAD[:, None, None], face.std(axis=(2, 3), keepdims=True))
    levelled = (parts - face.mean(axis=(2, 3), keepdims=True)) / spread
    return np.clip(levelled, -MOST, MOST).astype(np.float32, copy=False)


def recount(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """For every cut-out the eight shares of nothing, 1..6 and an unreadable die, told by all its turns.

    What they do not show clearly is looked at once more, mirrored, from a little nearer and from a little farther away.
    """
    if not crops:
        return np.zeros((0, 8), np.float32)
    seen = views_of(crops)
    shares = joined(seen)
    faces = shares[:, 1:7]
    unclear = np.flatnonzero(faces.max(axis=1) < CLEAR * faces.sum(axis=1))
    if unclear.size:
        more = [views_of([mirrored(crops[number], nearer) for number in unclear.tolist()]) for nearer in NEARER]
        shares[unclear] = joined(np.concatenate([seen[:, unclear], *more]))
    return shares


def views_of(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """The eight shares that each turn of each cut-out shows: (turns, cut-outs, 8)."""
    parts = taken_apart(np.stack(crops).astype(np.float32))
    net = network(WEIGHTS)
    net.setInput(np.concatenate([np.rot90(parts, quarters, (2, 3)) for quarters in range(TURNS)]))
    answer = np.asarray(net.forward(), np.float32).reshape(TURNS, len(crops), 8)
    weights = np.exp(answer - answer.max(axis=2, keepdims=True))
    return np.asarray(weights / weights.sum(axis=2, keepdims=True), np.float32)


def joined(views: NDArray[np.float32]) -> NDArray[np.float32]:
    """Whether there is a die to read is the mean of the views; its face is what all of them allow."""
    shares = views.mean(axis=0)
    faces = np.exp(np.log(np.maximum(views[:, :, 1:7], LEAST_SHARE)).mean(axis=0))
    shares[:, 1:7] = faces / faces.sum(axis=1, keepdims=True) * shares[:, 1:7].sum(axis=1, keepdims=True)
    return np.asarray(shares, np.float32)


def mirrored(crop: NDArray[np.uint8], nearer: float) -> NDArray[np.uint8]:
    """A cut-out mirrored and enlarged about its middle."""
    middle = (CROP - 1) / 2
    to_view = np.array([[-nearer, 0, middle * (1 + nearer)], [0, nearer, middle * (1 - nearer)]], np.float32)
    return np.asarray(cv2.warpAffine(crop, to_view, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8)
