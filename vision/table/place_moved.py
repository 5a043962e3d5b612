"""Whether the camera was moved, told by the table's own pattern in small pictures.

The pictures are compared block by block. A block that fits best where it was says the camera is where it was, whatever
lies in the other blocks; pieces and hands spoil some blocks, a moved camera spoils or shifts them all.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

NOISE_LEFT = 0.375  # of white noise after the 3x3 blur
WEAKEST = 1e-3
WAYS = tuple((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0))  # where else a block is tried, pixels
BLACK = 8.0  # grey levels added to the brightness, so that the dark does not blow up


@dataclass(frozen=True, slots=True)
class MovedSettings:
    """Limits for pictures 384 pixels wide; measured on simulated tables of wood, felt and cloth in five lights.

    Of 30 pictures with dice, a hand, other exposure or another lamp none was called moved; of 30 with the camera moved
    by 2 to 60 mm, turned by 1.5 or tilted by 3 degrees one tilt was missed.
    """

    columns: int = 6
    rows: int = 4
    least_fit: float = 0.35  # correlation; an unrelated block stays below 0.25
    best_share: float = 0.95  # of the best correlation around must be reached at the old place
    least_pattern: float = 0.5  # per cent of the brightness: blocks with a weaker pattern tell nothing
    noise_factor: float = 2.0  # and they must have this many times the noise
    least_blocks: int = 6  # with fewer telling blocks nothing is claimed
    resting_share: float = 0.25  # of the telling blocks must rest
    broad_pixels: int = 15  # light and shadow broader than this are taken out first


def has_shifted(
    before: NDArray[np.uint8], now: NDArray[np.uint8], noise: float, settings: MovedSettings | None = None
) -> bool:
    """Whether the second picture shows the table from elsewhere; False if the table has no pattern to tell it by.

    `noise` is the standard deviation of the noise in the first picture, in grey levels.
    """
    settings = settings or MovedSettings()
    old, new = pattern(before, settings.broad_pixels), pattern(now, settings.broad_pixels)
    blocks = (settings.columns, settings.rows)
    strength = np.sqrt(block_means(old * old, blocks))
    floor = 100 * NOISE_LEFT * noise / (block_means(before[..., 1].astype(np.float32), blocks) + BLACK)
    telling = strength >= np.maximum(settings.least_pattern, settings.noise_factor * floor)
    if np.count_nonzero(telling) < settings.least_blocks:
        return False
    scale = np.maximum(strength * np.sqrt(block_means(new * new, blocks)), WEAKEST)
    here = block_means(old * new, blocks) / scale
    elsewhere = np.max([block_means(old * np.roll(new, way, (0, 1)), blocks) / scale for way in WAYS], axis=0)
    rests = telling & (here >= settings.least_fit) & (here >= settings.best_share * elsewhere)
    return bool(np.count_nonzero(rests) < settings.resting_share * np.count_nonzero(telling))


def block_means(picture: Floats, blocks: tuple[int, int]) -> Floats:
    """The mean of every block, (rows, columns)."""
    return np.asarray(cv2.resize(picture, blocks, interpolation=cv2.INTER_AREA), np.float32)


def pattern(pixels: NDArray[np.uint8], broad_pixels: int) -> Floats:
    """Grain, threads and prints in per cent of the brightness around: free of lamp and shadow."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3), 0)
    around = cv2.blur(grey, (broad_pixels, broad_pixels))
    return np.asarray(100 * (grey - around) / (around + BLACK), np.float32)
