"""Things on the table, ray-marched one by one: balls, sweets, dice, cubes, chips and coins.

Each is an ellipsoid, a rounded box or a rounded disc; distances to those are short formulas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.balls.light import Light
from tools.render.cameras import Camera
from tools.render.dice import LAYOUTS

STEPS = 26  # of the march; more change nothing that can be seen


class Form(Enum):
    """The three shapes that things can have."""

    ELLIPSOID = "ellipsoid"
    BOX = "box"
    DISC = "disc"


@dataclass(frozen=True)
class Thing:
    """One thing on the table; lengths in millimetres."""

    form: Form
    place: Array  # its centre
    half: Array  # half its sides along its own axes
    paint: Array  # linear B, G, R
    axes: Array = field(default_factory=lambda: np.eye(3, dtype=np.float32))  # rows: its own axes
    rounding: float = 0.0
    gloss: float = 1.0
    rough: float = 0.05
    ink: Array | None = None  # of pips or of a ring on a chip
    colour: str = ""  # a ball's name; empty for everything else
    flatness: float = 0.0  # 0..1, how evenly light reaches all sides: plastic around a ball scatters it

    @property
    def reach(self) -> float:
        """The radius of a sphere around it."""
        return float(np.linalg.norm(self.half)) if self.form is Form.BOX else float(np.hypot(*np.sort(self.half)[1:]))

    def distance(self, points: Array) -> Array:
        """How far points (3, n), seen from its centre along its own axes, are from a box's or disc's surface."""
        if self.form is Form.BOX:
            x, y, z = (np.abs(points[axis]) - (self.half[axis] - self.rounding) for axis in range(3))
            inner = np.minimum(np.maximum(np.maximum(x, y), z), 0)
            x, y, z = np.maximum(x, 0), np.maximum(y, 0), np.maximum(z, 0)
            return np.asarray(np.sqrt(x * x + y * y + z * z) + inner - self.rounding, np.float32)
        away = np.hypot(points[0], points[1]) - (self.half[0] - self.rounding)
        up = np.abs(points[2]) - (self.half[2] - self.rounding)
        inner = np.minimum(np.maximum(away, up), 0)
        return np.asarray(np.hypot(np.maximum(away, 0), np.maximum(up, 0)) + inner - self.rounding, np.float32)

    def hit(self, start: Array, rays: Array) -> tuple[NDArray[np.intp], Array, Array]:
        """Which of the rays (n, 3) from `start` hit it, where, and the normals there; all along its own axes."""
        if self.form is Form.ELLIPSOID:
            # Squeezed to a unit sphere, a quadratic equation tells.
            begin, way = start / self.half, rays / self.half
            square, half_linear = (way * way).sum(axis=1), way @ begin
            inside = half_linear**2 - square * (float(begin @ begin) - 1)
            number = np.flatnonzero(inside > 0)
            gone = (-half_linear[number] - np.sqrt(inside[number])) / square[number]
            points = start + rays[number] * gone[:, None]
            normals = points / self.half**2
        else:
            along = -(rays @ start)
            off = start + rays * along[:, None]
            number = np.flatnonzero((off * off).sum(axis=1) < (1.02 * self.reach) ** 2)
            begin, way, gone = start[:, None], np.ascontiguousarray(rays[number].T), along[number] - 1.05 * self.reach
            for _ in range(STEPS):
                gone = gone + self.distance(begin + way * gone)
            ends = begin + way * gone
            near = np.abs(self.distance(ends)) < 0.02 * float(self.half.min())
            number, ends = number[near], ends[:, near]
            steps = 0.01 * float(self.half.min()) * np.eye(3, dtype=np.float32)
            slopes = [self.distance(ends + step[:, None]) - self.distance(ends - step[:, None]) for step in steps]
            points, normals = np.ascontiguousarray(ends.T), np.stack(slopes, 1)
        length = np.sqrt((normals * normals).sum(axis=1, keepdims=True)) + 1e-9
        return number, np.asarray(points, np.float32), np.asarray(normals / length, np.float32)

    def outline_points(self) -> Array:
        """World points whose hull is the thing's."""
        if self.form is Form.BOX:
            signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
            local = signs * self.half * 0.93
        else:
            turns = np.linspace(0, 2 * math.pi, 16, endpoint=False)
            rings = ((-1.0, 1.0), (1.0, 1.0)) if self.form is Form.DISC else ((0, 1), (0.6, 0.8), (-0.6, 0.8), (1, 0))
            local = np.array([(w * math.cos(t), w * math.sin(t), z) for z, w in rings for t in turns], np.float32)
            local = local * self.half
        return np.asarray(local @ self.axes + self.place, np.float32)


def painted(thing: Thing, points: Array, normals: Array, coverage: float) -> Array:
    """(n, 3) The paint at these own points; dice have pips, chips a ring."""
    paint = np.tile(thing.paint, (len(points), 1))
    if thing.ink is None:
        return paint
    if thing.form is Form.DISC:
        away = np.hypot(points[:, 0], points[:, 1]) / thing.half[0]
        mask = np.clip((0.13 - np.abs(away - 0.68)) / coverage, 0, 1)
        return np.asarray(paint + mask[:, None] * (thing.ink - paint), np.float32)
    faces = np.abs(normals).argmax(axis=1)
    near = points / thing.half
    for axis in range(3):
        for sign, value in ((1, (2, 3, 6)[axis]), (-1, (5, 4, 1)[axis])):
            mine = (faces == axis) & (normals[:, axis] * sign > 0)
            if not mine.any():
                continue
            across = near[mine][:, [number for number in range(3) if number != axis]]
            spots = np.array(LAYOUTS[value], np.float32) * 0.5
            away = np.linalg.norm(across[:, None] - spots, axis=2).min(axis=1)
            mask = np.clip((0.2 - away) / coverage + 0.5, 0, 1)
            paint[mine] += mask[:, None] * (thing.ink - paint[mine])
    return paint


def draw_thing(
    canvas: Array,
    camera: Camera,
    light: Light,
    thing: Thing,
    others: Sequence[Thing],
    window: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Draw it, where there is a window only there, and say which pixels of the canvas show it."""
    shown = np.zeros(canvas.shape[:2], bool)
    centre = camera.project(thing.place[None])[0]
    depth = float((thing.place - camera.place) @ camera.axes[2])
    reach = camera.focal * thing.reach / depth * 1.15 + 2
    left, right = max(0, int(centre[0] - reach)), min(camera.width, int(centre[0] + reach) + 2)
    top, bottom = max(0, int(centre[1] - reach)), min(camera.height, int(centre[1] + reach) + 2)
    if left >= right or top >= bottom:
        return shown
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    rays = camera.rays(xs.ravel(), ys.ravel())
    start = np.asarray((camera.place - thing.place) @ thing.axes.T, np.float32)
    number, points, own_normals = thing.hit(start, np.asarray(rays @ thing.axes.T, np.float32))
    if not len(number):
        return shown
    rays = rays[number]
    normals = own_normals @ thing.axes
    places = points @ thing.axes + thing.place
    paint = painted(thing, points, own_normals, 3.0 / max(4.0, camera.focal * float(thing.half.max()) / depth))
    falling = light.diffuse(normals, seen_of_room(thing, places, normals, others))
    lit = (falling + thing.flatness * (falling.mean(axis=0) - falling)) * paint
    ahead = np.clip(-(rays * normals).sum(axis=1), 0, 1)
    mirror = rays + 2 * ahead[:, None] * normals
    share = thing.gloss * (0.04 + 0.96 * (1 - ahead) ** 5 * max(0.0, 1 - 2.5 * thing.rough))
    seen = lit * (1 - 0.5 * share[:, None]) + share[:, None] * light.mirrored(mirror, thing.rough)
    rows, columns = np.divmod(number, right - left)
    rows, columns = rows + top, columns + left
    if window is not None:
        free = window[rows, columns]
        rows, columns, seen = rows[free], columns[free], seen[free]
    canvas[rows, columns] = seen
    shown[rows, columns] = True
    return shown


def seen_of_room(thing: Thing, places: Array, normals: Array, others: Sequence[Thing]) -> Array:
    """(n,) What the table below and the things around leave of the room's light."""
    above = np.clip(places[:, 2] / (2 * thing.place[2] + 1e-3), 0, 1)
    seen = 0.35 + 0.65 * above
    for other in others:
        if other is thing:
            continue
        way = other.place - places
        away = np.linalg.norm(way, axis=1)
        radius = float(np.sort(other.half)[1])
        if float(away.min()) < 3 * radius:
            facing = np.clip((normals * way).sum(axis=1) / away, 0, 1)
            seen = seen * (1 - np.clip(facing * (radius / away) ** 2, 0, 0.9))
    return np.asarray(seen, np.float32)


def cast_shadows(canvas: Array, camera: Camera, light: Light, things: Sequence[Thing]) -> None:
    """Darken the table where lamps and the room are hidden; at a quarter of the size, shadows are soft."""
    size = (camera.width // 4 + 1, camera.height // 4 + 1)
    whole = light.sky + sum(lamp.colour * lamp.direction[2] for lamp in light.lamps)
    lost = np.zeros((size[1], size[0], 3), np.float32)
    # Soft close to the thing, softer further away; one softness for all is near enough.
    for lamp in light.lamps:
        mask = np.zeros((size[1], size[0]), np.uint8)
        for thing in things:
            points = thing.outline_points()
            feet = points - points[:, 2:] / lamp.direction[2] * lamp.direction
            hull = cv2.convexHull((camera.project(feet) / 4).astype(np.float32))
            cv2.fillConvexPoly(mask, (hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 0.7 + 4 * lamp.wide)
        lost += soft[:, :, None] * (lamp.colour * lamp.direction[2] / whole)
    mask = np.zeros((size[1], size[0]), np.uint8)
    for thing in things:
        feet = thing.outline_points() * np.array([1, 1, 0], np.float32)
        hull = cv2.convexHull((camera.project(feet) / 4).astype(np.float32))
        cv2.fillConvexPoly(mask, (hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 2.2)
    lost += 0.8 * soft[:, :, None] * (light.sky / whole)
    canvas *= 1 - np.clip(cv2.resize(lost, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR), 0, 0.97)
