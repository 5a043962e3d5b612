"""The camera above the table: where it looks from, and what its sensor and its JPEG make of the light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.pips.dice import Array


@dataclass(frozen=True)
class View:
    """What part of the world a picture shows."""

    width: int = 256  # pixels; lessons are windows of a larger picture
    height: int = 256
    focal: tuple[float, float] = (430.0, 800.0)  # pixels
    drift: tuple[float, float] = (220.0, 140.0)  # how far the lens's axis may be from the picture's middle
    most_tilt: float = 46.0  # degrees


WINDOW = View()
WHOLE = View(1536, 864, (1050.0, 1900.0), (0.0, 0.0))


@dataclass(frozen=True)
class Camera:
    """A pinhole above the table (z = 0); `turn` rows are the camera's axes in table coordinates."""

    place: Array
    turn: Array
    focal: float
    middle: tuple[float, float]

    def rays(self, xs: Array, ys: Array) -> Array:
        """Directions of unit length through pixels."""
        flat = np.stack([(xs - self.middle[0]) / self.focal, (ys - self.middle[1]) / self.focal, np.ones_like(xs)], 1)
        world = flat @ self.turn
        return np.asarray(world / np.linalg.norm(world, axis=1, keepdims=True), np.float32)

    def project(self, points: Array) -> Array:
        """Pixels of points in table coordinates."""
        seen = (points - self.place) @ self.turn.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.middle), np.float32)

    def on_table(self, x: float, y: float) -> Array:
        """The table's point under a pixel."""
        ray = self.rays(np.array([x], np.float32), np.array([y], np.float32))[0]
        return np.asarray(self.place - ray * (self.place[2] / ray[2]), np.float32)


def random_camera(rng: np.random.Generator, edge: float, view: View) -> Camera:
    """Overhead to slanted; dice of edge 1 look about `edge` pixels wide."""
    focal = rng.uniform(*view.focal)
    steep = abs(rng.normal(0, 9)) if rng.random() < 0.5 else rng.uniform(0, view.most_tilt)
    tilt = np.deg2rad(min(steep, view.most_tilt))
    roll, far = rng.uniform(0, 2 * np.pi, 2) if rng.random() < 0.6 else (rng.normal(0, 0.1), 0.0)
    distance = focal / edge
    forward = np.array([np.sin(tilt) * np.sin(far), np.sin(tilt) * np.cos(far), -np.cos(tilt)])
    right = np.cross(forward, [np.sin(far), np.cos(far), 0.0] if tilt < 1e-3 else [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    axes = np.stack([right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), forward])
    middle = tuple(
        side / 2 + rng.uniform(-reach, reach) for side, reach in zip((view.width, view.height), view.drift, strict=True)
    )
    place = np.asarray(-forward * distance, np.float32)
    return Camera(place, np.asarray(axes, np.float32), float(focal), (float(middle[0]), float(middle[1])))


def as_photographed(rng: np.random.Generator, picture: Array) -> NDArray[np.uint8]:
    """Exposure, white balance, uneven light, blur, noise, sharpening and JPEG."""
    across, down = (np.linspace(-1, 1, side, dtype=np.float32) for side in (picture.shape[1], picture.shape[0]))
    slope = across[None, :] * np.float32(rng.normal(0, 0.12)) + down[:, None] * np.float32(rng.normal(0, 0.12))
    tint = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    seen = picture * (1 + slope[:, :, None]) * tint * np.float32(np.exp(rng.normal(-0.05, 0.3)))
    blur = abs(rng.normal(0, 0.6))
    if blur > 0.25:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    # The sensor's shoulder: bright parts are compressed, then clipped.
    seen = np.where(seen > 0.8, 0.8 + (seen - 0.8) * 0.6, seen)
    seen = np.clip(seen, 0, 1) ** np.float32(rng.uniform(0.75, 1.25))
    noise = rng.uniform(0, 0.02) if rng.random() < 0.75 else rng.uniform(0.02, 0.045)
    seen = seen + rng.standard_normal(seen.shape, np.float32) * np.float32(noise)
    if rng.random() < 0.4 and noise < 0.02:
        soft = cv2.GaussianBlur(seen, (0, 0), 1.0)
        seen = seen + (seen - soft) * np.float32(rng.uniform(0.3, 1.5))
    if rng.random() < 0.05:
        seen = np.repeat(seen.mean(2, keepdims=True), 3, 2)
    pixels = np.clip(seen * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 98))])
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(pixels, np.uint8)
