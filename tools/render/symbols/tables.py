"""Tables with dice of any style, ray-cast in linear light: slant, lamps of any colour, gloss, shadows, a camera."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera, looking_down, rolled_axes
from tools.render.dice import Body, Placed, are_apart, share_seen, standing_at
from tools.render.lamp_colours import of_symbols as kelvin_colour
from tools.render.lamps import Lamp, Shadows, cast_shadow, direction
from tools.render.lamps import Lights as PlainLights
from tools.render.ray_casting import Hits, Layers, block_around, cast_die
from tools.render.sensor import as_jpeg, from_middle, shouldered
from tools.render.surfaces import cloth, felt, from_hsv, lay_clutter, plain, smooth_noise, speckled, spread_over, wood
from tools.render.symbols.styles import ART, FACES, Style

SHADOWS = Shadows(0.47, (0.02, 0.2), None, (3.0, 2))
LEAST_GAP = 0.01  # between two dice, in edges
STEP = 0.05  # of an edge: small, so that an upright edge's way is that at the top face
TABLE_DETAIL = 512  # pixels of the table's pattern before it is stretched over the picture


@dataclass(frozen=True)
class Lights(PlainLights):
    """What shines on a table and in the gloss of dice; colours are linear."""

    mirrored: float  # how bright lamps look in gloss
    width: float  # of the mirrored lamp
    bounce: float  # how much of the table's colour comes back at the sides


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The truth about one die in the picture."""

    face: str
    corners: Array  # (4, 2) of the top face, in pixels
    down: Array  # (2,) the way of an upright edge, from the top face downwards, in pixels
    share: float  # of its top face that is to be seen

    @property
    def centre(self) -> Array:
        """The top face's centre, in pixels."""
        return np.asarray(self.corners.mean(axis=0))


def random_lights(rng: np.random.Generator, kelvin: float, mirrored: float = 1.0) -> Lights:
    """One or two lamps and light from everywhere, a flat white thing then has brightness 1."""
    tone = kelvin_colour(kelvin)
    lamps = []
    for _ in range(int(rng.integers(1, 3))):
        towards = direction(rng.uniform(0.55, 1.5), rng.uniform(0, 2 * np.pi))
        lamps.append(Lamp(towards, np.asarray(tone * np.float32(rng.uniform(0.3, 1.0)))))
    everywhere = kelvin_colour(kelvin * rng.uniform(0.85, 1.2)) * np.float32(rng.uniform(0.2, 0.9))
    on_flat = float(everywhere.mean() + sum(lamp.tint.mean() * lamp.towards[2] for lamp in lamps))
    return Lights(
        tuple(Lamp(lamp.towards, np.asarray(lamp.tint / on_flat)) for lamp in lamps),
        np.asarray(everywhere / on_flat, np.float32),
        mirrored=mirrored * float(rng.uniform(0, 1.2)),
        width=float(rng.uniform(0.01, 0.15)),
        bounce=float(rng.uniform(0, 0.3)),
    )


def camera_over(
    rng: np.random.Generator, size: tuple[int, int], edge: float, tilt_degrees: float, focal: float = 0.8
) -> Camera:
    """A camera that looks at the table's origin; dice of edge 1 look about `edge` pixels wide."""
    pixels = focal * max(size)
    tilt, far, roll = math.radians(tilt_degrees), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    forward = looking_down(tilt, far)
    upwards = np.array([np.sin(far + 1.57), np.cos(far + 1.57), 0.0] if tilt < 1e-3 else [0.0, 0.0, 1.0])
    axes = rolled_axes(forward, upwards, roll)
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    place = np.asarray(-forward * pixels / edge, np.float32)
    return Camera(place, axes, float(pixels), *size, middle)


def lying(rng: np.random.Generator, spot: Sequence[float], top: int) -> Placed:
    """A die that lies flat at a spot with that face up."""
    yaw = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]], np.float32)
    others = [int(face) for face in rng.permutation([face for face in range(6) if face != top])]
    faces = (*others[:4], top, others[4])
    return Placed(np.array([spot[0], spot[1], 0.5], np.float32), turn, faces, 1.0)


def leaning(rng: np.random.Generator, die: Placed, degrees: float) -> Placed:
    """The same die tipped about one of its lower edges (or a corner's way), as if something lay under it."""
    lean, side = math.radians(degrees), float(rng.choice([0, 90, 180, 270])) + float(rng.choice([0, 0, 45]))
    axis = np.array([math.cos(math.radians(side)), math.sin(math.radians(side)), 0.0]) @ die.turn
    rotation, _ = cv2.Rodrigues(np.asarray(axis * lean, np.float64))
    turn = np.asarray(die.turn @ np.asarray(rotation).T, np.float32)
    return replace(die, place=standing_at(die.place, turn, die.scale), turn=turn)


def throw(
    rng: np.random.Generator,
    camera: Camera,
    size: tuple[int, int],
    tops: Sequence[int],
    touching: float = 0.25,
    is_free: Callable[[tuple[float, float]], bool] | None = None,
) -> list[Placed]:
    """Flat dice that do not stand in each other, within the picture's middle and where the table is free."""
    dice: list[Placed] = []
    for top in tops:
        for attempt in range(200):
            if dice and rng.random() < touching and attempt < 100:
                angle = rng.uniform(0, 2 * np.pi)
                beside = dice[int(rng.integers(len(dice)))].place
                way = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(1.0, 1.3)
                spot = [float(part) for part in beside[:2] + way]
            else:
                on = camera.on_table(rng.uniform(0.12, 0.88) * size[0], rng.uniform(0.15, 0.85) * size[1])
                spot = [float(part) for part in on[:2]]
            die = lying(rng, spot, top)
            at = camera.project(die.place[np.newaxis])[0]
            inside = 0.06 * size[0] < at[0] < 0.94 * size[0] and 0.1 * size[1] < at[1] < 0.9 * size[1]
            if is_free is not None and not is_free((spot[0], spot[1])):
                continue
            if inside and all(are_apart(die, other, LEAST_GAP) for other in dice):
                dice.append(die)
                break
    return dice


def random_table(rng: np.random.Generator, size: tuple[int, int], clutter: bool = False) -> Array:
    """Reflectances of a table, larger grains than pixels."""
    makers = (plain, felt, wood, cloth, speckled)
    detail = min(TABLE_DETAIL, max(size))
    sheet = makers[rng.choice(len(makers), p=(0.3, 0.25, 0.25, 0.12, 0.08))](rng, detail)
    if clutter:
        sheet = lay_clutter(rng, np.clip(sheet, 0, 1))
    return np.asarray(np.clip(spread_over(sheet, *size), 0.01, 0.95) ** 2.2, np.float32)


def light_table(rng: np.random.Generator, size: tuple[int, int]) -> Array:
    """Reflectances of a plain light table top or cloth, greyish or bluish: white dice hardly stand out from it."""
    hue, saturation, value = rng.uniform(180, 260), rng.uniform(0, 0.16), rng.uniform(0.66, 0.88)
    sheet = from_hsv(hue, saturation, value) * (1 + smooth_noise(rng, TABLE_DETAIL, (2, 2))[..., None] * 0.015)
    sheet = sheet * (1 + smooth_noise(rng, TABLE_DETAIL, (80, 80))[..., None] * 0.015)
    return np.asarray(np.clip(spread_over(sheet.astype(np.float32), *size), 0.01, 0.95) ** 2.2, np.float32)


def render(
    rng: np.random.Generator, camera: Camera, table: Array, dice: Sequence[Placed], style: Style, lights: Lights
) -> tuple[Array, list[Seen]]:
    """The picture in linear light (white in full light is 1) and what is on it."""
    shape = table.shape[:2]
    layers = Layers(
        np.asarray(table * lights.flat, np.float32), np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int32)
    )
    for die in dice:
        cast_shadow(rng, layers.light, camera, die, lights, SHADOWS)
    tint = np.asarray(table.reshape(-1, 3).mean(axis=0), np.float32)
    for number, die in enumerate(dice):
        draw_die(layers, number, camera, die, style, lights, tint)
    return layers.light, [truth_of(number, die, camera, layers.owner) for number, die in enumerate(dice)]


def draw_die(
    layers: Layers, number: int, camera: Camera, die: Placed, style: Style, lights: Lights, tint: Array
) -> None:
    """Ray-cast one die into the picture, in front of what is farther away."""
    block = block_around(layers, camera, die)
    if block is None:
        return

    def seen(hits: Hits) -> Array:
        normals = np.asarray(hits.normals @ die.turn, np.float32)
        return lit(painted(hits.points, die.faces, style.art), normals, hits.rays, style, lights, tint)

    cast_die(layers, block, number, camera, die, Body(style.rounding, style.ball), seen)


def painted(points: Array, faces: tuple[int, ...], art: Array) -> Array:
    """Reflectances at points of the skin."""
    axis = np.argmax(np.abs(points), axis=1)
    side = (np.take_along_axis(points, axis[:, np.newaxis], 1)[:, 0] < 0).astype(int)
    face = np.array(faces)[2 * axis + side]
    across, down = np.array([1, 2, 0])[axis], np.array([2, 0, 1])[axis]
    row = np.arange(len(points))
    u, v = points[row, across] * np.where(side, -1, 1), points[row, down]
    columns, rows = np.clip((u + 0.5) * ART - 0.5, 0, ART - 1), np.clip((v + 0.5) * ART - 0.5, 0, ART - 1)
    places = (columns.astype(np.float32)[:, np.newaxis], (rows + face * ART).astype(np.float32)[:, np.newaxis])
    return np.asarray(cv2.remap(art.reshape(-1, ART, 3), *places, cv2.INTER_LINEAR)).reshape(-1, 3)


def lit(tone: Array, normals: Array, rays: Array, style: Style, lights: Lights, tint: Array) -> Array:
    """Matt light, light that comes back from the table, and lamps mirrored in the gloss."""
    upwards = normals[:, 2:]
    light = lights.everywhere * (0.6 + 0.4 * upwards) + lights.bounce * tint * lights.everywhere * (1 - upwards)
    mirrored = rays - 2 * (rays * normals).sum(axis=1, keepdims=True) * normals
    shine = np.zeros((len(tone), 3), np.float32)
    for lamp in lights.lamps:
        light = light + lamp.tint * np.maximum(normals @ lamp.towards, 0)[:, np.newaxis]
        image = np.clip((mirrored @ lamp.towards - (1 - lights.width)) / (0.5 * lights.width + 0.02), 0, 1)
        shine += image[:, np.newaxis] * lamp.tint * (style.gloss * lights.mirrored)
    grazing = 0.04 * style.gloss + 0.3 * style.gloss * (1 - np.maximum(-(rays * normals).sum(axis=1), 0)) ** 4
    return np.asarray(tone * light + shine + grazing[:, np.newaxis] * lights.everywhere, np.float32)


def truth_of(number: int, die: Placed, camera: Camera, owner: NDArray[np.int32]) -> Seen:
    """What a player would say about this die."""
    axis, sign = die.top
    quad = camera.project(die.corners_at(die.top))
    top = die.place + 0.5 * sign * die.turn[axis]
    below = camera.project(np.stack([top, top - STEP * sign * die.turn[axis]]))
    share = share_seen(quad, owner, number)
    return Seen(FACES[die.face_at(die.top)], quad, (below[1] - below[0]) / STEP, float(share))


def photographed(rng: np.random.Generator, picture: Array, balance: Array, exposure: float) -> NDArray[np.uint8]:
    """What a camera makes of it: uneven light, clipping, then white balance, tone curve, blur, noise, JPEG."""
    height, width = picture.shape[:2]
    across, down = from_middle(width, height)
    slope = 1 + across * np.float32(rng.normal(0, 0.1)) + down * np.float32(rng.normal(0, 0.1))
    seen = cv2.GaussianBlur(picture * slope[:, :, np.newaxis], (0, 0), rng.uniform(0.3, 0.9)) * np.float32(exposure)
    # The sensor is full before the white balance is set: what was too bright keeps the balance's own tint.
    seen = np.minimum(seen, 1.0) * balance
    seen = np.minimum(shouldered(seen, 0.75), 1.0)
    encoded = np.power(np.maximum(seen, 0), np.float32(1 / rng.uniform(2.0, 2.4)))
    noise = np.empty(encoded.shape, np.float32)
    cv2.randn(noise, 0, float(rng.uniform(0.002, 0.02)))
    pixels = np.clip((encoded + noise) * 255, 0, 255).astype(np.uint8)
    return as_jpeg(pixels, int(rng.integers(75, 96)))
