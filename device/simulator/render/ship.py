"""Draws a mothership that lies on its side: a hull, and a stern of clear plastic in which the balls lie.

Hull and balls are ellipsoids, the stern is a tube; rays are met with them one by one, as with the dice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.dice import Patch, Window, rays_through, spread
from device.simulator.render.faces import linear
from device.simulator.render.geometry import Projection
from device.simulator.render.lighting import LightRig, lamp_points
from device.simulator.render.raycast import column, dot
from device.simulator.render.scene import Ship
from device.simulator.render.shading import PlasticShader

Floats = NDArray[np.float32]

BALL_RADIUS_MM = 5.0
_TUBE_RADIUS_MM, _WALL_MM = 6.4, 0.7
_TUBE_FROM_MM, _TUBE_TO_MM = -12.0, 14.0  # along the ship, from the middle of the stern
_BETWEEN_MM = 10.15  # the middles of two balls; they touch but for a hair
_THROUGH = 0.9  # of the light, through both walls of the tube
_AROUND = 3  # pixels

_PAINTS: dict[str, tuple[int, int, int]] = {
    "yellow": (238, 190, 22),
    "red": (196, 28, 34),
    "blue": (24, 74, 182),
    "black": (26, 26, 28),
}
_HULL_PAINT, _WING_PAINT = (150, 156, 166), (104, 112, 126)
# Along the ship, aside, up from the table; then half the length, width and height.
_HULL = (
    ((52.0, 0.0, 13.0), (41.0, 13.0, 13.0), _HULL_PAINT),
    ((46.0, 0.0, 8.0), (19.0, 34.0, 2.0), _WING_PAINT),
)


@dataclass(frozen=True)
class Ellipsoid:
    """A body with three axes, turned about the vertical."""

    middle: tuple[float, float, float]
    half: tuple[float, float, float]  # along the ship, aside, up
    turn: float
    paint: tuple[int, int, int]

    def _axes(self) -> Floats:
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        return np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]], dtype=np.float32)

    def meet(self, origins: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """How far along each ray it enters and leaves; entering is infinite for a miss."""
        into: Floats = self._axes() / column(self.half)
        start: Floats = into @ (origins - column(self.middle))
        way: Floats = into @ directions
        a, b, c = dot(way, way), dot(start, way), dot(start, start) - 1
        root = b * b - a * c
        is_met = root > 0
        root = np.sqrt(np.maximum(root, 0))
        near = np.where(is_met, (-b - root) / a, np.float32(np.inf))
        return near, np.where(is_met, (-b + root) / a, np.float32(-np.inf))

    def normals(self, points: Floats) -> Floats:
        """Unit normals at points on it."""
        axes = self._axes()
        scale = column([half**2 for half in self.half])
        along = np.asarray((axes @ (points - column(self.middle))) / scale, dtype=np.float32)
        out = np.asarray(axes.T @ along, dtype=np.float32)
        return np.asarray(out / np.sqrt(dot(out, out)), dtype=np.float32)

    def surface(self) -> NDArray[np.float64]:
        """Points (n, 3) spread over it."""
        lifts = np.linspace(-0.95, 0.95, 7)
        turns = np.linspace(0, 2 * math.pi, 12, endpoint=False)
        rings = [
            (math.sqrt(1 - lift**2) * math.cos(turn), math.sqrt(1 - lift**2) * math.sin(turn), lift)
            for lift in lifts
            for turn in turns
        ]
        placed: NDArray[np.float64] = (np.array(rings) * self.half) @ self._axes() + np.asarray(self.middle)
        return placed


def bodies_of(ship: Ship) -> tuple[Ellipsoid, ...]:
    """Balls first, then the parts of the hull."""
    first = (len(ship.balls) - 1) / 2 * _BETWEEN_MM
    radius = (BALL_RADIUS_MM,) * 3
    balls = [
        Ellipsoid(at(ship, first - n * _BETWEEN_MM, 0, _WALL_MM + BALL_RADIUS_MM), radius, 0.0, _PAINTS[colour])
        for n, colour in enumerate(ship.balls)
    ]
    hull = [Ellipsoid(at(ship, *middle), half, ship.turn, paint) for middle, half, paint in _HULL]
    return (*balls, *hull)


def at(ship: Ship, along: float, aside: float, up: float) -> tuple[float, float, float]:
    """A place on the ship in the table's millimetres."""
    cosine, sine = math.cos(ship.turn), math.sin(ship.turn)
    return ship.x + along * cosine - aside * sine, ship.y + along * sine + aside * cosine, up


def draw_ship(ship: Ship, projection: Projection, rig: LightRig, table_colour: Floats, samples: int) -> list[Patch]:
    """The ship with `samples` rays per pixel, each with its own place in the pixel and point of the lamp."""
    bodies = bodies_of(ship)
    window = window_of(bodies, projection)
    if window is None:
        return []
    shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
    light, cover = np.zeros((3, shape[0] * shape[1]), np.float32), np.zeros(shape[0] * shape[1], np.float32)
    pixels = np.flatnonzero(outline(ship, bodies, projection)[window])
    shader = PlasticShader(rig, column(projection.eye), table_colour)
    lamps = lamp_points(rig, samples)
    for sample in range(samples):
        shift = (sample + 0.5) / samples - 0.5, spread(sample + 1) - 0.5
        rays = rays_through(projection, window, *shift)[:, pixels]
        lit, solid = _shade(ship, bodies, rays, shader, column(lamps[sample]))
        light[:, pixels] += lit / np.float32(samples)
        cover[pixels] += solid / np.float32(samples)
    return [Patch(window, light.T.reshape(*shape, 3), cover.reshape(shape))]


def window_of(bodies: Sequence[Ellipsoid], projection: Projection) -> Window | None:
    """The rows and columns of the picture that the ship can cover; None if it is outside."""
    pixels = projection.project(np.vstack([body.surface() for body in bodies]))
    reach = _AROUND + _TUBE_RADIUS_MM * projection.focal_length / projection.camera.height_mm
    left, top = (max(0, math.floor(value - reach)) for value in pixels.min(axis=0))
    right = min(projection.width, math.ceil(pixels[:, 0].max() + reach))
    bottom = min(projection.height, math.ceil(pixels[:, 1].max() + reach))
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def outline(ship: Ship, bodies: Sequence[Ellipsoid], projection: Projection) -> NDArray[np.uint8]:
    """The pixels that a part of the ship, or the tube, may cover."""
    mask = np.zeros((projection.height, projection.width), np.uint8)
    radius = _TUBE_RADIUS_MM
    tube = [
        at(ship, along, aside, up)
        for along in (_TUBE_FROM_MM, _TUBE_TO_MM)
        for aside in (-radius, radius)
        for up in (0.0, 2 * radius)
    ]
    for points in (np.array(tube), *(body.surface() for body in bodies)):
        hull = cv2.convexHull(projection.project(points).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    grown: NDArray[np.uint8] = cv2.dilate(mask, np.ones((2 * _AROUND + 1,) * 2, np.uint8))
    return grown


def _shade(
    ship: Ship, bodies: Sequence[Ellipsoid], rays: Floats, shader: PlasticShader, lamp: Floats
) -> tuple[Floats, Floats]:
    """Light (3, n) along each ray from the ship, and the share of what lies behind that the ship hides."""
    eye = shader.eye
    nearest = np.full(rays.shape[1], np.inf, dtype=np.float32)
    owner = np.full(rays.shape[1], -1)
    for number, body in enumerate(bodies):
        near, _ = body.meet(eye, rays)
        owner[near < nearest] = number
        nearest = np.minimum(nearest, near)
    light = np.zeros_like(rays)
    for number, body in enumerate(bodies):
        met = np.flatnonzero(owner == number)
        points = eye + rays[:, met] * nearest[met]
        others = [other for place, other in enumerate(bodies) if place != number]
        light[:, met] = _on_body(body, points, others, shader, lamp)
    cover = (owner >= 0).astype(np.float32)
    _lay_tube(ship, rays, nearest, light, cover, shader, lamp)
    return light, cover


def _on_body(
    body: Ellipsoid, points: Floats, others: Sequence[Ellipsoid], shader: PlasticShader, lamp: Floats
) -> Floats:
    normals = body.normals(points)
    to_lamp, light = shader.lamp_light(points, normals, lamp)
    room = np.full(points.shape[1], shader.rig.room_strength, dtype=np.float32)
    for other in others:
        near, far = other.meet(points, to_lamp)
        light[(near < far) & (far > 0.05)] = 0
        # What stands close takes away the light of the room from its side.
        gap = column(other.middle) - points
        distance = np.sqrt(dot(gap, gap))
        size = np.float32(min(other.half))
        room *= 1 - np.clip(dot(normals, gap) / distance, 0, 1) * np.minimum(1, (size / distance) ** 2) * 0.6
    paint = linear(body.paint)[:, None]
    return shader.reflect(paint, points, normals, to_lamp, light, room)


def _lay_tube(
    ship: Ship, rays: Floats, nearest: Floats, light: Floats, cover: Floats, shader: PlasticShader, lamp: Floats
) -> None:
    """Dim what is seen through the tube, and add what its wall mirrors. Changes `light` and `cover`."""
    cosine, sine = math.cos(ship.turn), math.sin(ship.turn)
    into = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]], dtype=np.float32)
    start = into @ (shader.eye - column((ship.x, ship.y, _TUBE_RADIUS_MM)))
    way = into @ rays
    a = way[1] ** 2 + way[2] ** 2
    b = start[1] * way[1] + start[2] * way[2]
    root = b * b - a * (start[1] ** 2 + start[2] ** 2 - _TUBE_RADIUS_MM**2)
    near = (-b - np.sqrt(np.maximum(root, 0))) / a
    along = start[0] + near * way[0]
    is_met = (root > 0) & (along > _TUBE_FROM_MM) & (along < _TUBE_TO_MM) & (near < nearest)
    met = np.flatnonzero(is_met)
    points = shader.eye + rays[:, met] * near[met]
    across = (start + way * near)[1:, met] / np.float32(_TUBE_RADIUS_MM)
    normals = into.T @ np.vstack([np.zeros_like(across[:1]), across])
    to_lamp, falling = shader.lamp_light(points, normals, lamp)
    overhead = (0.5 + 0.5 * normals[2]) * np.float32(shader.rig.room_strength)
    # At its sides one looks along the wall: little comes through.
    to_eye = shader.eye - points
    facing = np.clip(dot(normals, to_eye) / np.sqrt(dot(to_eye, to_eye)), 0, 1)
    through = np.float32(_THROUGH) * (1 - (1 - facing) ** 4)
    light[:, met] = light[:, met] * through + shader.mirrored(points, normals, to_lamp, falling, overhead)
    cover[met] = 1 - (1 - cover[met]) * through
