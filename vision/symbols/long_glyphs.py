"""Which way a long glyph lies, as a wrench does: along it, its picture tells little of how the face is squeezed.

A star that another maker prints larger looks larger; a wrench that is printed longer looks squeezed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.symbols.patches import CROP, Crops, Floats, TopFace


@dataclass(frozen=True, slots=True)
class LongSettings:
    """What counts as long; lengths in edges."""

    reach: float = 0.42  # from the face's middle: what is farther out is not looked at
    rim: tuple[float, float] = (0.38, 0.46)  # where the body's own colour is seen
    clear: float = 0.5  # of the strongest difference from the body: from here on it is glyph
    long_below: float = 0.6  # width by length; wrenches have 0.3 to 0.45, stars 0.9 and more


def long_ways(
    crops: Crops, numbers: Sequence[int], faces: Sequence[TopFace], settings: LongSettings | None = None
) -> Floats:
    """For each face (n, 2) the cosine and sine of twice the angle at which its glyph lies; zero if it is not long."""
    settings = settings or LongSettings()
    return np.array([long_way(crops, number, face, settings) for number, face in zip(numbers, faces, strict=True)])


def long_way(crops: Crops, number: int, face: TopFace, settings: LongSettings) -> tuple[float, float]:
    """How the glyph of one face lies in the picture."""
    light = crops.light[number * CROP : (number + 1) * CROP]
    x, y = (face.centre - crops.start[number]) / crops.step[number]
    edge = face.edge / crops.step[number]
    down, across = np.mgrid[:CROP, :CROP]
    across, down = across - x, down - y
    away = np.hypot(across, down) / edge
    is_rim = (away >= settings.rim[0]) & (away <= settings.rim[1])
    inside = away <= settings.reach
    if not is_rim.any() or not inside.any():
        return 0.0, 0.0
    other = np.abs(light - np.median(light[is_rim], axis=0)).sum(axis=2)
    is_glyph = inside & (other >= settings.clear * float(np.percentile(other[inside], 98)))
    if not is_glyph.any():
        return 0.0, 0.0
    spread = np.cov(np.stack([across[is_glyph], down[is_glyph]]), bias=True)
    middle, half = (spread[0, 0] + spread[1, 1]) / 2, (spread[0, 0] - spread[1, 1]) / 2
    swing = math.hypot(half, spread[0, 1])
    if swing <= 0 or math.sqrt(max(0.0, middle - swing) / (middle + swing)) >= settings.long_below:
        return 0.0, 0.0
    return half / swing, spread[0, 1] / swing
