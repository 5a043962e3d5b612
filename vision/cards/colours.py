"""Bringing a flat card into a taught picture's light: white balance, tone curve, and a sheen that changes slowly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ColourSettings:
    """How the two lights are fitted.

    Measured in November 2026 on rendered tables (tools/render/scenes/card.py).
    """

    coarser: int = 8  # light is fitted in a picture that much smaller
    rounds: int = 3
    outlier: float = 10.0  # grey levels beyond which a pixel says less: it may be covered, or another print
    levels: int = 8  # of brightness; a few signs on white paper say as much about the light as the paper does
    rarest: float = 0.02  # share of the card's pixels below which a level of brightness counts no more
    bending: float = 0.02  # what it costs to use anything but a gain and an offset, for each pixel
    least_gain: float = 0.3
    most_gain: float = 8.0
    brightest: float = 245.0  # grey levels; brighter would be clipped, and the slow light is levelled later


def level_colours(seen: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The seen picture in the taught one's light, and how much brighter it became."""
    settings = ColourSettings()
    height, width = wanted.shape[:2]
    size = (max(4, width // settings.coarser), max(4, height // settings.coarser))
    x, y = (
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32) / 255
        for picture in (seen, wanted)
    )
    weights = evenly_weighted(y, settings)
    gain, offset = fit_lines(x, y, weights, settings)
    fits = fit_light(x, y, weights, gain, offset, place_terms(size), settings)
    return relit_with(seen, fits, size, settings), float(np.mean(gain))


def evenly_weighted(y: NDArray[np.float32], settings: ColourSettings) -> NDArray[np.float32]:
    """How much each pixel of the taught picture counts, so that every level of brightness counts about the same."""
    bins = np.minimum((y.mean(axis=1) * settings.levels).astype(np.intp), settings.levels - 1)
    counts = np.maximum(np.bincount(bins, minlength=settings.levels), settings.rarest * len(y))
    weights = 1 / counts[bins]
    return np.asarray(weights / weights.sum(), np.float32)


def fit_lines(
    x: NDArray[np.float32], y: NDArray[np.float32], weights: NDArray[np.float32], settings: ColourSettings
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Gain and offset of each channel that bring most of x to y."""
    trusted = weights[:, np.newaxis]
    gain, offset = np.ones(3, np.float32), np.zeros(3, np.float32)
    for _ in range(settings.rounds):
        total = trusted.sum(axis=0)
        mean_x, mean_y = (trusted * x).sum(axis=0) / total, (trusted * y).sum(axis=0) / total
        away = trusted * (x - mean_x)
        spread, together = (away * (x - mean_x)).sum(axis=0), (away * (y - mean_y)).sum(axis=0)
        gain = np.clip(together / np.maximum(spread, 1e-6), settings.least_gain, settings.most_gain)
        offset = mean_y - gain * mean_x
        off = np.abs(gain * x + offset - y).max(axis=1)
        trusted = (weights / np.maximum(off / max(float(np.median(off)), 0.01), 1.0) ** 2)[:, np.newaxis]
    return np.asarray(gain, np.float32), np.asarray(offset, np.float32)


@cache
def place_terms(size: tuple[int, int]) -> NDArray[np.float32]:
    """1, x, y and their products at every pixel, both -1..1: a sheen is a sum of these."""
    across, down = np.meshgrid(
        np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    )
    x, y = across.ravel(), down.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


@dataclass(frozen=True, slots=True)
class Light:
    """What brings one channel of the seen picture to the taught one's light."""

    mix: NDArray[np.float32]  # (3,) of the three seen channels
    curve: float  # of the channel's square
    sheen: NDArray[np.float32]  # (6,) of the place's terms
    slope: NDArray[np.float32]  # (2,) of the channel times across and down


def fit_light(
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    weights: NDArray[np.float32],
    gain: NDArray[np.float32],
    offset: NDArray[np.float32],
    places: NDArray[np.float32],
    settings: ColourSettings,
) -> list[Light]:
    """The light of each channel: a gain and an offset, and as little else as explains what most pixels show."""
    lights = []
    off = y - (gain * x + offset)
    for channel in range(3):
        own = x[:, channel : channel + 1]
        terms = np.hstack([x, own * own, places, own * places[:, 1:3]])
        costs = np.full(terms.shape[1], settings.bending, np.float32)
        costs[[channel, 4]] = 1e-5
        values = np.zeros(terms.shape[1], np.float32)
        for _ in range(settings.rounds):
            left = off[:, channel] - terms @ values
            trusted = weights / np.maximum(np.abs(left) * 255 / settings.outlier, 1.0) ** 2
            weighted = terms * (trusted / trusted.sum())[:, np.newaxis]
            values = np.linalg.solve(terms.T @ weighted + np.diag(costs), weighted.T @ off[:, channel])
        mix, sheen = values[:3].copy(), values[4:10].copy()
        mix[channel] += gain[channel]
        sheen[0] += offset[channel]
        lights.append(Light(mix, float(values[3]), sheen, values[10:]))
    return lights


def relit_with(
    seen: NDArray[np.uint8], lights: list[Light], size: tuple[int, int], settings: ColourSettings
) -> NDArray[np.uint8]:
    """The picture in the fitted light."""
    places = place_terms(size)
    full = seen.shape[1::-1]
    x = seen.astype(np.float32)
    sheen, slope = (
        cv2.resize(np.ascontiguousarray(values, np.float32).reshape(size[1], size[0], 3), full)
        for values in (
            255 * places @ np.array([light.sheen for light in lights]).T,
            places[:, 1:3] @ np.array([light.slope for light in lights]).T,
        )
    )
    curve = np.array([light.curve / 255 for light in lights], np.float32)
    bent = cv2.multiply(x, cv2.add(slope, x * curve))
    out = cv2.add(cv2.add(cv2.transform(x, np.array([light.mix for light in lights])), sheen), bent)
    most = float(np.percentile(out[::4, ::4], 98)) / settings.brightest
    return np.asarray(np.clip(out / max(most, 1.0), 0, 255), np.uint8)
