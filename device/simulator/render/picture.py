"""Draws a scene as the camera would see it, without any of vision's code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.cards import draw_card
from device.simulator.render.dice import Patch, draw_dice
from device.simulator.render.geometry import Projection
from device.simulator.render.hand import draw_hand
from device.simulator.render.lighting import LIGHT_RIGS, LightRig, camera_gains, light_colour
from device.simulator.render.litter import draw_litter
from device.simulator.render.scene import PICTURE_SIZE, DiceKind, Light, Pose, Scene, Ship, Surface
from device.simulator.render.sensor import add_noise, develop, lens_falloff
from device.simulator.render.shadows import dice_bodies, lamp_shadow, room_shadow
from device.simulator.render.ship import bodies_of, draw_ship
from device.simulator.render.surfaces import HEIGHT_MM, PIXELS_PER_MM, WIDTH_MM, material

Floats = NDArray[np.float32]
Dice: TypeAlias = tuple[tuple[Pose, ...], ...]


@dataclass(frozen=True)
class _Effort:
    """How many rays go into a picture; flying dice are blurred anyway and have to be drawn in time."""

    rays_per_pixel: int
    lamp_samples: int
    room_samples: int


_AT_REST = _Effort(16, 48, 64)
_IN_FLIGHT = _Effort(4, 8, 12)
SHIP_RAYS = 8  # per pixel


def render(scene: Scene, width: int = PICTURE_SIZE[0], height: int = PICTURE_SIZE[1]) -> NDArray[np.uint8]:
    """The camera's picture (height, width, 3), blue first. Equal scenes give equal pictures, noise and all."""
    rng = np.random.default_rng(scene.noise_seed)
    return add_noise(render_noiseless(scene, width, height), LIGHT_RIGS[scene.light].noise, rng)


def render_noiseless(scene: Scene, width: int = PICTURE_SIZE[0], height: int = PICTURE_SIZE[1]) -> NDArray[np.int16]:
    """The picture before noise, in 8-bit steps; values above 255 are clipped highlights."""
    projection = Projection(scene.camera, width, height)
    rig = LIGHT_RIGS[scene.light]
    table = _empty_table(replace(scene, dice=(), ship=None, cards=(), hand=None, noise_seed=0), width, height)
    dice = _draw_still_dice if all(len(path) == 1 for path in scene.dice) else _draw_flying_dice
    drawn = dice(scene.dice, projection, scene.light, scene.surface, scene.surface_variant, scene.dice_kind)
    lamp_seen, room_seen, patches = drawn.lamp_seen, drawn.room_seen, drawn.patches
    if scene.ship is not None:
        ship = _draw_ship(scene.ship, projection, scene.light, scene.surface, scene.surface_variant)
        lamp_seen, room_seen, patches = lamp_seen * ship.lamp_seen, room_seen * ship.room_seen, patches + ship.patches
    hand = draw_hand(scene.hand, projection, rig) if scene.hand else None
    if hand:
        lamp_seen, room_seen = lamp_seen * hand.lamp_seen, room_seen * hand.room_seen
    light = _light_table(table, rig, lamp_seen, room_seen)
    _lay_cards(light, scene, projection, table, 0.5 * (lamp_seen + room_seen))
    for patch in patches:
        colour = _defocus(patch.colour, scene) * table.exposure[patch.window]
        if hand:
            colour *= (0.5 * (hand.lamp_seen[patch.window] + hand.room_seen[patch.window]))[..., None]
        light[patch.window] *= (1 - _defocus(patch.cover, scene))[..., None]
        light[patch.window] += colour
    if hand:
        left, top, across, down = cv2.boundingRect((hand.cover > 0.001).astype(np.uint8))
        window = np.s_[top : top + down, left : left + across]
        light[window] *= (1 - hand.cover[window])[..., None]
        light[window] += hand.colour[window] * table.exposure[window]
    return develop(light)


def _lay_cards(light: Floats, scene: Scene, projection: Projection, table: _EmptyTable, seen: Floats) -> None:
    """Lay the cards one on top of the other; `seen` is how much of the light is left by dice and hand."""
    for card in scene.cards:
        patch = draw_card(card, projection, scene.light, scene.defocus_pixels)
        if patch is not None:
            light[patch.window] *= (patch.below * (1 - patch.cover))[..., None]
            light[patch.window] += patch.colour * table.exposure[patch.window] * seen[patch.window][..., None]


@dataclass(frozen=True)
class _Drawn:
    """Pieces and how much of lamp and room the table still sees beside them."""

    patches: list[Patch]
    lamp_seen: Floats
    room_seen: Floats


def _draw_dice(
    dice: Dice,
    projection: Projection,
    light: Light,
    surface: Surface,
    variant: int,
    kind: DiceKind,
    effort: _Effort,
) -> _Drawn:
    rig = LIGHT_RIGS[light]
    patches = draw_dice(dice, projection, rig, material(surface, variant).mean, effort.rays_per_pixel, kind)
    bodies = dice_bodies(dice)
    lamp_seen = lamp_shadow(bodies, projection, rig, effort.lamp_samples)
    return _Drawn(patches, lamp_seen, room_shadow(bodies, projection, effort.room_samples))


@lru_cache(maxsize=1)
def _draw_still_dice(
    dice: Dice, projection: Projection, light: Light, surface: Surface, variant: int, kind: DiceKind
) -> _Drawn:
    """Drawn with care, and kept: a hand that moves over resting dice leaves them as they are."""
    return _draw_dice(dice, projection, light, surface, variant, kind, _AT_REST)


def _draw_flying_dice(
    dice: Dice, projection: Projection, light: Light, surface: Surface, variant: int, kind: DiceKind
) -> _Drawn:
    return _draw_dice(dice, projection, light, surface, variant, kind, _IN_FLIGHT)


@lru_cache(maxsize=1)
def _draw_ship(ship: Ship, projection: Projection, light: Light, surface: Surface, variant: int) -> _Drawn:
    """Kept as well: it stands still until it is taken away."""
    rig, effort = LIGHT_RIGS[light], _AT_REST
    patches = draw_ship(ship, projection, rig, material(surface, variant).mean, SHIP_RAYS)
    bodies = [[body.surface()] for body in bodies_of(ship)]
    lamp_seen = lamp_shadow(bodies, projection, rig, effort.lamp_samples)
    return _Drawn(patches, lamp_seen, room_shadow(bodies, projection, effort.room_samples))


def _defocus(picture: Floats, scene: Scene) -> Floats:
    blurred: Floats = cv2.GaussianBlur(picture, (5, 5), scene.defocus_pixels)
    return blurred


@dataclass(frozen=True)
class _EmptyTable:
    """The table without any pieces on it: reflectance, the lamp's light on it, and the lamp mirrored in it.

    `exposure` is what lens (falloff) and camera (gains) make of the light from each pixel. The reflectance has both
    in it already, the mirrored lamp only the falloff.
    """

    reflectance: Sequence[Floats]  # blue, green, red planes
    lamp: Floats
    mirrored: Floats | None
    room_seen: Floats | None  # how much of the room it sees beside what stands on it; None for all of it
    exposure: Floats
    gains: Floats


@lru_cache(maxsize=2)  # the table that is played at, and one that a card is taught on
def _empty_table(scene: Scene, width: int, height: int) -> _EmptyTable:
    projection = Projection(scene.camera, width, height)
    stuff = material(scene.surface, scene.surface_variant)
    rig = LIGHT_RIGS[scene.light]
    gains = camera_gains(rig, scene.exposure_steps, float(stuff.mean.mean()))
    falloff = lens_falloff(width, height)
    exposure = falloff[..., None] * gains
    scale = PIXELS_PER_MM
    to_texture = np.array([[scale, 0, WIDTH_MM / 2 * scale], [0, -scale, HEIGHT_MM / 2 * scale], [0, 0, 1]])
    to_picture = projection.plane_to_picture() @ np.linalg.inv(to_texture)
    seen = cv2.warpPerspective(
        stuff.texture, to_picture, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    ).astype(np.float32)
    bare = cv2.multiply(seen, seen, scale=1 / 255**2)
    litter = draw_litter(scene.beside, projection, rig) if scene.beside else None
    if litter is not None:
        bare = bare * (1 - litter.cover)[..., None] + litter.paint
    reflectance = cv2.split(_defocus(bare, scene) * exposure)

    # Light changes slowly over the table: an eighth of the size is enough.
    u = np.arange(0, width, 8, dtype=np.float64) + 3.5
    v = np.arange(0, height, 8, dtype=np.float64) + 3.5
    rays = projection.directions(u[None, :], v[:, None])
    points = projection.eye - rays * (projection.eye[2] / rays[..., 2:])
    to_lamp = np.asarray(rig.lamp_mm) - points
    distance = np.linalg.norm(to_lamp, axis=-1)
    power = rig.lamp_strength * sum(value**2 for value in rig.lamp_mm)
    lamp = power * to_lamp[..., 2] / distance**3
    mirrored = None
    if stuff.shine:
        half = to_lamp / distance[..., None] - rays
        half /= np.linalg.norm(half, axis=-1, keepdims=True)
        shine = stuff.shine * (stuff.gloss + 8) / 8 * half[..., 2] ** stuff.gloss * lamp
        mirrored = _enlarge(shine, width, height) * falloff
    falling = _enlarge(lamp, width, height)
    if litter is None:
        return _EmptyTable(reflectance, falling, mirrored, None, exposure, gains)
    if mirrored is not None:
        mirrored = mirrored * (1 - litter.cover) * litter.lamp_seen
    return _EmptyTable(reflectance, falling * litter.lamp_seen, mirrored, litter.room_seen, exposure, gains)


def _enlarge(small: NDArray[np.float64], width: int, height: int) -> Floats:
    large: Floats = cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return large


def _light_table(table: _EmptyTable, rig: LightRig, lamp_seen: Floats, room_seen: Floats) -> Floats:
    """Light that comes from the table, given how much of lamp and room each pixel sees."""
    lamp = cv2.multiply(table.lamp, lamp_seen)
    if table.room_seen is not None:
        room_seen = cv2.multiply(room_seen, table.room_seen)
    shine = cv2.multiply(table.mirrored, lamp_seen) if table.mirrored is not None else None
    lamp_colour, room_colour = light_colour(rig.lamp_kelvin), light_colour(rig.room_kelvin)
    planes = []
    for channel in range(3):
        share = float(rig.room_strength * room_colour[channel])
        plane = cv2.addWeighted(lamp, float(lamp_colour[channel]), room_seen, share, 0.0)
        plane = cv2.multiply(plane, table.reflectance[channel])
        if shine is not None:
            plane = cv2.scaleAdd(shine, float(lamp_colour[channel] * table.gains[channel]), plane)
        planes.append(plane)
    light: Floats = cv2.merge(planes)
    return light
