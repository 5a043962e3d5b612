"""Where dice can lie: free places inside the picture, without overlaps, sometimes touching."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.acts.beside import Ground
from device.simulator.render.geometry import Projection, as_matrix, corners, rotation_showing
from device.simulator.render.scene import EDGE_MM, Face, Pose

_GAP_MM = 0.05  # touching dice are this far apart, so rounding errors cannot make them overlap
_MARGIN_PIXELS = 14
_TRIES = 4000


def flat_pose(x: float, y: float, face: Face, spin_radians: float) -> Pose:
    """A die lying flat on the table."""
    return Pose((x, y, EDGE_MM / 2), as_matrix(rotation_showing(face, spin_radians)))


def footprint(pose: Pose) -> NDArray[np.float64]:
    """The outline (n, 2) of a die seen from straight above, in millimetres."""
    outline: NDArray[np.float64] = cv2.convexHull(corners(pose)[:, :2].astype(np.float32)).reshape(-1, 2)
    return outline.astype(np.float64)


def gap_between(first: Pose, second: Pose) -> float:
    """The widest gap between two footprints along any of their sides, in millimetres; negative if they overlap."""
    outlines = footprint(first), footprint(second)
    widest = -math.inf
    for outline in outlines:
        sides = np.roll(outline, -1, axis=0) - outline
        lengths = np.linalg.norm(sides, axis=1)
        sides = sides[lengths > 1e-3] / lengths[lengths > 1e-3, None]
        across = np.stack([-sides[:, 1], sides[:, 0]], axis=0)
        one, other = outlines[0] @ across, outlines[1] @ across
        gaps = np.maximum(other.min(axis=0) - one.max(axis=0), one.min(axis=0) - other.max(axis=0))
        widest = max(widest, float(gaps.max()))
    return widest


def is_free(pose: Pose, others: Iterable[Pose], gap_mm: float = _GAP_MM / 2) -> bool:
    """Whether a die fits here beside all the others."""
    far = 2 * EDGE_MM * math.sqrt(2.0) + gap_mm
    near = (other for other in others if math.dist(pose.position[:2], other.position[:2]) < far)
    return all(gap_between(pose, other) >= gap_mm for other in near)


def is_in_picture(pose: Pose, projection: Projection, margin_pixels: float = _MARGIN_PIXELS) -> bool:
    """Whether the whole die is seen, with a little room to the border and beside all that lies about."""
    pixels = projection.project(corners(pose))
    limit = (projection.width - 1 - margin_pixels, projection.height - 1 - margin_pixels)
    is_seen = bool((pixels >= margin_pixels).all() and (pixels <= limit).all())
    return is_seen and (not isinstance(projection, Ground) or projection.is_open(pixels))


def touching_pose(face: Face, neighbour: Pose, rng: Random) -> Pose:
    """A flat die that touches `neighbour` with a side or a corner."""
    spin = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.5:  # side by side, as dice come to rest that slid into each other
        side = np.asarray(neighbour.rotation)[:2].T
        flattest = side[int(np.argmax(np.linalg.norm(side, axis=1)))]
        spin = math.atan2(flattest[1], flattest[0]) + rng.randrange(4) * math.pi / 2
        direction = spin + rng.uniform(-0.35, 0.35)
    else:
        direction = rng.uniform(0, 2 * math.pi)
    x, y, _ = neighbour.position
    low, high = 0.0, 3 * EDGE_MM
    for _ in range(24):
        middle = (low + high) / 2
        pose = flat_pose(x + middle * math.cos(direction), y + middle * math.sin(direction), face, spin)
        low, high = (low, middle) if gap_between(pose, neighbour) >= _GAP_MM else (middle, high)
    return flat_pose(x + high * math.cos(direction), y + high * math.sin(direction), face, spin)


def find_place(
    face: Face,
    others: Sequence[Pose],
    projection: Projection,
    rng: Random,
    touching: float = 0.15,
    spread: float = 0.8,
    gap_mm: float = _GAP_MM / 2,
) -> Pose:
    """A free place for one more die with `face` on top; with chance `touching` beside a die that lies flat.

    `spread` is the share of the picture, from its middle, that dice come to rest in. `gap_mm` is kept free around it.
    """
    for _ in range(_TRIES):
        if others and rng.random() < touching:
            pose = touching_pose(face, rng.choice(others), rng)
        else:
            u = (0.5 + spread * (rng.betavariate(1.6, 1.6) - 0.5)) * projection.width
            v = (0.5 + spread * (rng.betavariate(1.6, 1.6) - 0.5)) * projection.height
            pose = flat_pose(*projection.on_table(u, v), face, rng.uniform(0, 2 * math.pi))
        if is_in_picture(pose, projection) and is_free(pose, others, gap_mm):
            return pose
    raise LookupError(f"no free place for one more die beside {len(others)} others; take some off the table")
