"""Whether a thing is as large as a card: around a chip or a marker the table is seen where a card would still be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import DigitPlace
from vision.numbers.grid import Grid
from vision.numbers.naming import Halves

Floats = NDArray[np.float64]
Steps = tuple[tuple[float, float], tuple[float, float]]  # of a grid, right and down, in pixels


@dataclass(frozen=True, slots=True)
class SurroundingsSettings:
    """Where to look. Lengths in steps from card to card, differences in levels of the picture."""

    half_width: float = 0.33  # from a card's middle to a line that is well inside of it
    half_height: float = 0.37
    outer: float = 1.0  # so far from all cards only the table or things beside them are seen ...
    farthest: float = 2.2  # ... and farther it may be another table in another light
    seen_again: float = 0.1  # a tone that so large a part of what lies around the cards has is the table's
    same_tone: float = 14.0
    # If more of the cards have as much of the table's tones in them, those tell nothing: light paper in a shadow or
    # on a light table, dark paper on a dark one. One of eight colours may be the table's own.
    like_table: float = 0.5
    cards_like_table: float = 0.15
    samples: int = 13  # along a side of the field in which the table's tones are gathered


def small_things(halves: Halves, at: Sequence[DigitPlace], cards: Sequence[DigitPlace], grid: Grid) -> Floats:
    """How much of what is around each place, where a card there would still be, looks like the table: 0 to 1.

    All 0 if the table's tones are not known, or if they are the cards' own.
    """
    settings = SurroundingsSettings()
    if not at or not cards:
        return np.zeros(len(at))
    smooth, scale = halves.fit_for(0.04 * max(math.hypot(*grid.right), math.hypot(*grid.down)))
    table = table_tones(smooth, scale, cards, grid, settings)
    if not len(table):
        return np.zeros(len(at))
    rings = tones(smooth, ring_points([*at, *cards], grid, settings) * scale)
    share = like_table(rings, table, settings)
    is_told = (share[len(at) :] >= settings.like_table).mean() <= settings.cards_like_table
    return share[: len(at)] * is_told


def ring_points(places: Sequence[DigitPlace], grid: Grid, settings: SurroundingsSettings) -> Floats:
    """(places, points, 2): a rectangle around each place, well inside of the card that would lie there."""
    line = np.linspace(-1, 1, 5)
    sides = [(at, end) for at in line for end in (-1.0, 1.0)] + [(end, at) for at in line[1:-1] for end in (-1.0, 1.0)]
    around = np.array(sides) * (settings.half_width, settings.half_height)
    middles = np.array([(place.x, place.y) for place in places])
    return np.asarray(middles[:, None] + around @ np.array([grid.right, grid.down]), np.float64)


def table_tones(
    pixels: NDArray[np.uint8], scale: float, cards: Sequence[DigitPlace], grid: Grid, settings: SurroundingsSettings
) -> Floats:
    """(points, 3): colours of what lies near the cards but not where one of them is."""
    step = np.array([grid.right, grid.down])
    flat = np.array([(card.x, card.y) for card in cards]) @ np.linalg.inv(step)
    low, high = flat.min(axis=0) - settings.farthest, flat.max(axis=0) + settings.farthest
    lines = [np.linspace(low[axis], high[axis], 2 * settings.samples) for axis in (0, 1)]
    field = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    away = np.abs(field[:, None] - flat).max(axis=2).min(axis=1)
    points = field[(away > settings.outer) & (away < settings.farthest)] @ step * scale
    is_in = (points >= 0).all(axis=1) & (points < (pixels.shape[1] - 1, pixels.shape[0] - 1)).all(axis=1)
    return tones(pixels, points[None, is_in])[0] if is_in.any() else np.zeros((0, 3))


def tones(pixels: NDArray[np.uint8], points: Floats) -> Floats:
    """(places, points, 3): the picture's colours there; beyond the border as it ends there."""
    x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
    taken = cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken.reshape(*points.shape[:2], 3), np.float64)


def like_table(rings: Floats, table: Floats, settings: SurroundingsSettings) -> Floats:
    """(places): the share of each ring's points whose tone is common around the cards."""
    away = np.abs(rings[:, :, None] - table).max(axis=3)
    return np.asarray(((away < settings.same_tone).mean(axis=2) > settings.seen_again).mean(axis=1), np.float64)
