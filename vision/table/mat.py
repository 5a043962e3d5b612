"""Finding the printed mat: which sheet lies there, where, and how to lay it flat.

The markers are looked for in a reduced picture and their corners measured again at full size. Three of the four are
enough; the sheet's plane is then known everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.shrink import reduced
from vision.table.mat_layout import Box, Layout, Paper, layout_of

Floats = NDArray[np.float64]

FIT_STEPS = 4
SINGULAR = 1e-12
LEAST_REACH = 4  # pixels; the small picture may be off by two


@dataclass(frozen=True, slots=True)
class MatSettings:
    """Limits, measured on rendered sheets under tilts to 45 degrees, blur and noise."""

    searched_width: int = 768
    threshold_window: int = 23  # pixels; one pass instead of OpenCV's three, which are for markers of unknown size
    least_perimeter: float = 0.05  # of the picture's longer side; smaller squares are the table's grain
    # White blooms into black: only the inner part of a module is believed. In 16 photos of small, slanted sheets this
    # finds 63 of 64 markers at full size instead of 42.
    module_pixels: int = 8
    module_margin: float = 0.3
    least_markers: int = 3  # two would leave the far side of the sheet to chance
    most_error_mm: float = 1.0  # a curled sheet has its markers elsewhere than a flat one
    refined_share: float = 0.08  # of a marker's edge: how far around a corner it is measured again
    most_slant: float = 4.0  # the sheet's near side at most this many times as large as its far side


class Area(Enum):
    """Which part of the sheet is laid flat."""

    FIELD = "field"  # the grey field: nothing but the pieces
    SHEET = "sheet"  # the whole sheet, for a 6x6 grid that covers it


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """The mat in a picture."""

    layout: Layout
    to_picture: Floats  # (3, 3): millimetres on the sheet -> pixels of the picture
    markers: int  # how many of the four were seen
    error_mm: float  # how far the markers' corners are from where the sheet has them, typically

    @property
    def paper(self) -> Paper:
        """The paper size of the sheet that lies there."""
        return self.layout.paper

    @property
    def pixels_per_mm(self) -> float:
        """Pixels to a millimetre in the middle of the sheet; elsewhere it differs as the camera looks at a slant."""
        x, y = self.layout.size[0] / 2, self.layout.size[1] / 2
        return _enlargement(self.to_picture, x, y)

    def in_picture(self, points_mm: Floats) -> Floats:
        """Places on the sheet (n, 2) as places in the picture."""
        return mapped(self.to_picture, points_mm)

    def on_sheet(self, points: Floats) -> Floats:
        """Places in the picture (n, 2) as millimetres on the sheet."""
        return mapped(_inverse(self.to_picture), points)


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A part of the table as seen from straight above."""

    frame: Frame
    pixels_per_mm: float
    to_picture: Floats  # (3, 3): pixels of this frame -> pixels of the picture it was taken from

    def back(self, x: float, y: float) -> tuple[float, float]:
        """A place in the flat picture as a place in the camera's picture."""
        there = mapped(self.to_picture, np.array([[x, y]]))[0]
        return float(there[0]), float(there[1])


def find_mat(frame: Frame, settings: MatSettings | None = None) -> Mat | None:
    """The mat, or None if there is none, too much of it is hidden, or it does not lie flat."""
    settings = settings or MatSettings()
    layouts = [layout_of(paper) for paper in Paper]
    for width in (settings.searched_width, max(frame.pixels.shape[:2])):
        seen = _markers(frame.pixels, width, settings)
        layout = max(layouts, key=lambda each: len(each.markers.keys() & seen.keys()))
        found = {number: seen[number] for number in layout.markers if number in seen}
        # Where the small picture shows no marker of ours there is no mat; where it shows one, a closer look pays.
        if len(found) >= settings.least_markers or not found:
            break
    if len(found) < settings.least_markers:
        return None
    sharp = {number: _refined(frame.pixels, quad, settings) for number, quad in found.items()}
    return _fitted(layout, sharp, settings)


def _markers(pixels: NDArray[np.uint8], width: int, settings: MatSettings) -> dict[int, Floats]:
    """All markers in the picture, reduced to this width: id -> corners (4, 2) in pixels of the picture's own size."""
    small, scale = reduced(pixels, width)
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = settings.threshold_window
    parameters.minMarkerPerimeterRate = settings.least_perimeter
    parameters.perspectiveRemovePixelPerCell = settings.module_pixels
    parameters.perspectiveRemoveIgnoredMarginPerCell = settings.module_margin
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    quads = [(np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5 for quad in corners]
    return dict(zip(np.asarray(ids).ravel().tolist(), quads, strict=True))


def flattened(frame: Frame, mat: Mat, area: Area = Area.FIELD) -> Flat:
    """The field or the sheet from straight above, upright, at the size it has in the picture."""
    width, height = mat.layout.size
    box = mat.layout.field if area is Area.FIELD else Box(0.0, 0.0, width, height)
    scale = mat.pixels_per_mm
    # Pixel centres of the flat picture in millimetres: the first one lies half a pixel inside the box.
    to_mm = np.array([[1 / scale, 0, box.x + 0.5 / scale], [0, 1 / scale, box.y + 0.5 / scale], [0, 0, 1]])
    to_picture = mat.to_picture @ to_mm
    size = (max(1, round(box.width * scale)), max(1, round(box.height * scale)))
    pixels = cv2.warpPerspective(frame.pixels, to_picture, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return Flat(Frame(np.asarray(pixels, np.uint8), frame.seconds, frame.metadata), scale, to_picture)


def _refined(pixels: NDArray[np.uint8], quad: Floats, settings: MatSettings) -> Floats:
    """A marker's corners, measured again in the full picture around where the small one showed them."""
    edge = float(np.mean(np.hypot(*(quad - np.roll(quad, 1, axis=0)).T)))
    reach = max(LEAST_REACH, round(settings.refined_share * edge))
    height, width = pixels.shape[:2]
    left, top = np.maximum(quad.min(axis=0).astype(int) - 3 * reach, 0)
    right, bottom = np.minimum(quad.max(axis=0).astype(int) + 3 * reach + 1, (width, height))
    grey = cv2.cvtColor(np.ascontiguousarray(pixels[top:bottom, left:right]), cv2.COLOR_BGR2GRAY)
    inside = (quad - (left, top)).astype(np.float32).reshape(-1, 1, 2)
    if min(grey.shape) <= 2 * reach + 5:
        return quad
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    measured = np.asarray(cv2.cornerSubPix(grey, inside, (reach, reach), (-1, -1), stop), np.float64).reshape(4, 2)
    measured += np.array((left, top))
    is_near = np.hypot(*(measured - quad).T) <= reach
    return np.where(is_near[:, np.newaxis], measured, quad)


def _fitted(layout: Layout, seen: dict[int, Floats], settings: MatSettings) -> Mat | None:
    """The plane through the markers' corners, if they agree on one that a camera above the table can see."""
    corners = np.array([layout.markers[number].corners() for number in seen], np.float64)
    middles = corners.mean(axis=1, keepdims=True)
    outward = np.sign(corners - middles).reshape(-1, 2)
    on_sheet, in_picture = corners.reshape(-1, 2), np.concatenate(list(seen.values()))
    inset = 0.0
    for _ in range(FIT_STEPS):
        # White paper outshines black ink: every marker looks smaller by the same bit, and with one marker hidden that
        # alone would tilt the plane.
        shrunk = on_sheet - inset * outward
        to_picture = np.asarray(cv2.findHomography(shrunk, in_picture, 0)[0], np.float64)
        if to_picture.shape != (3, 3) or abs(np.linalg.det(to_picture)) < SINGULAR:
            return None
        misses = mapped(_inverse(to_picture), in_picture) - shrunk
        inset -= float(np.mean(misses * outward))
    width, height = layout.size
    scales = [_enlargement(to_picture, x, y) for x in (0.0, width) for y in (0.0, height)]
    if min(scales) <= 0 or max(scales) > settings.most_slant * min(scales):
        return None
    errors = np.hypot(*misses.T)
    if float(errors.max()) > settings.most_error_mm:
        return None
    return Mat(layout, to_picture, len(seen), float(np.median(errors)))


def mapped(matrix: Floats, points: Floats) -> Floats:
    """Points (n, 2) through a homography (3, 3)."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix), np.float64).reshape(-1, 2)


def _inverse(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _enlargement(matrix: Floats, x: float, y: float) -> float:
    """By what a short length at this place grows on average; negative or nought if the plane is seen from behind."""
    depth = float(matrix[2] @ (x, y, 1.0))
    if depth * float(matrix[2, 2]) <= 0:
        return 0.0
    # The Jacobian's determinant of a homography is det(matrix) / depth^3.
    area = float(np.linalg.det(matrix)) / depth**3
    return float(np.sqrt(area)) if area > 0 else 0.0
