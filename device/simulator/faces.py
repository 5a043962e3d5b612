"""The printed art of a space die: stars in five colours and a wrench, as vector shapes turned into small pictures."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.scene import FACE_NORMALS, Face

ART_SIZE = 128  # pixels per face
_OVERSAMPLING = 4

# Paint and plastic in sRGB, 0..255, red first.
_INKS: dict[Face, tuple[int, int, int]] = {
    Face.PINK: (226, 48, 128),
    Face.YELLOW: (247, 200, 22),
    Face.GREEN: (34, 150, 64),
    Face.BLUE: (30, 100, 214),
    Face.PURPLE: (120, 46, 166),
    Face.TOOL: (58, 60, 64),
}
_BODY = (238, 234, 224)


def linear(colour: tuple[int, int, int]) -> NDArray[np.float32]:
    """Reflectances blue, green, red of an sRGB colour."""
    value = np.asarray(colour[::-1], dtype=np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


@lru_cache(maxsize=1)
def face_art() -> NDArray[np.float32]:
    """Reflectances (6, ART_SIZE, ART_SIZE, 3), blue first, in the order of FACE_NORMALS."""
    return np.stack([_draw(face) for face in FACE_NORMALS])


def _draw(face: Face) -> NDArray[np.float32]:
    size = ART_SIZE * _OVERSAMPLING
    large = np.zeros((size, size), dtype=np.uint8)
    if face is Face.TOOL:
        _draw_wrench(large)
    else:
        _draw_star(large)
    ink = cv2.resize(large, (ART_SIZE, ART_SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    art: NDArray[np.float32] = linear(_BODY) * (1 - ink) + linear(_INKS[face]) * ink
    return art


def _draw_star(mask: NDArray[np.uint8]) -> None:
    size = mask.shape[0]
    angles = np.arange(10) * math.pi / 5 - math.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, 0.36, 0.36 * 0.42) * size
    points = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1) + size / 2
    cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)


def _draw_wrench(mask: NDArray[np.uint8]) -> None:
    """An open-end wrench along the diagonal: a shaft, two round heads, and a jaw cut out of each, slightly skewed."""
    size = mask.shape[0]
    along = np.array([1.0, -1.0]) / math.sqrt(2.0)
    middle = np.array([size / 2, size / 2])
    ends = [middle + along * 0.28 * size, middle - along * 0.28 * size]
    first, second = (np.round(end).astype(int).tolist() for end in ends)
    cv2.line(mask, first, second, 255, round(0.12 * size))
    for end, outward in zip(ends, (along, -along), strict=True):
        cv2.circle(mask, np.round(end).astype(int).tolist(), round(0.155 * size), 255, -1)
        skewed = math.atan2(outward[1], outward[0]) + math.radians(14.0)
        ahead = np.array([math.cos(skewed), math.sin(skewed)])
        aside = np.array([-ahead[1], ahead[0]])
        jaw = [(0.25, 0.068), (0.25, -0.068), (0.015, -0.055), (-0.02, 0.0), (0.015, 0.055)]
        points = np.array([end + ahead * a * size + aside * b * size for a, b in jaw])
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 0)
