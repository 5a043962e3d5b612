"""Whether a die shows its sides where one that lies flat does.

A die that leans towards the camera may show its top face squeezed just like a flat one's. But a flat die ends, seen
from above, where its lower edges are: beside the top face, towards the point below the camera. One that leans ends on
the opposite side of its face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.symbols.patches import CROP, Crops, Floats, TopFace


@dataclass(frozen=True, slots=True)
class SideSettings:
    """Where the end of a die is looked for; lengths in edges of the top face. Measured on 20 random styles."""

    shortest: float = 0.1  # sides that are seen shorter tell nothing ...
    short: float = 0.2  # ... and those shorter than this a little
    turned: float = 0.45  # of what `sides_seen` says, below zero: a die that lies flat hardly ever has so much
    turned_short: float = 0.6  # the same, where its sides are short
    strip: float = 0.06  # how far inside and outside of its end the light is compared
    along: tuple[float, ...] = (0.15, 0.24, 0.33, 0.41, 0.5, 0.59, 0.67, 0.76, 0.85)  # an edge
    facing: float = 0.35  # cosine between the way of the sides and of an edge that is their end
    faint: float = 5.0  # levels, of three channels together: less contrast is none
    # Of touching dice on 6 random styles (seed 9911) the top faces were 1.25 edges apart at least, a die's side taken
    # for one more lay 0.93 to 1.23 from its top, within 23 degrees of the way down.
    own_reach: float = 1.22
    own_way: float = 0.88  # cosine between the way down and the way to the side
    own_length: float = 0.4  # sides that are seen shorter are not taken for a die


def leaning_sides(
    crops: Crops,
    numbers: Sequence[int],
    faces: Sequence[TopFace],
    ways_down: Sequence[Floats],
    settings: SideSettings | None = None,
) -> Floats:
    """How clearly each die ends where only a leaning one does: 0 for not at all, above 1 a flat one hardly ever has.

    `numbers` says which of the crops each is, the ways down are those of an upright edge, in pixels.
    """
    settings = settings or SideSettings()
    lengths = np.array([np.linalg.norm(down) / face.edge for down, face in zip(ways_down, faces, strict=True)])
    much = np.where(lengths >= settings.short, settings.turned, settings.turned_short)
    turned = np.maximum(0.0, -sides_seen(crops, numbers, faces, ways_down, settings)) / much
    return np.where(lengths < settings.shortest, 0.0, turned)


def own_sides(
    faces: Sequence[TopFace],
    ways_down: Sequence[Floats],
    are_flat: Sequence[bool],
    settings: SideSettings | None = None,
) -> list[bool]:
    """Which of the faces that do not lie flat are sides of one that does: near it, where it shows its sides."""
    settings = settings or SideSettings()

    def is_side_of(face: TopFace, other: TopFace, down: Floats) -> bool:
        away = face.centre - other.centre
        apart, length = float(np.linalg.norm(away)), float(np.linalg.norm(down))
        if apart > settings.own_reach * other.edge or length < settings.own_length * other.edge:
            return False
        return float(away @ down) >= settings.own_way * apart * length

    tops = [(face, down) for face, down, is_flat in zip(faces, ways_down, are_flat, strict=True) if is_flat]
    return [
        not is_flat and any(is_side_of(face, *top) for top in tops)
        for face, is_flat in zip(faces, are_flat, strict=True)
    ]


def sides_seen(
    crops: Crops,
    numbers: Sequence[int],
    faces: Sequence[TopFace],
    ways_down: Sequence[Floats],
    settings: SideSettings,
) -> Floats:
    """From 1, if a die surely ends where a flat one does, to -1, if it ends on the other side of its top face."""
    those = np.array(numbers, np.intp)
    step = crops.step[those][:, np.newaxis]
    corners = np.array([face.corners() for face in faces])
    corners = (corners + 0.5 - crops.start[those][:, np.newaxis]) / step[..., np.newaxis] - 0.5
    ways = np.array(ways_down) / step
    near, far = contrast_at_ends(crops, those, corners, np.stack([ways, -ways]), settings)
    return np.asarray((near - far) / (near + far + settings.faint))


def contrast_at_ends(
    crops: Crops, those: NDArray[np.intp], corners: Floats, ways: Floats, settings: SideSettings
) -> Floats:
    """How much the light changes (2, n), in levels, across the farther edges of faces (n, 4, 2) moved (2, n, 2)."""
    edges = np.roll(corners, -1, axis=1) - corners
    lengths = np.linalg.norm(edges, axis=2, keepdims=True)
    outward = np.stack([edges[..., 1], -edges[..., 0]], axis=2) / lengths
    middles = corners + edges / 2 - corners.mean(axis=1, keepdims=True)
    outward *= np.sign((middles * outward).sum(axis=2, keepdims=True))
    facing = (outward @ ways[..., np.newaxis])[..., 0]
    facing /= np.maximum(1e-6, np.linalg.norm(ways, axis=2, keepdims=True))  # (2, n, 4)
    facing[facing < settings.facing] = 0
    points = corners[:, :, np.newaxis] + edges[:, :, np.newaxis] * np.array(settings.along)[:, np.newaxis]
    points = points + ways[:, :, np.newaxis, np.newaxis]  # (2, n, 4, along, 2)
    away = (settings.strip * lengths.mean(axis=1, keepdims=True) * outward)[:, :, np.newaxis]
    places = np.stack([points - away, points + away])
    # Crops lie one below the other; a die's own does not go on in the next one.
    places[..., 1] = np.clip(places[..., 1], 0, CROP - 1) + CROP * those[:, np.newaxis, np.newaxis]
    across, down = (np.ascontiguousarray(places[..., axis].reshape(2, -1), np.float32) for axis in (0, 1))
    seen = cv2.remap(crops.levels, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    change = np.abs(seen[1] - seen[0]).sum(axis=1).reshape(points.shape[:-1])
    return np.asarray((np.median(change, axis=3) * facing).sum(axis=2) / np.maximum(facing.sum(axis=2), 1e-9))
