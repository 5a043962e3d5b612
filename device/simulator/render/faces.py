"""What is on the faces of a die: stars in five colours and a wrench, or pips, as shapes turned into small pictures."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.scene import FACE_NORMALS, PIPS_OF, DiceKind, Face

ART_SIZE = 128  # pixels per face
_OVERSAMPLING = 4

# Paint and plastic in sRGB, 0..255, red first.
INKS: dict[Face, tuple[int, int, int]] = {
    Face.PINK: (226, 48, 128),
    Face.YELLOW: (247, 200, 22),
    Face.GREEN: (34, 150, 64),
    Face.BLUE: (30, 100, 214),
    Face.PURPLE: (120, 46, 166),
    Face.TOOL: (58, 60, 64),
}
_BODY = (238, 234, 224)
_PIP_BODY, _PIP_INK = (242, 240, 234), (26, 26, 30)
_PIP_RADIUS, _PIP_STEP = 0.092, 0.25  # of an edge

# Places of the pips from the middle, in steps to the right and down.
_PIP_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def linear(colour: tuple[int, int, int]) -> NDArray[np.float32]:
    """Reflectances blue, green, red of an sRGB colour."""
    value = np.asarray(colour[::-1], dtype=np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


@lru_cache(maxsize=2)
def face_art(kind: DiceKind = DiceKind.SPACE) -> NDArray[np.float32]:
    """Reflectances (6, ART_SIZE, ART_SIZE, 3), blue first, in the order of FACE_NORMALS."""
    return np.stack([_pips_on(face) if kind is DiceKind.PIPS else _symbol_on(face) for face in FACE_NORMALS])


def _symbol_on(face: Face) -> NDArray[np.float32]:
    mask = _blank()
    if face is Face.TOOL:
        _draw_wrench(mask)
    else:
        _draw_star(mask)
    return _painted(mask, _BODY, INKS[face])


def _pips_on(face: Face) -> NDArray[np.float32]:
    mask = _blank()
    size = mask.shape[0]
    for right, down in _PIP_PLACES[PIPS_OF[face]]:
        middle = [round((0.5 + step * _PIP_STEP) * size) for step in (right, down)]
        cv2.circle(mask, middle, round(_PIP_RADIUS * size), 255, -1)
    return _painted(mask, _PIP_BODY, _PIP_INK)


def _blank() -> NDArray[np.uint8]:
    return np.zeros((ART_SIZE * _OVERSAMPLING,) * 2, dtype=np.uint8)


def _painted(mask: NDArray[np.uint8], body: tuple[int, int, int], paint: tuple[int, int, int]) -> NDArray[np.float32]:
    ink = cv2.resize(mask, (ART_SIZE, ART_SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    art: NDArray[np.float32] = linear(body) * (1 - ink) + linear(paint) * ink
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
