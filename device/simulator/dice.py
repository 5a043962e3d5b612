"""Draws dice ray by ray, lit by the lamp and the room, with the shadows of the other dice on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from device.simulator.faces import ART_SIZE, face_art
from device.simulator.geometry import Projection, corners
from device.simulator.lighting import LightRig, lamp_points, light_colour
from device.simulator.raycast import HALF_MM, Hits, cast, column, dot, is_blocked
from device.simulator.scene import EDGE_MM, FACE_NORMALS, Pose

Floats = NDArray[np.float32]
Window = tuple[slice, slice]

_GLOSS = 70.0  # Blinn-Phong exponent of polished plastic
_REFLECTION = 0.045  # of plastic, straight on
_MARGIN = 4  # pixels around dice that a slight defocus reaches
_BESIDE_A_DIE = 0.4  # light that comes back from a white neighbour, compared with the open room


@dataclass(frozen=True)
class Patch:
    """A piece of the picture with dice on it: light times cover (blue, green, red), and the cover itself, 0..1."""

    window: Window
    colour: Floats
    cover: Floats


@dataclass(frozen=True)
class DiceShader:
    """Colours the points that rays meet, for one light and one kind of table."""

    rig: LightRig
    eye: Floats
    table_colour: Floats  # mean reflectance of the table, whose light falls on the sides

    def shade(self, pose: Pose, hits: Hits, lamp: Floats, scatter: Floats, others: Sequence[Pose]) -> Floats:
        """Light (3, n) towards the eye; `lamp` is one point of the lamp, `scatter` one direction of the room."""
        turn = np.asarray(pose.rotation, dtype=np.float32)
        points = turn @ hits.points + column(pose.position)
        normals = turn @ hits.normals
        to_lamp = lamp - points
        squared = dot(to_lamp, to_lamp)
        to_lamp /= np.sqrt(squared)
        power = np.float32(self.rig.lamp_strength * sum(value**2 for value in self.rig.lamp_mm))
        light = np.maximum(dot(normals, to_lamp), 0) * power / squared
        room = np.full(points.shape[1], self.rig.room_strength, dtype=np.float32)
        if others:
            light[is_blocked(points, to_lamp, others)] = 0
            # A normal plus a direction of the whole sphere follows the cosine law around the normal.
            lifted = points + normals * np.float32(0.05)
            room[is_blocked(lifted, normals + scatter, others)] *= _BESIDE_A_DIE
        return self._reflect(hits, points, normals, to_lamp, light, room)

    def _reflect(
        self, hits: Hits, points: Floats, normals: Floats, to_lamp: Floats, light: Floats, room: Floats
    ) -> Floats:
        lamp_colour = light_colour(self.rig.lamp_kelvin)[:, None]
        room_colour = light_colour(self.rig.room_kelvin)[:, None]
        up = normals[2]
        overhead = (0.5 + 0.5 * up) * room
        # Light from the table: close to it, a side sees mostly the die's own shadow.
        falling = np.float32(self.rig.lamp_strength * self.rig.lamp_mm[2] / math.hypot(*self.rig.lamp_mm))
        table_light = self.table_colour[:, None] * (
            falling / np.float32(self.rig.room_strength) * lamp_colour + room_colour
        )
        from_table = (0.5 - 0.5 * up) * (0.3 + 0.7 * np.clip(points[2] / np.float32(EDGE_MM), 0, 1)) * room
        arriving = light * lamp_colour + overhead * room_colour + from_table * table_light

        to_eye = self.eye - points
        to_eye /= np.sqrt(dot(to_eye, to_eye))
        half = to_lamp + to_eye
        half /= np.sqrt(dot(half, half))
        mirrored_lamp = np.maximum(dot(normals, half), 0) ** np.float32(_GLOSS) * light
        mirrored_lamp *= np.float32(_REFLECTION * (_GLOSS + 8) / 8)
        grazing = 1 - np.clip(dot(normals, to_eye), 0, 1)
        squared = grazing * grazing
        mirrored_room = (_REFLECTION + (1 - _REFLECTION) * squared * squared * grazing) * overhead * np.float32(0.6)
        colour: Floats = _reflectance(hits.points) * arriving
        colour += mirrored_lamp * lamp_colour + mirrored_room * room_colour
        return colour


def _reflectance(points: Floats) -> Floats:
    """Paint or plastic (3, n) at points of a die in its own axes."""
    axis = np.argmax(np.abs(points), axis=0)
    count = points.shape[1]
    rays = np.arange(count)
    side = _face_index()[axis, (points.ravel()[axis * count + rays] > 0).astype(np.intp)]
    scale = np.float32(ART_SIZE / EDGE_MM)
    pixels = np.clip((points + np.float32(HALF_MM)) * scale, 0, ART_SIZE - 1).astype(np.int32).ravel()
    row = pixels[(axis + 2) % 3 * count + rays]
    across = pixels[(axis + 1) % 3 * count + rays]
    painted: Floats = face_art().reshape(-1, 3).take((side * ART_SIZE + row) * ART_SIZE + across, axis=0).T
    return painted


@lru_cache(maxsize=1)
def _face_index() -> NDArray[np.intp]:
    """The place of a face in the art by the axis it lies on and whether it looks against (0) or along (1) it."""
    order = list(FACE_NORMALS)
    places = {normal: order.index(face) for face, normal in FACE_NORMALS.items()}
    return np.array([[places[_unit(axis, sign)] for sign in (-1.0, 1.0)] for axis in range(3)], dtype=np.intp)


def _unit(axis: int, sign: float) -> tuple[float, float, float]:
    values = [0.0, 0.0, 0.0]
    values[axis] = sign
    return values[0], values[1], values[2]


def draw_dice(
    dice: Sequence[Sequence[Pose]], projection: Projection, rig: LightRig, table_colour: Floats, samples: int
) -> list[Patch]:
    """Draw all dice with `samples` rays per pixel, as patches that do not overlap.

    Each ray has its own place in the pixel, moment of the exposure, point of the lamp and direction of the room, so
    one loop gives smooth edges, motion blur and soft shadows.
    """
    shape = (projection.height, projection.width)
    light = np.zeros((*shape, 3), dtype=np.float32)
    cover = np.zeros(shape, dtype=np.float32)
    depth = np.empty(shape, dtype=np.float32)
    owner = np.empty(shape, dtype=np.int16)
    eye = column(projection.eye)
    shader = DiceShader(rig, eye, table_colour)
    lamps = lamp_points(rig, samples)
    scatters = _sphere_directions(samples)
    touched: list[Window] = []
    for sample in range(samples):
        poses = [path[sample * len(path) // samples] for path in dice]
        windows = [_window(pose, projection) for pose in poses]
        shift = (sample + 0.5) / samples - 0.5, _spread(sample + 1) - 0.5
        drawn: list[tuple[int, Window, Hits, Floats]] = []
        for window in windows:
            if window:
                depth[window] = np.inf
                owner[window] = -1
                touched.append(window)
        for index, (pose, window) in enumerate(zip(poses, windows, strict=True)):
            if window is None:
                continue
            hits = cast(pose, eye, _rays(projection, window, *shift))
            others = [other for place, other in enumerate(poses) if place != index and _are_near(pose, other, rig)]
            drawn.append(
                (index, window, hits, shader.shade(pose, hits, column(lamps[sample]), scatters[sample], others))
            )
            distances = np.full(depth[window].shape, np.inf, dtype=np.float32)
            distances.reshape(-1)[hits.rays] = hits.distances
            is_nearer = distances < depth[window]
            depth[window][is_nearer] = distances[is_nearer]
            owner[window][is_nearer] = index
        for index, window, hits, colour in drawn:
            share = (owner[window] == index).astype(np.float32) / np.float32(samples)
            lit = np.zeros((*share.shape, 3), dtype=np.float32)
            lit.reshape(-1, 3)[hits.rays] = colour.T
            cover[window] += share
            light[window] += lit * share[..., None]
    return [Patch(window, light[window], cover[window]) for window in _joined(touched, shape)]


def _rays(projection: Projection, window: Window, shift_u: float, shift_v: float) -> Floats:
    """Directions (3, n) through the pixels of a window, each as long as the way to a depth of 1 mm."""
    rows, columns = window
    focal = projection.focal_length
    x = (np.arange(columns.start, columns.stop, dtype=np.float32) + shift_u - (projection.width - 1) / 2) / focal
    y = (np.arange(rows.start, rows.stop, dtype=np.float32) + shift_v - (projection.height - 1) / 2) / focal
    right, down, forward = (column(axis) for axis in projection.axes)
    across = (right * x.astype(np.float32))[:, None, :]
    along = (down * y.astype(np.float32) + forward)[:, :, None]
    rays: Floats = (across + along).reshape(3, -1)
    return rays


def _window(pose: Pose, projection: Projection) -> Window | None:
    """The rows and columns of the picture that a die can cover; None if it is outside."""
    pixels = projection.project(corners(pose))
    left, top = (max(0, math.floor(value) - 1) for value in pixels.min(axis=0))
    right = min(projection.width, math.ceil(pixels[:, 0].max()) + 2)
    bottom = min(projection.height, math.ceil(pixels[:, 1].max()) + 2)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _joined(windows: list[Window], shape: tuple[int, int]) -> list[Window]:
    """Windows that together cover the given ones with a margin for blur, joined where they overlap."""
    apart: list[tuple[int, int, int, int]] = []
    for rows, columns in windows:
        box = (rows.start - _MARGIN, columns.start - _MARGIN, rows.stop + _MARGIN, columns.stop + _MARGIN)
        while True:
            met = [other for other in apart if _overlap(box, other)]
            if not met:
                break
            apart = [other for other in apart if other not in met]
            tops, lefts, bottoms, rights = zip(box, *met, strict=True)
            box = (min(tops), min(lefts), max(bottoms), max(rights))
        apart.append(box)
    return [
        (slice(max(0, top), min(shape[0], bottom)), slice(max(0, left), min(shape[1], right)))
        for top, left, bottom, right in apart
    ]


def _overlap(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _are_near(pose: Pose, other: Pose, rig: LightRig) -> bool:
    """Whether the other die may throw a shadow on this one."""
    reach = 2 * EDGE_MM + (EDGE_MM + other.position[2]) * math.hypot(*rig.lamp_mm[:2]) / rig.lamp_mm[2]
    return math.dist(pose.position[:2], other.position[:2]) < reach


def _spread(index: int) -> float:
    """The index-th number of the evenly spread sequence 1/2, 1/4, 3/4, 1/8, ..."""
    value, weight = 0.0, 0.5
    while index:
        value += weight * (index & 1)
        index >>= 1
        weight /= 2
    return value


def _sphere_directions(count: int) -> list[Floats]:
    """Unit vectors (3, 1) spread over the whole sphere."""
    lifts = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    angles = np.arange(count) * math.pi * (3.0 - math.sqrt(5.0))
    rings = np.sqrt(1.0 - lifts**2)
    return [
        column((ring * math.cos(angle), ring * math.sin(angle), lift))
        for ring, angle, lift in zip(rings, angles, lifts, strict=True)
    ]
