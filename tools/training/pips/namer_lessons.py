"""Teaching the namer: cut-outs around dice, as far off as they are found, and around all that is mistaken for dice."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.render.surfaces import colour
from tools.training.pips.learning import Learner, Lessons, Pictures, Rows, as_input, made_ahead, recoloured
from tools.training.pips.networks import Namer
from vision.pips.naming import NOTHING, SHARES, SHIFT, UNREADABLE_DIE, cut_out

BATCH = 112
# How often the namer is shown nothing, 1 to 6, an unreadable die.
WEIGHTS = np.array([0.24, 0.1, 0.11, 0.12, 0.12, 0.12, 0.11, 0.08])
# How far off the finder is, in edges and in the logarithm of the edge (measured on scenes kept for checking), and how
# far the namer's first correction still is.
FIRST_ERRORS, SECOND_ERRORS = (0.1, 0.2), (0.03, 0.06)
RINGS = 0.2  # share of mirrored lamps that are whole rings
IN_MIDDLE = 0.5  # share of those that lie about a face's middle, where they are longer
BENDS = np.arange(2, 8)  # times around, in which a mirrored lamp may be bent ...
BENT = 0.11  # ... by such a share of its reach ...
BENDING = 0.6  # ... in such a share of the dice


def lessons(found: Rows, truth: Rows, scenes: int, rng: np.random.Generator) -> Rows:
    """What the namer learns from: rows of scene, x, y, edge, label.

    Every die, what was found where no die is, and places beside dice and on the table.
    """
    rows: list[tuple[float, ...]] = []
    for number in range(scenes):
        dice = truth[truth[:, 0] == number]
        for _, value, x, y, edge, readable in dice:
            rows.append((number, x, y, edge, value if readable else UNREADABLE_DIE))
            angle, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.1) * edge
            beside = (x + np.cos(angle) * step, y + np.sin(angle) * step)
            if rng.random() < 0.2 and is_apart(beside, dice):
                rows.append((number, *beside, edge * np.exp(rng.normal(0, 0.25)), NOTHING))
        for _, x, y, edge in found[found[:, 0] == number]:
            if is_apart((x, y), dice, 0.6):
                rows.append((number, x, y, edge, NOTHING))
        if rng.random() < 0.2:
            spot = tuple(rng.uniform(0, 256, 2))
            if is_apart(spot, dice):
                rows.append((number, *spot, np.exp(rng.uniform(np.log(10), np.log(50))), NOTHING))
    return np.array(rows, np.float32)


def is_apart(spot: tuple[float, ...], dice: Rows, least: float = 0.45) -> bool:
    """Whether a place is on no die's top face; `least` in edges from its centre."""
    return not len(dice) or bool((np.hypot(dice[:, 2] - spot[0], dice[:, 3] - spot[1]) > least * dice[:, 4]).all())


def crops_of(pictures: Pictures, rows: Rows, rng: np.random.Generator) -> tuple[Pictures, NDArray[np.int64], Rows]:
    """Cut-outs, labels, and how far off the cut-outs are (x, y, log edge); turned and mirrored.

    Half of them are as far off as what the finder finds, half as little as what is left after a first correction.
    """
    crops, shifts = [], []
    for number, x, y, edge, label in rows.tolist():
        place_error, edge_error = FIRST_ERRORS if rng.random() < 0.5 else SECOND_ERRORS
        grown = edge * np.exp(rng.normal(0, edge_error))
        off_x, off_y = rng.normal(0, place_error * (label != NOTHING), 2)
        crop = cut_out(pictures[int(number)], x + off_x * grown, y + off_y * grown, grown)
        if label == NOTHING and rng.random() < 0.15:
            crop = with_ball(rng, crop)
        right, down = -off_x, -off_y
        for _ in range(int(rng.integers(4))):
            crop, right, down = np.rot90(crop), down, -right
        if rng.random() < 0.5:
            crop, right = crop[:, ::-1], -right
        if rng.random() < 0.25:
            crop = with_glare(rng, crop)
        crops.append(crop)
        shifts.append((right, down, np.log(edge / grown)))
    return np.stack(crops), rows[:, 4].astype(np.int64), np.array(shifts, np.float32)


def with_glare(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A lamp mirrored in a dished, glossy face: a thin bright arc or ring, or a spot; dished pips bend it."""
    side = crop.shape[0]
    drawing = np.zeros((side, side), np.uint8)
    in_middle = rng.random() < IN_MIDDLE
    place = rng.normal(side / 2, side / (16 if in_middle else 8), 2)
    reach = rng.uniform(side / 12 if in_middle else 2, side / 4, 2)
    start, turn = rng.uniform(0, 2 * np.pi, 2)
    thick = int(rng.choice([1, 2, 3], p=[0.45, 0.35, 0.2]))
    length = 2 * np.pi if rng.random() < RINGS else rng.uniform(0.7, 5.5 if in_middle else 3.5)
    along = np.linspace(start, start + length, 48)
    bends = rng.normal(0, BENT, len(BENDS)) * (rng.random() < BENDING)
    bent = 1 + np.cos(along[:, None] * BENDS + rng.uniform(0, 2 * np.pi, len(BENDS))) @ bends
    across, down = np.cos(along) * reach[0] * bent, np.sin(along) * reach[1] * bent
    line = np.stack([across * np.cos(turn) - down * np.sin(turn), across * np.sin(turn) + down * np.cos(turn)], 1)
    cv2.polylines(drawing, [np.round((line + place) * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(drawing, (0, 0), rng.uniform(0.5, 1.2))[:, :, None] / 255 * rng.uniform(0.4, 1.2)
    return np.asarray(crop + (250.0 - crop) * np.minimum(share, 1), np.uint8)


def with_ball(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A ball or a rounded counter with a lamp or two mirrored in it: it looks much like a one."""
    side = crop.shape[0]
    down, across = (np.mgrid[0:side, 0:side] - rng.normal(side / 2, 3, 2)[:, None, None]) / rng.uniform(9, 19)
    away = across**2 + down**2
    normals = np.stack([across, down, np.sqrt(np.clip(1 - away, 0, 1))])
    tone = colour(rng) * 255
    lit = np.full((side, side), rng.uniform(0.1, 0.6))
    shine = np.zeros((side, side))
    for _ in range(int(rng.integers(1, 3))):
        towards = rng.normal(0, 0.4, 3) + np.array([0, 0, 1.0])
        facing = np.clip(np.tensordot(towards / np.linalg.norm(towards), normals, 1), 0, 1)
        lit += facing * rng.uniform(0.2, 0.7)
        shine += facing ** np.exp(rng.uniform(1.5, 5)) * rng.uniform(0, 255)
    share = np.clip((1 - np.sqrt(away)) * 12 + 0.5, 0, 1)[:, :, None]
    ball = np.clip(tone * lit[:, :, None] + shine[:, :, None], 0, 255)
    return np.asarray(crop * (1 - share) + ball * share, np.uint8)


def train_namer(
    network: Namer, pictures: Pictures, rows: Rows, minutes: float, rate: float, rng: np.random.Generator
) -> Namer:
    """Show cut-outs until the time is over.

    Showing the hard ones more often makes the shares too small: they are to be the share of right answers.
    """
    shown = Lessons(rows, WEIGHTS)
    learner = Learner(network, minutes, rate, 0.995)

    def batch(chance: np.random.Generator) -> tuple[Pictures, NDArray[np.int64], Rows]:
        return crops_of(pictures, shown.drawn(BATCH, chance), chance)

    with made_ahead(batch, int(rng.integers(2**32))) as batches:
        for _, (crops, kinds, off) in zip(learner.steps(), batches, strict=False):
            labels, shifts = torch.from_numpy(kinds), torch.from_numpy(off)
            answer = network(recoloured(as_input(crops), rng))
            name_loss = nn.functional.cross_entropy(answer[:, SHARES], labels, label_smoothing=0.004)
            is_die = (labels != NOTHING).float()
            misplaced = ((answer[:, SHIFT] - shifts).abs().sum(1) * is_die).sum() / is_die.sum().clamp(min=1)
            learner.learn(name_loss + misplaced)
    average: Namer = learner.average.module
    return average
