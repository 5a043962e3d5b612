"""Shadows that pieces throw on the table: from many points of the lamp, and from all over the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.geometry import Projection, corners
from device.simulator.render.lighting import LightRig, lamp_points, room_directions
from device.simulator.render.scene import Pose

Floats = NDArray[np.float32]

_SCALE = 2  # shadows are soft, so they are gathered at half size
_ROUNDED = 0.965  # the rounding takes this much off the corners
_SHIFT = 4  # fillConvexPoly takes coordinates in sixteenths of a pixel


# A body at each moment while the shutter is open: points (n, 3) whose hull throws its shadow.
Body: TypeAlias = Sequence[NDArray[np.float64]]


def dice_bodies(dice: Sequence[Sequence[Pose]]) -> list[Body]:
    """What dice throw shadows with."""
    return [[_rounded_corners(pose) for pose in path] for path in dice]


def _rounded_corners(pose: Pose) -> NDArray[np.float64]:
    centre = np.asarray(pose.position)
    rounded: NDArray[np.float64] = centre + (corners(pose) - centre) * _ROUNDED
    return rounded


def lamp_shadow(bodies: Sequence[Body], projection: Projection, rig: LightRig, samples: int) -> Floats:
    """How much of the lamp every pixel of the table sees (height, width), 0..1."""
    points = lamp_points(rig, samples)
    return _gather(bodies, projection, np.column_stack([points, np.ones(samples)]))


def room_shadow(bodies: Sequence[Body], projection: Projection, samples: int) -> Floats:
    """How much of the room's light every pixel of the table sees; dark where a piece stands close."""
    directions = room_directions(samples)
    return _gather(bodies, projection, np.column_stack([directions, np.zeros(samples)]))


def _gather(bodies: Sequence[Body], projection: Projection, sources: NDArray[np.float64]) -> Floats:
    """The share of sources (n, 4) that each pixel of the table sees; the fourth number is 1 for a point of the table's
    space and 0 for a direction."""
    size = (projection.height // _SCALE, projection.width // _SCALE)
    hidden = np.zeros(size, dtype=np.float32)
    mask = np.zeros(size, dtype=np.uint8)
    to_picture = projection.plane_to_picture()
    for number, source in enumerate(sources):
        mask[:] = 0
        for body in bodies:
            points = body[number * len(body) // len(sources)]
            way = points * source[3] - source[:3]
            ground = points - way * (points[:, 2:] / way[:, 2:])
            flat = np.column_stack([ground[:, :2], np.ones(len(ground))]) @ to_picture.T
            if (flat[:, 2] <= 1.0).any():
                continue  # the shadow of a flying die may reach behind the camera
            pixels = (flat[:, :2] / flat[:, 2:] / _SCALE).astype(np.float32)
            hull = cv2.convexHull(pixels).reshape(-1, 2)
            fixed = np.round(np.clip(hull, -4000, 8000) * (1 << _SHIFT)).astype(np.int32)
            cv2.fillConvexPoly(mask, fixed, 1, cv2.LINE_8, _SHIFT)
        cv2.accumulate(mask, hidden)
    seen = cv2.GaussianBlur(1 - hidden / np.float32(len(sources)), (0, 0), 0.9)
    large: Floats = cv2.resize(seen, (projection.width, projection.height), interpolation=cv2.INTER_LINEAR)
    return large
