"""Finding the marks (stars, wrenches) printed on light bodies, and which of them lie on top.

A mark is darker than the body around it in at least one colour and enclosed by the body on all sides. Filling every
dark spot narrower than a mark with the light around it gives the unprinted body; picture / body is then the ink alone,
free of lamp colour and shade. Marks of touching dice stay apart by themselves, since each face has a light margin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bodies import Body, Debug, Tabletop, weakest_channel

WHITE = np.full(3, 255, np.uint8)
WIDE = np.ones((3, 3), np.uint8)
WIDER = np.ones((5, 5), np.uint8)
WIDEST = np.ones((7, 7), np.uint8)


@dataclass(frozen=True, slots=True)
class MarkSettings:
    """What counts as a mark; lengths in die edges, areas in squared edges. Measured on path-traced dice."""

    stroke: float = 0.5  # dark spots narrower than this are filled to get the unprinted body
    ink: float = 0.86  # picture / body below this is ink
    least_area: float = 0.015
    most_area: float = 0.42
    most_solid: float = 0.78  # stars and wrenches have 0.60 to 0.72; a shaded side face or a gap between dice has more
    least_round: float = 0.17  # wrenches have 0.25 and more; thinner is the dark line between touching dice
    enclosed: float = 0.9  # share of the rim that must be light body
    patch_edge: float = 48.0  # pixels a die's edge has in the patches that are read; larger ones are reduced to it
    star_fill: float = 0.16  # share of the face that a star covers
    long_fill: float = 0.14  # and a wrench
    long_below: float = 0.58  # roundness between a wrench and a star seen slanted
    same_mark: float = 0.3  # a second mark nearer than this is the same one, seen again or torn apart by glare
    same_die: float = 0.82  # nearer marks are on the same die: side marks were up to 0.75 away, other tops from 0.92


@dataclass(frozen=True, slots=True)
class Mark:
    """One printed mark. Lengths and places in pixels of the working picture."""

    x: float
    y: float
    area: float
    roundness: float  # 1 for a star seen from above, towards 0 for something long
    squeeze: tuple[float, float, float]  # xx, xy, yy: how much shorter than its longest way it is in each direction
    solidity: float  # area / area of the convex hull
    ink: tuple[float, float, float]  # picture / unprinted body in B, G, R
    body: tuple[float, float, float]  # the unprinted body around it in B, G, R, 0..255
    clipped: float  # share of the body around it that is at the sensor's limit in some channel
    margin: float  # how far the light body reaches at least from the mark's centre, in pixels


@dataclass(frozen=True, slots=True)
class Face:
    """The top face of a die: its mark and those seen on the die's sides."""

    mark: Mark
    edge: float  # in pixels of the working picture
    sides: tuple[Mark, ...]


def find_marks(
    tabletop: Tabletop, body: Body, settings: MarkSettings | None = None, debug: Debug | None = None
) -> list[Mark]:
    """All marks on one body, also those on side faces."""
    settings = settings or MarkSettings()
    patch, corner, scale = cut_out(tabletop, body, settings)
    edge = tabletop.edge * scale
    smooth = cv2.GaussianBlur(patch, (3, 3), 0)
    unprinted = without_marks(smooth, settings.stroke * edge)
    ink = np.asarray(cv2.divide(smooth, unprinted, dtype=cv2.CV_32F), np.float32)
    darkest = weakest_channel(ink)
    table = table_at(tabletop, body)
    light = lighter_than(smooth, table, tabletop.contrast)
    # The grain of the table has dark spots too, but no light body around them.
    darkest[lighter_than(unprinted, table, tabletop.contrast) == 0] = 1.0
    shapes = [
        shape
        for shape in inked_shapes(darkest, edge, settings)
        if light[shape.window][shape.rim > 0].mean() >= settings.enclosed
    ]
    covered = light.copy()
    for shape in shapes:
        # The blurred rim between ink and body belongs to neither and would look like the body's end.
        covered[shape.window] |= cv2.dilate(shape.mask, WIDEST)
    reach = cv2.distanceTransform(covered, cv2.DIST_L2, 5)
    measured = [measure(shape, ink, unprinted, reach, corner, scale) for shape in shapes]
    marks = [
        mark for mark in measured if mark.solidity <= settings.most_solid and mark.roundness >= settings.least_round
    ]
    if debug is not None:
        name = f"{body.left}-{body.top}"
        debug(f"patch-{name}", patch)
        debug(f"unprinted-{name}", unprinted)
        debug(f"ink-{name}", np.clip(darkest * 255, 0, 255).astype(np.uint8))
    return marks


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One spot of ink in a patch: where, which pixels, and the pixels close around it."""

    window: tuple[slice, slice]
    mask: NDArray[np.uint8]
    rim: NDArray[np.uint8]


def inked_shapes(darkest: NDArray[np.float32], edge: float, settings: MarkSettings) -> list[Shape]:
    """All spots of ink whose size fits a mark, each cut out half-way between its own ink and the body.

    A fixed border would lose pale ink under a highlight, or join dark ink with the shade between touching dice.
    """
    shapes = []
    for window, spot in spots(darkest < settings.ink, settings.least_area * edge**2):
        depths = darkest[window]
        half = min(settings.ink, (1 + float(np.percentile(depths[spot > 0], 15))) / 2)
        for inner, mask in spots((depths < half) & (spot > 0), settings.least_area * edge**2):
            if np.count_nonzero(mask) > settings.most_area * edge**2:
                continue
            rows, columns = inner
            place = (
                slice(window[0].start + rows.start, window[0].start + rows.stop),
                slice(window[1].start + columns.start, window[1].start + columns.stop),
            )
            shapes.append(Shape(place, mask, cv2.dilate(mask, WIDEST) - cv2.dilate(mask, WIDER)))
    return shapes


def spots(inked: NDArray[np.bool_], least_area: float) -> list[tuple[tuple[slice, slice], NDArray[np.uint8]]]:
    """Connected spots of at least that area, each as a window with some room around and a mask in it."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=4)
    height, width = inked.shape
    found = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < least_area:
            continue
        left, top, wide, high = (int(value) for value in stats[label, : cv2.CC_STAT_AREA])
        window = (
            slice(max(0, top - 3), min(height, top + high + 3)),
            slice(max(0, left - 3), min(width, left + wide + 3)),
        )
        found.append((window, (labels[window] == label).astype(np.uint8)))
    return found


def cut_out(tabletop: Tabletop, body: Body, settings: MarkSettings) -> tuple[NDArray[np.uint8], tuple[int, int], float]:
    """The body with some table around it, its left top corner, and by what it was reduced."""
    margin = int(0.3 * tabletop.edge) + 2
    left, top = max(0, body.left - margin), max(0, body.top - margin)
    patch = tabletop.pixels[top : body.top + body.height + margin, left : body.left + body.width + margin]
    scale = min(1.0, settings.patch_edge / tabletop.edge)
    if scale < 1.0:
        size = (max(1, round(patch.shape[1] * scale)), max(1, round(patch.shape[0] * scale)))
        patch = cv2.resize(patch, size, interpolation=cv2.INTER_AREA)
    return patch, (left, top), scale


def without_marks(patch: NDArray[np.uint8], stroke: float) -> NDArray[np.uint8]:
    """The body as if nothing were printed on it: dark spots narrower than `stroke` take the light around them."""
    size = int(stroke) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    return np.asarray(cv2.morphologyEx(patch, cv2.MORPH_CLOSE, kernel), np.uint8)


def table_at(tabletop: Tabletop, body: Body) -> NDArray[np.float32]:
    """The table's colour under a body."""
    height, width = tabletop.pixels.shape[:2]
    rows, columns = tabletop.table.shape[:2]
    row = min(rows - 1, int((body.top + body.height / 2) * rows / height))
    column = min(columns - 1, int((body.left + body.width / 2) * columns / width))
    return np.asarray(tabletop.table[row, column], np.float32)


def lighter_than(patch: NDArray[np.uint8], table: NDArray[np.float32], contrast: float) -> NDArray[np.uint8]:
    """1 where every channel stands out from the table."""
    border = np.clip((table + 4) * contrast - 3, 1, 255)
    light = cv2.inRange(patch, border.astype(np.uint8), WHITE) // 255
    # Single dark pixels inside a body are noise of a dim picture.
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_CLOSE, WIDE), np.uint8)


def measure(
    spot: Shape,
    ink: NDArray[np.float32],
    unprinted: NDArray[np.uint8],
    reach: NDArray[np.float32],
    corner: tuple[int, int],
    scale: float,
) -> Mark:
    """Place, form and colour of one mark."""
    window, shape, rim = spot.window, spot.mask, spot.rim
    moments = cv2.moments(shape, binaryImage=True)
    area = moments["m00"]
    x, y = moments["m10"] / area, moments["m01"] / area
    spread_x, spread_y, skew = moments["mu20"] / area, moments["mu02"] / area, moments["mu11"] / area
    middle = (spread_x + spread_y) / 2
    swing = math.hypot((spread_x - spread_y) / 2, skew)
    longest = middle + swing
    contours, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate(contours))
    hull_area = cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1
    core = cv2.erode(shape, WIDE)
    inside = core > 0 if core.sum() >= 0.3 * area else shape > 0
    colour = np.median(ink[window][inside], axis=0)
    body = unprinted[window][shape > 0].mean(axis=0)
    clipped = (unprinted[window][rim > 0].max(axis=1) >= 250).mean()
    row, column = window[0].start + y, window[1].start + x
    return Mark(
        x=corner[0] + (column + 0.5) / scale - 0.5,
        y=corner[1] + (row + 0.5) / scale - 0.5,
        area=area / scale**2,
        roundness=math.sqrt(max(0.0, middle - swing) / longest),
        squeeze=(1 - spread_x / longest, -skew / longest, 1 - spread_y / longest),
        solidity=area / hull_area,
        ink=(float(colour[0]), float(colour[1]), float(colour[2])),
        body=(float(body[0]), float(body[1]), float(body[2])),
        clipped=float(clipped),
        margin=float(reach[int(row), int(column)]) / scale,
    )


def top_faces(marks: Sequence[Mark], settings: MarkSettings | None = None) -> list[Face]:
    """Group marks into dice: the largest mark is on top, smaller ones close by are on the same die's sides."""
    settings = settings or MarkSettings()
    edges = edges_of(marks, settings)
    tops: list[Mark] = []
    sides: list[list[Mark]] = []
    for mark in sorted(marks, key=lambda mark: -mark.area):
        distances = [math.dist((mark.x, mark.y), (top.x, top.y)) / edges[top] for top in tops]
        nearest = min(range(len(tops)), key=distances.__getitem__, default=None)
        if nearest is None or distances[nearest] >= settings.same_die:
            tops.append(mark)
            sides.append([])
        elif distances[nearest] >= settings.same_mark:
            sides[nearest].append(mark)
    return [Face(top, edges[top], tuple(others)) for top, others in zip(tops, sides, strict=True)]


def edges_of(marks: Sequence[Mark], settings: MarkSettings) -> dict[Mark, float]:
    """The edge length of each mark's face, told by the mark itself if it is a star, else by the stars around.

    Seen slanted, a star's area and roundness shrink alike, so area / roundness still tells the true size.
    """
    stars = [mark for mark in marks if mark.roundness >= settings.long_below]
    edges = {star: math.sqrt(star.area / (star.roundness * settings.star_fill)) for star in stars}
    usual = float(np.median(list(edges.values()))) if edges else 0.0
    for mark in marks:
        if mark not in edges:
            edges[mark] = usual or math.sqrt(mark.area / settings.long_fill)
    return edges
