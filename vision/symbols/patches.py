"""Looking at top faces: small pictures around each die, and rings of samples around a face's middle.

Rings make turning easy: a face that is turned shows the same samples, only begun elsewhere.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.symbols.clipping import ClippingSettings, good_of

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

PATCH = 40  # pixels of a flat face's side ...
COVER = 1.25  # ... which shows so many edges
REACH = 0.48  # edges from the middle to the last ring: the rim is rounded and belongs to the sides as well
CROP = 64  # pixels of the picture around a die
CROP_EDGES = 2.0  # how many edges of the top face it shows


@dataclass(frozen=True, slots=True, eq=False)
class TopFace:
    """A top face as a parallelogram: its centre and two of its edges (columns), in pixels; which is first is open."""

    centre: Floats
    edges: Floats  # (2, 2)

    @property
    def edge(self) -> float:
        """How long an edge is on average, in pixels: the root of the face's area."""
        (xx, xy), (yx, yy) = self.edges.tolist()
        return math.sqrt(abs(xx * yy - xy * yx))

    def corners(self) -> Floats:
        """Its corners (4, 2) in order."""
        signs = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return np.asarray(signs @ self.edges.T + self.centre)


@dataclass(frozen=True, eq=False)
class Crops:
    """The surroundings of n dice, one below the other, in linear light, and where they are in the picture."""

    levels: NDArray[np.uint8]  # (n * CROP, CROP, 3)
    light: Light  # the same, 0..1
    good: Light  # the same, 1 where a channel is not clipped
    start: Floats  # (n, 2) the outer corner's place in the picture
    step: Floats  # (n,) pixels of the picture per pixel of the crop
    edge: Floats  # (n,) the edge that was expected, in pixels of the crop

    def __len__(self) -> int:
        return len(self.step)

    @functools.cached_property
    def steepness(self) -> tuple[Light, Light]:
        """How light changes from pixel to pixel, to the right and downwards."""
        right, down = (cv2.Sobel(self.light, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
        return np.asarray(right, np.float32), np.asarray(down, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Rings:
    """Where samples lie: `rings` circles of `angles` places each, in edges from the face's middle."""

    rings: int
    angles: int
    places: Light  # (2, rings * angles)
    area: Light  # (rings * angles,) each sample's share of the whole disc
    slopes: Light  # (rings * angles, 3): an even and two sloping lights, at right angles and of length 1 under `area`


def crops_of(
    pixels: NDArray[np.uint8],
    places: Sequence[tuple[float, float, float]],
    clipping: ClippingSettings | None = None,
) -> Crops:
    """Cut out what is around places (x, y, edge); border pixels go on outside."""
    height, width = pixels.shape[:2]
    parts, starts, steps, edges = [], [], [], []
    for x, y, edge in places:
        side = max(4, round(edge * CROP_EDGES))
        left, top = round(x + 0.5 - side / 2), round(y + 0.5 - side / 2)
        x0, y0 = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        x1, y1 = max(x0 + 1, min(width, left + side)), max(y0 + 1, min(height, top + side))
        part = pixels[y0:y1, x0:x1]
        if part.shape[:2] != (side, side):
            over = (max(0, y0 - top), max(0, top + side - y1), max(0, x0 - left), max(0, left + side - x1))
            part = np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), np.uint8)[:side, :side]
        how = cv2.INTER_AREA if side > CROP else cv2.INTER_LINEAR
        parts.append(cv2.resize(part, (CROP, CROP), interpolation=how))
        starts.append((left, top))
        steps.append(side / CROP)
        edges.append(edge * CROP / side)
    levels = np.concatenate([np.zeros((0, CROP, 3), np.uint8), *parts]).astype(np.uint8)
    good = good_of(levels, np.tile(_middle(), (len(parts), 1)), clipping)
    return Crops(levels, as_light(levels), good, np.array(starts).reshape(-1, 2), np.array(steps), np.array(edges))


def crops_from(patches: Sequence[Light]) -> Crops:
    """Flat faces as if they were dice in a picture, so that they can be matched and laid flat once more."""
    margin = (CROP - PATCH) // 2
    sides = (margin, CROP - PATCH - margin) * 2
    whole = np.concatenate([cv2.copyMakeBorder(patch, *sides, cv2.BORDER_REPLICATE) for patch in patches])
    light, good = (np.ascontiguousarray(part, np.float32) for part in (whole[..., :3], whole[..., 3:]))
    levels = np.round(as_levels(light) * 255).astype(np.uint8)
    count = len(patches)
    return Crops(levels, light, good, np.zeros((count, 2)), np.ones(count), np.full(count, PATCH / COVER))


@functools.cache
def rings_of(rings: int, angles: int, reach: float = REACH) -> Rings:
    """Circles that fill a disc evenly."""
    radii = (np.arange(rings) + 0.5) / rings * reach
    turns = np.arange(angles) / angles * 2 * math.pi
    places = np.stack([np.outer(radii, np.cos(turns)), np.outer(radii, np.sin(turns))]).reshape(2, -1)
    area = np.repeat(radii, angles) / (radii.sum() * angles)
    slopes = np.stack([np.ones_like(area), *places], axis=1)
    slopes /= np.sqrt((area[:, np.newaxis] * slopes**2).sum(axis=0))
    return Rings(rings, angles, places.astype(np.float32), area.astype(np.float32), np.asarray(slopes, np.float32))


def sampled(
    crops: Crops, picture: NDArray[np.float32], lays: Floats, rings: Rings, dice: NDArray[np.intp] | None = None
) -> Light:
    """Samples (n, m, rings * angles, 3) of crops, laid in m ways (n, m, 6); see `shapes_of` for those.

    `dice` says which crop each is of, if it is not one of each.
    """
    count, ways = lays.shape[:2]
    if not count:
        return np.zeros((0, ways, rings.places.shape[1], 3), np.float32)
    dice = np.arange(count) if dice is None else dice
    across, down = places_in(crops, *shapes_of(lays), rings, dice)
    return looked_up(picture, across, down).reshape(count, ways, -1, 3)


def places_in(crops: Crops, edges: Floats, shifts: Floats, rings: Rings, dice: NDArray[np.intp]) -> tuple[Light, Light]:
    """Where samples lie, across and down (n * m, samples), for faces with these edges (n, m, 2, 2) and shifts."""
    count, ways = shifts.shape[:2]
    scale = crops.edge[dice][:, np.newaxis, np.newaxis]
    middle = (CROP - 1) / 2 + shifts * scale
    middle[..., 1] += CROP * dice[:, np.newaxis]
    maps = (edges * scale[..., np.newaxis]).astype(np.float32) @ rings.places
    maps += middle[..., np.newaxis].astype(np.float32)
    across, down = (np.ascontiguousarray(maps[:, :, axis].reshape(count * ways, -1)) for axis in (0, 1))
    return across, down


def looked_up(picture: Light, across: Light, down: Light) -> Light:
    """What a picture shows at these places."""
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def shapes_of(lays: Floats) -> tuple[Floats, Floats]:
    """Edges (..., 2, 2) and the centre's shift (..., 2) in expected edges, of lays (..., 6).

    A lay is: right, down, growth (logarithm), squeeze along the axes, squeeze along the diagonals, turn.
    """
    straight, slanted, turn = lays[..., 3], lays[..., 4], lays[..., 5]
    grow = np.exp(lays[..., 2])
    even = 1 + (straight**2 + slanted**2) / 2
    cosine, sine = np.cos(turn), np.sin(turn)
    xx, yy = grow * (even + straight), grow * (even - straight)
    xy = grow * slanted
    edges = np.stack(
        [xx * cosine + xy * sine, xy * cosine - xx * sine, xy * cosine + yy * sine, yy * cosine - xy * sine]
    )
    return np.moveaxis(edges, 0, -1).reshape(*lays.shape[:-1], 2, 2), lays[..., :2]


def lay_of(edges: Floats, shifts: Floats) -> Floats:
    """The lays (..., 6) with these edges (..., 2, 2) at those places; the inverse of `shapes_of`."""
    turn = np.arctan2(edges[..., 1, 0] - edges[..., 0, 1], edges[..., 0, 0] + edges[..., 1, 1])
    cosine, sine = np.cos(turn), np.sin(turn)
    xx = edges[..., 0, 0] * cosine - edges[..., 0, 1] * sine
    xy = edges[..., 0, 0] * sine + edges[..., 0, 1] * cosine
    yy = edges[..., 1, 0] * sine + edges[..., 1, 1] * cosine
    middle, straight = (xx + yy) / 2, (xx - yy) / 2
    grow = (middle + np.sqrt(np.maximum(middle**2 - 2 * (straight**2 + xy**2), 0))) / 2
    return np.stack([shifts[..., 0], shifts[..., 1], np.log(grow), straight / grow, xy / grow, turn], axis=-1)


def face_at(crops: Crops, number: int, lay: Floats) -> TopFace:
    """The top face in the picture, given how it lies in its crop."""
    edges, shift = shapes_of(lay)
    centre = CROP / 2 + shift * crops.edge[number]
    return TopFace(
        np.asarray(crops.start[number] + centre * crops.step[number] - 0.5),
        np.asarray(edges * crops.edge[number] * crops.step[number]),
    )


def flat_face(crops: Crops, number: int, lay: Floats) -> Light:
    """A face laid flat (PATCH, PATCH, 6): the light it was seen in, then where its channels are not clipped."""
    light, good = (flat_picture(crops, picture, number, lay) for picture in (crops.light, crops.good))
    return np.concatenate([light, good], axis=2).astype(np.float32)


def flat_picture(
    crops: Crops, picture: Light, number: int, lay: Floats, side: int = PATCH, cover: float = COVER
) -> Light:
    """Part of a crop laid flat, so many pixels wide and showing so many edges of the face."""
    edges, shift = shapes_of(lay)
    edges = edges * crops.edge[number] * cover / side
    start = (CROP - 1) / 2 + shift * crops.edge[number] - edges @ np.full(2, (side - 1) / 2)
    way = np.hstack([edges, start[:, np.newaxis]])
    own = picture[number * CROP : (number + 1) * CROP]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(own, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def ringed(patch: Light, rings: Rings) -> Light:
    """Samples (rings * angles, channels) of a flat face's light, or of where it is not clipped; three or six."""
    across, down = (rings.places + np.float32(COVER / 2)) * np.float32(PATCH / COVER) - np.float32(0.5)
    pictures = [np.ascontiguousarray(patch[..., start : start + 3]) for start in range(0, patch.shape[2], 3)]
    return np.concatenate([looked_up(each, across[np.newaxis], down[np.newaxis])[0] for each in pictures], axis=1)


def as_light(pixels: NDArray[np.uint8]) -> Light:
    """Grey levels as linear light, 0..1."""
    return np.asarray(cv2.LUT(pixels, _levels()), np.float32) if pixels.size else pixels.astype(np.float32)


def as_levels(light: Light) -> Light:
    """The inverse of as_light, 0..1 for 0..255."""
    value = np.clip(light, 0, 1)
    return np.asarray(np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055), np.float32)


@functools.cache
def _middle() -> NDArray[np.bool_]:
    """Where in a crop the face surely is."""
    return np.asarray(np.hypot(*(np.mgrid[:CROP, :CROP] - (CROP - 1) / 2)) < REACH * CROP / CROP_EDGES)


@functools.cache
def _levels() -> Light:
    value = np.arange(256, dtype=np.float32) / 255
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4), np.float32)
