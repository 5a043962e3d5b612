"""Taking a shadow's edge off a flat card: one step in brightness, the same in all colours, along one smooth line.

Another print never looks like that, so a card can be relit before its print is compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ShadeSettings:
    """When a brightness step is a shadow's; logarithms, so 0.1 is a tenth.

    Measured in November 2026 on rendered tables (tools/render/scenes/card.py: "shaded", and all others, which have
    none).
    """

    coarse: int = 4  # the light is fitted in a picture that much smaller, then in a finer one
    fine: int = 2
    coarse_rounds: int = 8
    fine_rounds: int = 6
    least_usable: float = 0.15  # share of the card in which light can be measured
    least_step: float = 0.2
    most_step: float = 1.6
    least_side: float = 0.06  # share of the card on either side of the edge
    most_colour: float = 0.16  # between the steps of two channels
    most_left: float = 0.6  # of the spread without the shadow
    darkest: float = 35.0  # grey levels of taught print in which light cannot be measured
    brightest: float = 250.0
    outlier: float = 0.08  # beyond which a pixel says less
    most_off: float = 0.5
    straight: float = 1e-4  # what bending the edge costs


def relit(seen: NDArray[np.uint8], taught: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The seen card as if no shadow's edge lay across it; unchanged if there is none."""
    settings = ShadeSettings()
    rough = brightness_of(seen, taught, settings.coarse, settings)
    if np.mean(rough.usable) < settings.least_usable:
        return seen
    start = rough_shade(rough, settings)
    if start is None:
        return seen
    values = fit_shade(rough, start, settings.coarse_rounds, settings)
    if not is_shadow(rough, values, settings):
        return seen
    fine = brightness_of(seen, taught, settings.fine, settings)
    light = light_of(fine.terms, fit_shade(fine, values, settings.fine_rounds, settings))
    gain = np.exp(np.clip(light.max() - light, 0, settings.most_step)).astype(np.float32).reshape(fine.shape)
    gain = cv2.resize(gain, taught.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(cv2.multiply(seen.astype(np.float32), cv2.merge([gain] * 3))), np.uint8)


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the seen card is against the taught one, in a smaller picture; one row a pixel."""

    ratio: NDArray[np.float32]  # (pixels, 3), logarithms
    usable: NDArray[np.bool_]
    terms: NDArray[np.float32]  # (pixels, 6)
    shape: tuple[int, int]


def brightness_of(
    seen: NDArray[np.uint8], taught: NDArray[np.uint8], coarser: int, settings: ShadeSettings
) -> Brightness:
    """Where light can be measured, and how bright it is there."""
    size = (max(8, taught.shape[1] // coarser), max(8, taught.shape[0] // coarser))
    x, y = (cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32) for picture in (seen, taught))
    usable = (y.min(axis=2) > settings.darkest) & (x.max(axis=2) < settings.brightest)
    return Brightness(cv2.log((x + 4) / (y + 4)).reshape(-1, 3), usable.ravel(), grid_terms(size), size[::-1])


@cache
def grid_terms(size: tuple[int, int]) -> NDArray[np.float32]:
    """1, x, y and their products at every pixel, both -1..1: a line in these is a slightly bent line on the card."""
    across, down = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    x, y = across.ravel(), down.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


def rough_shade(rough: Brightness, settings: ShadeSettings) -> NDArray[np.float64] | None:
    """Two levels of brightness with about a line between them; None if no shadow looks like that."""
    ratio, at = rough.ratio[rough.usable], rough.terms[rough.usable]
    grey = ratio.mean(axis=1)
    is_lit = grey > two_levels(grey)
    if not settings.least_side <= float(np.mean(is_lit)) <= 1 - settings.least_side:
        return None
    lit, dark = (np.median(ratio[side], axis=0) for side in (is_lit, ~is_lit))
    steps = lit - dark
    step = float(steps.mean())
    if not settings.least_step <= step <= settings.most_step or float(np.ptp(steps)) > settings.most_colour:
        return None
    line = np.linalg.lstsq(at[:, :3], np.where(is_lit, 3.0, -3.0).astype(np.float32), rcond=None)[0]
    return np.array([float(lit.mean()), 0.0, 0.0, step, *line, 0.0, 0.0, 0.0])


def fit_shade(
    brightness: Brightness, start: NDArray[np.float64], rounds: int, settings: ShadeSettings
) -> NDArray[np.float64]:
    """The light's brightness, its slope across and down, the shadow's depth, and the six terms of its edge."""
    values, at = start.copy(), brightness.terms[brightness.usable]
    grey = brightness.ratio[brightness.usable].mean(axis=1)
    # Careful steps: far off, the fit would jump. An edge is hardly bent, and light hardly slopes.
    careful = np.array([0.0, *[settings.straight] * 2, 0.0, 0.0, 0.0, 0.0, *[settings.straight] * 3]) * len(grey)
    for _ in range(rounds):
        edge = sigmoid(at @ values[4:])
        depth = np.exp(-values[3])
        level = depth + (1 - depth) * edge
        off = grey - (at[:, :3] @ values[:3] + np.log(level))
        weights = 1 / np.maximum(np.abs(off) / settings.outlier, 1.0) ** 1.5
        deeper = -depth * (1 - edge) / level
        moved = (1 - depth) * edge * (1 - edge) / level
        slopes = np.hstack([at[:, :3], deeper[:, np.newaxis], moved[:, np.newaxis] * at])
        weighted = slopes * weights[:, np.newaxis]
        normal = slopes.T @ weighted + np.diag(careful + 1e-3)
        values += np.clip(np.linalg.solve(normal, weighted.T @ off - careful * values), -2.0, 2.0)
        values[3] = np.clip(values[3], 0.01, settings.most_step)
    return values


def is_shadow(rough: Brightness, values: NDArray[np.float64], settings: ShadeSettings) -> bool:
    """Whether the fitted shadow explains most of the brightness's spread."""
    grey = rough.ratio[rough.usable].mean(axis=1)
    left = np.minimum(np.abs(grey - light_of(rough.terms[rough.usable], values)), settings.most_off)
    before = np.minimum(np.abs(grey - np.median(grey)), settings.most_off)
    return float(left.mean()) <= settings.most_left * float(before.mean())


def light_of(terms: NDArray[np.float32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The fitted brightness at each pixel."""
    depth = np.exp(-values[3])
    return np.asarray(terms[:, :3] @ values[:3] + np.log(depth + (1 - depth) * sigmoid(terms @ values[4:])))


def two_levels(values: NDArray[np.float32]) -> float:
    """The bound that parts these values best into two groups (Otsu's)."""
    counts, edges = np.histogram(values, 64)
    below = np.cumsum(counts)[:-1]
    sums = np.cumsum(counts * (edges[:-1] + edges[1:]) / 2)
    above = len(values) - below
    apart = sums[:-1] / np.maximum(below, 1) - (sums[-1] - sums[:-1]) / np.maximum(above, 1)
    return float(edges[1 + int(np.argmax(below * above * apart**2))])


def sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """From 0 to 1, as a shadow's soft edge does."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))), np.float64)
