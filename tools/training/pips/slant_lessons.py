"""Teaching how faces slant: small grey cut-outs of top faces and sides, and which way each of them faces."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tools.training.pips.gather import Gathered
from tools.training.pips.learning import Learner, Rows
from tools.training.pips.namer_lessons import FIRST_ERRORS, SECOND_ERRORS
from tools.training.pips.networks import Slanter
from vision.pips.naming import cut_out
from vision.pips.slants import GREY, levelled_grey, small_cut_out

BATCH = 128
SIDES_SHARE = 0.25  # of a batch
LEAST_SIDE = 11.0  # pixels of a side's edge: smaller ones show nothing
REPEATS = 4  # cut-outs of every face, each a little off in another way
NEGATIVES = 0.2


def train_slanter(network: Slanter, scenes: Gathered, minutes: float, rng: np.random.Generator) -> Slanter:
    """Show cut-outs until the time is over; the third answer learns how far off the first two are."""
    faces = scenes.faces[(scenes.faces[:, 6] == 0) | (scenes.faces[:, 3] > LEAST_SIDE)]
    crops = np.stack([shifted_cut_out(scenes, row, rng) for _ in range(REPEATS) for row in faces.tolist()])
    slants, is_side = np.tile(faces[:, 4:6], (REPEATS, 1)), np.tile(faces[:, 6] > 0, REPEATS)
    sides, tops = np.flatnonzero(is_side), np.flatnonzero(~is_side)
    learner = Learner(network, minutes, 3e-3, 0.997)
    for _ in learner.steps():
        of_sides = int(BATCH * SIDES_SHARE)
        chosen = np.concatenate([rng.choice(tops, BATCH - of_sides), rng.choice(sides, of_sides)])
        shown, wanted = turned_together(crops[chosen], slants[chosen], rng)
        answer = network(shown)
        doubt = answer[:, 2].clamp(-4, 1)
        learner.learn(((answer[:, :2] - wanted).abs().sum(1) * torch.exp(-doubt) + 2 * doubt).mean())
    average: Slanter = learner.average.module
    return average


def shifted_cut_out(scenes: Gathered, row: list[float], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A face as it is cut out on the device, as far off as the finder or the namer leave it."""
    number, x, y, edge, *_ = row
    place_error, edge_error = FIRST_ERRORS if rng.random() < 0.25 else SECOND_ERRORS
    grown = edge * np.exp(rng.normal(0, edge_error))
    off_x, off_y = rng.normal(0, place_error, 2) * grown
    return small_cut_out(cut_out(scenes.pictures[int(number)], x + off_x, y + off_y, grown))


def turned_together(crops: NDArray[np.uint8], slants: Rows, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Cut-outs (n, h, w, 3) in another mix of grey, turned and mirrored alike, and their slants in that view."""
    mix = np.abs(GREY + rng.normal(0, 0.2, 3))
    grey = levelled_grey(crops, np.asarray(mix / mix.sum(), np.float32))
    if rng.random() < NEGATIVES:
        grey = -grey
    quarters = int(rng.integers(4))
    grey = np.rot90(grey, quarters, (1, 2))
    right, down = slants[:, 0], slants[:, 1]
    for _ in range(quarters):
        right, down = down, -right
    if rng.random() < 0.5:
        grey, right = grey[:, :, ::-1], -right
    shown = np.ascontiguousarray(grey[:, None], np.float32)
    return torch.from_numpy(shown), torch.from_numpy(np.stack([right, down], axis=1))
