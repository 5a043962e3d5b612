"""Whether a die shows its sides where one that lies flat does.

A die that leans towards the camera may show its top face squeezed just like a flat one's. But a flat die ends, seen
from above, where its lower edges are: beside the top face, towards the point below the camera. One that leans ends on
the opposite side of its face.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.symbol_patches import CROP, Crops, Floats, TopFace


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


def leaning_sides(
    crops: Crops, number: int, face: TopFace, down: Floats, settings: SideSettings | None = None
) -> float:
    """How clearly a die ends where only a leaning one does: 0 for not at all, above 1 a flat one hardly ever has.

    `down` is the way of an upright edge, in pixels.
    """
    settings = settings or SideSettings()
    length = float(np.linalg.norm(down)) / face.edge
    if length < settings.shortest:
        return 0.0
    much = settings.turned if length >= settings.short else settings.turned_short
    return max(0.0, -sides_seen(crops, number, face, down, settings)) / much


def sides_seen(crops: Crops, number: int, face: TopFace, down: Floats, settings: SideSettings) -> float:
    """From 1, if a die surely ends where a flat one does, to -1, if it ends on the other side of its top face."""
    corners = (face.corners() + 0.5 - crops.start[number]) / crops.step[number] - 0.5
    way = down / crops.step[number]
    near, far = (contrast_at_end(crops, number, corners, each, settings) for each in (way, -way))
    return (near - far) / (near + far + settings.faint)


def contrast_at_end(crops: Crops, number: int, corners: Floats, way: Floats, settings: SideSettings) -> float:
    """How much the light changes, in levels, across the farther edges of a face (4, 2) that is moved this way."""
    picture = crops.levels[number * CROP : (number + 1) * CROP]
    base = corners + way
    starts, edges = base, np.roll(base, -1, axis=0) - base
    lengths = np.linalg.norm(edges, axis=1, keepdims=True)
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / lengths
    outward *= np.sign(((starts + edges / 2 - base.mean(axis=0)) * outward).sum(axis=1, keepdims=True))
    facing = outward @ way / max(1e-6, float(np.linalg.norm(way)))
    ends = facing >= settings.facing
    points = starts[ends, np.newaxis] + edges[ends, np.newaxis] * np.array(settings.along)[:, np.newaxis]
    away = settings.strip * float(lengths.mean()) * outward[ends, np.newaxis]
    places = np.stack([points - away, points + away]).astype(np.float32)  # (2, ends, along, 2)
    across, down = (np.ascontiguousarray(places[..., axis].reshape(2, -1)) for axis in (0, 1))
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    change = np.abs(seen[1] - seen[0]).sum(axis=1).reshape(points.shape[:2])
    return float(np.median(change, axis=1) @ facing[ends] / facing[ends].sum())
