"""Rotations of dice and the pinhole camera: table millimetres to picture pixels and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from device.simulator.render.scene import EDGE_MM, FACE_NORMALS, CameraPose, Face, Matrix, Pose, Vector

Floats = NDArray[np.float64]

FOCAL_LENGTH_OF_WIDTH = 0.785  # a lens with 65 degrees across, like the Pi's Camera Module 3
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64) * (EDGE_MM / 2)


def rotation_about(axis: Vector, radians: float) -> Floats:
    """The matrix that turns by an angle about an axis through the origin (Rodrigues)."""
    x, y, z = np.asarray(axis, dtype=np.float64) / math.hypot(*axis)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Floats = np.eye(3) + math.sin(radians) * cross + (1.0 - math.cos(radians)) * (cross @ cross)
    return turned


def as_matrix(rotation: Floats) -> Matrix:
    """The same matrix as plain nested tuples, so that poses can be compared and hashed."""
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in rotation]
    return rows[0], rows[1], rows[2]


def rotation_showing(face: Face, spin_radians: float) -> Floats:
    """A die that lies flat with `face` on top, turned by an angle about the vertical."""
    normal = FACE_NORMALS[face]
    if normal[2] > 0:
        flat = np.eye(3)
    elif normal[2] < 0:
        flat = rotation_about((1.0, 0.0, 0.0), math.pi)
    else:
        flat = rotation_about((normal[1], -normal[0], 0.0), math.pi / 2)
    return rotation_about((0.0, 0.0, 1.0), spin_radians) @ flat


def corners(pose: Pose) -> Floats:
    """The eight corners of a die on the table, in millimetres (sharp ones: the cube around the rounded die)."""
    placed: Floats = CORNERS @ np.asarray(pose.rotation).T + np.asarray(pose.position)
    return placed


def top_face(pose: Pose) -> Face | None:
    """The face that looks up; None if the die leans by more than three degrees."""
    rotation = np.asarray(pose.rotation)
    face = max(Face, key=lambda face: float(rotation[2] @ np.asarray(FACE_NORMALS[face])))
    up = float(rotation[2] @ np.asarray(FACE_NORMALS[face]))
    return face if up > math.cos(math.radians(3.0)) else None


@dataclass(frozen=True)
class Projection:
    """A camera pose for pictures of one size."""

    camera: CameraPose
    width: int
    height: int

    @property
    def focal_length(self) -> float:
        """The focal length in pixels."""
        return FOCAL_LENGTH_OF_WIDTH * self.width

    @cached_property
    def axes(self) -> Floats:
        """Rows: the camera's right, down and forward directions in the table's axes."""
        heading = rotation_about((0.0, 0.0, 1.0), math.radians(self.camera.heading_degrees))
        tilt = math.radians(self.camera.tilt_degrees)
        right = heading @ np.array([1.0, 0.0, 0.0])
        forward = heading @ np.array([0.0, math.sin(tilt), -math.cos(tilt)])
        return np.stack([right, np.cross(forward, right), forward])

    @cached_property
    def eye(self) -> Floats:
        """Where the camera is, in millimetres."""
        forward = self.axes[2]
        away = self.camera.height_mm / -forward[2]
        place: Floats = np.array([*self.camera.target_mm, 0.0]) - away * forward
        return place

    def project(self, points: Floats) -> Floats:
        """Pixels of points (..., 3) of the table; the middle of the first pixel is (0, 0)."""
        seen = (points - self.eye) @ self.axes.T
        flat: Floats = seen[..., :2] / seen[..., 2:] * self.focal_length
        flat += ((self.width - 1) / 2, (self.height - 1) / 2)
        return flat

    def directions(self, u: Floats, v: Floats) -> Floats:
        """Unit directions (..., 3) from the eye through pixels."""
        x = (u - (self.width - 1) / 2) / self.focal_length
        y = (v - (self.height - 1) / 2) / self.focal_length
        rays = np.stack(np.broadcast_arrays(x, y, np.ones_like(x + y)), axis=-1) @ self.axes
        unit: Floats = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
        return unit

    def plane_to_picture(self, height_mm: float = 0.0) -> Floats:
        """The homography from x, y in millimetres at one height above the table to pixels."""
        axes, eye = self.axes, self.eye
        offset = axes @ (np.array([0.0, 0.0, height_mm]) - eye)
        view = np.column_stack([axes[:, 0], axes[:, 1], offset])
        lens = np.array(
            [
                [self.focal_length, 0.0, (self.width - 1) / 2],
                [0.0, self.focal_length, (self.height - 1) / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        mapping: Floats = lens @ view
        return mapping

    def on_table(self, u: float, v: float) -> tuple[float, float]:
        """The point of the table under a pixel, in millimetres."""
        ray = self.directions(np.array(u), np.array(v))
        point = self.eye - ray * (self.eye[2] / ray[2])
        return float(point[0]), float(point[1])
