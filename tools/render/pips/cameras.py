"""The camera above the table: where it looks from, and what its sensor and its JPEG make of the light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera, looking_down, rolled_axes
from tools.render.sensor import as_jpeg, from_middle, shouldered


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


def random_camera(rng: np.random.Generator, edge: float, view: View) -> Camera:
    """Overhead to slanted; dice of edge 1 look about `edge` pixels wide."""
    focal = rng.uniform(*view.focal)
    steep = abs(rng.normal(0, 9)) if rng.random() < 0.5 else rng.uniform(0, view.most_tilt)
    tilt = np.deg2rad(min(steep, view.most_tilt))
    roll, far = rng.uniform(0, 2 * np.pi, 2) if rng.random() < 0.6 else (rng.normal(0, 0.1), 0.0)
    distance = focal / edge
    forward = looking_down(tilt, far)
    upwards = np.array([np.sin(far), np.cos(far), 0.0] if tilt < 1e-3 else [0.0, 0.0, 1.0])
    axes = rolled_axes(forward, upwards, roll)
    middle = tuple(
        side / 2 + rng.uniform(-reach, reach) for side, reach in zip((view.width, view.height), view.drift, strict=True)
    )
    place = np.asarray(-forward * distance, np.float32)
    return Camera(place, axes, float(focal), view.width, view.height, (float(middle[0]), float(middle[1])))


def as_photographed(rng: np.random.Generator, picture: Array) -> NDArray[np.uint8]:
    """Exposure, white balance, uneven light, blur, noise, sharpening and JPEG."""
    across, down = from_middle(picture.shape[1], picture.shape[0])
    slope = across * np.float32(rng.normal(0, 0.12)) + down * np.float32(rng.normal(0, 0.12))
    tint = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    seen = picture * (1 + slope[:, :, None]) * tint * np.float32(np.exp(rng.normal(-0.05, 0.3)))
    blur = abs(rng.normal(0, 0.6))
    if blur > 0.25:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    seen = np.clip(shouldered(seen, 0.8), 0, 1) ** np.float32(rng.uniform(0.75, 1.25))
    noise = rng.uniform(0, 0.02) if rng.random() < 0.75 else rng.uniform(0.02, 0.045)
    seen = seen + rng.standard_normal(seen.shape, np.float32) * np.float32(noise)
    if rng.random() < 0.4 and noise < 0.02:
        soft = cv2.GaussianBlur(seen, (0, 0), 1.0)
        seen = seen + (seen - soft) * np.float32(rng.uniform(0.3, 1.5))
    if rng.random() < 0.05:
        seen = np.repeat(seen.mean(2, keepdims=True), 3, 2)
    pixels = np.clip(seen * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        pixels = as_jpeg(pixels, int(rng.integers(35, 98)))
    return np.asarray(pixels, np.uint8)
