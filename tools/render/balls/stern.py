"""The mothership's stern in millimetres and in pixels: where its tube lies, and painting over parts of a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera

Box = tuple[slice, slice]


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
    width = radius * max(1.05, stretch) * rng.uniform(0.76, 1.25)
    return Stern(middle, along, radius, width, radius * rng.uniform(2.2, 4.2), radius * rng.uniform(2.1, 4))


def corners_of(camera: Camera, stern: Stern, start: float, end: float, left: float, right: float) -> Array:
    """Pixels of a rectangle given along and across the tube in millimetres, at the balls' height."""
    places = [
        stern.middle + stern.along * along + stern.across * across
        for along, across in ((start, left), (end, left), (end, right), (start, right))
    ]
    return camera.project(np.array(places, np.float32))


def round_across(camera: Camera, stern: Stern, along: float, long: float, wide: float) -> Array:
    """Pixels of an ellipse around a point of the tube's axis, that long and wide to either side."""
    turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    places = [
        stern.middle + stern.along * (along + long * math.cos(turn)) + stern.across * (wide * math.sin(turn))
        for turn in turns
    ]
    return camera.project(np.array(places, np.float32))


def share_inside(canvas: Array, corners: Array, soft: float) -> tuple[Box, Array] | None:
    """Which part of the canvas a polygon touches, and how much of each pixel there; its border is that soft, in pixels.

    None if it lies outside.
    """
    margin = math.ceil(3 * soft) + 2
    height, width = canvas.shape[:2]
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - margin, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + margin + 1, (width, height))
    if left >= right or top >= bottom:
        return None
    mask = np.zeros((bottom - top, right - left), np.uint8)
    inside = corners - np.array([left, top], np.float32)
    cv2.fillPoly(mask, [(inside * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if soft > 0:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
    share = np.asarray(mask / np.float32(255), np.float32)[:, :, None]
    return (slice(top, bottom), slice(left, right)), share


def lay_over(canvas: Array, corners: Array, soft: float, through: Array | float, added: Array | float) -> None:
    """canvas = canvas * through + added inside a polygon whose border is that soft, in pixels."""
    touched = share_inside(canvas, corners, soft)
    if touched is not None:
        box, share = touched
        canvas[box] *= 1 - share * (1 - np.asarray(through, np.float32))
        canvas[box] += share * np.asarray(added, np.float32)


def inside_of(camera: Camera, corners: Array) -> NDArray[np.bool_]:
    """Which pixels of the picture a polygon holds."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    cv2.fillPoly(mask, [(corners * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return np.asarray(mask > 0)


def shown_through(camera: Camera, stern: Stern) -> NDArray[np.bool_]:
    """Which pixels the tube can show a ball in."""
    ends = (-stern.behind, stern.before * 2)
    return inside_of(camera, corners_of(camera, stern, *ends, -stern.half_width, stern.half_width))
