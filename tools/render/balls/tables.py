"""Tables for balls: wood, felt, cloth, plain or printed, with cards and circles on them.

They do not come from render/surfaces.py: these are reflectances in linear light, mixed from the paints that balls have
too, with grains measured in millimetres; and the networks that see balls learned from these.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.balls.paints import any_paint, paint_between
from tools.render.cameras import Camera
from tools.render.surfaces import turned

PER_MM = 3.0  # pixels of a table's picture


def grain(rng: np.random.Generator, size: int, wide: float, high: float) -> Array:
    """Smooth noise of about unit spread, with grains of that many pixels."""
    cells = (max(2, round(size / wide)), max(2, round(size / high)))
    noise = rng.standard_normal((cells[1], cells[0]), np.float32)
    return np.asarray(cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def plain(rng: np.random.Generator, size: int) -> Array:
    """A table of paint, stone or paper."""
    tone = paint_between(rng, (0, 360, 0.0, 0.25, 0.12, 1.0))
    return np.asarray(tone * (1 + 0.03 * grain(rng, size, 40, 40) + 0.03 * grain(rng, size, 2, 2))[:, :, None])


def felt(rng: np.random.Generator, size: int) -> Array:
    """A table of blue, green, red or grey felt, with fibres."""
    tone = paint_between(rng, (0, 360, 0.1, 0.85, 0.15, 0.6))
    fibres = grain(rng, size, 2, 2) * 0.12 + grain(rng, size, 4, 4) * 0.1 + grain(rng, size, 12, 12) * 0.05
    return np.asarray(tone * np.exp(fibres)[:, :, None])


def wood(rng: np.random.Generator, size: int) -> Array:
    """A wooden table, from birch to wenge."""
    tone = paint_between(rng, (10, 38, 0.2, 0.7, 0.25, 0.95))
    streaks = sum(grain(rng, size, rng.uniform(60, 250), fine) * rng.uniform(0.05, 0.25) for fine in (3, 7, 20, 60))
    return np.asarray(tone * np.exp(np.asarray(streaks))[:, :, None])


def cloth(rng: np.random.Generator, size: int) -> Array:
    """A cloth with checks or stripes of two colours."""
    sheet = np.tile(paint_between(rng, (0, 360, 0.0, 0.4, 0.4, 1.0)), (size, size, 1))
    stripe = any_paint(rng)
    step, wide = rng.uniform(8, 60) * PER_MM, rng.uniform(0.15, 0.5)
    rows = (np.arange(size) + rng.uniform(0, step)) % step < wide * step
    sheet[rows] = stripe
    if rng.random() < 0.7:
        sheet[:, rows] = stripe
    return np.asarray(sheet * (1 + 0.06 * grain(rng, size, 1.5, 1.5))[:, :, None])


def printed(rng: np.random.Generator, size: int) -> Array:
    """A page of letters, or a mat with blotches."""
    if rng.random() < 0.5:
        sheet = plain(rng, size)
        for _ in range(3):
            cells = rng.uniform(8, 60)
            sheet[grain(rng, size, cells, cells) > rng.uniform(0.6, 1.5)] = any_paint(rng)
        return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.0))
    sheet = np.tile(paint_between(rng, (20, 60, 0.0, 0.2, 0.7, 1.0)), (size, size, 1))
    ink, height = any_paint(rng, 0.8), rng.uniform(0.4, 1.6)
    bytes_ = np.zeros((size, size), np.uint8)
    for row in range(0, size, max(12, round(34 * height))):
        words = " ".join(str(word) for word in rng.choice(["Mond", "o8B", "Stern", "OO", "und", "6890", "Bahn."], 14))
        cv2.putText(bytes_, words, (-9, row), cv2.FONT_HERSHEY_DUPLEX, height, 255, int(1 + 2 * height), cv2.LINE_AA)
    return np.asarray(sheet + (bytes_ / np.float32(255))[:, :, None] * (ink - sheet))


KINDS: tuple[Callable[[np.random.Generator, int], Array], ...] = (plain, felt, wood, cloth, printed)


def random_table(rng: np.random.Generator, size: int) -> Array:
    """Any of them, turned as it may lie."""
    sheet = KINDS[int(rng.choice(5, p=(0.3, 0.21, 0.23, 0.16, 0.1)))](rng, size)
    return np.asarray(np.clip(turned(rng, sheet.astype(np.float32), 1.42), 0.002, 1.0), np.float32)


def print_circles(rng: np.random.Generator, sheet: Array, place: NDArray[np.float64], radius: float) -> None:
    """A card with circles in our colours, some shaded as if they were balls; pixels of the table's picture."""
    turn = rng.uniform(0, np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    if rng.random() < 0.7:
        box = cv2.boxPoints((tuple(map(float, place)), (radius * 9, radius * 6), float(np.degrees(turn))))
        paper = paint_between(rng, (0, 360, 0.0, 0.3, 0.3, 1.0))
        cv2.fillConvexPoly(sheet, (box * 16).astype(np.int32), tuple(map(float, paper)), cv2.LINE_8, 4)
    count = int(rng.integers(1, 4))
    gap = rng.choice([2.0, 2.2, 2.8])
    for number in range(count):
        centre = place + along * radius * gap * (number - (count - 1) / 2)
        draw_disc(sheet, centre, radius, any_paint(rng, 0.85), shaded=rng.random() < 0.25)
        if rng.random() < 0.3:
            draw_disc(sheet, centre, radius * rng.uniform(0.5, 0.85), any_paint(rng, 0.85), shaded=False)


def draw_disc(sheet: Array, centre: NDArray[np.float64], radius: float, paint: Array, shaded: bool) -> None:
    """A printed disc with a smooth border, flat or shaded as if it were a ball."""
    size = sheet.shape[0]
    left, top = np.clip((centre - radius - 2).astype(int), 0, size)
    right, bottom = np.clip((centre + radius + 3).astype(int), 0, size)
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    away = np.hypot(xs - centre[0], ys - centre[1])
    mask = np.clip(radius - away + 0.5, 0, 1)[:, :, None]
    tone = paint * np.sqrt(np.clip(1 - 0.7 * (away / radius) ** 2, 0.1, 1))[:, :, None] if shaded else paint
    sheet[top:bottom, left:right] += mask * (tone - sheet[top:bottom, left:right])


def laid_out(camera: Camera, sheet: Array) -> Array:
    """The table as the camera sees it, before any light falls on it."""
    size = sheet.shape[0]
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    world = np.concatenate([(corners - 0.5) * size / PER_MM, np.zeros((4, 1), np.float32)], 1).astype(np.float32)
    move = cv2.getPerspectiveTransform((corners * size).astype(np.float32), camera.project(world))
    flat = cv2.warpPerspective(
        sheet, move, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(flat, np.float32)
