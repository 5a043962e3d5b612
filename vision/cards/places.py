"""Where to look for a card: the part of the picture with the densest detail, before anything is searched finely."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced

LOOKED_WIDTH = 256


@dataclass(frozen=True, slots=True)
class PlaceSettings:
    """How dense detail must be to be one place, and how much is taken around it."""

    window: int = 17  # pixels of the small picture over which detail is summed
    share_of_peak: float = 0.3
    margin: float = 0.15  # of the place's longer side, on each side
    largest: float = 0.5  # of the picture; a larger place is no place, the whole picture is busy


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the picture in its own pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def longer_side(self) -> int:
        """The longer side of this part, in pixels."""
        return max(self.right - self.left, self.bottom - self.top)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of this part, in pixels of the picture."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def densest_place(pixels: NDArray[np.uint8], settings: PlaceSettings | None = None) -> Place | None:
    """The part with the densest detail; None if the picture is busy all over or plain."""
    settings = settings or PlaceSettings()
    small, scale = reduced(pixels, LOOKED_WIDTH)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    corners = np.sqrt(np.maximum(cv2.cornerMinEigenVal(grey, 5, 3), 0))
    # Cut the strongest corners: a few glints must not outweigh a page of print.
    corners = np.minimum(corners, max(float(np.percentile(corners[::2, ::2], 98)), 1e-6))
    corners -= np.minimum(corners, np.median(corners[::2, ::2]) * 2)  # the table's own grain
    density = cv2.boxFilter(corners, -1, (settings.window, settings.window), borderType=cv2.BORDER_CONSTANT)
    peak = np.unravel_index(int(np.argmax(density)), density.shape)
    if density[peak] <= 0:
        return None
    dense = np.asarray(density > settings.share_of_peak * density[peak], np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dense, connectivity=4)
    left, top, width, height = (int(value) for value in boxes[labels[peak]][:4])
    margin = round(settings.margin * max(width, height))
    rows, columns = density.shape
    left, right = max(0, left - margin), min(columns, left + width + margin)
    top, bottom = max(0, top - margin), min(rows, top + height + margin)
    if (right - left) * (bottom - top) > settings.largest * rows * columns:
        return None
    full_height, full_width = pixels.shape[:2]
    return Place(
        int(left / scale),
        int(top / scale),
        min(full_width, round(right / scale)),
        min(full_height, round(bottom / scale)),
    )
