"""A die's body and how it lies: where rays meet it, which face is on top, whether two leave each other room."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array

# Where pips sit on a face, in units of the pip distance; 2, 3 and 6 also occur turned by a quarter. On many dice some
# faces have their pips nearer to the middle than others.
LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class Shape(Protocol):
    """The form of a body. Lengths in edges."""

    @property
    def rounding(self) -> float:
        """Radius of its edges, in edge lengths."""

    @property
    def ball(self) -> float:
        """Radius of the ball the cube is cut with; large for none."""

    @property
    def bevel(self) -> float:
        """How softly the flat faces turn into that ball."""

    @property
    def dish(self) -> float:
        """How much faces are hollow (or, below 0, bulge), in radians at their edge."""


@dataclass(frozen=True)
class Body:
    """A form and nothing else."""

    rounding: float
    ball: float
    bevel: float = 0.02
    dish: float = 0.0


@dataclass(frozen=True, eq=False)
class Placed:
    """A die on the table."""

    place: Array  # of its centre, in table coordinates
    turn: Array  # rows: its axes in table coordinates
    faces: tuple[int, ...]  # what is at its +x, -x, +y, -y, +z, -z
    scale: float  # its edge

    @property
    def top(self) -> tuple[int, int]:
        """Which face is up: its axis, and 1 or -1 for the axis's end."""
        heights = self.turn[:, 2]
        axis = int(np.argmax(np.abs(heights)))
        return axis, 1 if heights[axis] > 0 else -1

    def face_at(self, side: tuple[int, int]) -> int:
        """What is on the face at an axis's end."""
        axis, sign = side
        return self.faces[2 * axis + (sign < 0)]

    def corners_at(self, side: tuple[int, int]) -> Array:
        """(4, 3) The corners of the face at an axis's end, in table coordinates."""
        axis, sign = side
        others = [a for a in range(3) if a != axis]
        corners = np.zeros((4, 3), np.float32)
        corners[:, axis] = sign * 0.5
        corners[:, others[0]] = (-0.5, 0.5, 0.5, -0.5)
        corners[:, others[1]] = (-0.5, -0.5, 0.5, 0.5)
        return np.asarray(corners * self.scale @ self.turn + self.place, np.float32)


def standing_at(spot: Array, turn: Array, scale: float) -> Array:
    """Where the centre of a die is that is turned like this and touches the table; `spot` is right and down."""
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * scale @ turn
    return np.array([spot[0], spot[1], -corners[:, 2].min()], np.float32)


def are_apart(one: Placed, other: Placed, gap: float = 0.0) -> bool:
    """Whether two dice leave each other that much room, seen from above (separating axes)."""
    way = (one.place - other.place)[:2]
    for axis in (one.turn[0, :2], one.turn[1, :2], other.turn[0, :2], other.turn[1, :2]):
        mine = 0.5 * one.scale * (abs(axis @ one.turn[0, :2]) + abs(axis @ one.turn[1, :2]))
        theirs = 0.5 * other.scale * (abs(axis @ other.turn[0, :2]) + abs(axis @ other.turn[1, :2]))
        if abs(axis @ way) > mine + theirs + gap:
            return True
    return False


def share_seen(quad: Array, owner: NDArray[np.int32], number: int) -> float:
    """How much of a face with these corners in the picture belongs to a die, of all its area."""
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, (quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return np.count_nonzero(mask.astype(bool) & (owner == number)) / max(1.0, float(cv2.contourArea(quad)))


def hit_body(origin: Array, rays: Array, shape: Shape) -> tuple[NDArray[np.bool_], Array]:
    """Where rays (n, 3) from `origin` meet the body, in the die's own coordinates (edge 1, centre 0)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slow = np.where(np.abs(rays) < 1e-6, 1e-6, rays)
        near = (-0.5 * np.sign(slow) - origin) / slow
        far = (0.5 * np.sign(slow) - origin) / slow
    enter, leave = near.max(1), far.min(1)
    hits = (leave > enter) & (enter > 0)
    travelled = enter.astype(np.float32)
    index = np.flatnonzero(hits)
    for _ in range(9):
        if index.size == 0:
            break
        points = origin + rays[index] * travelled[index, None]
        gap = distance_to(points, shape)
        travelled[index] += gap
        lost = travelled[index] > leave[index]
        hits[index[lost]] = False
        index = index[~lost & (gap > 0.004)]
    hits[index] &= distance_to(origin + rays[index] * travelled[index, None], shape) < 0.02
    return hits, travelled


def distance_to(points: Array, shape: Shape) -> Array:
    """How far points are from the body's skin."""
    beyond = np.abs(points) - (0.5 - shape.rounding)
    outside = np.sqrt((np.maximum(beyond, 0) ** 2).sum(1)) + np.minimum(beyond.max(1), 0) - shape.rounding
    return np.asarray(np.maximum(outside, np.sqrt((points**2).sum(1)) - shape.ball), np.float32)


def normals_at(points: Array, shape: Shape) -> Array:
    """Which way the skin faces."""
    beyond = np.maximum(np.abs(points) - (0.5 - shape.rounding), 1e-5)
    box = np.sign(points) * beyond
    box /= np.linalg.norm(box, axis=1, keepdims=True)
    length = np.linalg.norm(points, axis=1, keepdims=True)
    on_ball = np.clip((length - shape.ball + shape.bevel) / shape.bevel, 0, 1)
    mixed = box * (1 - on_ball) + points / length * on_ball
    if shape.dish:
        # On a face the two smaller coordinates tell where on it a point is.
        along = np.where(np.abs(points) < np.abs(points).max(1, keepdims=True), points, 0)
        mixed = mixed - 2 * shape.dish * along
    return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), np.float32)
