"""A hand with a sleeve that reaches over the table: a small height field, lit and laid into the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.faces import linear
from device.simulator.render.geometry import Projection
from device.simulator.render.lighting import LightRig, light_colour
from device.simulator.render.scene import Hand

Floats = NDArray[np.float32]

_PIXELS_PER_MM = 2.0
_WIDTH_MM, _LENGTH_MM = 150, 520  # the sprite: fingertips at the top, the arm running down and out of the picture
_TIPS_MM = 12.0
_DEFOCUS_MM = 0.5
_SKIN, _NAIL, _SLEEVE = (214, 160, 134), (222, 172, 152), (58, 74, 104)
_WRIST_MM = 188.0

# Bones as (x, y) from, (x, y) to, radius from, radius to; x across from the middle finger, y from the fingertips down.
_FINGERS = (
    ((-30.0, 24.0), (-23.0, 88.0), 7.5, 10.0),
    ((-8.0, 4.0), (-7.0, 84.0), 8.0, 10.5),
    ((11.0, 7.0), (8.0, 86.0), 7.8, 10.0),
    ((30.0, 30.0), (22.0, 92.0), 6.8, 9.0),
    ((-58.0, 74.0), (-36.0, 118.0), 9.0, 12.5),
    ((-36.0, 118.0), (-12.0, 150.0), 12.5, 17.0),
)
_PALM = (
    ((-18.0, 96.0), (-10.0, 150.0), 16.0, 20.0),
    ((0.0, 92.0), (-2.0, 152.0), 17.0, 21.0),
    ((16.0, 98.0), (8.0, 150.0), 15.0, 20.0),
    ((-2.0, 150.0), (-1.0, 230.0), 24.0, 26.0),
)
_ARM = (((-1.0, 186.0), (4.0, 540.0), 34.0, 46.0),)


@dataclass(frozen=True)
class HandLayer:
    """The hand over the picture: light times cover, the cover, and what lamp and room still reach below it."""

    colour: Floats
    cover: Floats
    lamp_seen: Floats
    room_seen: Floats


@dataclass(frozen=True)
class _Sprite:
    reflectance: Floats
    normals: Floats
    cover: Floats


def draw_hand(hand: Hand, projection: Projection, rig: LightRig) -> HandLayer:
    """Light the hand, lay it into the picture at its height, and throw its shadows on the table."""
    sprite = _sprite()
    turn = math.radians(hand.arm_degrees + 90.0)
    cosine, sine = math.cos(turn), math.sin(turn)
    scale = 1 / _PIXELS_PER_MM
    # Sprite pixels to table millimetres: the fingertips lie at the hand's place, the arm along its direction.
    to_table = np.array([[cosine, -sine, hand.x], [sine, cosine, hand.y], [0, 0, 1]]) @ np.array(
        [[scale, 0, -_WIDTH_MM / 2], [0, -scale, _TIPS_MM], [0, 0, 1.0]]
    )
    lit = _light(sprite, rig, np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]), hand)
    cover = sprite.cover
    if hand.blur_mm > 0.5:
        length = max(1, round(hand.blur_mm * _PIXELS_PER_MM))
        lit, cover = cv2.blur(lit, (1, length)), cv2.blur(cover, (1, length))
    size = (projection.width, projection.height)
    above = projection.plane_to_picture(hand.height_mm) @ to_table
    # The hand is nearer than the table the lens is focused on.
    blurred = cv2.GaussianBlur(np.dstack([lit, cover]), (0, 0), _DEFOCUS_MM * _PIXELS_PER_MM)
    drawn = cv2.warpPerspective(blurred, above, size)

    lamp = np.asarray(rig.lamp_mm)
    lift = hand.height_mm / lamp[2]
    # A point at this height throws its shadow away from the lamp: p -> (p - lamp * lift) / (1 - lift).
    thrown = np.array([[1, 0, -lamp[0] * lift], [0, 1, -lamp[1] * lift], [0, 0, 1 - lift]])
    softness = max(1.0, rig.lamp_radius_mm * lift * projection.focal_length / projection.camera.height_mm / 4)
    dark = _shadow(cover, projection.plane_to_picture() @ thrown @ to_table, size, softness)
    near = _shadow(cover, projection.plane_to_picture() @ to_table, size, hand.height_mm * 1.1)
    return HandLayer(drawn[..., :3], drawn[..., 3], 1 - dark, 1 - 0.62 * near)


def _shadow(cover: Floats, to_picture: NDArray[np.float64], size: tuple[int, int], softness: float) -> Floats:
    """The hand's cover laid on the table and blurred by `softness` pixels, gathered at a quarter of the size."""
    small = np.diag([0.25, 0.25, 1.0]) @ to_picture
    warped = cv2.warpPerspective(cover, small, (size[0] // 4, size[1] // 4))
    soft: Floats = cv2.resize(cv2.GaussianBlur(warped, (0, 0), softness / 4), size, interpolation=cv2.INTER_LINEAR)
    return soft


def _light(sprite: _Sprite, rig: LightRig, turn: NDArray[np.float64], hand: Hand) -> Floats:
    """Premultiplied light of the sprite; light goes a little way into skin, so it is lit softly."""
    to_lamp = np.asarray(rig.lamp_mm) - np.array([hand.x, hand.y, hand.height_mm])
    distance = float(np.linalg.norm(to_lamp))
    direction = (turn.T @ (to_lamp / distance)).astype(np.float32)
    strength = rig.lamp_strength * sum(value**2 for value in rig.lamp_mm) / distance**2
    facing = np.clip((sprite.normals @ direction + 0.15) / 1.15, 0, None) * np.float32(strength)
    room = (0.55 + 0.45 * sprite.normals[..., 2]) * np.float32(rig.room_strength)
    lamp_colour, room_colour = light_colour(rig.lamp_kelvin), light_colour(rig.room_kelvin)
    arriving = facing[..., None] * lamp_colour + room[..., None] * room_colour
    lit: Floats = (sprite.reflectance * arriving * sprite.cover[..., None]).astype(np.float32)
    return lit


@lru_cache(maxsize=1)
def _sprite() -> _Sprite:
    """The hand and the sleeve from straight above, made once from round bones that melt into each other."""
    shape = (round(_LENGTH_MM * _PIXELS_PER_MM), round(_WIDTH_MM * _PIXELS_PER_MM))
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / np.float32(_PIXELS_PER_MM)
    x -= np.float32(_WIDTH_MM / 2)
    y -= np.float32(_TIPS_MM)
    skin = _melt([_bone(x, y, *bone) for bone in (*_FINGERS, *_PALM)])
    sleeve = _melt([_bone(x, y, *bone) for bone in _ARM])
    rng = np.random.default_rng(7)
    creases = cv2.resize(rng.standard_normal((80, 16), dtype=np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    sleeve = np.where((sleeve > 0) & (y > _WRIST_MM), sleeve + 1.2 * creases, 0).astype(np.float32)
    height = cv2.GaussianBlur(np.maximum(skin, sleeve), (0, 0), 2.0)
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=_PIXELS_PER_MM / 8)
    slope_y = -cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=_PIXELS_PER_MM / 8)
    normals = np.dstack([-slope_x, -slope_y, np.ones_like(height)])
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    is_sleeve = (sleeve > skin)[..., None]
    mottled = 1 + 0.05 * cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 5)[..., None] * 8
    reflectance = np.where(is_sleeve, linear(_SLEEVE), linear(_SKIN) * mottled)
    for start, *_rest in _FINGERS[:4]:
        nail = ((x - start[0]) / 4.2) ** 2 + ((y - start[1] - 1.5) / 5.5) ** 2 < 1
        reflectance = np.where(nail[..., None], linear(_NAIL), reflectance)
    cover = cv2.GaussianBlur(np.clip(height / 1.5, 0, 1).astype(np.float32), (0, 0), 0.8)
    return _Sprite(reflectance.astype(np.float32), normals.astype(np.float32), cover)


def _bone(
    x: Floats,
    y: Floats,
    start: tuple[float, float],
    end: tuple[float, float],
    start_radius: float,
    end_radius: float,
) -> Floats:
    """The height of a tapered round stick above its middle plane; 0 beside it."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    share = ((x - start[0]) * along_x + (y - start[1]) * along_y) / (along_x**2 + along_y**2)
    share = np.clip(share, 0, 1)
    radius = start_radius + (end_radius - start_radius) * share
    squared = (x - start[0] - along_x * share) ** 2 + (y - start[1] - along_y * share) ** 2
    height: Floats = np.sqrt(np.maximum(radius**2 - squared, 0)).astype(np.float32)
    return height


def _melt(heights: list[Floats]) -> Floats:
    """The union of sticks with soft valleys between them."""
    power = np.float32(6)
    total = sum((height**power for height in heights), start=np.zeros_like(heights[0]))
    melted: Floats = (total ** (1 / power)).astype(np.float32)
    return melted
