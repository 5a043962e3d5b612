"""Whole tables with dice on them, seen by a camera, and the truth about them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.dice import share_seen
from tools.render.lamps import Lights, cast_shadow
from tools.render.pips.cameras import WINDOW, as_photographed, random_camera
from tools.render.pips.dice import paint
from tools.render.pips.lamps import SHADOWS, light_up, random_lights, random_window
from tools.render.pips.things import lay_things
from tools.render.pips.throwing import Thrown, thrown_dice
from tools.render.ray_casting import Hits, Layers, block_around, cast_die
from tools.render.surfaces import colour, lay_clutter, smooth_noise, table

LEAST_CONTRAST = 7.0  # levels of any channel between a top face's pips and the rest of it
LEAST_PAINT = 0.55  # share of paint in a pixel that counts as pip


# How far a face's normal leans right and down, seen from the camera: 0 faces it, 1 is edge on.
Slant = tuple[float, float]


@dataclass(frozen=True)
class Side:
    """A side of a die that can be seen."""

    x: float
    y: float
    edge: float  # root of its area in pixels
    slant: Slant


@dataclass(frozen=True)
class Die:
    """The truth about one die: its top face's value and place; not readable if cocked, covered, cut or without pips."""

    value: int
    x: float
    y: float
    edge: float  # root of the top face's area in pixels
    readable: bool
    slant: Slant
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class PipLayers(Layers):
    """The picture while it is being drawn, and where pips are to be seen."""

    pips: Array  # share of paint


def render_scene(rng: np.random.Generator, with_dice: bool = True) -> tuple[NDArray[np.uint8], list[Die]]:
    """A window of a table (B, G, R) and the dice on it; without dice there lie more other things about."""
    edge = float(np.exp(rng.uniform(np.log(12), np.log(46)))) if rng.random() < 0.93 else float(rng.uniform(50, 110))
    size = WINDOW.width
    sheet = table(rng, size)
    if rng.random() < 0.3 or not with_dice:
        sheet = lay_clutter(rng, sheet)
    if rng.random() < 0.25 or not with_dice:
        sheet = lay_things(rng, sheet)
    if not with_dice:
        sheet = np.asarray(sheet * lumpy_light(rng, size), np.float32)
    camera = random_camera(rng, edge, WINDOW)
    dice = thrown_dice(rng, camera, edge, WINDOW) if with_dice else []
    layers, truth = draw_table(rng, sheet, camera, dice, random_lights(rng), rng.random() < 0.04)
    pixels = as_photographed(rng, layers.light)
    return pixels, [replace(die, readable=die.readable and is_to_be_seen(pixels, layers.pips, die)) for die in truth]


def is_to_be_seen(pixels: NDArray[np.uint8], pips: Array, die: Die) -> bool:
    """Whether the photograph shows the pips at all: in the dark, washed out or in grey nobody could count them.

    `pips` is the share of paint in every pixel.
    """
    reach = max(2.0, 0.42 * die.edge)
    left, top = (max(0, round(middle - reach)) for middle in (die.x, die.y))
    block = (slice(top, round(die.y + reach) + 1), slice(left, round(die.x + reach) + 1))
    face, paint = cv2.GaussianBlur(pixels[block], (3, 3), 0).astype(np.float32), pips[block]
    painted, bare = paint > LEAST_PAINT, paint < 1 - LEAST_PAINT
    if not painted.any() or not bare.any():
        return False
    return float(np.abs(face[painted].mean(0) - face[bare].mean(0)).max()) > LEAST_CONTRAST


def draw_table(
    rng: np.random.Generator, sheet: Array, camera: Camera, dice: list[Thrown], lights: Lights, is_hand_in: bool
) -> tuple[PipLayers, list[Die]]:
    """The light that reaches the camera from a table with these dice, and the truth about those to be seen."""
    shape = sheet.shape[:2]
    layers = PipLayers(
        np.asarray(sheet * lights.flat, np.float32),
        np.full(shape, np.inf, np.float32),
        np.full(shape, -1, np.int32),
        np.zeros(shape, np.float32),
    )
    for die in dice:
        cast_shadow(rng, layers.light, camera, die, lights, SHADOWS)
    for number, die in enumerate(dice):
        draw_die(rng, layers, number, camera, die, lights)
    if is_hand_in:
        cover_something(rng, layers, beside(rng, camera, dice[0]) if dice and rng.random() < 0.7 else None)
    told = (truth_of(number, layers.owner, camera, die) for number, die in enumerate(dice))
    return layers, [truth for truth in told if truth is not None]


def beside(rng: np.random.Generator, camera: Camera, die: Thrown) -> Array:
    """A pixel over a die's border: what reaches there covers part of it."""
    around = rng.uniform(0, 2 * np.pi)
    step = np.array([np.cos(around), np.sin(around), 0.5], np.float32) * 0.45 * die.scale
    return np.asarray(camera.project((die.place + step)[None])[0], np.float32)


def lumpy_light(rng: np.random.Generator, size: int) -> Array:
    """Light and shade in patches, as if things were not flat."""
    lumps = smooth_noise(rng, size, (rng.uniform(8, 60), rng.uniform(8, 60))) * rng.uniform(0, 0.25)
    return np.asarray(np.clip(1 + lumps, 0.2, 2)[:, :, None], np.float32)


def draw_die(
    rng: np.random.Generator, layers: PipLayers, number: int, camera: Camera, die: Thrown, lights: Lights
) -> None:
    """Ray-cast one die into the picture, in front of what is farther away."""
    block = block_around(layers, camera, die)
    if block is None:
        return
    look, behind = die.look, layers.light[block].reshape(-1, 3)
    paint_share = np.zeros(len(behind), np.float32)
    away = float(np.linalg.norm(camera.place - die.place))
    soft = away / (camera.focal * die.scale) * 0.8
    grain = rng.normal(0, 1, 4096).astype(np.float32)
    window = random_window(rng)

    def lit(hits: Hits) -> Array:
        tone, bent, pips = paint(hits.points, hits.normals, die.faces, look, soft)
        light = light_up(tone, bent @ die.turn, hits.normals @ die.turn, hits.rays, look, pips, lights, window)
        if look.clear:
            # Clear plastic gathers light at its far side and lets the table through, tinted.
            glow = 0.55 + 0.5 * np.clip(-(hits.points @ (die.turn @ lights.lamps[0].towards)), -0.6, 0.8)
            through = behind[hits.index] * look.body * 0.8 + look.body * glow[:, None] * lights.everywhere * 1.3
            share = (look.clear * 0.7 * (1 - pips))[:, None]
            light = light * (1 - share) + through * share
        if look.speckle:
            light *= 1 + look.speckle * grain[hits.index % 4096][:, None]
        paint_share[hits.index] += pips * 0.5
        return light

    solid = cast_die(layers, block, number, camera, die, look, lit)
    layers.pips[block] = np.where(solid, paint_share.reshape(solid.shape), layers.pips[block])


def cover_something(rng: np.random.Generator, layers: PipLayers, tip: Array | None) -> None:
    """A finger or an arm reaches in, up to `tip` (pixels) or anywhere."""
    high, wide = layers.owner.shape
    skin = colour(rng, 0.4) * 0.4 + np.array([0.35, 0.45, 0.6], np.float32) * rng.uniform(0.4, 1)
    drawing = np.zeros((high, wide), np.uint8)
    start, stop = (rng.uniform((-40, -40), (wide + 40, high + 40)) for _ in range(2))
    end = stop if tip is None else tip
    thick = int(rng.uniform(0.06, 0.27) * high)
    cv2.line(drawing, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 255, thick, cv2.LINE_AA)
    mask = drawing / np.float32(255)
    tone = skin * (1 + 0.08 * smooth_noise(rng, max(high, wide), (20, 20))[:high, :wide, None])
    layers.light[:] = layers.light * (1 - mask[:, :, None]) + tone * mask[:, :, None]
    layers.owner[mask > 0.5] = -2


def truth_of(number: int, owner: NDArray[np.int32], camera: Camera, die: Thrown) -> Die | None:
    """What a player would say about this die; None if hardly anything of it is in the picture."""
    high, wide = owner.shape
    up = die.top
    top, seen = face_of(number, owner, camera, die, up)
    if seen < 0.12 or not (0 <= top.x < wide and 0 <= top.y < high):
        return None
    # Strongly rounded dice fill only about 80 % of the square through their edges.
    readable = abs(die.turn[up[0], 2]) > 0.985 and not die.look.is_odd and seen > 0.72
    others = [face_of(number, owner, camera, die, (a, s)) for a in range(3) if a != up[0] for s in (1, -1)]
    sides = tuple(each for each, share in others if share > 0.5)
    return Die(die.face_at(up), top.x, top.y, top.edge, bool(readable), top.slant, sides)


def face_of(
    number: int, owner: NDArray[np.int32], camera: Camera, die: Thrown, which: tuple[int, int]
) -> tuple[Side, float]:
    """Where a die's face (axis and its sign) is in the picture, and how much of it can be seen."""
    axis, sign = which
    places = die.corners_at(which)
    quad = camera.project(places)
    x, y = quad.mean(0)
    facing, slant = seen_slant(camera, places.mean(0), die.turn[axis] * sign)
    if facing < 0.1:
        return Side(float(x), float(y), 0.0, slant), 0.0
    edge = float(np.sqrt(float(cv2.contourArea(quad))))
    return Side(float(x), float(y), edge, slant), share_seen(quad, owner, number)


def seen_slant(camera: Camera, place: Array, normal: Array) -> tuple[float, Slant]:
    """How much a face at a place looks at the camera, and how far its normal leans right and down."""
    sight = place - camera.place
    sight = sight / np.linalg.norm(sight)
    right = camera.axes[0] - (camera.axes[0] @ sight) * sight
    right = right / np.linalg.norm(right)
    down = np.cross(sight, right)
    return float(-normal @ sight), (float(normal @ right), float(normal @ down))
