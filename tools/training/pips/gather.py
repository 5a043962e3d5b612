"""Many scenes at once, kept in one file: pictures, and what is true about the dice on them."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.pips.cameras import WINDOW
from tools.render.pips.small_tables import render_small_scene
from tools.render.pips.tables import Die, render_scene

BARE_SEED = 5_000_000  # from here up to SMALL_SEED scenes have no dice
SMALL_SEED = 7_000_000  # from here up to CHECK_SEED they are full of small dice
CHECK_SEED = 9_000_000  # from here on scenes are for checking only


@dataclass(frozen=True)
class Gathered:
    """Scenes (n, h, w, 3) with two lists of rows whose first column is the scene's number."""

    pictures: NDArray[np.uint8]
    dice: NDArray[np.float32]  # scene, value, x, y, edge, readable
    faces: NDArray[np.float32]  # top faces and sides: scene, x, y, edge, slant to the right and down, is a side


def one_scene(seed: int) -> tuple[NDArray[np.uint8], list[Die]]:
    """The scene of that seed."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    if SMALL_SEED <= seed < CHECK_SEED:
        return render_small_scene(rng)
    return render_scene(rng, with_dice=not BARE_SEED <= seed < SMALL_SEED)


def gather(path: Path, first_seed: int, count: int, processes: int) -> Gathered:
    """Render `count` scenes, or load them if that was done before."""
    if path.exists():
        stored = np.load(path)
        return Gathered(stored["pictures"], stored["dice"], stored["faces"])
    pictures = np.empty((count, WINDOW.height, WINDOW.width, 3), np.uint8)
    dice: list[tuple[float, ...]] = []
    faces: list[tuple[float, ...]] = []
    with multiprocessing.Pool(processes) as pool:
        for number, (picture, truth) in enumerate(pool.imap(one_scene, range(first_seed, first_seed + count), 16)):
            pictures[number] = picture
            for die in truth:
                dice.append((number, die.value, die.x, die.y, die.edge, float(die.readable)))
                faces.append((number, die.x, die.y, die.edge, *die.slant, 0.0))
                faces.extend((number, side.x, side.y, side.edge, *side.slant, 1.0) for side in die.sides)
    told = Gathered(pictures, as_rows(dice, 6), as_rows(faces, 7))
    np.savez(path, pictures=told.pictures, dice=told.dice, faces=told.faces)
    return told


def as_rows(rows: list[tuple[float, ...]], columns: int) -> NDArray[np.float32]:
    """Rows as an array, also if there are none."""
    return np.array(rows, np.float32).reshape(-1, columns)
