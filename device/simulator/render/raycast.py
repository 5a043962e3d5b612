"""Meets rays with dice: cubes with rounded edges. Vectors are columns here, arrays of shape (3, n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.simulator.render.scene import EDGE_MM, Pose

Floats = NDArray[np.float32]

HALF_MM = EDGE_MM / 2
ROUNDING_MM = 1.5
_STEPS = 7
_TOUCH_MM = 0.004


@dataclass(frozen=True)
class Hits:
    """Where rays meet a die: which rays, how far along them, and the point and normal in the die's own axes."""

    rays: NDArray[np.intp]
    distances: Floats
    points: Floats
    normals: Floats


def dot(first: Floats, second: Floats) -> Floats:
    """The scalar product of each pair of columns."""
    product: Floats = first[0] * second[0] + first[1] * second[1] + first[2] * second[2]
    return product


def column(vector: Sequence[float] | NDArray[np.float64]) -> Floats:
    """One vector as (3, 1), to be added to many."""
    return np.asarray(vector, dtype=np.float32).reshape(3, 1)


def cast(pose: Pose, eye: Floats, directions: Floats) -> Hits:
    """Meet rays (3, n), of any length, from one point (3, 1) with the rounded cube at `pose`."""
    into = np.asarray(pose.rotation, dtype=np.float32).T
    origin = into @ (eye - column(pose.position))
    local = into @ directions
    near, far = _slabs(origin, local)
    rays = np.flatnonzero(near < far)
    near, far, local = near[rays], far[rays], local[:, rays]
    points = origin + near * local
    inner = np.float32(HALF_MM - ROUNDING_MM)
    missed = np.zeros(len(rays), dtype=np.bool_)
    # Where the ray enters through the flat part of a face it is done; near edges the rounding is searched for.
    beyond = np.abs(points) > inner
    todo = np.flatnonzero((beyond[0] & beyond[1]) | (beyond[1] & beyond[2]) | (beyond[2] & beyond[0]))
    if len(todo):
        way, heading = near[todo], local[:, todo]
        # The distance to a convex body is a convex function along a ray, so Newton's steps never overshoot.
        for _ in range(_STEPS):
            gap, slope = _distance(origin + way * heading, heading, inner)
            way = way - np.where((gap > _TOUCH_MM) & (slope < 0), gap / np.minimum(slope, np.float32(-1e-4)), 0)
        gap, _ = _distance(origin + way * heading, heading, inner)
        near[todo] = way
        missed[todo] = (gap > 10 * _TOUCH_MM) | (way > far[todo])
        points[:, todo] = origin + way * heading
    kept = np.flatnonzero(~missed)
    points = points[:, kept]
    normals = points - np.clip(points, -inner, inner)
    normals /= np.sqrt(dot(normals, normals)) + np.float32(1e-6)
    return Hits(rays[kept], near[kept], points, normals)


def is_blocked(points: Floats, directions: Floats, others: Sequence[Pose]) -> NDArray[np.bool_]:
    """Which rays from points in the table's axes run into one of the dice (taken as sharp cubes)."""
    blocked = np.zeros(points.shape[1], dtype=np.bool_)
    for other in others:
        into = np.asarray(other.rotation, dtype=np.float32).T
        near, far = _slabs(into @ (points - column(other.position)), into @ directions)
        blocked |= (near < far) & (far > 0.05)
    return blocked


def _slabs(origin: Floats, directions: Floats) -> tuple[Floats, Floats]:
    """How far along rays they enter and leave the sharp cube; enter > leave for a miss."""
    inverse = 1 / np.where(np.abs(directions) < 1e-7, np.float32(1e-7), directions)
    middle = -origin * inverse
    reach = np.abs(inverse) * np.float32(HALF_MM)
    enter, leave = middle - reach, middle + reach
    near: Floats = np.maximum(np.maximum(enter[0], enter[1]), enter[2])
    far: Floats = np.minimum(np.minimum(leave[0], leave[1]), leave[2])
    return near, far


def _distance(points: Floats, directions: Floats, inner: np.float32) -> tuple[Floats, Floats]:
    """The distance of points to the rounded cube and how fast it changes along directions."""
    outside = points - np.clip(points, -inner, inner)
    length = np.sqrt(dot(outside, outside)) + np.float32(1e-6)
    return length - np.float32(ROUNDING_MM), dot(outside, directions) / length
