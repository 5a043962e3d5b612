"""Finding the outline of a whole card lying in a picture, and laying it flat."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced

OUTLINE_WIDTH = 384  # pixels; a quarter of a camera's frame, so two halvings


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """What the outline of a card looks like."""

    least_area: float = 0.012  # of the picture
    most_area: float = 0.97
    longest: float = 2.1  # long side to short side, with some slant
    shortest: float = 1.0
    most_taper: float = 1.35  # opposite sides
    least_fill: float = 0.94  # of the quadrilateral; round corners take one to three per cent
    border: int = 2  # pixels of the small picture: closer to the border means cut off


def find_outlines(pixels: NDArray[np.uint8], settings: OutlineSettings | None = None) -> list[NDArray[np.float32]]:
    """Quadrilaterals that may be whole cards, largest first: corners clockwise, a short side first, in pixels."""
    settings = settings or OutlineSettings()
    small, scale = reduced(pixels, OUTLINE_WIDTH)
    found: list[tuple[float, NDArray[np.float32]]] = []
    for mask in outline_masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            corners = card_corners(contour, mask.shape[:2], settings)
            if corners is None:
                continue
            if not any(is_same(corners, other) for _, other in found):
                found.append((float(cv2.contourArea(corners)), corners))
    found.sort(key=lambda pair: -pair[0])
    return [np.asarray((corners + 0.5) / scale - 0.5, np.float32) for _, corners in found]


def outline_masks(small: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Different ways to tell a card from its table: closed edges, and areas lighter or more colourful than the rest."""
    smooth = cv2.GaussianBlur(small, (5, 5), 0)
    channels = [
        *cv2.split(smooth),
        cv2.subtract(
            cv2.max(cv2.max(*cv2.split(smooth)[:2]), smooth[:, :, 2]),
            cv2.min(cv2.min(*cv2.split(smooth)[:2]), smooth[:, :, 2]),
        ),
    ]
    edges = np.zeros(small.shape[:2], np.uint8)
    masks = []
    for channel in channels:
        level, areas = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        masks.append(np.asarray(areas, np.uint8))
        edges = cv2.bitwise_or(edges, cv2.Canny(channel, max(10.0, level * 0.2), max(25.0, level * 0.5)))
    masks.append(np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8))
    return masks


def card_corners(
    contour: NDArray[np.int32], shape: tuple[int, int], settings: OutlineSettings
) -> NDArray[np.float32] | None:
    """The four corners if this contour can be a card's, None if not."""
    height, width = shape
    left, top, across, down = cv2.boundingRect(contour)
    if across * down < settings.least_area * width * height:
        return None
    if left < settings.border or top < settings.border:
        return None
    if left + across > width - settings.border or top + down > height - settings.border:
        return None
    hull = cv2.convexHull(contour)
    area = float(cv2.contourArea(hull))
    if not settings.least_area <= area / (width * height) <= settings.most_area:
        return None
    polygon = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2).astype(np.float32)
    if len(polygon) != 4 or abs(cv2.contourArea(contour)) < 0.85 * area:
        return None
    if not may_be_card(polygon, settings):
        return None
    corners = clockwise(fitted_corners(hull.reshape(-1, 2).astype(np.float32), polygon))
    if area < settings.least_fill * float(cv2.contourArea(corners)):
        return None
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > settings.most_taper:
        return None
    if not settings.shortest <= (sides[1] + sides[3]) / (sides[0] + sides[2]) <= settings.longest:
        return None
    return corners


def may_be_card(polygon: NDArray[np.float32], settings: OutlineSettings) -> bool:
    """Whether these rough corners have about the form of a card: tables have many squares, and fitting takes time."""
    first, second, third, fourth = (math.dist(polygon[at - 1], polygon[at]) for at in range(4))
    one, other = first + third, second + fourth
    return 0.9 * settings.shortest <= max(one, other) / min(one, other) <= 1.1 * settings.longest


def fitted_corners(hull: NDArray[np.float32], polygon: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners where the sides' lines meet: round corners pull a polygon's own corners inwards."""
    lines = []
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        along = end - start
        length = float(np.hypot(*along))
        share = ((hull - start) @ along) / length**2
        off = np.abs((hull[:, 0] - start[0]) * along[1] - (hull[:, 1] - start[1]) * along[0]) / length
        near = hull[(share > 0.08) & (share < 0.92) & (off < 0.04 * length)]
        if len(near) < 2:
            return polygon
        fit = cv2.fitLine(near, cv2.DIST_L2, 0, 0.01, 0.01).ravel()
        lines.append((fit[2:], fit[:2]))
    corners = []
    for (place, way), (other_place, other_way) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        cross = float(way[0] * other_way[1] - way[1] * other_way[0])
        if abs(cross) < 0.2:
            return polygon
        gap = other_place - place
        corners.append(place + way * float((gap[0] * other_way[1] - gap[1] * other_way[0]) / cross))
    return np.asarray(corners, np.float32)


def clockwise(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners clockwise (as seen, y down), starting so that the first side is a short one."""
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return np.ascontiguousarray(np.roll(corners, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else corners)


def is_same(corners: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two outlines are about the same."""
    reach = 0.06 * math.dist(corners[0], corners[2])
    if math.dist(corners.sum(axis=0), other.sum(axis=0)) > 4 * reach:
        return False  # most pairs lie apart, and this is quick
    return bool(np.all(np.hypot(*(corners[:, np.newaxis] - other).transpose(2, 0, 1)).min(axis=1) < reach))


def lay_flat(pixels: NDArray[np.uint8], corners: NDArray[np.float32], longer_side: int) -> NDArray[np.uint8]:
    """The card inside the outline as if seen from straight above, upright or upside down."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    short = float(sides[0] + sides[2]) / float(sides[1] + sides[3])
    width = max(8, round(longer_side * min(short, 1.0)))
    target = np.array([[0, 0], [width, 0], [width, longer_side], [0, longer_side]], np.float32)
    mapping = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    return np.asarray(cv2.warpPerspective(pixels, mapping, (width, longer_side), flags=cv2.INTER_LINEAR), np.uint8)
