"""Judging a picture's light before anything is read from it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.reading import Reason
from vision.shrink import reduced

JUDGED_WIDTH = 384
LEAST_EDGE_PIXELS = 40


@dataclass(frozen=True, slots=True)
class LightSettings:
    """Limits of a usable picture, in grey levels and shares of the picture."""

    dark_level: float = 42.0  # if even the brightest 1 % stay below, colours drown in noise and rounding
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
    if np.percentile(cv2.max(cv2.max(blue, green), red)[::2, ::2], 99) < settings.dark_level:
        reasons.append(Reason.TOO_DARK)
    weakest = cv2.min(cv2.min(blue, green), red)
    if np.count_nonzero(weakest >= settings.clipped_level) > settings.most_clipped * weakest.size:
        reasons.append(Reason.TOO_BRIGHT)
    # Green carries most of the light and the least noise.
    width = edge_width(green, settings.edge_contrast)
    if width is not None and width > settings.blurred_pixels:
        reasons.append(Reason.BLURRED)
    return tuple(reasons)


def edge_width(grey: NDArray[np.uint8], least_contrast: float) -> float | None:
    """How wide the sharpest edges are, as the sigma of the blur in pixels; None if nothing has an edge.

    A step of height h blurred by sigma has the steepest slope h / (sigma * sqrt(2 pi)), so height / slope tells sigma
    whatever the contrast is. The height is taken around each edge, the answer from the steepest twentieth of the edges.
    """
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    height = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((9, 9), np.uint8))
    edges = height > least_contrast
    if np.count_nonzero(edges) < LEAST_EDGE_PIXELS:
        return None
    slope = cv2.magnitude(
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    steepest = float(np.percentile(slope[edges] / height[edges], 95))
    return float(1 / (max(steepest, 1e-6) * np.sqrt(2 * np.pi)))
