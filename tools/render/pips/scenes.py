"""Whole tables with dice on them, seen by a camera, and the truth about them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.pips.cameras import WINDOW, Camera, View, as_photographed, random_camera
from tools.render.pips.dice import Array, Look, hit_body, normals_at, paint
from tools.render.pips.lamps import Lights, cast_shadow, light_up, random_lights, random_window
from tools.render.pips.makes import harder_look
from tools.render.pips.things import lay_things
from tools.render.surfaces import colour, lay_clutter, smooth_noise, table

LEAST_CONTRAST = 7.0  # levels of any channel between a top face's pips and the rest of it
LEAST_PAINT = 0.55  # share of paint in a pixel that counts as pip


Slant = tuple[
    float, float
]  # how far a face's normal leans right and down, seen from the camera: 0 faces it, 1 is edge on


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
class Thrown:
    """A die on the table."""

    place: Array  # of its centre, in table coordinates
    turn: Array  # rows: its axes in table coordinates
    faces: tuple[int, ...]  # values at its +x, -x, +y, -y, +z, -z
    look: Look
    scale: float  # its edge


@dataclass(frozen=True)
class Layers:
    """The picture while it is being drawn: light, how far away, and whose each pixel is."""

    light: Array
    depth: Array
    owner: NDArray[np.int32]  # -1 the table, -2 a hand
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
) -> tuple[Layers, list[Die]]:
    """The light that reaches the camera from a table with these dice, and the truth about those to be seen."""
    shape = sheet.shape[:2]
    layers = Layers(
        np.asarray(sheet * lights.flat, np.float32),
        np.full(shape, np.inf, np.float32),
        np.full(shape, -1, np.int32),
        np.zeros(shape, np.float32),
    )
    for die in dice:
        cast_shadow(rng, layers.light, camera, die.place, die.turn, die.scale, lights)
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


def random_turn(rng: np.random.Generator, lean: float) -> tuple[Array, tuple[int, ...]]:
    """How a die lies (rows: its axes in table coordinates) and the values at its +x, -x, +y, -y, +z, -z."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    rng.shuffle(pairs)
    faces: list[int] = []
    for pair in pairs:
        faces.extend(pair if rng.random() < 0.5 else pair[::-1])
    yaw = rng.uniform(0, 2 * np.pi)
    around = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    tip = np.array([[np.cos(lean), 0, np.sin(lean)], [0, 1, 0], [-np.sin(lean), 0, np.cos(lean)]])
    side = rng.uniform(0, 2 * np.pi)
    before = np.array([[np.cos(side), -np.sin(side), 0], [np.sin(side), np.cos(side), 0], [0, 0, 1]])
    turn = around @ before.T @ tip @ before if lean else around
    return np.asarray(turn.T, np.float32), tuple(faces)


def thrown_dice(rng: np.random.Generator, camera: Camera, edge: float, view: View) -> list[Thrown]:
    """Dice that do not stand in each other, some of one kind, some touching."""
    wanted = 0 if rng.random() < 0.07 else int(rng.integers(1, min(14, round(9000 / edge**2) + 4)))
    kinds = [harder_look(rng) for _ in range(wanted)] if rng.random() < 0.6 else [harder_look(rng)] * wanted
    mixed = rng.random() < 0.4
    dice: list[Thrown] = []
    for look in kinds:
        scale = float(rng.uniform(0.7, 1.25)) if mixed else 1.0
        lean = float(rng.uniform(0.2, 0.78)) if rng.random() < 0.12 else 0.0
        for _ in range(12):
            border = (-0.1 * edge, -0.1 * edge, view.width + 0.1 * edge, view.height + 0.1 * edge)
            if throw_one(rng, camera, dice, look, scale, lean, border):
                break
    return dice


def throw_one(
    rng: np.random.Generator,
    camera: Camera,
    dice: list[Thrown],
    look: Look,
    scale: float,
    lean: float,
    border: tuple[float, float, float, float],
    near: float = 0.45,
) -> bool:
    """Try to add a die within the border (left, top, right, bottom in pixels), often beside another; False: no room."""
    if dice and rng.random() < near:
        other = dice[int(rng.integers(len(dice)))]
        angle = rng.uniform(0, 2 * np.pi)
        step = (scale + other.scale) / 2 * rng.uniform(1.0, 1.35)
        spot = other.place + np.array([np.cos(angle), np.sin(angle), 0], np.float32) * step
    else:
        spot = camera.on_table(*rng.uniform(border[:2], border[2:]))
    turn, faces = random_turn(rng, lean)
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * scale @ turn
    place = np.array([spot[0], spot[1], -corners[:, 2].min()], np.float32)
    die = Thrown(place, turn, faces, look, scale)
    if not all(are_apart(die, other) for other in dice):
        return False
    dice.append(die)
    return True


def are_apart(one: Thrown, other: Thrown) -> bool:
    """Whether two dice leave each other room, seen from above (separating axes)."""
    gap = (one.place - other.place)[:2]
    for axis in (one.turn[0, :2], one.turn[1, :2], other.turn[0, :2], other.turn[1, :2]):
        mine = 0.5 * one.scale * (abs(axis @ one.turn[0, :2]) + abs(axis @ one.turn[1, :2]))
        theirs = 0.5 * other.scale * (abs(axis @ other.turn[0, :2]) + abs(axis @ other.turn[1, :2]))
        if abs(axis @ gap) > mine + theirs:
            return True
    return False


def draw_die(
    rng: np.random.Generator, layers: Layers, number: int, camera: Camera, die: Thrown, lights: Lights
) -> None:
    """Ray-cast one die into the picture, in front of what is farther away."""
    picture, depth, owner, look = layers.light, layers.depth, layers.owner, die.look
    high, wide = picture.shape[:2]
    middle = camera.project(die.place[None])[0]
    away = float(np.linalg.norm(camera.place - die.place))
    radius = camera.focal * die.scale * 0.9 / away
    x0, y0 = (max(0, int(v - radius)) for v in middle)
    x1, y1 = min(wide, int(middle[0] + radius) + 2), min(high, int(middle[1] + radius) + 2)
    if x1 <= x0 or y1 <= y0:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    colours = np.zeros((ys.size, 3), np.float32)
    cover = np.zeros(ys.size, np.float32)
    nearest = np.full(ys.size, np.inf, np.float32)
    paint_share = np.zeros(ys.size, np.float32)
    origin = ((camera.place - die.place) @ die.turn.T / die.scale).astype(np.float32)
    soft = away / (camera.focal * die.scale) * 0.8
    grain = rng.normal(0, 1, 4096).astype(np.float32)
    window = random_window(rng)
    # Two samples a pixel, on a slant, smooth the outline.
    for dx, dy in ((-0.25, 0.25), (0.25, -0.25)):
        rays = camera.rays(xs.ravel() + np.float32(dx), ys.ravel() + np.float32(dy))
        local = np.asarray(rays @ die.turn.T, np.float32)
        hits, travelled = hit_body(origin, local, look)
        index = np.flatnonzero(hits)
        if index.size == 0:
            continue
        points = np.asarray(origin + local[index] * travelled[index, None], np.float32)
        normals = normals_at(points, look)
        tone, bent, pips = paint(points, normals, die.faces, look, soft)
        lit = light_up(tone, bent @ die.turn, normals @ die.turn, rays[index], look, pips, lights, window)
        if look.clear:
            behind = picture[ys.ravel()[index].astype(int), xs.ravel()[index].astype(int)]
            # Clear plastic gathers light at its far side and lets the table through, tinted.
            glow = 0.55 + 0.5 * np.clip(-(points @ (die.turn @ lights.lamps[0].towards)), -0.6, 0.8)
            through = behind * look.body * 0.8 + look.body * glow[:, None] * lights.everywhere * 1.3
            share = (look.clear * 0.7 * (1 - pips))[:, None]
            lit = lit * (1 - share) + through * share
        if look.speckle:
            lit *= 1 + look.speckle * grain[index % 4096][:, None]
        colours[index] += lit
        cover[index] += 0.5
        paint_share[index] += pips * 0.5
        nearest[index] = np.minimum(nearest[index], travelled[index] * die.scale)
    block = (slice(y0, y1), slice(x0, x1))
    shape = ys.shape
    cover, nearest = cover.reshape(shape), nearest.reshape(shape)
    front = (cover > 0) & (nearest < depth[block])
    tone = colours.reshape(*shape, 3) / np.maximum(cover * 2, 1e-6)[:, :, None]
    mixed = picture[block] * (1 - cover[:, :, None]) + tone * cover[:, :, None]
    picture[block] = np.where(front[:, :, None], mixed, picture[block])
    solid = front & (cover > 0.5)
    depth[block] = np.where(solid, nearest, depth[block])
    owner[block] = np.where(solid, number, owner[block])
    layers.pips[block] = np.where(solid, paint_share.reshape(shape), layers.pips[block])


def cover_something(rng: np.random.Generator, layers: Layers, tip: Array | None) -> None:
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
    heights = die.turn[:, 2]
    axis = int(np.argmax(np.abs(heights)))
    side = 1 if heights[axis] > 0 else -1
    value = die.faces[2 * axis + (side < 0)]
    top, seen = face_of(number, owner, camera, die, (axis, side))
    if seen < 0.12 or not (0 <= top.x < wide and 0 <= top.y < high):
        return None
    # Strongly rounded dice fill only about 80 % of the square through their edges.
    readable = abs(heights[axis]) > 0.985 and not die.look.is_odd and seen > 0.72
    others = [face_of(number, owner, camera, die, (a, s)) for a in range(3) if a != axis for s in (1, -1)]
    sides = tuple(each for each, share in others if share > 0.5)
    return Die(value, top.x, top.y, top.edge, bool(readable), top.slant, sides)


def face_of(
    number: int, owner: NDArray[np.int32], camera: Camera, die: Thrown, which: tuple[int, int]
) -> tuple[Side, float]:
    """Where a die's face (axis and its sign) is in the picture, and how much of it can be seen."""
    axis, sign = which
    others = [a for a in range(3) if a != axis]
    corners = np.zeros((4, 3), np.float32)
    corners[:, axis] = sign * 0.5
    corners[:, others[0]] = (-0.5, 0.5, 0.5, -0.5)
    corners[:, others[1]] = (-0.5, -0.5, 0.5, 0.5)
    places = np.asarray(corners * die.scale @ die.turn + die.place, np.float32)
    quad = camera.project(places)
    x, y = quad.mean(0)
    normal = die.turn[axis] * sign
    facing, slant = seen_slant(camera, places.mean(0), normal)
    if facing < 0.1:
        return Side(float(x), float(y), 0.0, slant), 0.0
    area = float(cv2.contourArea(quad))
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, (quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    seen = np.count_nonzero(mask.astype(bool) & (owner == number)) / max(area, 1)
    return Side(float(x), float(y), float(np.sqrt(area)), slant), seen


def seen_slant(camera: Camera, place: Array, normal: Array) -> tuple[float, Slant]:
    """How much a face at a place looks at the camera, and how far its normal leans right and down."""
    sight = place - camera.place
    sight = sight / np.linalg.norm(sight)
    right = camera.turn[0] - (camera.turn[0] @ sight) * sight
    right = right / np.linalg.norm(right)
    down = np.cross(sight, right)
    return float(-normal @ sight), (float(normal @ right), float(normal @ down))
