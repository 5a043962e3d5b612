"""Dice of any style with a picture on each face: light, dark or coloured bodies, glyphs, coloured tiles, frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.surfaces import from_hsv

Mask = NDArray[np.uint8]

ART = 96  # pixels of a face's side
OVERSAMPLING = 4
FACES = ("pink", "yellow", "green", "blue", "purple", "tool")
# sRGB, red first: what makers print, before it is varied.
USUAL_INKS = {
    "pink": (226, 48, 128),
    "yellow": (245, 200, 30),
    "green": (40, 150, 64),
    "blue": (40, 100, 214),
    "purple": (125, 46, 166),
    "tool": (60, 60, 64),
}
LEAST_APART = 0.16  # between two inks of the same glyph, in square roots of reflectance


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """One make of die. Lengths in edges."""

    art: Array  # reflectances (6, ART, ART, 3), blue first, in the order of FACES
    kind: str  # what sort of style it is, for tables of accuracy
    rounding: float
    gloss: float  # how much of a mirrored lamp a face shows
    ball: float = 2.0  # radius of the ball the cube is cut with; this large for none


def linear(colour: Sequence[float] | NDArray[np.floating[Any]]) -> Array:
    """Reflectances blue, green, red of an sRGB colour (0..255, red first)."""
    value = np.asarray(list(colour)[::-1], np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


def random_style(rng: np.random.Generator) -> Style:
    """Any style somebody might own."""
    kinds = ("light glyph", "dark glyph", "coloured glyph", "tile", "framed tile")
    kind = str(rng.choice(kinds, p=(0.3, 0.25, 0.1, 0.15, 0.2)))
    body = body_colour(rng, kind)
    inks = face_inks(rng, body)
    glyphs = face_glyphs(rng)
    back = body if rng.random() < 0.6 else linear(rng.choice([(240, 238, 232), (30, 30, 32)]))
    frame = 0.0 if kind == "tile" else float(rng.uniform(0.03, 0.12))
    plain_tool = rng.random() < 0.5  # one face is like a glyph die's: body and a dark or light mark
    art = []
    for number, mask in enumerate(glyphs):
        if kind.endswith("tile") and not (plain_tool and number == 5):
            art.append(tile(inks[number], back if rng.random() < 0.97 else body, body, mask, frame))
        else:
            art.append(printed(body, inks[number], mask))
    return Style(
        art=np.stack(art),
        kind=kind,
        rounding=float(rng.uniform(0.04, 0.14)),
        gloss=float(rng.uniform(0, 1) ** 1.5),
        ball=2.0 if rng.random() < 0.7 else float(rng.uniform(0.68, 0.8)),
    )


def usual_style(rng: np.random.Generator) -> Style:
    """The usual space dice: a star on five faces of a light body, a wrench on the sixth."""
    body = linear(np.clip(rng.normal((238, 234, 224), (6, 6, 10)), 0, 255))
    size = float(rng.uniform(0.3, 0.37))
    star, wrench = (
        drawn(lambda mask: draw_star(mask, 5, size, 0.42)),
        drawn(lambda mask: draw_wrench(mask, size / 0.34)),
    )
    inks = [varied(rng, USUAL_INKS[face], 6) for face in FACES]
    art = [printed(body, ink, wrench if face == "tool" else star) for face, ink in zip(FACES, inks, strict=True)]
    return Style(np.stack(art), "usual", float(rng.uniform(0.05, 0.12)), float(rng.uniform(0, 0.6)))


def body_colour(rng: np.random.Generator, kind: str) -> Array:
    """The colour of the plastic for this kind of die."""
    if kind == "dark glyph" or (kind != "light glyph" and rng.random() < 0.25):
        return linear(np.clip(rng.normal(34, 10) + rng.normal(0, 5, 3), 8, 70))
    if kind == "coloured glyph":
        return random_ink(rng)
    return linear(np.clip(rng.normal(236, 8) + rng.normal(0, 5, 3) - np.array([0, 0, rng.uniform(0, 25)]), 0, 255))


def random_ink(rng: np.random.Generator) -> Array:
    """Any colour that can be printed."""
    bgr = from_hsv(rng.uniform(0, 360), rng.uniform(0.45, 1), rng.uniform(0.25, 1))
    return linear(bgr[::-1] * 255)


def varied(rng: np.random.Generator, ink: tuple[int, int, int], spread: float) -> Array:
    """A colour as another maker prints it."""
    return linear(np.clip(np.array(ink) + rng.normal(0, spread, 3), 4, 255))


def face_inks(rng: np.random.Generator, body: Array) -> list[Array]:
    """Six inks that can be told from the body and from each other; the usual ones more often."""
    usual = rng.random() < 0.7
    is_dark = float(body.mean()) < 0.15
    inks: list[Array] = []
    tries = 0
    while len(inks) < 6:
        tries += 1
        face = FACES[len(inks)]
        if usual and tries < 60:
            ink = varied(rng, USUAL_INKS[face] if face != "tool" or not is_dark else (235, 235, 235), 18)
            if is_dark:
                # On a dark body makers print lighter inks.
                ink = np.asarray(ink * rng.uniform(1, 1.3) + rng.uniform(0, 0.1), np.float32)
        else:
            ink = random_ink(rng)
        if all(distance(ink, other) > LEAST_APART for other in [*inks, body]):
            inks.append(np.clip(ink, 0, 0.95))
    return inks


def distance(one: Array, other: Array) -> float:
    """How different two colours look."""
    return float(np.linalg.norm(np.sqrt(one) - np.sqrt(other)))


def face_glyphs(rng: np.random.Generator) -> list[Mask]:
    """One mask per face: the same glyph on all, on all but one, or another on each."""
    first = random_glyph(rng)
    draw = rng.random()
    if draw < 0.15:
        return [first] * 6
    if draw < 0.65:
        return [first] * 5 + [random_glyph(rng)]
    return [random_glyph(rng) for _ in FACES]


def drawn(draw: Callable[[Mask], None]) -> Mask:
    """A glyph's mask, smoothed: 0..255 with side ART."""
    large = np.zeros((ART * OVERSAMPLING, ART * OVERSAMPLING), np.uint8)
    draw(large)
    return np.asarray(cv2.resize(large, (ART, ART), interpolation=cv2.INTER_AREA), np.uint8)


def printed(body: Array, ink: Array, mask: Mask) -> Array:
    """A face of the body's colour with ink where the mask is."""
    share = mask[..., np.newaxis] / np.float32(255)
    return np.asarray(body * (1 - share) + ink * share, np.float32)


def tile(ink: Array, glyph: Array, body: Array, mask: Mask, frame: float) -> Array:
    """A coloured face with a light or dark glyph, and a frame of body around it."""
    if distance(ink, glyph) < LEAST_APART:
        glyph = np.asarray(np.where(ink.mean() > 0.3, 0.03, 0.85) * np.ones(3), np.float32)
    art = printed(ink, glyph, mask)
    width = round(frame * ART)
    if width:
        art[:width] = art[-width:] = body
        art[:, :width] = art[:, -width:] = body
    return art


# --- glyphs ---


def random_glyph(rng: np.random.Generator) -> Mask:
    """Any of the glyphs in any size and turn."""
    turn = float(rng.uniform(0, 360)) if rng.random() < 0.3 else float(rng.choice([0, 45, 90]))
    size = float(rng.uniform(0.24, 0.4))
    draws: tuple[Callable[[Mask], None], ...] = (
        lambda mask: draw_star(mask, int(rng.integers(4, 8)), size, float(rng.uniform(0.35, 0.65))),
        lambda mask: draw_wrench(mask, size / 0.34),
        lambda mask: draw_star(mask, int(rng.integers(3, 7)), size * 0.9, 1.0),
        lambda mask: draw_ring(mask, size, 0.0 if rng.random() < 0.5 else float(rng.uniform(0.4, 0.75))),
        lambda mask: draw_cross(mask, size, float(rng.uniform(0.1, 0.25))),
        lambda mask: draw_moon(mask, size),
        lambda mask: draw_arrow(mask, size),
        lambda mask: draw_letter(mask, size, str(rng.choice(list("ABCDEFGHJKLMPRSTUXYZ2345678?&")))),
        lambda mask: draw_rocket(mask, size),
    )
    mask = drawn(draws[rng.choice(len(draws), p=(0.28, 0.1, 0.1, 0.1, 0.07, 0.07, 0.08, 0.12, 0.08))])
    around = cv2.getRotationMatrix2D(((ART - 1) / 2, (ART - 1) / 2), turn, 1.0)
    return np.asarray(cv2.warpAffine(mask, around, (ART, ART)), np.uint8)


def fill(mask: Mask, points: NDArray[np.float64]) -> None:
    """Fill a polygon; points in edges from the middle."""
    cv2.fillPoly(mask, [np.round((points + 0.5) * mask.shape[0]).astype(np.int32)], 255)


def draw_star(mask: Mask, points: int, size: float, waist: float) -> None:
    """A star, or a polygon if the waist is 1."""
    angles = np.arange(2 * points) * math.pi / points - math.pi / 2
    outer = size if waist < 1 else size * np.cos(math.pi / points)
    radii = np.where(np.arange(2 * points) % 2 == 0, size, size * waist if waist < 1 else outer)
    fill(mask, np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1))


def draw_wrench(mask: Mask, size: float) -> None:
    """Two jaws on a shaft, along the diagonal."""
    side = mask.shape[0]
    ends = [(0.5 + 0.2 * size * sign, 0.5 - 0.2 * size * sign) for sign in (1, -1)]
    first, second = ([round(part * side) for part in end] for end in ends)
    cv2.line(mask, first, second, 255, round(0.12 * size * side))
    for end, sign in zip((first, second), (1, -1), strict=True):
        cv2.circle(mask, end, round(0.14 * size * side), 255, -1)
        jaw = (round(end[0] + sign * 0.1 * size * side), round(end[1] - sign * 0.1 * size * side))
        cv2.line(mask, end, jaw, 0, round(0.11 * size * side))


def draw_ring(mask: Mask, size: float, hole: float) -> None:
    """A disc or a ring."""
    side = mask.shape[0]
    cv2.circle(mask, (side // 2, side // 2), round(size * side), 255, -1)
    if hole:
        cv2.circle(mask, (side // 2, side // 2), round(size * hole * side), 0, -1)


def draw_cross(mask: Mask, size: float, width: float) -> None:
    """Draw a plus sign."""
    for wide, high in ((size, width / 2), (width / 2, size)):
        fill(mask, np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]))


def draw_moon(mask: Mask, size: float) -> None:
    """Draw a crescent."""
    side = mask.shape[0]
    cv2.circle(mask, (side // 2, side // 2), round(size * side), 255, -1)
    cv2.circle(
        mask, (round((0.5 + 0.45 * size) * side), round((0.5 - 0.2 * size) * side)), round(0.8 * size * side), 0, -1
    )


def draw_arrow(mask: Mask, size: float) -> None:
    """Draw an arrow upwards."""
    outline = [(0, -1), (0.75, -0.1), (0.3, -0.1), (0.3, 1), (-0.3, 1), (-0.3, -0.1), (-0.75, -0.1)]
    fill(mask, np.array(outline) * size)


def draw_rocket(mask: Mask, size: float) -> None:
    """A rocket with fins and a window."""
    outline = [(0, -1), (0.4, -0.35), (0.4, 0.4), (0.8, 0.95), (0.3, 0.75), (-0.3, 0.75), (-0.8, 0.95), (-0.4, 0.4)]
    fill(mask, np.array([*outline, (-0.4, -0.35)]) * size)
    side = mask.shape[0]
    cv2.circle(mask, (side // 2, round((0.5 - 0.15 * size) * side)), round(0.17 * size * side), 0, -1)


def draw_letter(mask: Mask, size: float, letter: str) -> None:
    """Draw a bold letter."""
    side = mask.shape[0]
    height = 2.2 * size * side / 30
    thick = round(0.09 * side * size / 0.3)
    (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, height, thick)
    place = ((side - wide) // 2, (side + high) // 2)
    cv2.putText(mask, letter, place, cv2.FONT_HERSHEY_SIMPLEX, height, 255, thick, cv2.LINE_AA)
