"""Holding a flattened card against a taught picture, cell by cell: which cells agree, contradict or are covered."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

CELL = 12  # pixels
COMPARED_SIDE = 192  # pixels of the longer side
AGREEING = 0.6  # likeness; of whole court and art cards 87 to 100 % of the cells lie above
CONTRADICTING = 0.35
STRANGE = 40.0  # grey levels
LEAST_PRINT = 20.0  # grey levels of spread in a cell, over the three channels
EXTRA_PRINT = 40.0  # the same in the picture, where light and fit add some
DIFFERENT = 16.0  # grey levels of mean difference between two taught cards
NOISE = 12.0  # squared grey levels
ALL_CHANNELS = np.ones((1, 3), np.float32)
# How a cell may lie off: the fit of a card is never exact to the pixel, and paper bends.
SLIPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a card's cells say, all arrays (rows, columns) of cells."""

    likeness: NDArray[np.float32]  # -1..1, how far print and taught picture go together within the cell
    telling: NDArray[np.bool_]  # there is print in the taught cell or in the seen one, not just paper
    strange: NDArray[np.float32]  # how far the cell's mean colour is off, in grey levels of the taught picture

    def share(self, cells: NDArray[np.bool_]) -> float:
        """How many of the telling cells are among these."""
        return float((cells & self.telling).sum()) / max(1, int(self.telling.sum()))

    def agreeing(self) -> NDArray[np.bool_]:
        """Cells that show the taught print."""
        return self.likeness > AGREEING

    def contradicting(self) -> NDArray[np.bool_]:
        """Cells that show other print in about the taught colours: another card, not something lying on this one."""
        return (self.likeness < CONTRADICTING) & (self.strange < STRANGE)

    def covered(self) -> NDArray[np.bool_]:
        """Cells that show something else altogether."""
        return (self.likeness < CONTRADICTING) & (self.strange >= STRANGE)


def compare(flat: NDArray[np.uint8], taught: NDArray[np.uint8]) -> Comparison:
    """Compare two pictures of one size; each cell may slip by a pixel, and colours are levelled before."""
    rows, columns = taught.shape[0] // CELL, taught.shape[1] // CELL
    height, width = rows * CELL, columns * CELL
    cells = (columns, rows)
    wanted = taught[:height, :width].astype(np.float32)
    seen = level_colours(flat[:height, :width].astype(np.float32), wanted)
    wanted_mean, wanted_spread = cell_figures(wanted, cells)
    seen_mean, seen_spread = cell_figures(seen, cells)
    # Noise and rounding count as spread of their own, so that plain paper resembles nothing.
    lengths = np.sqrt((wanted_spread + NOISE) * (seen_spread + NOISE))
    # Centred by cell, the taught print alone makes the products those of the deviations.
    print_only = wanted - cv2.resize(wanted_mean, (width, height), interpolation=cv2.INTER_NEAREST)
    framed = cv2.copyMakeBorder(seen, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    likeness = np.full((rows, columns), -1.0, np.float32)
    for right, down in SLIPS:
        slipped = framed[1 + down : 1 + down + height, 1 + right : 1 + right + width]
        summed = cv2.transform(cv2.multiply(slipped, print_only), ALL_CHANNELS).reshape(height, width)
        likeness = np.maximum(likeness, cv2.resize(summed, cells, interpolation=cv2.INTER_AREA) / lengths)
    # Print where the taught card is blank tells as much: a five is a four with one pip more.
    telling = (wanted_spread >= LEAST_PRINT**2) | (seen_spread >= EXTRA_PRINT**2)
    strange = np.abs(seen_mean - wanted_mean).max(axis=2)
    return Comparison(np.minimum(likeness, 1.0).astype(np.float32), telling, np.asarray(strange, np.float32))


def differing_cells(picture: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The cells in which two taught pictures of one size are not the same."""
    rows, columns = picture.shape[0] // CELL, picture.shape[1] // CELL
    difference = cv2.absdiff(picture, other)[: rows * CELL, : columns * CELL]
    mean = cv2.resize(difference, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(mean.max(axis=2) > DIFFERENT, np.bool_)


def cell_figures(
    picture: NDArray[np.float32], cells: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean colour of each cell, and the squared spread of its pixels summed over the channels."""
    mean = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    squared = cv2.resize(cv2.multiply(picture, picture), cells, interpolation=cv2.INTER_AREA)
    return np.asarray(mean, np.float32), np.maximum((squared - mean * mean).sum(axis=2), 0)


def level_colours(seen: NDArray[np.float32], wanted: NDArray[np.float32]) -> NDArray[np.float32]:
    """The seen picture with each channel's light and haze taken out, fitted where most pixels agree."""
    size = (wanted.shape[1] // 6, wanted.shape[0] // 6)
    x = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    y = cv2.resize(wanted, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    gain, offset = fit_lines(x, y)
    return np.asarray(seen * gain + offset, np.float32)


def fit_lines(x: NDArray[np.float32], y: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Gain (0.3 to 8) and offset of each column that bring x to y, fitted three times without the worst third."""
    weights = np.ones((len(x), 1), np.float32)
    gain, offset = np.ones(x.shape[1], np.float32), np.zeros(x.shape[1], np.float32)
    for _ in range(3):
        total = weights.sum(axis=0)
        mean_x, mean_y = (weights * x).sum(axis=0) / total, (weights * y).sum(axis=0) / total
        away = weights * (x - mean_x)
        spread, together = (away * (x - mean_x)).sum(axis=0), (away * (y - mean_y)).sum(axis=0)
        gain = np.clip(together / np.maximum(spread, 1e-3), 0.3, 8.0)
        offset = mean_y - gain * mean_x
        off = np.abs(gain * x + offset - y).max(axis=1)
        kept = off <= np.partition(off, 2 * len(off) // 3)[2 * len(off) // 3]
        weights = np.asarray(kept, np.float32)[:, np.newaxis]
    return gain, offset
