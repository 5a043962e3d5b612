"""Tables with dice of any style, ray-cast in linear light: slant, lamps of any colour, gloss, shadows, a camera."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.pips.cameras import Camera
from tools.render.pips.dice import Look, hit_body, normals_at
from tools.render.pips.makes import random_look
from tools.render.surfaces import cloth, felt, lay_clutter, plain, speckled, wood
from tools.render.symbols.styles import ART, FACES, Array, Style

STEP = 0.05  # of an edge: small, so that an upright edge's way is that at the top face
TABLE_DETAIL = 512  # pixels of the table's pattern before it is stretched over the picture


@dataclass(frozen=True, slots=True)
class Lights:
    """What shines on a table. Directions point towards the light; colours are linear blue, green, red."""

    lamps: tuple[tuple[Array, Array], ...]  # direction and colour
    everywhere: Array
    mirrored: float  # how bright lamps look in gloss
    width: float  # of the mirrored lamp
    bounce: float  # how much of the table's colour comes back at the sides


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """One die on the table; edge 1. Rows of `turn` are its axes in table coordinates."""

    place: Array
    turn: Array
    faces: tuple[int, ...]  # numbers of FACES at +x, -x, +y, -y, +z, -z


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


def kelvin_colour(kelvin: float) -> Array:
    """Colour of a lamp (linear blue, green, red; green 1), by Planck's law at three wavelengths, day light as white."""
    waves = np.array([455e-9, 545e-9, 605e-9])
    radiance, white = (1 / (waves**5 * (np.exp(0.014388 / (waves * k)) - 1)) for k in (kelvin, 5600.0))
    ratio = radiance / white
    return np.asarray(ratio / ratio[1], np.float32)


def random_lights(rng: np.random.Generator, kelvin: float, mirrored: float = 1.0) -> Lights:
    """One or two lamps and light from everywhere, a flat white thing then has brightness 1."""
    tone = kelvin_colour(kelvin)
    lamps = []
    for _ in range(int(rng.integers(1, 3))):
        height, around = rng.uniform(0.55, 1.5), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(around) * np.cos(height), np.sin(around) * np.cos(height), np.sin(height)])
        lamps.append((towards.astype(np.float32), tone * np.float32(rng.uniform(0.3, 1.0))))
    everywhere = kelvin_colour(kelvin * rng.uniform(0.85, 1.2)) * np.float32(rng.uniform(0.2, 0.9))
    on_flat = float(everywhere.mean() + sum(colour.mean() * towards[2] for towards, colour in lamps))
    return Lights(
        tuple((towards, colour / on_flat) for towards, colour in lamps),
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
    forward = np.array([np.sin(tilt) * np.sin(far), np.sin(tilt) * np.cos(far), -np.cos(tilt)])
    right = np.cross(forward, [np.sin(far + 1.57), np.cos(far + 1.57), 0.0] if tilt < 1e-3 else [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    axes = np.stack([right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), forward])
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    place = np.asarray(-forward * pixels / edge, np.float32)
    return Camera(place, np.asarray(axes, np.float32), float(pixels), middle)


def lying(rng: np.random.Generator, spot: Sequence[float], top: int) -> Placed:
    """A die that lies flat at a spot with that face up."""
    yaw = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]], np.float32)
    others = [int(face) for face in rng.permutation([face for face in range(6) if face != top])]
    faces = (*others[:4], top, others[4])
    return Placed(np.array([spot[0], spot[1], 0.5], np.float32), turn, faces)


def leaning(rng: np.random.Generator, die: Placed, degrees: float) -> Placed:
    """The same die tipped about one of its lower edges (or a corner's way), as if something lay under it."""
    lean, side = math.radians(degrees), float(rng.choice([0, 90, 180, 270])) + float(rng.choice([0, 0, 45]))
    axis = np.array([math.cos(math.radians(side)), math.sin(math.radians(side)), 0.0]) @ die.turn
    rotation, _ = cv2.Rodrigues(np.asarray(axis * lean, np.float64))
    turn = np.asarray(die.turn @ np.asarray(rotation).T, np.float32)
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) @ turn
    place = np.array([die.place[0], die.place[1], -corners[:, 2].min()], np.float32)
    return replace(die, place=place, turn=turn)


def throw(
    rng: np.random.Generator, camera: Camera, size: tuple[int, int], tops: Sequence[int], touching: float = 0.25
) -> list[Placed]:
    """Flat dice that do not stand in each other, within the picture's middle."""
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
            if inside and all(are_apart(die, other) for other in dice):
                dice.append(die)
                break
    return dice


def are_apart(one: Placed, other: Placed) -> bool:
    """Whether two flat dice leave each other room (separating axes)."""
    gap = (one.place - other.place)[:2]
    for axis in (*one.turn[:2, :2], *other.turn[:2, :2]):
        reach = sum(0.5 * (abs(axis @ die.turn[0, :2]) + abs(axis @ die.turn[1, :2])) for die in (one, other))
        if abs(axis @ gap) > reach + 0.01:
            return True
    return False


def random_table(rng: np.random.Generator, size: tuple[int, int], clutter: bool = False) -> Array:
    """Reflectances of a table, larger grains than pixels."""
    makers = (plain, felt, wood, cloth, speckled)
    detail = min(TABLE_DETAIL, max(size))
    sheet = makers[rng.choice(len(makers), p=(0.3, 0.25, 0.25, 0.12, 0.08))](rng, detail)
    if clutter:
        sheet = lay_clutter(rng, np.clip(sheet, 0, 1))
    longer = max(size)
    large = cv2.resize(np.asarray(sheet, np.float32), (longer, longer), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(large[: size[1], : size[0]], 0.01, 0.95) ** 2.2, np.float32)


def render(
    rng: np.random.Generator, camera: Camera, table: Array, dice: Sequence[Placed], style: Style, lights: Lights
) -> tuple[Array, list[Seen]]:
    """The picture in linear light (white in full light is 1) and what is on it."""
    height, width = table.shape[:2]
    flat = lights.everywhere + sum(colour * towards[2] for towards, colour in lights.lamps)
    picture = np.asarray(table * flat, np.float32)
    for die in dice:
        cast_shadow(rng, picture, camera, die, lights, flat)
    body = replace(random_look(np.random.default_rng(0)), rounding=style.rounding, ball=style.ball)
    depth = np.full((height, width), np.inf, np.float32)
    owner = np.full((height, width), -1, np.int32)
    tint = np.asarray(table.reshape(-1, 3).mean(axis=0), np.float32)
    for number, die in enumerate(dice):
        draw_die(picture, depth, owner, number, camera, die, style, body, lights, tint)
    return picture, [truth_of(number, die, camera, owner) for number, die in enumerate(dice)]


def cast_shadow(
    rng: np.random.Generator, picture: Array, camera: Camera, die: Placed, lights: Lights, flat: Array
) -> None:
    """Darken the table where a die keeps light away."""
    corners = np.array(list(itertools.product((-0.47, 0.47), repeat=3)), np.float32) @ die.turn + die.place
    for towards, colour in lights.lamps:
        feet = corners - towards * (corners[:, 2:] / towards[2])
        shade(picture, camera, feet, rng.uniform(0.02, 0.2), colour * towards[2] / flat)
    base = corners.copy()
    base[:, 2] = 0
    shade(picture, camera, base, rng.uniform(0.08, 0.2), np.full(3, rng.uniform(0.1, 0.5), np.float32))


def shade(picture: Array, camera: Camera, feet: Array, softness: float, share: Array) -> None:
    """Darken the hull of points on the table; softness in edges."""
    height, width = picture.shape[:2]
    per_edge = camera.focal / float(np.linalg.norm(camera.place - feet.mean(axis=0)))
    hull = cv2.convexHull((camera.project(feet) * 16).astype(np.int32))
    left, top, wide, high = (int(part) // 16 for part in cv2.boundingRect(hull))
    reach = int(2 + 3 * softness * per_edge)
    x0, y0, x1, y1 = max(0, left - reach), max(0, top - reach), left + wide + reach, top + high + reach
    block = picture[y0 : min(height, y1), x0 : min(width, x1)]
    if not block.size:
        return
    hidden = np.zeros(block.shape[:2], np.uint8)
    cv2.fillConvexPoly(hidden, hull - np.array([x0 * 16, y0 * 16], np.int32), 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(hidden / np.float32(255), (0, 0), max(0.5, softness * per_edge))
    block *= 1 - mask[:, :, np.newaxis] * share


def draw_die(
    picture: Array,
    depth: Array,
    owner: NDArray[np.int32],
    number: int,
    camera: Camera,
    die: Placed,
    style: Style,
    body: Look,
    lights: Lights,
    tint: Array,
) -> None:
    """Ray-cast one die into the picture, in front of what is farther away."""
    height, width = depth.shape
    middle = camera.project(die.place[np.newaxis])[0]
    radius = 0.9 * camera.focal / float(np.linalg.norm(camera.place - die.place))
    x0, y0 = (max(0, int(v - radius)) for v in middle)
    x1, y1 = min(width, int(middle[0] + radius) + 2), min(height, int(middle[1] + radius) + 2)
    if x1 <= x0 or y1 <= y0:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    colours, cover = np.zeros((ys.size, 3), np.float32), np.zeros(ys.size, np.float32)
    nearest = np.full(ys.size, np.inf, np.float32)
    origin = ((camera.place - die.place) @ die.turn.T).astype(np.float32)
    for dx, dy in ((-0.25, 0.25), (0.25, -0.25)):
        rays = camera.rays(xs.ravel() + np.float32(dx), ys.ravel() + np.float32(dy))
        local = np.asarray(rays @ die.turn.T, np.float32)
        hits, travelled = hit_body(origin, local, body)
        index = np.flatnonzero(hits)
        if index.size:
            points = np.asarray(origin + local[index] * travelled[index, None], np.float32)
            normals = np.asarray(normals_at(points, body) @ die.turn, np.float32)
            colours[index] += lit(painted(points, die.faces, style.art), normals, rays[index], style, lights, tint)
            cover[index] += 0.5
            nearest[index] = np.minimum(nearest[index], travelled[index])
    block = (slice(y0, y1), slice(x0, x1))
    cover, nearest = cover.reshape(ys.shape), nearest.reshape(ys.shape)
    front = (cover > 0) & (nearest < depth[block])
    tone = colours.reshape(*ys.shape, 3) / np.maximum(cover * 2, 1e-6)[:, :, np.newaxis]
    mixed = picture[block] * (1 - cover[:, :, np.newaxis]) + tone * cover[:, :, np.newaxis]
    picture[block] = np.where(front[:, :, np.newaxis], mixed, picture[block])
    solid = front & (cover > 0.5)
    depth[block] = np.where(solid, nearest, depth[block])
    owner[block] = np.where(solid, number, owner[block])


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
    for towards, colour in lights.lamps:
        light = light + colour * np.maximum(normals @ towards, 0)[:, np.newaxis]
        lamp = np.clip((mirrored @ towards - (1 - lights.width)) / (0.5 * lights.width + 0.02), 0, 1)
        shine += lamp[:, np.newaxis] * colour * (style.gloss * lights.mirrored)
    grazing = 0.04 * style.gloss + 0.3 * style.gloss * (1 - np.maximum(-(rays * normals).sum(axis=1), 0)) ** 4
    return np.asarray(tone * light + shine + grazing[:, np.newaxis] * lights.everywhere, np.float32)


def truth_of(number: int, die: Placed, camera: Camera, owner: NDArray[np.int32]) -> Seen:
    """What a player would say about this die."""
    heights = die.turn[:, 2]
    axis = int(np.argmax(np.abs(heights)))
    sign = 1 if heights[axis] > 0 else -1
    others = [a for a in range(3) if a != axis]
    corners = np.zeros((4, 3), np.float32)
    corners[:, axis] = sign * 0.5
    corners[:, others[0]] = (-0.5, 0.5, 0.5, -0.5)
    corners[:, others[1]] = (-0.5, -0.5, 0.5, 0.5)
    quad = camera.project(corners @ die.turn + die.place)
    top = die.place + 0.5 * sign * die.turn[axis]
    below = camera.project(np.stack([top, top - STEP * sign * die.turn[axis]]))
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, (quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    share = np.count_nonzero(mask.astype(bool) & (owner == number)) / max(1.0, float(cv2.contourArea(quad)))
    return Seen(FACES[die.faces[2 * axis + (sign < 0)]], quad, (below[1] - below[0]) / STEP, float(share))


def photographed(rng: np.random.Generator, picture: Array, balance: Array, exposure: float) -> NDArray[np.uint8]:
    """What a camera makes of it: uneven light, clipping, then white balance, tone curve, blur, noise, JPEG."""
    height, width = picture.shape[:2]
    across, down = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    slope = 1 + across * np.float32(rng.normal(0, 0.1)) + down[:, np.newaxis] * np.float32(rng.normal(0, 0.1))
    seen = cv2.GaussianBlur(picture * slope[:, :, np.newaxis], (0, 0), rng.uniform(0.3, 0.9)) * np.float32(exposure)
    # The sensor is full before the white balance is set: what was too bright keeps the balance's own tint.
    seen = np.minimum(seen, 1.0) * balance
    # The tone curve's shoulder: bright parts are compressed, then clipped once more.
    seen = np.minimum(np.where(seen > 0.75, 0.75 + (seen - 0.75) * 0.6, seen), 1.0)
    encoded = np.power(np.maximum(seen, 0), np.float32(1 / rng.uniform(2.0, 2.4)))
    noise = np.empty(encoded.shape, np.float32)
    cv2.randn(noise, 0, float(rng.uniform(0.002, 0.02)))
    pixels = np.clip((encoded + noise) * 255, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
