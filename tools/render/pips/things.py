"""Things with a body that are no dice: chair legs, shoes, boxes, counters, cables, screws; and knots in wood.

They are drawn flat and get their body from a rounded rim lit from one side, which is what the networks take for a die.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.surfaces import Picture, colour, smooth_noise

Mask = NDArray[np.uint8]


def lay_things(rng: np.random.Generator, sheet: Picture, most: int = 5) -> Picture:
    """The table with a few such things on it, each with its shadow."""
    sheet = sheet.copy()
    shapes = (box, strip, round_thing, blob, corner_piece, cable)
    for _ in range(int(rng.integers(1, most + 1))):
        mask = shapes[rng.choice(len(shapes), p=(0.28, 0.17, 0.2, 0.13, 0.12, 0.1))](rng, sheet.shape[0])
        put_down(rng, sheet, mask)
    for _ in range(int(rng.integers(0, 4))):
        hole_or_knot(rng, sheet)
    return sheet


def put_down(rng: np.random.Generator, sheet: Picture, mask: Mask) -> None:
    """Draw a thing of that outline: shadow, body with a lit rim, grain, perhaps a mark."""
    size = sheet.shape[0]
    around = rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(around), np.sin(around)])
    reach = rng.uniform(2, 14)
    move = np.array([[1, 0, -towards[0] * reach], [0, 1, -towards[1] * reach]])
    fallen = cv2.warpAffine(mask, move, (size, size)) / np.float32(255)
    sheet *= 1 - cv2.GaussianBlur(fallen, (0, 0), rng.uniform(1, 8))[:, :, None] * rng.uniform(0.1, 0.6)
    rim = float(np.exp(rng.uniform(np.log(1.0), np.log(22))))
    inside = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 5), rim) / rim
    height = np.sqrt(np.clip(1 - (1 - inside) ** 2, 0, 1)) * rim
    steep_x, steep_y = (cv2.Sobel(height, cv2.CV_32F, 1 - axis, axis, scale=1 / 8) for axis in (0, 1))
    upright = 1 / np.sqrt(1 + steep_x**2 + steep_y**2)
    facing = -(steep_x * towards[0] + steep_y * towards[1]) * upright
    lit = upright * rng.uniform(0.5, 0.9) + facing * rng.uniform(0.2, 0.7)
    tone = colour(rng, rng.choice([0.15, 0.5, 1.0]))
    if rng.random() < 0.4:
        tone = tone * 0.3
    body = np.clip(lit, 0.08, 1.4)[:, :, None] * tone * (1 + 0.05 * smooth_noise(rng, size, (3, 3))[:, :, None])
    body = body + np.clip(lit - 0.9, 0, 1)[:, :, None] ** 2 * rng.uniform(0, 2)
    share = cv2.GaussianBlur(mask / np.float32(255), (0, 0), 0.7)[:, :, None]
    if rng.random() < 0.45:
        body = marked(rng, body, mask)
    sheet[:] = sheet * (1 - share) + body * share


def marked(rng: np.random.Generator, body: Picture, mask: Mask) -> Picture:
    """A seam, a hole, a bump or two on the thing."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return body
    drawing = np.zeros(mask.shape, np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        spot = int(rng.integers(len(rows)))
        place = (int(columns[spot]), int(rows[spot]))
        if rng.random() < 0.5:
            end = (place[0] + int(rng.normal(0, 40)), place[1] + int(rng.normal(0, 40)))
            cv2.line(drawing, place, end, 255, int(rng.integers(1, 5)), cv2.LINE_AA)
        else:
            axes = tuple(int(v) for v in np.exp(rng.uniform(np.log(1.5), np.log(9), 2)))
            cv2.ellipse(drawing, place, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    share = drawing[:, :, None] / np.float32(255) * rng.uniform(0.4, 1)
    return np.asarray(body * (1 - share) + colour(rng) * share, np.float32)


def hole_or_knot(rng: np.random.Generator, sheet: Picture) -> None:
    """A dark or light spot with soft rings around: a knot, a nail, a screw, a hole, a crumb."""
    size = sheet.shape[0]
    x, y = rng.uniform(0, size, 2)
    wide, narrow = np.exp(rng.uniform(np.log(1.2), np.log(9), 2))
    turn = rng.uniform(0, np.pi)
    down, across = np.mgrid[0:size, 0:size].astype(np.float32)
    along = ((across - x) * np.cos(turn) + (down - y) * np.sin(turn)) / wide
    beside = ((down - y) * np.cos(turn) - (across - x) * np.sin(turn)) / narrow
    away = np.sqrt(along**2 + beside**2)
    share = 1 / (1 + np.exp(np.minimum((away - 1) * rng.uniform(2, 9), 60)))
    if rng.random() < 0.5:
        share = share + 0.35 * np.exp(-away / 2.5) * (0.5 + 0.5 * np.cos(away * rng.uniform(1.5, 4)))
    share = np.clip(share * rng.uniform(0.4, 1), 0, 1)[:, :, None]
    tone = colour(rng, 0.4) * (0.3 if rng.random() < 0.75 else 1.2)
    sheet[:] = sheet * (1 - share) + tone * share


def polygon(size: int, corners: NDArray[np.floating], rounding: float) -> Mask:
    """A filled outline with rounded corners."""
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if rounding < 0.5:
        return mask
    return np.asarray((cv2.GaussianBlur(mask, (0, 0), rounding) > 127) * np.uint8(255), np.uint8)


def box(rng: np.random.Generator, size: int) -> Mask:
    """A box, eraser, tile or book, from die-sized to large."""
    sides = np.exp(rng.uniform(np.log(9), np.log(130), 2))
    if rng.random() < 0.3:
        sides[1] = sides[0] * rng.uniform(0.85, 1.2)
    place = tuple(float(v) for v in rng.uniform(0, size, 2))
    corners = cv2.boxPoints((place, (float(sides[0]), float(sides[1])), float(rng.uniform(0, 90))))
    corners = corners + rng.normal(0, 0.04, (4, 2)) * sides.min()
    return polygon(size, corners, float(rng.uniform(0, 0.15) * sides.min()))


def strip(rng: np.random.Generator, size: int) -> Mask:
    """A chair's leg, a pen, a tray's rim, an arm: long, perhaps tapered, out of the picture at one end."""
    start, stop = rng.uniform(0, size, 2), rng.uniform(-size, 2 * size, 2)
    way = (stop - start) / (np.linalg.norm(stop - start) + 1e-6)
    side = np.array([-way[1], way[0]])
    wide, wider = np.exp(rng.uniform(np.log(5), np.log(60), 2))
    corners = np.array([start + side * wide, stop + side * wider, stop - side * wider, start - side * wide])
    return polygon(size, corners, float(rng.uniform(0, 0.5) * wide))


def round_thing(rng: np.random.Generator, size: int) -> Mask:
    """A coin, counter, bottle cap, ball, cup or sticker."""
    mask = np.zeros((size, size), np.uint8)
    radius = float(np.exp(rng.uniform(np.log(4), np.log(60))))
    axes = (int(radius * 16), int(radius * rng.uniform(0.65, 1) * 16))
    place = tuple(int(v * 16) for v in rng.uniform(0, size, 2))
    cv2.ellipse(mask, place, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA, 4)
    return mask


def blob(rng: np.random.Generator, size: int) -> Mask:
    """A stone, a crumb, a shoe's tip, a crumpled cloth."""
    radius = float(np.exp(rng.uniform(np.log(5), np.log(80))))
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    waves = sum(rng.normal(0, 0.3 / k) * np.cos(k * turns + rng.uniform(0, 6)) for k in (1, 2, 3, 4))
    ring = np.stack([np.cos(turns), np.sin(turns)], 1) * (radius * np.clip(1 + waves, 0.3, 2))[:, None]
    return polygon(size, ring + rng.uniform(0, size, 2), 0.0)


def corner_piece(rng: np.random.Generator, size: int) -> Mask:
    """An L: the corner of a frame, a bracket, a chair's joint."""
    wide, first, second = rng.uniform(4, 30), rng.uniform(20, 150), rng.uniform(20, 150)
    corners = np.array([(0, 0), (first, 0), (first, wide), (wide, wide), (wide, second), (0, second)])
    turn = rng.uniform(0, 2 * np.pi)
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return polygon(size, turned + rng.uniform(0, size, 2), float(rng.uniform(0, 4)))


def cable(rng: np.random.Generator, size: int) -> Mask:
    """A wire lying in a curve."""
    mask = np.zeros((size, size), np.uint8)
    knots = rng.uniform(-0.2 * size, 1.2 * size, (4, 2))
    share = np.linspace(0, 1, 40)[:, None]
    line = sum(
        factor * share**power * (1 - share) ** (3 - power) * knot
        for power, (factor, knot) in enumerate(zip((1, 3, 3, 1), knots, strict=True))
    )
    cv2.polylines(mask, [np.asarray(line, np.int32)], False, 255, int(rng.integers(2, 12)), cv2.LINE_AA)
    return mask
