"""Many scenes at once, kept in one file: pictures, and a table of dice (scene, value, x, y, edge, readable)."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pips.cameras import WINDOW
from tools.pips.scenes import render_scene

BARE_SEED = 5_000_000  # from here up to CHECK_SEED scenes have no dice
CHECK_SEED = 9_000_000  # from here on scenes are for checking only


def one_scene(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The scene of that seed."""
    cv2.setNumThreads(1)
    picture, dice = render_scene(np.random.default_rng(seed), with_dice=not BARE_SEED <= seed < CHECK_SEED)
    rows = [(die.value, die.x, die.y, die.edge, float(die.readable)) for die in dice]
    return picture, np.array(rows, np.float32).reshape(-1, 5)


def gather(path: Path, first_seed: int, count: int, processes: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Render `count` scenes, or load them if that was done before."""
    if path.exists():
        stored = np.load(path)
        return stored["pictures"], stored["dice"]
    pictures = np.empty((count, WINDOW.height, WINDOW.width, 3), np.uint8)
    tables = []
    with multiprocessing.Pool(processes) as pool:
        for number, (picture, rows) in enumerate(pool.imap(one_scene, range(first_seed, first_seed + count), 16)):
            pictures[number] = picture
            tables.append(np.concatenate([np.full((len(rows), 1), number, np.float32), rows], 1))
    dice = np.concatenate(tables)
    np.savez(path, pictures=pictures, dice=dice)
    return pictures, dice
