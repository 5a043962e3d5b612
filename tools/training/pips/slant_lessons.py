"""Teaching how faces slant: grey cut-outs of top faces and sides, and which way each of them faces."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tools.training.pips.learning import Learner
from tools.training.pips.namer_lessons import FIRST_ERRORS, SECOND_ERRORS
from tools.training.pips.networks import Slanter
from tools.training.pips.slant_tables import KEPT, Faces
from vision.pips.naming import CROP, CROP_EDGES
from vision.pips.slants import GREY, levelled_grey

BATCH = 128
SIDES_SHARE = 0.25  # of a batch
TURNED = 0.5  # share of the cut-outs that are turned by any angle, the others by quarters
NEGATIVES = 0.2
PIXELS_PER_EDGE = CROP / CROP_EDGES


def train_slanter(network: Slanter, faces: Faces, minutes: float, rng: np.random.Generator) -> Slanter:
    """Show cut-outs until the time is over; the third answer learns how far off the first two are."""
    sides, tops = np.flatnonzero(faces.is_side), np.flatnonzero(~faces.is_side)
    learner = Learner(network, minutes, 3e-3, 0.997)
    for _ in learner.steps():
        of_sides = int(BATCH * SIDES_SHARE)
        chosen = np.concatenate([rng.choice(tops, BATCH - of_sides), rng.choice(sides, of_sides)])
        shown, wanted = lesson(faces, chosen, rng)
        answer = network(shown)
        doubt = answer[:, 2].clamp(-4, 1)
        learner.learn(((answer[:, :2] - wanted).abs().sum(1) * torch.exp(-doubt) + 2 * doubt).mean())
    average: Slanter = learner.average.module
    return average


def lesson(faces: Faces, chosen: NDArray[np.int64], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """These faces in another mix of grey, each turned, mirrored and cut out a little off, and their slants so seen."""
    crops, slants = zip(*(seen_anew(faces.crops[number], faces.slants[number], rng) for number in chosen), strict=True)
    mix = np.abs(GREY + rng.normal(0, 0.2, 3))
    grey = levelled_grey(np.stack(crops), np.asarray(mix / mix.sum(), np.float32))
    signs = np.where(rng.random(len(grey)) < NEGATIVES, -1, 1).astype(np.float32)
    shown = np.ascontiguousarray((grey * signs[:, None, None])[:, None], np.float32)
    return torch.from_numpy(shown), torch.from_numpy(np.array(slants, np.float32))


def seen_anew(
    crop: NDArray[np.uint8], slant: NDArray[np.float32], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A face as it is cut out on the device, as far off as the finder or the namer leave it, turned and mirrored."""
    place_error, edge_error = FIRST_ERRORS if rng.random() < 0.25 else SECOND_ERRORS
    grown = np.exp(rng.normal(0, edge_error))
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < TURNED else rng.integers(4) * np.pi / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    off = rng.normal(0, place_error, 2) * PIXELS_PER_EDGE
    move = turn / grown
    shift = (CROP - 1) / 2 + off - move @ np.full(2, (KEPT - 1) / 2)
    way = np.column_stack([move, shift])
    seen = cv2.warpAffine(crop, way, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), turn @ slant
