"""The mothership's hull, which the stern's tube goes into."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.balls.paints import any_paint, paint_between
from tools.render.balls.stern import Stern, corners_of, inside_of, lay_over, round_across
from tools.render.cameras import Camera


def draw_hull(
    rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern, lit: Array, start: float
) -> NDArray[np.bool_]:
    """A long body with facets from `start` on; `lit` is the light that falls on it. Says what it covers."""
    width, length = stern.radius * rng.uniform(2.2, 5), stern.radius * rng.uniform(6, 16)
    paint = any_paint(rng, 0.25) if rng.random() < 0.3 else paint_between(rng, (200, 260, 0, 0.15, 0.12, 1.0))
    middle, facets = rng.uniform(-0.5, 0.5), int(rng.integers(5, 30))
    bulge = width * rng.uniform(0.05, 0.5) if rng.random() < 0.4 else 0.0
    nose = round_across(camera, stern, start + bulge, bulge, width)
    start = start + bulge
    whole = corners_of(camera, stern, start, start + length, -width, width)
    lay_over(canvas, whole + rng.normal(0, 10, 2).astype(np.float32), rng.uniform(2, 12), 0.35, 0)
    if bulge:
        lay_over(canvas, nose, 0.5, 0, paint * lit * rng.uniform(0.3, 1))
    edges = np.linspace(-1, 1, facets + 1)
    for left, right in itertools.pairwise(edges):
        body = corners_of(camera, stern, start, start + length, left * width, right * width)
        shade = 0.15 + 0.85 * math.sqrt(max(0.0, 1 - ((left + right) / 2 - middle) ** 2 / 2.3))
        lay_over(canvas, body, 0, 0, paint * lit * shade)
    if rng.random() < 0.5:  # its end, seen at a slant
        end = corners_of(camera, stern, start, start + stern.radius * rng.uniform(0.2, 0.9), -width, width)
        lay_over(canvas, end, 0, rng.uniform(0.4, 0.9), 0)
    covered = inside_of(camera, whole)
    return covered | inside_of(camera, nose) if bulge else covered
