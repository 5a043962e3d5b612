"""From light to 8-bit pixels: lens falloff, exposure, tone curve and sensor noise."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.geometry import FOCAL_LENGTH_OF_WIDTH

Floats = NDArray[np.float32]

NOISE_MARGIN = 96  # a noise field is this much larger than the picture, so it can be laid in many places
_BRIGHTEST = 4.0  # light above this makes no difference any more


@lru_cache(maxsize=2)
def lens_falloff(width: int, height: int) -> Floats:
    """How much light the lens passes (height, width): cos^4 of the angle, a third of it made good by the camera."""
    focal = FOCAL_LENGTH_OF_WIDTH * width
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / focal
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / focal
    cosine = 1 / np.sqrt(1 + x[None, :] ** 2 + y[:, None] ** 2)
    falloff: Floats = (cosine ** (4 * 0.66)).astype(np.float32)
    return falloff


def develop(light: Floats) -> NDArray[np.int16]:
    """The noiseless picture in 8-bit steps from light, where 1 fills the sensor; more than 255 where it is full.

    The tone curve is a root with a soft shoulder, close to what cameras do and quick to take.
    """
    bounded = np.clip(light, 0, np.float32(_BRIGHTEST), out=light)
    root = cv2.sqrt(bounded)
    picture: NDArray[np.int16] = cv2.addWeighted(root, 255 * 1.12, bounded, -255 * 0.12, 0.0, dtype=cv2.CV_16S)
    return picture


@lru_cache(maxsize=2)
def noise_field(width: int, height: int, deviation: float, seed: int = 0) -> NDArray[np.int8]:
    """Sensor noise in 8-bit steps, larger than the picture by NOISE_MARGIN on two sides.

    Shot noise grows with the root of the light and the tone curve takes nearly the root, so in 8-bit steps it is the
    same everywhere. Demosaicing smears it a little; the colour noise comes in larger spots.
    """
    rng = np.random.default_rng(seed)
    shape = (height + NOISE_MARGIN, width + NOISE_MARGIN)
    fine = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.55)
    coarse = rng.standard_normal((shape[0] // 2 + 1, shape[1] // 2 + 1, 3), dtype=np.float32)
    spots = cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR)
    field = fine[..., None] / fine.std() * np.float32(0.85) + spots / spots.std() * np.float32(0.53)
    return np.clip(np.round(field * np.float32(deviation)), -127, 127).astype(np.int8)


def add_noise(picture: NDArray[np.int16], deviation: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """One more photo of the same thing: lays the noise field at a random place."""
    height, width = picture.shape[:2]
    field = noise_field(width, height, deviation)
    down, right = rng.integers(0, NOISE_MARGIN, 2)
    piece = field[down : down + height, right : right + width]
    noisy: NDArray[np.uint8] = cv2.add(picture, piece, dtype=cv2.CV_8U)
    return noisy
