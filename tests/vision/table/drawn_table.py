"""A bare table drawn from noise, with grain, a lamp and dice on it: for what is told by comparing two pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame

SIZE = (1024, 576)
MARGIN = 80
DIE = 44  # pixels
DICE = ((220, 150), (520, 330), (800, 210), (420, 470), (880, 480))


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the table."""

    grain: float = 0.10  # how much the grain differs from the mean; 0 is a plain table
    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)  # blue, green, red
    lamp_side: float = 0.0  # how much brighter the right side is
    dice: tuple[tuple[int, int], ...] = ()
    die_colour: tuple[float, float, float] | None = None  # None: the very colour of the table
    shift: tuple[float, float] = (0.0, 0.0)  # of the camera, pixels
    turn_degrees: float = 0.0
    has_hand: bool = False
    noise: float = 2.0
    seed: int = 1


TABLE = (46.0, 74.0, 112.0)


@lru_cache(maxsize=4)
def wood(grain: float) -> NDArray[np.float32]:
    """A table larger than the picture: grain along x, in parts of its mean brightness."""
    rng = np.random.default_rng(11)
    shape = (SIZE[1] + 2 * MARGIN, SIZE[0] + 2 * MARGIN)
    fine = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 9, sigmaY=2)
    broad = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 30, sigmaY=6)
    return np.asarray(1 + grain * (fine / fine.std() + broad / broad.std()) / 1.4, np.float32)


def shot(how: Shot) -> Frame:
    """Take the picture."""
    colour = np.array(TABLE, np.float32)
    table = wood(how.grain)[..., np.newaxis] * colour
    for number, (x, y) in enumerate(how.dice):
        draw_die(table, (x + MARGIN, y + MARGIN), 17.0 * number, how.die_colour or TABLE)
    if how.has_hand:
        cv2.ellipse(table, (MARGIN + 560, MARGIN + 520), (120, 260), 10, 0, 360, (120, 150, 205), cv2.FILLED)
    middle = (table.shape[1] / 2, table.shape[0] / 2)
    matrix = cv2.getRotationMatrix2D(middle, how.turn_degrees, 1.0)
    matrix[:, 2] += (how.shift[0] - MARGIN, how.shift[1] - MARGIN)
    seen = cv2.warpAffine(table, matrix, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    across = 1 + how.lamp_side * np.linspace(-0.5, 0.5, SIZE[0], dtype=np.float32)
    lit = seen * across[np.newaxis, :, np.newaxis] * np.array(how.lamp, np.float32)
    rng = np.random.default_rng(how.seed)
    return Frame(np.clip(lit + rng.normal(0, how.noise, lit.shape), 0, 255).astype(np.uint8))


def draw_die(
    table: NDArray[np.float32], place: tuple[int, int], degrees: float, colour: tuple[float, float, float]
) -> None:
    """A plain die with the thin shadow it throws."""
    shadow = np.ones(table.shape[:2], np.float32)
    corners = cv2.boxPoints(((place[0] + 5, place[1] + 5), (DIE, DIE), degrees)).astype(np.int32)
    cv2.fillConvexPoly(shadow, corners, 0.72)
    table *= cv2.GaussianBlur(shadow, (0, 0), 2.5)[..., np.newaxis]
    cv2.fillConvexPoly(table, cv2.boxPoints((place, (DIE, DIE), degrees)).astype(np.int32), colour, cv2.LINE_AA)
