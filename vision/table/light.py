"""Judging a picture's light before anything is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.reading import Reason
from vision.base.shrink import reduced

JUDGED_WIDTH = 384
LEAST_EDGE_PIXELS = 40
STEEPEST_PERCENT = 98


@dataclass(frozen=True, slots=True)
class LightSettings:
    """Limits of a usable picture, in grey levels and shares of the picture."""

    dark_level: float = 42.0  # if no more than this share is brighter, colours drown in noise and rounding
    least_lit: float = 0.01
    clipped_level: int = 250
    most_clipped: float = 0.25  # a clipped share above this hides the dice as well
    blurred_pixels: float = 1.7  # width of the sharpest edges in the judged picture
    edge_contrast: float = 28.0  # an edge must be this high to say anything about sharpness


def judge_light(frame: Frame, settings: LightSettings | None = None) -> tuple[Reason, ...]:
    """Why this picture cannot be trusted as a whole; empty if it can."""
    settings = settings or LightSettings()
    small, _ = reduced(frame.pixels, JUDGED_WIDTH)
    blue, green, red = cv2.split(small)
    reasons = []
    strongest = cv2.max(cv2.max(blue, green), red)
    if np.count_nonzero(strongest >= settings.dark_level) <= settings.least_lit * strongest.size:
        reasons.append(Reason.TOO_DARK)
    weakest = cv2.min(cv2.min(blue, green), red)
    if np.count_nonzero(weakest >= settings.clipped_level) > settings.most_clipped * weakest.size:
        reasons.append(Reason.TOO_BRIGHT)
    if is_blurred((green, red, blue), settings):
        reasons.append(Reason.BLURRED)
    return tuple(reasons)


def is_blurred(channels: Sequence[NDArray[np.uint8]], settings: LightSettings) -> bool:
    """Whether the first channel has edges, and neither it nor another shows a sharp one.

    Green comes first, since it carries most of the light and the least noise. But dark dice on red felt end in red
    alone: in green only their soft shadows are left, and those prove nothing.
    """
    first, *others = channels
    width = edge_width(first, settings.edge_contrast)
    if width is None or width <= settings.blurred_pixels:
        return False
    return all(
        wide is None or wide > settings.blurred_pixels
        for wide in (edge_width(other, settings.edge_contrast) for other in others)
    )


def sharpness(frame: Frame, settings: LightSettings | None = None) -> float | None:
    """How sharp a picture is, 1 at its best and 0.5 where it begins to be called blurred; None if it shows no edge."""
    settings = settings or LightSettings()
    small, _ = reduced(frame.pixels, JUDGED_WIDTH)
    widths = [edge_width(channel, settings.edge_contrast) for channel in cv2.split(small)]
    known = [width for width in widths if width is not None]
    return min(1.0, 0.5 * settings.blurred_pixels / min(known)) if known else None


@dataclass(frozen=True, slots=True)
class GlareSettings:
    """What a lamp mirrored in a piece looks like, against a white piece in bright light."""

    clipped_level: int = 250
    matt_level: float = 232.0  # the rest of the piece is at most this bright; a wholly clipped piece has no glare on it
    most: float = 0.6  # of the place; more is an overexposed piece


def glare_at(frame: Frame, x: float, y: float, size: float, settings: GlareSettings | None = None) -> float:
    """The largest clipped blob on a piece of this size at this place, as a share of its square; 0 if there is none.

    Only all three channels together count: a red piece in bright light clips red without mirroring anything.
    """
    settings = settings or GlareSettings()
    height, width = frame.pixels.shape[:2]
    half = max(1.0, size / 2)
    left, right = max(0, round(x - half)), min(width, round(x + half) + 1)
    top, bottom = max(0, round(y - half)), min(height, round(y + half) + 1)
    if left >= right or top >= bottom:
        return 0.0
    blue, green, red = cv2.split(np.ascontiguousarray(frame.pixels[top:bottom, left:right]))
    weakest = cv2.min(cv2.min(blue, green), red)
    clipped = (weakest >= settings.clipped_level).astype(np.uint8)
    share = np.count_nonzero(clipped) / clipped.size
    if not 0 < share <= settings.most or float(np.median(green[clipped == 0])) > settings.matt_level:
        return 0.0
    _, _, stats, _ = cv2.connectedComponentsWithStats(clipped, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max() / clipped.size)


def edge_width(grey: NDArray[np.uint8], least_contrast: float) -> float | None:
    """How wide the sharpest edges are, as the sigma of the blur in pixels; None if nothing has an edge.

    A step of height h blurred by sigma has the steepest slope h / (sigma * sqrt(2 pi)), so height / slope tells sigma
    whatever the contrast is. The height is taken around each edge, the answer from the steepest fiftieth of the edges:
    most edges in a sharp picture of dark dice are soft shadows.
    """
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    height = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((9, 9), np.uint8)).ravel()
    edges = np.flatnonzero(height > least_contrast)
    if edges.size < LEAST_EDGE_PIXELS:
        return None
    right, down = (part.ravel()[edges].astype(np.float32) / 8 for part in cv2.spatialGradient(smooth))
    steepness = np.sqrt(right * right + down * down) / height[edges]
    rank = steepness.size * STEEPEST_PERCENT // 100
    steepest = float(np.partition(steepness, rank)[rank])
    return float(1 / (max(steepest, 1e-6) * np.sqrt(2 * np.pi)))
