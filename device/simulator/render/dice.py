"""Draws dice ray by ray, lit by the lamp and the room, with the shadows of the other dice on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from device.simulator.render.faces import ART_SIZE, face_art
from device.simulator.render.geometry import Projection, corners
from device.simulator.render.lighting import LightRig, lamp_points
from device.simulator.render.raycast import HALF_MM, Hits, cast, column, is_blocked
from device.simulator.render.scene import EDGE_MM, FACE_NORMALS, DiceKind, Pose
from device.simulator.render.shading import PlasticShader

Floats = NDArray[np.float32]
Window = tuple[slice, slice]

_MARGIN = 4  # pixels around dice that a slight defocus reaches
_BESIDE_A_DIE = 0.4  # light that comes back from a white neighbour, compared with the open room


@dataclass(frozen=True)
class Patch:
    """A piece of the picture with dice on it: light times cover (blue, green, red), and the cover itself, 0..1."""

    window: Window
    colour: Floats
    cover: Floats


@dataclass(frozen=True)
class DiceShader(PlasticShader):
    """Colours the points that rays meet; `art` is what is on the six faces."""

    art: Floats

    def shade(self, pose: Pose, hits: Hits, lamp: Floats, scatter: Floats, others: Sequence[Pose]) -> Floats:
        """Light (3, n) towards the eye; `lamp` is one point of the lamp, `scatter` one direction of the room."""
        turn = np.asarray(pose.rotation, dtype=np.float32)
        points = turn @ hits.points + column(pose.position)
        normals = turn @ hits.normals
        to_lamp, light = self.lamp_light(points, normals, lamp)
        room = np.full(points.shape[1], self.rig.room_strength, dtype=np.float32)
        if others:
            light[is_blocked(points, to_lamp, others)] = 0
            # A normal plus a direction of the whole sphere follows the cosine law around the normal.
            lifted = points + normals * np.float32(0.05)
            room[is_blocked(lifted, normals + scatter, others)] *= _BESIDE_A_DIE
        return self.reflect(_reflectance(hits.points, self.art), points, normals, to_lamp, light, room)


def _reflectance(points: Floats, art: Floats) -> Floats:
    """Paint or plastic (3, n) at points of a die in its own axes."""
    axis = np.argmax(np.abs(points), axis=0)
    count = points.shape[1]
    rays = np.arange(count)
    side = _face_index()[axis, (points.ravel()[axis * count + rays] > 0).astype(np.intp)]
    scale = np.float32(ART_SIZE / EDGE_MM)
    pixels = np.clip((points + np.float32(HALF_MM)) * scale, 0, ART_SIZE - 1).astype(np.int32).ravel()
    row = pixels[(axis + 2) % 3 * count + rays]
    across = pixels[(axis + 1) % 3 * count + rays]
    painted: Floats = art.reshape(-1, 3).take((side * ART_SIZE + row) * ART_SIZE + across, axis=0).T
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
    dice: Sequence[Sequence[Pose]],
    projection: Projection,
    rig: LightRig,
    table_colour: Floats,
    samples: int,
    kind: DiceKind = DiceKind.SPACE,
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
    shader = DiceShader(rig, eye, table_colour, face_art(kind))
    lamps = lamp_points(rig, samples)
    scatters = sphere_directions(samples)
    touched: list[Window] = []
    for sample in range(samples):
        poses = [path[sample * len(path) // samples] for path in dice]
        windows = [_window(pose, projection) for pose in poses]
        shift = (sample + 0.5) / samples - 0.5, spread(sample + 1) - 0.5
        drawn: list[tuple[int, Window, Hits, Floats]] = []
        for window in windows:
            if window:
                depth[window] = np.inf
                owner[window] = -1
                touched.append(window)
        for index, (pose, window) in enumerate(zip(poses, windows, strict=True)):
            if window is None:
                continue
            hits = cast(pose, eye, rays_through(projection, window, *shift))
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


def rays_through(projection: Projection, window: Window, shift_u: float, shift_v: float) -> Floats:
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


def spread(index: int) -> float:
    """The index-th number of the evenly spread sequence 1/2, 1/4, 3/4, 1/8, ..."""
    value, weight = 0.0, 0.5
    while index:
        value += weight * (index & 1)
        index >>= 1
        weight /= 2
    return value


def sphere_directions(count: int) -> list[Floats]:
    """Unit vectors (3, 1) spread over the whole sphere."""
    lifts = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    angles = np.arange(count) * math.pi * (3.0 - math.sqrt(5.0))
    rings = np.sqrt(1.0 - lifts**2)
    return [
        column((ring * math.cos(angle), ring * math.sin(angle), lift))
        for ring, angle, lift in zip(rings, angles, lifts, strict=True)
    ]
