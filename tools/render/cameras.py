"""A pinhole camera above the table: what is seen where, and which way it looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.render.arrays import Array


@dataclass(frozen=True)
class Camera:
    """A pinhole above the table (z = 0). Lengths are what the table's maker measures in: millimetres, edges of dice."""

    place: Array
    axes: Array  # rows: right, down and forward in table coordinates
    focal: float  # pixels
    width: int  # of its pictures, in pixels
    height: int
    middle: tuple[float, float]  # where the optical axis meets the picture

    def rays(self, xs: Array, ys: Array) -> Array:
        """Directions of unit length through pixels."""
        flat = np.stack([(xs - self.middle[0]) / self.focal, (ys - self.middle[1]) / self.focal, np.ones_like(xs)], 1)
        world = flat @ self.axes
        return np.asarray(world / np.linalg.norm(world, axis=1, keepdims=True), np.float32)

    def project(self, points: Array) -> Array:
        """Pixels (n, 2) of points (n, 3) in table coordinates."""
        seen = (points - self.place) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.middle), np.float32)

    def on_table(self, x: float, y: float, height: float = 0.0) -> Array:
        """The point under a pixel that is so high above the table."""
        ray = self.rays(np.array([x], np.float32), np.array([y], np.float32))[0]
        return np.asarray(self.place + ray * ((height - self.place[2]) / ray[2]), np.float32)


def looking_down(tilt: float, far: float) -> Array:
    """The way a camera looks that is tilted by so much from straight down, towards `far`; radians."""
    return np.array([np.sin(tilt) * np.sin(far), np.sin(tilt) * np.cos(far), -np.cos(tilt)])


def rolled_axes(forward: Array, upwards: Array, roll: float) -> Array:
    """A camera's axes that looks forward and is rolled by so much from where `upwards` is up in its picture."""
    right = np.cross(forward, upwards)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    axes = np.stack([right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), forward])
    return np.asarray(axes, np.float32)
