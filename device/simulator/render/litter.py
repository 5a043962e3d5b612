"""Lays the things beside the pieces on the empty table: boards and tiles flat, cups and boxes with walls and shadows.

They lie still, so they become part of the table: what is drawn here is how the table reflects with them on it, and how
much of lamp and room it still sees. Then shadows of dice and hands fall on them as on the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.card_faces import reflectance
from device.simulator.render.cards import Window, light_below, solid, to_picture, warped, window_of
from device.simulator.render.faces import linear
from device.simulator.render.geometry import Projection
from device.simulator.render.lighting import LightRig
from device.simulator.render.scene import Thing, ThingKind
from device.simulator.render.shadows import lamp_shadow, room_shadow
from device.simulator.render.thing_prints import thing_front
from device.simulator.render.things import body, height_of, outline, size_of

Floats = NDArray[np.float32]

_LAMP_SAMPLES, _ROOM_SAMPLES = 48, 64
_FINE = 2  # walls are drawn so many times larger
_CARDBOARD_MM = 1.2  # so high flat things lie on average
_ARM_MM = 30.0  # how far a sleeve bulges
_WALLS: dict[ThingKind, tuple[int, int, int]] = {
    ThingKind.PILE: (206, 202, 192),
    ThingKind.PHONE: (40, 40, 44),
}
_FROM_TABLE = 0.25  # light that comes back from the table to a wall, of the room's


@dataclass(frozen=True)
class Litter:
    """What lies on the table: reflectance times cover (blue, green, red), the cover, and what lamp and room still send
    there; all of the picture's size, 0..1."""

    paint: Floats
    cover: Floats
    lamp_seen: Floats
    room_seen: Floats


def draw_litter(things: Sequence[Thing], projection: Projection, rig: LightRig) -> Litter:
    """Lay the things one after the other; the high ones stand on all flat ones and throw their shadows on them."""
    shape = projection.height, projection.width
    paint, cover = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32)
    below = np.ones(shape, np.float32)
    for thing in things:
        if not height_of(thing):
            _lay_flat(thing, projection, rig, paint, cover, below)
    high = [thing for thing in things if height_of(thing)]
    lamp_seen, room_seen = np.ones(shape, np.float32), np.ones(shape, np.float32)
    if high:
        bodies = [[body(thing)] for thing in high]
        lamp_seen = lamp_shadow(bodies, projection, rig, _LAMP_SAMPLES)
        room_seen = room_shadow(bodies, projection, _ROOM_SAMPLES)
    for thing in high:
        _stand(thing, projection, rig, paint, cover, (below, lamp_seen, room_seen))
    return Litter(paint, cover, lamp_seen * below, room_seen * below)


def _lay_flat(thing: Thing, projection: Projection, rig: LightRig, paint: Floats, cover: Floats, below: Floats) -> None:
    """Lay one flat thing on those that lie there. Changes the arrays."""
    size = size_of(thing)
    window = window_of(thing, projection, size)
    if window is None:
        return
    front = thing_front(thing.kind, thing.variant)
    mapping = to_picture(thing, projection, _CARDBOARD_MM, size)
    new = warped(solid(front), mapping, window)
    colour = reflectance(front)
    if thing.kind is ThingKind.SLEEVE:
        colour = colour * _bulge(thing, rig, front.shape[0])
    below[window] *= light_below(solid(front), thing, projection, rig, window, size)
    _lay(window, warped(colour, mapping, window), new, paint, cover)
    below[window] = below[window] * (1 - new) + new


def _bulge(thing: Thing, rig: LightRig, rows: int) -> Floats:
    """How much lighter or darker a sleeve is along each row of its front than something flat would be."""
    aside = np.linspace(1, -1, rows)
    slope = aside * _ARM_MM / size_of(thing)[1] * 2
    up = 1 / np.sqrt(1 + slope**2)
    out = slope * up
    return _facing(
        np.stack([-math.sin(thing.turn) * out, math.cos(thing.turn) * out, up], axis=1), (thing.x, thing.y), rig
    )[:, None, None]


def _facing(normals: NDArray[np.float64], place: tuple[float, float], rig: LightRig) -> Floats:
    """The light on surfaces with these normals (n, 3) at a place, compared with the table's there."""
    to_lamp = np.asarray(rig.lamp_mm) - (*place, 0.0)
    to_lamp /= np.linalg.norm(to_lamp)
    falling = np.maximum(normals @ to_lamp, 0.0) * rig.lamp_strength
    room = rig.room_strength * (0.5 + 0.5 * normals[:, 2] + _FROM_TABLE * (0.5 - 0.5 * normals[:, 2]))
    compared: Floats = ((falling + room) / (to_lamp[2] * rig.lamp_strength + rig.room_strength)).astype(np.float32)
    return compared


def _stand(
    thing: Thing,
    projection: Projection,
    rig: LightRig,
    paint: Floats,
    cover: Floats,
    seen: Sequence[Floats],
) -> None:
    """Stand a high thing on the table: its walls, then its top. Changes the arrays; its own top lies in no shadow."""
    window = _window(thing, projection)
    if window is None:
        return
    walls, new = _walls(thing, projection, rig, window)
    front = thing_front(thing.kind, thing.variant)
    mapping = to_picture(thing, projection, height_of(thing), size_of(thing))
    top = warped(solid(front), mapping, window)
    colour = warped(reflectance(front), mapping, window) * top[..., None] + walls * (new * (1 - top))[..., None]
    new = np.maximum(new, top)
    paint[window] = paint[window] * (1 - new)[..., None] + colour
    cover[window] = cover[window] * (1 - new) + new
    for light in seen:
        light[window] = light[window] * (1 - new) + new


def _lay(window: Window, colour: Floats, new: Floats, paint: Floats, cover: Floats) -> None:
    paint[window] = paint[window] * (1 - new)[..., None] + colour * new[..., None]
    cover[window] = cover[window] * (1 - new) + new


def _window(thing: Thing, projection: Projection) -> Window | None:
    """The rows and columns of the picture that a high thing can cover; None if it is outside."""
    pixels = projection.project(body(thing))
    left, top = (max(0, math.floor(value) - 3) for value in pixels.min(axis=0))
    right = min(projection.width, math.ceil(pixels[:, 0].max()) + 4)
    bottom = min(projection.height, math.ceil(pixels[:, 1].max()) + 4)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _walls(thing: Thing, projection: Projection, rig: LightRig, window: Window) -> tuple[Floats, Floats]:
    """The walls that the camera sees, as reflectances compared with the table's light, and where they are."""
    rows, columns = window
    size = (rows.stop - rows.start) * _FINE, (columns.stop - columns.start) * _FINE
    drawn, mask = np.zeros((*size, 3), np.uint8), np.zeros(size, np.uint8)
    foot = outline(thing)
    tone = _wall_tone(thing)
    points = np.stack([np.column_stack([foot, np.full(len(foot), level)]) for level in (0.0, height_of(thing))])
    pixels = (projection.project(points) - (columns.start, rows.start)) * _FINE
    for corner in range(len(foot)):
        after = (corner + 1) % len(foot)
        along = foot[after] - foot[corner]
        normal = np.array([along[1], -along[0], 0.0]) / np.linalg.norm(along)
        if normal @ (projection.eye - points[0, corner]) <= 0:
            continue
        quad = np.array([pixels[0, corner], pixels[0, after], pixels[1, after], pixels[1, corner]])
        light = float(_facing(normal[None, :], (float(foot[corner, 0]), float(foot[corner, 1])), rig)[0])
        # In roots, as the textures are: dark walls keep their shades in eight bits.
        colour = np.clip(np.sqrt(linear(tone) * light) * 255, 0, 255)
        fixed = np.round(np.clip(quad, -8000, 8000) * 16).astype(np.int32)
        cv2.fillConvexPoly(drawn, fixed, [float(value) for value in colour], cv2.LINE_8, 4)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_8, 4)
    small = size[1] // _FINE, size[0] // _FINE
    walls = cv2.resize(np.square(drawn.astype(np.float32) / 255), small, interpolation=cv2.INTER_AREA)
    new: Floats = cv2.resize(mask, small, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)
    return walls / np.maximum(new, np.float32(0.25))[..., None], new


def _wall_tone(thing: Thing) -> tuple[int, int, int]:
    """The colour of its sides: its own, or that of its upper side at the rim."""
    if thing.kind in _WALLS:
        return _WALLS[thing.kind]
    front = thing_front(thing.kind, thing.variant)
    blue, green, red = (int(value) for value in front[front.shape[0] // 2, 6, :3])
    return red, green, blue
