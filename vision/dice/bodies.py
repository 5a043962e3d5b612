"""Finding dice: light bodies that stand out from the table, whatever the lamp's colour.

A body and the table around it are lit by the same lamp, so *body divided by table*, channel by channel, no longer
depends on the lamp. A light die is brighter than a darker or coloured table in every channel; its top face, which lies
parallel to the table, keeps the same quotient however low the lamp stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced

Debug = Callable[[str, NDArray[np.uint8]], None]


@dataclass(frozen=True, slots=True)
class FindingSettings:
    """How bodies are told from the table; measured on path-traced and simulated tables with 16 mm dice."""

    working_width: int = 1536  # larger pictures are reduced to this first
    coarse_width: int = 384  # bodies are looked for in this small picture
    table_width: int = 48  # and the table's own colour in this tiny one
    table_window: int = 13  # of it: about four dice wide, so that a group of dice never outvotes the table
    least_contrast: float = 1.22  # body / table in the weakest channel
    contrast_share: float = 0.35  # of the way from table to body, in logarithms, where the border is drawn
    least_edge: float = 0.022  # of the picture's width: the smallest die worth reading
    most_edge: float = 0.12
    most_dice: int = 12  # a larger light area is a sheet of paper, not dice


@dataclass(frozen=True, slots=True)
class Body:
    """A light area on the table: one die, or several that touch. Pixels of the working picture."""

    left: int
    top: int
    width: int
    height: int
    x: float  # centre of the area
    y: float
    area: float
    thickness: float  # diameter of the largest circle that fits in


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The picture reduced to working size, with the light bodies on it."""

    pixels: NDArray[np.uint8]
    scale: float  # working size / the frame's own size
    coarse: NDArray[np.uint8]  # the small picture in which bodies are looked for
    table: NDArray[np.uint8]  # the tiny picture of the table alone
    light: NDArray[np.uint8]  # 1 where the small picture is lighter than the table
    contrast: float  # body / table above which something counts as a body
    bodies: tuple[Body, ...]
    edge: float  # estimated edge length of a die in working pixels; 0 if there are none


def find_bodies(
    pixels: NDArray[np.uint8], settings: FindingSettings | None = None, debug: Debug | None = None
) -> Tabletop:
    """Reduce the picture and find every light body whose size fits dice."""
    settings = settings or FindingSettings()
    working, scale = reduced(pixels, settings.working_width)
    coarse, coarse_scale = reduced(working, settings.coarse_width)
    table = table_alone(coarse, settings)
    brighter = brighter_than_table(coarse, table)
    contrast = body_contrast(brighter, settings)
    mask = (brighter > contrast).astype(np.uint8)
    bodies = bodies_in(mask, coarse_scale, settings)
    if debug is not None:
        debug("table", cv2.resize(table, (coarse.shape[1], coarse.shape[0])))
        debug("bodies", mask * np.uint8(255))
    return Tabletop(working, scale, coarse, table, mask, contrast, bodies, edge_of(bodies))


def table_alone(coarse: NDArray[np.uint8], settings: FindingSettings) -> NDArray[np.uint8]:
    """The table's colour everywhere, as if no dice lay on it: a wide median of a tiny picture."""
    tiny, _ = reduced(coarse, settings.table_width)
    return np.asarray(cv2.medianBlur(tiny, settings.table_window), np.uint8)


def brighter_than_table(picture: NDArray[np.uint8], table: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Picture / table in the weakest of the three channels."""
    spread = cv2.resize(table, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    # A few grey levels on both sides keep the noise of near-black channels from looking like contrast.
    above = cv2.add(picture, (4, 4, 4, 0))
    below = cv2.add(spread, (4, 4, 4, 0))
    return weakest_channel(np.asarray(cv2.divide(above, below, dtype=cv2.CV_32F), np.float32))


def weakest_channel(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The least of the three channels at every pixel; many times faster than numpy's min over the last axis."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.float32)


def body_contrast(brighter: NDArray[np.float32], settings: FindingSettings) -> float:
    """Where to draw the line between table and body: part of the way to the brightest spots."""
    # 99.7 %: what is left is less than one die of usual size.
    brightest = float(np.percentile(brighter[::2, ::2], 99.7))
    return float(max(settings.least_contrast, max(brightest, 1.0) ** settings.contrast_share))


def bodies_in(mask: NDArray[np.uint8], coarse_scale: float, settings: FindingSettings) -> tuple[Body, ...]:
    """The mask's connected areas that have room for at least one die and for no more than a few."""
    longer = max(mask.shape)
    least, most = settings.least_edge * longer, settings.most_edge * longer
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    bodies = []
    for contour in contours:
        left, top, wide, high = cv2.boundingRect(contour)
        # Contours run through pixel centres: half a pixel is missing all round.
        area = cv2.contourArea(contour) + cv2.arcLength(contour, True) / 2 + 1
        if not 0.6 * least**2 <= area <= settings.most_dice * most**2:
            continue
        filled = np.zeros((high + 2, wide + 2), np.uint8)
        cv2.drawContours(filled, [contour], -1, 1, cv2.FILLED, offset=(1 - left, 1 - top))
        moments = cv2.moments(filled, binaryImage=True)
        thickness = 2 * float(cv2.distanceTransform(filled, cv2.DIST_L2, 5).max()) - 1
        if not 0.7 * least <= thickness <= 2.2 * most:
            continue
        bodies.append(
            Body(
                left=int(left / coarse_scale),
                top=int(top / coarse_scale),
                width=int(np.ceil(wide / coarse_scale)),
                height=int(np.ceil(high / coarse_scale)),
                x=(left - 1 + moments["m10"] / moments["m00"] + 0.5) / coarse_scale - 0.5,
                y=(top - 1 + moments["m01"] / moments["m00"] + 0.5) / coarse_scale - 0.5,
                area=area / coarse_scale**2,
                thickness=thickness / coarse_scale,
            )
        )
    return tuple(sorted(bodies, key=lambda body: (body.top, body.left)))


def edge_of(bodies: tuple[Body, ...]) -> float:
    """A die's edge length as far as bodies tell: the circle that fits in is a little wider, since a side shows too."""
    if not bodies:
        return 0.0
    return float(np.median([body.thickness for body in bodies])) / 1.05
