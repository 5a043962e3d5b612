"""Teaching the finder: tables at several sizes, and where on them the top faces are."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.pips.learning import CELL, USUAL_EDGE, Learner, Pictures, Rows, as_input, recoloured
from tools.training.pips.networks import Finder

# Edges the finder answers for, in pixels of the small picture; larger dice are left to a smaller picture.
FOUND = (4.0, 34.0)
UNSAID = (3.0, 42.0)  # between these and the others it may say what it likes
SIDES = (80, 96, 112, 144, 176)  # pixels of the small pictures
BARE_SHARE = 0.28  # of the pictures shown: tables without dice


def finder_target(rows: Rows, scale: float, cells: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(5, cells, cells): heat, log edge, offsets x and y, is a centre; and where the heat counts."""
    target = np.zeros((5, cells, cells), np.float32)
    counts = np.ones((cells, cells), np.float32)
    grid = np.arange(cells, dtype=np.float32)
    for _, _, x, y, edge, _ in rows:
        x, y, edge = (x + 0.5) * scale / CELL, (y + 0.5) * scale / CELL, edge * scale
        column, row = int(x), int(y)
        if not (0 <= row < cells and 0 <= column < cells):
            continue
        if not FOUND[0] <= edge <= FOUND[1]:
            if UNSAID[0] <= edge <= UNSAID[1]:
                reach = int(edge / CELL * 0.6) + 1
                counts[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = 0
            continue
        spread = 0.16 * edge / CELL + 0.25
        away = (grid[None, :] - column) ** 2 + (grid[:, None] - row) ** 2
        target[0] = np.maximum(target[0], np.exp(-away / (2 * spread**2)))
        near = away <= 2
        target[1][near] = np.log(edge / USUAL_EDGE)
        target[2][near] = np.broadcast_to(x - grid[None, :] - 0.5, away.shape)[near]
        target[3][near] = np.broadcast_to(y - grid[:, None] - 0.5, away.shape)[near]
        target[4][near] = 1
    return target, counts


def finder_loss(answer: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """Focal loss on the heat, absolute error on edge and place around the centres."""
    heat = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5)
    centre = target[:, 0] > 0.999
    right = -((1 - heat) ** 2) * torch.log(heat) * centre
    wrong = -((1 - target[:, 0]) ** 4) * heat**2 * torch.log(1 - heat) * ~centre * counts
    number = centre.sum().clamp(min=1)
    near = target[:, 4]
    off = ((answer[:, 1:4] - target[:, 1:4]).abs().sum(1) * near).sum() / near.sum().clamp(min=1)
    return (right.sum() + wrong.sum()) / number + 0.5 * off


def train_finder(
    network: Finder, thrown: Pictures, bare: Pictures, truth: Rows, minutes: float, rng: np.random.Generator
) -> Finder:
    """Show tables at several sizes and with their colours changed, until the time is over."""
    rows = [truth[truth[:, 0] == number] for number in range(len(thrown))]
    learner = Learner(network, minutes, 1.5e-3, 0.995)
    for _ in learner.steps():
        side = int(rng.choice(SIDES))
        seen, wanted, counted = [], [], []
        for _ in range(2048 // side):
            is_bare = rng.random() < BARE_SHARE
            number = int(rng.integers(len(bare) if is_bare else len(thrown)))
            picture, dice = (bare[number], truth[:0]) if is_bare else (thrown[number], rows[number])
            seen.append(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA))
            target, counts = finder_target(dice, side / picture.shape[0], side // CELL)
            wanted.append(target)
            counted.append(counts)
        shown = recoloured(as_input(np.stack(seen)), rng)
        answer = network(shown)
        learner.learn(finder_loss(answer, torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(counted))))
    average: Finder = learner.average.module
    return average


def found_places(network: Finder, pictures: Pictures, scale: float, least: float) -> Rows:
    """Where the finder sees dice: rows of scene, x, y, edge in the scenes' own pixels."""
    found = []
    side = int(pictures.shape[1] * scale)
    for first in range(0, len(pictures), 16):
        small = [cv2.resize(p, (side, side), interpolation=cv2.INTER_AREA) for p in pictures[first : first + 16]]
        with torch.no_grad():
            answers = network(as_input(np.stack(small)))
        heat = torch.sigmoid(answers[:, :1])
        peaks = (heat >= nn.functional.max_pool2d(heat, 3, 1, 1)) & (heat > least)
        for number, _, row, column in peaks.nonzero().tolist():
            size, dx, dy = answers[number, 1:, row, column].tolist()
            x = (column + 0.5 + dx) * CELL / scale - 0.5
            y = (row + 0.5 + dy) * CELL / scale - 0.5
            found.append((first + number, x, y, USUAL_EDGE * np.exp(size) / scale))
    return np.array(found, np.float32).reshape(-1, 4)
