"""How large the things beside the pieces are, and where their outlines lie on the table and above it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.geometry import Projection
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM, Thing, ThingKind

Floats = NDArray[np.float64]

# Across, along and up in millimetres; what is no higher than a sheet of cardboard counts as flat.
SIZES_MM: dict[ThingKind, tuple[float, float, float]] = {
    ThingKind.STAR_SHEET: (122.0, 186.0, 0.0),
    ThingKind.MAP_SHEET: (170.0, 170.0, 0.0),
    ThingKind.STRIP: (9.0, 21.0, 0.0),
    ThingKind.CHIP: (15.0, 15.0, 0.0),
    ThingKind.TICK: (15.0, 15.0, 0.0),
    ThingKind.PILE: (CARD_WIDTH_MM, CARD_HEIGHT_MM, 9.0),
    ThingKind.START_CARD: (CARD_WIDTH_MM, CARD_HEIGHT_MM, 0.0),
    ThingKind.PICTURE_CARD: (CARD_WIDTH_MM, CARD_HEIGHT_MM, 0.0),
    ThingKind.FAN: (128.0, 84.0, 0.0),
    ThingKind.TOKEN: (12.0, 12.0, 11.0),
    ThingKind.BOX: (210.0, 210.0, 42.0),
    ThingKind.CUP: (76.0, 76.0, 56.0),
    ThingKind.PHONE: (72.0, 150.0, 8.0),
    ThingKind.SLEEVE: (230.0, 84.0, 0.0),
}
ROUND = frozenset({ThingKind.CUP, ThingKind.TOKEN})
_CORNERS_OF_ROUND = 40


def size_of(thing: Thing) -> tuple[float, float]:
    """Across and along, in millimetres."""
    width, length, _ = SIZES_MM[thing.kind]
    return width, length


def height_of(thing: Thing) -> float:
    """How high it stands; 0 for what is flat."""
    return SIZES_MM[thing.kind][2]


def outline(thing: Thing) -> Floats:
    """Its outline (n, 2) on the table in millimetres, to the left around it."""
    width, length = size_of(thing)
    if thing.kind in ROUND:
        angles = np.arange(_CORNERS_OF_ROUND) * (2 * math.pi / _CORNERS_OF_ROUND)
        points = np.stack([np.cos(angles) * width / 2, np.sin(angles) * length / 2], axis=1)
    else:
        points = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, length / 2)
    cosine, sine = math.cos(thing.turn), math.sin(thing.turn)
    placed: Floats = points @ np.array([[cosine, sine], [-sine, cosine]]) + (thing.x, thing.y)
    return placed


def body(thing: Thing) -> Floats:
    """Points (n, 3) of its foot and its top; their hull is the whole thing."""
    flat = outline(thing)
    levels = (0.0, height_of(thing)) if height_of(thing) else (0.0,)
    return np.vstack([np.column_stack([flat, np.full(len(flat), level)]) for level in levels])


def covered(things: Sequence[Thing], projection: Projection, scale: int, around_mm: float = 0.0) -> NDArray[np.uint8]:
    """Where the things hide the table: 1 in a picture that is `scale` times smaller than the camera's.

    `around_mm` is added on all sides.
    """
    mask = np.zeros((-(-projection.height // scale), -(-projection.width // scale)), np.uint8)
    for thing in things:
        pixels = (projection.project(body(thing)) / scale).astype(np.float32)
        cv2.fillConvexPoly(mask, np.round(cv2.convexHull(pixels)).astype(np.int32), 1)
    reach = round(around_mm * projection.focal_length / projection.camera.height_mm / scale)
    if reach:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * reach + 1,) * 2, np.uint8)), np.uint8)
    return mask
