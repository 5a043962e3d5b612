"""The mothership's stern: a dark or light hull and a tube of clear plastic in which the balls lie."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.balls.light import Array, Camera
from tools.balls.paints import any_paint, paint_between


@dataclass(frozen=True)
class Stern:
    """Where the tube lies; millimetres on the table."""

    middle: Array  # between the balls
    along: Array  # unit direction towards the hull
    radius: float  # of a ball
    half_width: float
    behind: float  # from the middle to the open end
    before: float  # to the end inside the hull

    @property
    def across(self) -> Array:
        """Unit direction across the tube."""
        return np.array([-self.along[1], self.along[0], 0], np.float32)


def random_stern(rng: np.random.Generator, middle: Array, radius: float, stretch: float) -> Stern:
    """A tube around two balls."""
    turn = rng.uniform(0, 2 * math.pi)
    along = np.array([math.cos(turn), math.sin(turn), 0], np.float32)
    width = radius * max(1.05, stretch) * rng.uniform(0.93, 1.3)
    return Stern(middle, along, radius, width, radius * rng.uniform(2.2, 4.2), radius * rng.uniform(2.1, 4))


def corners_of(camera: Camera, stern: Stern, start: float, end: float, left: float, right: float) -> Array:
    """Pixels of a rectangle given along and across the tube in millimetres, at the balls' height."""
    places = [
        stern.middle + stern.along * along + stern.across * across
        for along, across in ((start, left), (end, left), (end, right), (start, right))
    ]
    return camera.project(np.array(places, np.float32))


def lay_over(canvas: Array, corners: Array, soft: float, through: Array | float, added: Array | float) -> None:
    """canvas = canvas * through + added inside a polygon whose border is that soft, in pixels."""
    margin = math.ceil(3 * soft) + 2
    height, width = canvas.shape[:2]
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - margin, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + margin + 1, (width, height))
    if left >= right or top >= bottom:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    inside = corners - np.array([left, top], np.float32)
    cv2.fillPoly(mask, [(inside * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if soft > 0:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
    share = (mask / np.float32(255))[:, :, None]
    part = canvas[top:bottom, left:right]
    part *= 1 - share * (1 - np.asarray(through, np.float32))
    part += share * np.asarray(added, np.float32)


def inside_of(camera: Camera, corners: Array) -> NDArray[np.bool_]:
    """Which pixels of the picture a polygon holds."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    cv2.fillPoly(mask, [(corners * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return np.asarray(mask > 0)


def draw_back(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern) -> None:
    """What the tube does to the table seen through it: darker, its ends and long sides as lines."""
    level = float(canvas.mean())
    whole = corners_of(camera, stern, -stern.behind, stern.before, -stern.half_width, stern.half_width)
    tint = np.asarray(rng.uniform(0.5, 0.97) * np.exp(rng.normal(0, 0.04, 3)), np.float32)
    lay_over(canvas, whole, rng.uniform(0.5, 2), tint, level * rng.uniform(0, 0.15))
    cap = corners_of(camera, stern, -stern.behind, -stern.behind * 0.82, -stern.half_width, stern.half_width)
    lay_over(canvas, cap, 0, rng.uniform(0.2, 1), level * rng.uniform(0, 0.8))


def draw_front(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern, streaks: int) -> None:
    """What the tube does to the balls: a veil, dark or bright sides, streaks of mirrored lamps."""
    level = float(canvas.mean())
    width, behind, before = stern.half_width, stern.behind, stern.before
    whole = corners_of(camera, stern, -behind, before, -width, width)
    lay_over(canvas, whole, 0.6, rng.uniform(0.75, 1), level * rng.uniform(0, 0.06))
    for side in (-1.0, 1.0):
        rim = rng.uniform(0.03, 0.14) * width
        line = corners_of(camera, stern, -behind, before, side * width, side * (width - rim))
        lay_over(canvas, line, 0.5, rng.uniform(0.4, 1), level * rng.choice([0, 0, 0.2, 0.8]))
    for _ in range(streaks):
        start = rng.uniform(-behind, 0.5 * before)
        end = start + rng.uniform(0.5, 2.5) * stern.radius
        side = rng.uniform(-0.9, 0.9) * width
        thick = rng.uniform(0.03, 0.22) * width
        line = corners_of(camera, stern, start, end, side, side + thick)
        line[2:] += rng.normal(0, 2, 2).astype(np.float32)
        glow = float(level * np.exp(rng.uniform(math.log(0.2), math.log(3.5))))
        lay_over(canvas, line, rng.uniform(0.4, 2.5), rng.uniform(0.3, 1), glow)


def draw_hull(
    rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern, lit: Array, start: float
) -> NDArray[np.bool_]:
    """A long rounded body with facets from `start` on; `lit` is the light that falls on it. Says what it covers."""
    width, length = stern.radius * rng.uniform(2.2, 5), stern.radius * rng.uniform(6, 16)
    paint = any_paint(rng, 0.25) if rng.random() < 0.3 else paint_between(rng, (200, 260, 0, 0.15, 0.12, 1.0))
    middle, facets = rng.uniform(-0.5, 0.5), int(rng.integers(5, 30))
    whole = corners_of(camera, stern, start, start + length, -width, width)
    lay_over(canvas, whole + rng.normal(0, 10, 2).astype(np.float32), rng.uniform(2, 12), 0.35, 0)
    edges = np.linspace(-1, 1, facets + 1)
    for left, right in itertools.pairwise(edges):
        body = corners_of(camera, stern, start, start + length, left * width, right * width)
        shade = 0.15 + 0.85 * math.sqrt(max(0.0, 1 - ((left + right) / 2 - middle) ** 2 / 2.3))
        lay_over(canvas, body, 0, 0, paint * lit * shade)
    if rng.random() < 0.5:  # its end, seen at a slant
        end = corners_of(camera, stern, start, start + stern.radius * rng.uniform(0.2, 0.9), -width, width)
        lay_over(canvas, end, 0, rng.uniform(0.4, 0.9), 0)
    return inside_of(camera, whole)


def shown_through(camera: Camera, stern: Stern) -> NDArray[np.bool_]:
    """Which pixels the tube can show a ball in."""
    ends = (-stern.behind, stern.before * 2)
    return inside_of(camera, corners_of(camera, stern, *ends, -stern.half_width, stern.half_width))
