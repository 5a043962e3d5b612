"""Finding a card's four edges to the pixel: near a rough outline, the lines along which the picture changes most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """How far and how finely an edge is searched; lengths in shares of the card's longer side."""

    reaches: tuple[float, ...] = (0.08, 0.025)  # to either side of the rough edge, then of what was found
    least_reach: float = 3.0  # pixels
    offsets: int = 25  # tried at each end of an edge
    samples: int = 48  # along an edge, without the corners: they may be round
    corner: float = 0.1  # of an edge that is left out at each end
    far: float = 0.35  # what the gradient at the end of the reach counts: a printed frame is not to win from afar
    most_gradient: float = 60.0  # grey levels; one glint is not to outweigh an edge
    most_moved: float = 0.16  # of a corner
    beside: float = 0.015  # how far from an edge its two sides are compared
    least_change: float = 12.0  # grey levels across an edge
    least_straight: float = 0.7  # share of an edge that shows it


def refined(
    pixels: NDArray[np.uint8], corners: NDArray[np.float32], settings: EdgeSettings | None = None
) -> NDArray[np.float32]:
    """The corners where the four edges, searched to the pixel, meet; the given ones if that makes no card."""
    settings = settings or EdgeSettings()
    long = float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max())
    better = np.asarray(corners, np.float64)
    for share in settings.reaches:
        lines = found_edges(pixels, better, max(share * long, settings.least_reach), settings)
        crossings = [crossing(lines[side - 1], lines[side]) for side in range(4)]
        if any(place is None for place in crossings):
            return corners
        better = np.array(crossings, np.float64)
    is_near = float(np.hypot(*(better - corners).T).max()) <= settings.most_moved * long
    return np.asarray(better, np.float32) if is_near else corners


def has_straight_edges(
    pixels: NDArray[np.uint8], corners: NDArray[np.float32], settings: EdgeSettings | None = None
) -> bool:
    """Whether the picture changes all along each of the four edges: the outline of a sign is no card's."""
    settings = settings or EdgeSettings()
    long = float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max())
    beside = max(settings.beside * long, 1.5)
    shares = samples_along(settings)[:, np.newaxis]
    for side in range(4):
        start, along = corners[side], corners[(side + 1) % 4] - corners[side]
        normal = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6)
        places = (start + shares * along)[:, np.newaxis]
        one, other = (sampled(pixels, places + way * beside * normal) for way in (1, -1))
        change = between(one, other)
        if float(np.mean(change >= settings.least_change)) < settings.least_straight:
            return False
    return True


Line = tuple[NDArray[np.float64], NDArray[np.float64]]  # two places on it


def found_edges(
    pixels: NDArray[np.uint8], corners: NDArray[np.float64], reach: float, settings: EdgeSettings
) -> list[Line]:
    """The lines near the four edges along which the picture changes most."""
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    lengths = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / lengths[:, np.newaxis]
    shares, offsets = samples_along(settings), np.linspace(-reach, reach, settings.offsets)
    # (edges, samples, offsets, 2), the edges one below the other
    places = (corners[:, np.newaxis] + shares[:, np.newaxis] * along[:, np.newaxis])[:, :, np.newaxis]
    places = places + offsets[:, np.newaxis] * normals[:, np.newaxis, np.newaxis]
    half = 0.5 * max(float(offsets[1] - offsets[0]), 1.0) * normals[:, np.newaxis, np.newaxis]
    one, other = (
        sampled(pixels, there.reshape(4 * settings.samples, settings.offsets, 2))
        for there in (places + half, places - half)
    )
    nearer = 1 - (1 - settings.far) * (offsets / reach) ** 2
    lines = []
    for side, change in enumerate(np.split(between(one, other), 4)):
        change = np.minimum(cv2.blur(change, (1, 3)), settings.most_gradient)
        change *= nearer
        sums = change.ravel()[tried_lines(settings)].sum(axis=2)
        first, last = divmod(int(np.argmax(sums)), settings.offsets)
        lines.append((corners[side] + offsets[first] * normals[side], ends[side] + offsets[last] * normals[side]))
    return lines


@cache
def samples_along(settings: EdgeSettings) -> NDArray[np.float64]:
    """Where along an edge, from 0 to 1, it is looked at."""
    return np.linspace(settings.corner, 1 - settings.corner, settings.samples)


@cache
def tried_lines(settings: EdgeSettings) -> NDArray[np.intp]:
    """(first, last, sample): where among all samples' offsets a line between two offsets lies at each sample."""
    shares = samples_along(settings)
    ends = np.arange(settings.offsets)
    lines = ends[:, np.newaxis, np.newaxis] * (1 - shares) + ends[np.newaxis, :, np.newaxis] * shares
    return np.asarray(np.rint(lines) + settings.offsets * np.arange(settings.samples), np.intp)


def between(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How far two rows of places differ in colour, in the channel in which most."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def sampled(pixels: NDArray[np.uint8], places: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The picture's colours at these places, (rows, columns, 3)."""
    across, down = (np.ascontiguousarray(places[..., axis], np.float32) for axis in (0, 1))
    return np.asarray(cv2.remap(pixels, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def crossing(one: Line, other: Line) -> NDArray[np.float64] | None:
    """Where two lines meet; None if they hardly do."""
    (place, there), (other_place, other_there) = one, other
    way, other_way = there - place, other_there - other_place
    cross = float(way[0] * other_way[1] - way[1] * other_way[0])
    if abs(cross) < 0.2 * float(np.hypot(*way) * np.hypot(*other_way)):
        return None
    gap = other_place - place
    return np.asarray(place + way * ((gap[0] * other_way[1] - gap[1] * other_way[0]) / cross), np.float64)
