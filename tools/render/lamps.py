"""Small lamps above the table and the shadows that dice cast in their light.

Balls have lamps and shadows of their own (render/balls): those lamps have a size that shows in glossy balls, and the
shadows of things of any form are drawn for the whole table at once.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.dice import Placed


@dataclass(frozen=True)
class Lamp:
    """Where light comes from (unit vector towards it) and its colour."""

    towards: Array
    tint: Array


@dataclass(frozen=True)
class Lights:
    """All the light there is: lamps, and what comes from everywhere."""

    lamps: tuple[Lamp, ...]
    everywhere: Array

    @property
    def flat(self) -> Array:
        """What falls on the table."""
        return np.asarray(self.everywhere + sum(lamp.tint * lamp.towards[2] for lamp in self.lamps), np.float32)


@dataclass(frozen=True)
class Shadows:
    """How shadows are drawn."""

    corner: float  # how far out of the middle the corners are that cast them, in edges
    softness: tuple[float, float]  # of a lamp's shadow, in edges: from .. to
    strength: tuple[float, float] | None  # share of a lamp's light that is kept away; None: all of it
    reach: tuple[float, int]  # how far a shadow's border is drawn: in its softness, and pixels more


def direction(height: float, around: float) -> Array:
    """The way towards a lamp so high above the table's plane; radians."""
    way = np.array([np.cos(around) * np.cos(height), np.sin(around) * np.cos(height), np.sin(height)])
    return way.astype(np.float32)


def cast_shadow(
    rng: np.random.Generator, picture: Array, camera: Camera, die: Placed, lights: Lights, shadows: Shadows
) -> None:
    """Darken the table where a die keeps the light away."""
    low, high = -shadows.corner, shadows.corner
    corners = np.array(list(itertools.product((low, high), repeat=3)), np.float32) * die.scale @ die.turn + die.place
    flat = lights.flat
    for lamp in lights.lamps:
        feet = np.asarray(corners - lamp.towards * (corners[:, 2:] / lamp.towards[2]), np.float32)
        softness = float(rng.uniform(*shadows.softness))
        strength = 1.0 if shadows.strength is None else rng.uniform(*shadows.strength)
        share = lamp.tint * lamp.towards[2] / flat
        shade(picture, camera, feet, softness, share * strength, shadows.reach)
    base = np.array(corners, np.float32)
    base[:, 2] = 0
    softness = float(rng.uniform(0.08, 0.2))
    shade(picture, camera, base, softness, np.full(3, rng.uniform(0.1, 0.5), np.float32), shadows.reach)


def shade(picture: Array, camera: Camera, feet: Array, softness: float, share: Array, reach: tuple[float, int]) -> None:
    """Darken the hull of `feet` (points on the table) by `share` per channel; softness in edges."""
    high, wide = picture.shape[:2]
    hull = cv2.convexHull((camera.project(feet) * 16).astype(np.int32))
    pixels_per_edge = camera.focal / float(np.linalg.norm(camera.place - feet.mean(0)))
    blur = max(0.5, softness * pixels_per_edge)
    margin = int(reach[0] * blur + reach[1])
    left, top, hull_wide, hull_high = (side // 16 for side in cv2.boundingRect(hull))
    x0, y0 = max(0, left - margin), max(0, top - margin)
    x1, y1 = min(wide, left + hull_wide + margin), min(high, top + hull_high + margin)
    if x1 <= x0 or y1 <= y0:
        return
    hidden = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(hidden, hull - np.array([x0 * 16, y0 * 16], np.int32), 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(hidden / np.float32(255), (0, 0), blur)
    picture[y0:y1, x0:x1] *= 1 - mask[:, :, None] * share
