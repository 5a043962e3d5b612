"""Where the table differs from the empty one, also when the lamp has changed since.

The lamp's change is smooth over the table and touches most of it; a piece changes a small part abruptly. So a smooth
gain is fitted for each colour, with pieces as outliers, and what the relit empty table does not explain is new.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

COARSE = (24, 14)  # width, height: enough for light, and a fit over it costs next to nothing
FIT_STEPS = 4
RIDGE = 1e-3
DARKEST = 3.0  # grey levels; keeps logarithms of black finite


@dataclass(frozen=True, slots=True)
class DifferenceSettings:
    """Limits for pictures 384 pixels wide, measured on simulated tables with dice in five lights."""

    outlier: float = 0.08  # change of gain, as logarithm, from which a part of the table counts less and less
    least_change: float = 6.0  # grey levels
    relative_change: float = 0.06  # of the expected brightness: grain never fits to the last bit
    noise_factor: float = 5.0
    most_noise: float = 12.0  # grey levels; if the middle pixel differs by more, this is not the remembered table
    grain_window: int = 7  # pixels: changes of the grain are summed up over so many
    grain_around: int = 21  # pixels: broader differences are light, not grain
    strong_change: float = 10.0  # grey levels; more is no grain
    least_grain: float = 1.2  # grey levels in the mean
    relative_grain: float = 0.012
    grain_factor: float = 2.2  # times the middle value, which is noise
    speck: int = 3  # pixels: thinner things are noise
    gap: int = 5  # pixels: outlines are closed over gaps like this
    least_area: int = 24  # pixels; the smallest balls have 60
    deepest_shade: float = 0.3  # of the light: what is darker is a thing
    shade_tint: float = 1.2  # the best lit colour over the least lit: lamp and sky cast shades of other tints
    brightest_shade: float = 1.03  # of the light, since noise goes both ways
    most_share: float = 0.6  # more of the picture than this cannot be pieces


def differing(
    empty: NDArray[np.uint8], now: NDArray[np.uint8], settings: DifferenceSettings | None = None
) -> NDArray[np.bool_] | None:
    """True where something is new, with outlines filled; None if that would be most of the picture."""
    settings = settings or DifferenceSettings()
    expected = relit(empty, now, settings.outlier)
    change = cv2.absdiff(now, expected)
    noise = float(np.median(change[::8, ::8]))
    if noise > settings.most_noise:
        return None
    allowed = cv2.addWeighted(expected, settings.relative_change, expected, 0.0, settings.least_change)
    blue, green, red = cv2.split(cv2.subtract(change, allowed))
    limit = max(0.0, settings.noise_factor * noise - settings.least_change)
    is_new = cv2.max(cv2.max(blue, green), red) > limit
    mask = (is_new | has_other_grain(expected, now, settings)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((settings.speck, settings.speck), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((settings.gap, settings.gap), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    large = [outline for outline in outlines if cv2.contourArea(outline) >= settings.least_area]
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, large, -1, 1, cv2.FILLED)
    if np.count_nonzero(filled) > settings.most_share * filled.size:
        return None
    return filled.astype(np.bool_)


def is_shade(
    empty: NDArray[np.uint8], now: NDArray[np.uint8], settings: DifferenceSettings | None = None
) -> NDArray[np.bool_]:
    """True where the picture now may be the empty table in less light, of all colours alike: a shadow, and no thing."""
    settings = settings or DifferenceSettings()
    expected = cv2.add(relit(empty, now, settings.outlier), (DARKEST, DARKEST, DARKEST, 0))
    lit = cv2.divide(cv2.add(now, (DARKEST, DARKEST, DARKEST, 0)), expected, dtype=cv2.CV_32F)
    blue, green, red = cv2.split(lit)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    is_darker = (most <= settings.brightest_shade) & (least >= settings.deepest_shade)
    return np.asarray(is_darker & (most <= settings.shade_tint * least), np.bool_)


def has_other_grain(
    expected: NDArray[np.uint8], now: NDArray[np.uint8], settings: DifferenceSettings
) -> NDArray[np.bool_]:
    """True where the table's fine pattern is hidden or another one lies on it: a thing in the very colour of the table.

    Every single pixel of it may be within the noise; all together they are not.
    """
    was = cv2.cvtColor(expected, cv2.COLOR_BGR2GRAY).astype(np.float32)
    change = cv2.subtract(cv2.cvtColor(now, cv2.COLOR_BGR2GRAY).astype(np.float32), was)
    # Held within bounds, or a strong change would reach far around itself.
    change = np.clip(change, -settings.strong_change, settings.strong_change)
    around, window = (settings.grain_around, settings.grain_around), (settings.grain_window, settings.grain_window)
    fine = cv2.absdiff(change, cv2.blur(change, around))
    energy = np.asarray(cv2.blur(fine, window), np.float32)
    least = max(settings.least_grain, settings.grain_factor * float(np.median(energy[::8, ::8])))
    # The window reaches over the edge of a thing: what it adds around is taken off again.
    seen = (energy > least + settings.relative_grain * was).astype(np.uint8)
    return np.asarray(cv2.erode(seen, np.ones((settings.speck, settings.speck), np.uint8)), np.bool_)


def relit(empty: NDArray[np.uint8], now: NDArray[np.uint8], outlier: float) -> NDArray[np.uint8]:
    """The empty table in the light of the picture now."""
    then = np.log(cv2.resize(empty, COARSE, interpolation=cv2.INTER_AREA).astype(np.float32) + np.float32(DARKEST))
    later = np.log(cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA).astype(np.float32) + np.float32(DARKEST))
    terms = smooth_terms()
    ratios = (later - then).reshape(-1, 3).T.astype(np.float64)  # a row for each colour
    gains = np.repeat(np.median(ratios, axis=1, keepdims=True), ratios.shape[1], axis=1)
    # A whisper of ridge keeps the corners calm where pieces hide the table.
    ridge = RIDGE * np.eye(terms.shape[1])
    for _ in range(FIT_STEPS):
        weights = 1 / (1 + ((ratios - gains) / outlier) ** 2) ** 2
        weighted = weights[:, :, np.newaxis] * terms
        sums = weighted.transpose(0, 2, 1) @ ratios[:, :, np.newaxis]
        gains = (terms @ np.linalg.solve(weighted.transpose(0, 2, 1) @ terms + ridge, sums))[:, :, 0]
    coarse = np.exp(gains.T).astype(np.float32).reshape(COARSE[1], COARSE[0], 3)
    gain = cv2.resize(coarse, (empty.shape[1], empty.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(empty, gain, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=1)
def smooth_terms() -> NDArray[np.float64]:
    """1, x, y, x^2, xy, y^2 at every coarse pixel, from -1 to 1: a lamp's light over a table is no more crooked."""
    y, x = np.mgrid[-1 : 1 : COARSE[1] * 1j, -1 : 1 : COARSE[0] * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
