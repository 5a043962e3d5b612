"""Pictures of printed parts: triangles seen from the front right above, each darker the more it looks away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.building.mesh import Mesh, normals

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]  # red, green, blue

TURN, TILT = math.radians(-35), math.radians(28)  # to the right of the front, and above
LIGHT = np.array([-0.35, -0.65, 0.68])
FINER = 3  # drawn so many times larger, then made small, so that edges are smooth


def view() -> NDArray[np.float64]:
    """To the right, down and away from the one who looks, as rows."""
    right = np.array([math.cos(TURN), -math.sin(TURN), 0.0])
    away = np.array([math.sin(TURN) * math.cos(TILT), math.cos(TURN) * math.cos(TILT), -math.sin(TILT)])
    return np.stack([right, np.cross(away, right), away])


def draw(
    parts: Sequence[tuple[Mesh, Colour]],
    width: int = 900,
    margin: int = 20,
    numbers: Mapping[Colour, int] | None = None,
) -> Picture:
    """All parts in one picture of this width, on white, as blue, green, red; those of some colours with a number."""
    seen = [(mesh @ view().T, normals(mesh), colour) for mesh, colour in parts]
    corners = np.concatenate([mesh.reshape(-1, 3) for mesh, _, _ in seen])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = FINER * (width - 2 * margin) / (high[0] - low[0])
    tall = int((high[1] - low[1]) * scale) + 2 * FINER * margin
    picture = np.full((tall, FINER * width, 3), 255, np.uint8)
    depths = np.full((tall, FINER * width), np.inf)
    whose = np.zeros((tall, FINER * width), np.uint8)
    for mesh, looks, colour in seen:
        placed = np.concatenate([(mesh[..., :2] - low[:2]) * scale + FINER * margin, mesh[..., 2:]], axis=-1)
        for triangle, look in zip(placed, looks, strict=True):
            share = 0.45 + 0.55 * max(0.0, float(look @ LIGHT))
            red, green, blue = (int(one * share) for one in colour)
            _fill(picture, depths, triangle, (blue, green, red), whose, (numbers or {}).get(colour, 0))
    _ink(picture, depths)
    for number in (numbers or {}).values():
        _write(picture, whose == number, number)
    return cv2.resize(picture, (width, round(tall / FINER)), interpolation=cv2.INTER_AREA)


def _fill(
    picture: Picture,
    depths: NDArray[np.float64],
    triangle: NDArray[np.float64],
    colour: Colour,
    whose: NDArray[np.uint8],
    number: int,
) -> None:
    """One triangle, where nothing nearer has been drawn; noted as the part of this number."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle.tolist()
    twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(twice) < 1e-6:
        return
    left, right = max(0, math.floor(min(ax, bx, cx))), min(picture.shape[1], math.ceil(max(ax, bx, cx)) + 1)
    top, bottom = max(0, math.floor(min(ay, by, cy))), min(picture.shape[0], math.ceil(max(ay, by, cy)) + 1)
    x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / twice
    v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / twice
    far = az + u * (bz - az) + v * (cz - az)
    place = np.s_[top:bottom, left:right]
    is_seen = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (far < depths[place])
    depths[place][is_seen] = far[is_seen]
    picture[place][is_seen] = colour
    whose[place][is_seen] = number


def _ink(picture: Picture, depths: NDArray[np.float64]) -> None:
    """A dark line wherever something stands before something further away, or a surface has a fold."""
    deep = np.where(np.isfinite(depths), depths, 1e4).astype(np.float32)
    folds = np.abs(cv2.Laplacian(deep, cv2.CV_32F, ksize=1)) > 0.25
    picture[cv2.dilate(folds.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0] = 40


def _write(picture: Picture, where: NDArray[np.bool_], number: int) -> None:
    """The number in a white disc, in the midst of what can be seen of its part."""
    if not where.any():
        return
    inside = cv2.distanceTransform(np.pad(where, 1).astype(np.uint8), cv2.DIST_L2, 5)
    y, x = (int(one) - 1 for one in np.unravel_index(int(inside.argmax()), inside.shape))
    cv2.circle(picture, (x, y), 13 * FINER, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(picture, (x, y), 13 * FINER, (40, 40, 40), FINER, cv2.LINE_AA)
    (wide, high), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_SIMPLEX, 0.62 * FINER, 2 * FINER)
    at = (x - wide // 2, y + high // 2)
    cv2.putText(picture, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, 0.62 * FINER, (40, 40, 40), 2 * FINER, cv2.LINE_AA)
