"""Teaching the network that counts again: cut-outs of small dice, in which hue alone shows the pips and lamps glare."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.render.arrays import Array
from tools.render.pips.dice import LIGHT
from tools.render.sensor import as_jpeg
from tools.training.pips.learning import Learner, Lessons, Pictures, Rows, made_ahead
from tools.training.pips.namer_lessons import FIRST_ERRORS, SECOND_ERRORS, with_ball, with_glare
from tools.training.pips.networks import Recounter
from vision.pips.naming import CROP, CROP_EDGES, NOTHING, cut_out
from vision.pips.recount import taken_apart

BATCH = 112
# How often nothing, 1 to 6 and an unreadable die are shown.
WEIGHTS = np.array([0.14, 0.1, 0.14, 0.14, 0.14, 0.13, 0.13, 0.08])
NEGATIVES = 0.2
# Most small dice are plain to the eye. If few lessons are, the network tells even those with half a heart.
PLAIN = 0.35  # share of cut-outs shown as they are, but for other gains
TO_HUE = 0.12  # of the others: share whose light is turned into hue
GLARING = 0.4  # share with a lamp mirrored in them
STORED = 0.6  # share made small, sharpened and stored as JPEG once more: it keeps little of small dice's hue
SMALLEST = 13.0  # pixels of an edge when made small ...
SMALLER = 0.65  # ... and share of its own size, at least


def train_recounter(
    network: Recounter, pictures: Pictures, rows: Rows, minutes: float, rate: float, rng: np.random.Generator
) -> Recounter:
    """Show cut-outs (rows of scene, x, y, edge, label) until the time is over."""
    lessons = Lessons(rows, WEIGHTS)
    learner = Learner(network, minutes, rate, 0.998)

    def batch(chance: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
        drawn = lessons.drawn(BATCH, chance)
        views = np.stack([view_of(pictures, row, chance) for row in drawn.tolist()])
        return taken_apart(views), drawn[:, 4].astype(np.int64)

    with made_ahead(batch, int(rng.integers(2**32))) as batches:
        for _, (parts, labels) in zip(learner.steps(), batches, strict=False):
            answer = network(as_tensor(parts))
            learner.learn(nn.functional.cross_entropy(answer, torch.from_numpy(labels), label_smoothing=0.002))
    average: Recounter = learner.average.module
    return average


def as_tensor(parts: Array) -> Tensor:
    """Cut-outs taken apart, as the network takes them."""
    return torch.from_numpy(parts).contiguous(memory_format=torch.channels_last)


def view_of(pictures: Pictures, row: list[float], rng: np.random.Generator) -> Array:
    """One cut-out, as far off as it may be, in another turn, other colours and another light."""
    number, x, y, edge, label = row
    place_error, edge_error = FIRST_ERRORS if rng.random() < 0.2 else SECOND_ERRORS
    grown = edge * np.exp(rng.normal(0, edge_error))
    off_x, off_y = rng.normal(0, place_error * (label != NOTHING), 2)
    crop = cut_out(pictures[int(number)], x + off_x * grown, y + off_y * grown, grown)
    if label == NOTHING and rng.random() < 0.1:
        crop = with_ball(rng, crop)
    crop = np.rot90(crop, int(rng.integers(4)))
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    if rng.random() < PLAIN:
        return np.asarray(np.clip(crop * other_gains(rng), 0, 255), np.float32)
    view = in_hue(rng, crop) if rng.random() < TO_HUE else in_other_colours(rng, crop)
    if rng.random() < GLARING:
        for _ in range(int(rng.integers(1, 4))):
            view = with_glare(rng, np.clip(view, 0, 255)).astype(np.float32)
    if rng.random() < STORED:
        view = as_stored(rng, view, grown)
    return np.asarray(np.clip(view, 0, 255), np.float32)


def as_stored(rng: np.random.Generator, view: Array, edge: float) -> Array:
    """A cut-out as small as it is in a picture, or smaller, sharpened, stored as JPEG and enlarged again."""
    least = min(max(SMALLEST, SMALLER * edge), edge)
    smaller = edge if rng.random() < 0.6 else float(np.exp(rng.uniform(np.log(least), np.log(edge))))
    side = min(CROP, max(8, round(smaller * CROP_EDGES)))
    small = cv2.resize(view, (side, side), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.6:
        small = small + (small - cv2.GaussianBlur(small, (0, 0), 1.0)) * np.float32(rng.uniform(0.2, 1.5))
    small = small + rng.normal(0, 1, small.shape).astype(np.float32) * np.float32(rng.uniform(0, 3))
    # JPEG stores hue in squares of 16 pixels, which lie anyhow to the die.
    left, top = (int(start) for start in rng.integers(0, 16, 2))
    padded = cv2.copyMakeBorder(np.clip(small, 0, 255).astype(np.uint8), top, 16, left, 16, cv2.BORDER_REPLICATE)
    stored = as_jpeg(padded, int(rng.integers(40, 97)))[top : top + side, left : left + side]
    return np.asarray(cv2.resize(stored, (CROP, CROP), interpolation=cv2.INTER_LINEAR), np.float32)


def in_other_colours(rng: np.random.Generator, crop: NDArray[np.uint8]) -> Array:
    """Mixed channels, other gains and contrasts, now and then the negative."""
    view = crop.astype(np.float32) - 128
    if rng.random() < NEGATIVES:
        view = -view
    if rng.random() < 0.5:
        mix = rng.permuted(np.eye(3), axis=0) + rng.normal(0, 0.25, (3, 3))
        mix /= np.maximum(np.abs(mix.sum(1, keepdims=True)), 0.5)
        view = view @ mix.T.astype(np.float32)
    return np.asarray((view * np.float32(rng.uniform(0.55, 1.15)) + 128) * other_gains(rng), np.float32)


def other_gains(rng: np.random.Generator) -> Array:
    """Of blue, green and red in another light."""
    return np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)


def in_hue(rng: np.random.Generator, crop: NDArray[np.uint8]) -> Array:
    """What was lighter or darker becomes a matter of hue, nearly as light everywhere."""
    light = crop.astype(np.float32) @ LIGHT
    towards = rng.normal(0, 1, 3).astype(np.float32)
    towards -= LIGHT * (towards @ LIGHT) / (LIGHT @ LIGHT)
    towards = towards / np.abs(towards).max() + np.float32(rng.normal(0, 0.12))
    base = rng.uniform(30, 200, 3).astype(np.float32)
    return np.asarray(base + (light - light.mean())[:, :, None] * towards * rng.uniform(0.3, 1.0), np.float32)
