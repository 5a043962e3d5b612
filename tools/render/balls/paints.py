"""Paints: what makers call yellow, red, blue and black, what lies next to those, and everything else."""

from __future__ import annotations

import numpy as np

from tools.render.arrays import Array
from tools.render.surfaces import from_hsv

# Hue in degrees, saturation and value as on a screen, from .. to.
RANGES: dict[str, tuple[tuple[float, float, float, float, float, float], ...]] = {
    "yellow": ((40, 60, 0.7, 1.0, 0.65, 1.0), (36, 48, 0.85, 1.0, 0.8, 1.0)),
    "red": ((-12, 8, 0.75, 1.0, 0.5, 0.95), (-24, -8, 0.6, 0.9, 0.5, 0.95)),  # plain, pinkish
    "blue": ((205, 245, 0.65, 1.0, 0.45, 0.95), (215, 245, 0.7, 1.0, 0.22, 0.45)),  # plain, near black
    "black": ((0, 360, 0.0, 0.25, 0.03, 0.17),),
}
STRANGERS = (
    (70, 170, 0.35, 1.0, 0.2, 0.95),  # greens
    (0, 360, 0.0, 0.12, 0.45, 1.0),  # white and grey
    (18, 29, 0.75, 1.0, 0.7, 1.0),  # orange
    (262, 318, 0.3, 1.0, 0.25, 0.9),  # purple
    (10, 38, 0.3, 0.75, 0.25, 0.55),  # brown
    (16, 38, 0.7, 1.0, 0.2, 0.6),  # chocolate and rust
    (175, 197, 0.4, 1.0, 0.4, 0.95),  # turquoise
    (-25, 20, 0.15, 0.45, 0.7, 1.0),  # pink and skin
    (308, 328, 0.35, 0.9, 0.55, 1.0),  # magenta
)


def paint_between(rng: np.random.Generator, limits: tuple[float, float, float, float, float, float]) -> Array:
    """A paint within these limits, as linear B, G, R."""
    hue, saturation, value = (rng.uniform(limits[number], limits[number + 1]) for number in (0, 2, 4))
    return np.asarray(from_hsv(hue % 360, saturation, value) ** 2.2 * 0.9 + 0.003, np.float32)


def ball_paint(rng: np.random.Generator, colour: str) -> Array:
    """A paint of this name."""
    ranges = RANGES[colour]
    return paint_between(rng, ranges[0] if len(ranges) == 1 or rng.random() < 0.7 else ranges[1])


def stranger_paint(rng: np.random.Generator) -> Array:
    """A paint that is none of ours."""
    return paint_between(rng, STRANGERS[int(rng.integers(len(STRANGERS)))])


def any_paint(rng: np.random.Generator, ours: float = 0.6) -> Array:
    """One of our four paints with that chance, else another."""
    if rng.random() < ours:
        return ball_paint(rng, str(rng.choice(list(RANGES))))
    return stranger_paint(rng)
