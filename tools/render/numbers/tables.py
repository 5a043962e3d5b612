"""Photographs of number cards on a table, made by arithmetic: camera, lamp, shadows, gloss, sensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.lamp_colours import of_numbers as lamp_colour
from tools.render.numbers.cards import HEIGHT, Deck, draw_card
from tools.render.numbers.layouts import LaidCard, corners_of, pose
from tools.render.numbers.litter import Thing
from tools.render.sensor import as_jpeg
from tools.render.surfaces import lay_clutter, smooth_noise, spread_over, table

TEXTURE = 512  # pixels of the table's square picture


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A laid card in the picture, in pixels."""

    laid: LaidCard
    x: float
    y: float
    height: float  # of the digit
    angle: float  # of the digit's upward direction against the picture's, clockwise, degrees
    visible: float  # share of the digit that is in the picture and not covered


@dataclass(frozen=True, slots=True)
class Shot:
    """How the picture is taken."""

    width: int = 1536
    height: int = 864
    roll: float = 0.0  # degrees
    tilt: float = 0.0
    fill: float = 0.8  # of the picture's shorter side that the cards take
    off_centre: float = 0.0  # how far the cards may be from the middle, as a share of the free space (above 1: cut off)
    kelvin: float = 5000.0
    white_error: float = 0.05  # how far the camera's white balance is off
    lamp_left: float = 0.25  # how much of the lamp's colour the camera leaves in, as a power
    clips_first: bool = False  # whether the sensor is overexposed by the lamp's own colour, before the white balance
    exposure: float = 0.75  # level of white under the lamp, linear
    falloff: float = 0.3  # how much darker the picture's far end is
    shadow: float = 0.0  # strength of a cast shadow
    gloss: float = 0.0  # strength of reflected light on the cards
    blur: float = 0.7
    noise: float = 0.01
    quality: int = 88
    cluttered: bool = False


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture (B, G, R) and what is on it."""

    pixels: NDArray[np.uint8]
    cards: tuple[SeenCard, ...] = field(default=())


def photograph(
    rng: np.random.Generator,
    deck: Deck,
    cards: Sequence[LaidCard],
    shot: Shot,
    extras: Sequence[tuple[Deck, LaidCard]] = (),
    things: Sequence[Thing] = (),
    aimed_at: Sequence[LaidCard] = (),
) -> Photograph:
    """Take the picture; cards later in the list lie on top, extras below them all, things above.

    The camera is set up for these cards, or for those that will lie there in the end.
    """
    size = (shot.width, shot.height)
    view = camera(rng, deck, aimed_at or cards, shot)
    ground = table_picture(rng, shot)
    owner = np.full((shot.height, shot.width), -1, np.int16)  # which card is seen where
    for other, extra in extras:
        lay(ground, owner, -1, draw_card(other, extra.mark, extra.colour), view @ pose(other, extra))
    for number, card in enumerate(cards):
        lay(ground, owner, number, draw_card(deck, card.mark, card.colour), view @ pose(deck, card))
    for thing in things:
        lay(ground, owner, -1, thing.picture, view @ thing.pose())
    light = lamp(rng, shot)
    shine = gloss(rng, shot) * (owner >= 0)
    linear = ground * light[:, :, None] + shine[:, :, None]
    pixels = develop(rng, linear, shot)
    return Photograph(
        pixels, tuple(as_seen(deck, card, number, view, owner, size) for number, card in enumerate(cards))
    )


def camera(rng: np.random.Generator, deck: Deck, cards: Sequence[LaidCard], shot: Shot) -> NDArray[np.float64]:
    """The homography from the table (card heights) to the picture, such that the cards take the wanted part of it."""
    corners = np.array([corner for card in cards for corner in corners_of(deck, card)]) if cards else np.eye(2)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    reach = max(1e-3, float(np.ptp(corners, axis=0).max()))
    roll, tilt = np.deg2rad(shot.roll), np.deg2rad(shot.tilt)
    lean = np.deg2rad(rng.uniform(0, 360))  # towards where it is tilted
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    axis = np.array([np.cos(lean), np.sin(lean), 0.0]) * tilt
    turned = cv2.Rodrigues(axis)[0] @ spin
    away = np.array([0, 0, reach * rng.uniform(1.6, 3.5)])
    plane = np.column_stack([turned[:, 0], turned[:, 1], turned @ np.array([-middle[0], -middle[1], 0]) + away])
    seen = cv2.perspectiveTransform(corners[None], plane)[0]
    low, high = seen.min(axis=0), seen.max(axis=0)
    size = np.array([shot.width, shot.height], float)
    scale = shot.fill * float((size / (high - low)).min())
    free = (size - scale * (high - low)) / 2
    centre = size / 2 + rng.uniform(-1, 1, 2) * free * shot.off_centre
    fit = np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1.0]])
    fit[:2, 2] = centre - scale * (low + high) / 2
    return np.asarray(fit @ plane, np.float64)


def table_picture(rng: np.random.Generator, shot: Shot) -> Array:
    """The bare table in linear light."""
    sheet = table(rng, TEXTURE)
    if shot.cluttered:
        sheet = lay_clutter(rng, sheet)
    grown = spread_over(sheet, shot.width, shot.height)
    return np.asarray(np.power(np.clip(grown, 0, 1), 2.2), np.float32)


def lay(
    ground: Array, owner: NDArray[np.int16], number: int, card: NDArray[np.uint8], way: NDArray[np.float64]
) -> None:
    """Put one card's picture into the photograph, with a little shadow around it."""
    high, wide = card.shape[:2]
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float64), way)[0]
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 6, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 7, ground.shape[1::-1])
    if right - left < 2 or bottom - top < 2:
        return
    # Shrinking first keeps thin strokes from breaking up.
    scale = min(1.0, 1.15 * float(np.linalg.norm(corners[3] - corners[0])) / high)
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    way = shift @ way @ np.diag([wide / small.shape[1], high / small.shape[0], 1.0])
    warped = cv2.warpPerspective(small, way, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
    cover = warped[:, :, 3:].astype(np.float32) / 255
    paint = np.power(warped[:, :, 2::-1].astype(np.float32) / 255, 2.2)
    part = ground[top:bottom, left:right]
    around = cv2.GaussianBlur(cover[:, :, 0], (0, 0), 2.5)[:, :, None]
    part *= 1 - 0.45 * around * (1 - cover)
    part *= 1 - cover
    part += paint * cover
    owner[top:bottom, left:right][cover[:, :, 0] > 0.5] = number


def lamp(rng: np.random.Generator, shot: Shot) -> Array:
    """How much light falls where: 1 at the brightest, with a falloff and perhaps the shadow of something."""
    coarse = (max(2, shot.height // 8), max(2, shot.width // 8))
    down, right = np.mgrid[0 : coarse[0], 0 : coarse[1]].astype(np.float32) / coarse[1]
    spot = rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 0.8)
    away = np.hypot(right - spot[0], down - spot[1])
    light = 1 - shot.falloff * away / away.max()
    if shot.shadow:
        angle, place = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8)
        side = (right - place) * np.cos(angle) + (down - 0.28) * np.sin(angle)
        light *= 1 - shot.shadow / (1 + np.exp(-side / rng.uniform(0.004, 0.06)))
    return np.asarray(cv2.resize(light, (shot.width, shot.height), interpolation=cv2.INTER_LINEAR), np.float32)


def gloss(rng: np.random.Generator, shot: Shot) -> Array:
    """Light of the lamp that smooth cards throw into the camera: a soft patch."""
    coarse = (max(2, shot.height // 16), max(2, shot.width // 16))
    if not shot.gloss:
        return np.zeros((shot.height, shot.width), np.float32)
    down, right = np.mgrid[0 : coarse[0], 0 : coarse[1]].astype(np.float32) / coarse[1]
    spot, wide = rng.uniform(0.1, 0.9, 2) * (1, 0.56), rng.uniform(0.1, 0.35)
    patch = shot.gloss * np.exp(-((right - spot[0]) ** 2 + (down - spot[1]) ** 2) / (2 * wide**2))
    return np.asarray(cv2.resize(patch, (shot.width, shot.height), interpolation=cv2.INTER_LINEAR), np.float32)


def develop(rng: np.random.Generator, linear: Array, shot: Shot) -> NDArray[np.uint8]:
    """From light to the bytes of a JPEG: white balance, exposure, sharpness, noise, the camera's curve."""
    # Cameras take out most of the lamp's colour.
    cast = np.power(lamp_colour(shot.kelvin), shot.lamp_left) * np.exp(rng.normal(0, shot.white_error, 3))
    if shot.clips_first:
        full = np.asarray(lamp_colour(shot.kelvin) * shot.exposure, np.float32)
        linear = np.minimum(linear * full, 1) / full
    light = linear * np.asarray(cast * shot.exposure, np.float32)
    if shot.blur > 0.2:
        light = cv2.GaussianBlur(light, (0, 0), shot.blur)
    rough = rng.standard_normal((*linear.shape[:2], 3), dtype=np.float32)
    light = light + rough * shot.noise * np.sqrt(np.clip(light, 0.004, None))
    levels = np.power(np.clip(light, 0, 1), np.float32(1 / 2.2)) * 255
    return as_jpeg(levels.astype(np.uint8), shot.quality)


def as_seen(
    deck: Deck, card: LaidCard, number: int, view: NDArray[np.float64], owner: NDArray[np.int16], size: tuple[int, int]
) -> SeenCard:
    """Where a card's digit is in the picture and how much of it is seen."""
    way = view @ pose(deck, card)
    middle = np.array([HEIGHT * deck.aspect / 2, HEIGHT / 2])
    half_high = deck.digit_height * HEIGHT / 2
    half_wide = 0.75 * half_high
    steps = np.linspace(-1, 1, 5)
    spots = [middle + np.array([right * half_wide, down * half_high]) for right in steps for down in steps]
    ends = [middle - np.array([0, half_high]), middle + np.array([0, half_high])]
    flat = np.array([[middle, *ends, *spots]], np.float64)
    centre, top, bottom, *rest = cv2.perspectiveTransform(flat, way)[0]
    places = np.round(np.array(rest)).astype(int)
    inside = [0 <= x < size[0] and 0 <= y < size[1] for x, y in places.tolist()]
    shown = [ok and owner[y, x] == number for ok, (x, y) in zip(inside, places, strict=True)]
    up = top - bottom
    angle = float(np.rad2deg(np.arctan2(up[0], -up[1])))
    return SeenCard(card, float(centre[0]), float(centre[1]), float(np.linalg.norm(up)), angle, float(np.mean(shown)))


def any_shot(rng: np.random.Generator, width: int = 1536, height: int = 864) -> Shot:
    """How somebody may have taken it."""
    turn = float(rng.choice([0, 0, 0, 180, 180, 90, 270])) + rng.normal(0, 8)
    return Shot(
        width=width,
        height=height,
        roll=float(turn if rng.random() < 0.85 else rng.uniform(0, 360)),
        tilt=float(abs(rng.normal(0, 13))),
        fill=float(rng.uniform(0.6, 0.97)),
        off_centre=float(rng.uniform(0, 1.0)),
        kelvin=float(rng.uniform(2700, 6800)),
        white_error=0.05,
        exposure=float(np.exp(rng.uniform(np.log(0.2), np.log(1.0)))),
        falloff=float(rng.uniform(0, 0.55)),
        shadow=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.25 else 0.0,
        gloss=float(rng.uniform(0.02, 0.25)) if rng.random() < 0.35 else 0.0,
        blur=float(rng.uniform(0.3, 1.4)),
        noise=float(rng.uniform(0.003, 0.025)),
        quality=int(rng.integers(75, 96)),
        cluttered=bool(rng.random() < 0.3),
    )


def lay_newspaper(rng: np.random.Generator, width: int, height: int) -> NDArray[np.uint8]:
    """Columns of print with headlines and figures, no card."""
    paper = np.full((height, width, 3), int(rng.integers(190, 240)), np.uint8)
    for left in range(10, width, 260):
        row = 0
        while row < height:
            size = float(rng.choice([0.4, 0.45, 0.5, 1.4, 2.6], p=[0.35, 0.3, 0.25, 0.07, 0.03]))
            row += int(34 * size) + 4
            word = "".join(rng.choice(list("abcdefg hiklmnorstu 0123456789"), 30))
            cv2.putText(
                paper, word, (left, row), cv2.FONT_HERSHEY_COMPLEX, size, (40, 40, 40), 1 + int(size), cv2.LINE_AA
            )
    grain = smooth_noise(rng, max(width, height), (3, 3))[:height, :width, None]
    return np.asarray(np.clip(paper * (1 + 0.02 * grain), 0, 255), np.uint8)
