"""Whether the light bodies are just what dice lying flat would show, and nothing beside them.

With the view known, a die lying flat at the place of its top mark has a known outline, but for how it is turned. The
turn that fits best is looked for; then no light body may be left outside of the outlines of all dice. A leaning die
leaves some: it is longer than a flat one and shows a side where a flat one has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bodies import Tabletop
from vision.marks.finding import Face
from vision.marks.viewpoint import View, axes_of

Mask = NDArray[np.uint8]
Floats = NDArray[np.float64]
SUBPIXEL_BITS = 4
CORNER_DEGREES = np.array([45.0, 135.0, 225.0, 315.0])  # of a square, seen from its middle


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """How outlines are fitted; lengths in edges."""

    reach: float = 1.45  # how far around a mark light belongs to its die
    mark: float = 0.3  # radius around its centre that the mark covers
    turns: tuple[float, ...] = (0.0, 15.0, 30.0, 45.0, 60.0, 75.0)  # degrees that are tried first
    fine_turns: tuple[float, ...] = (-6.0, -3.0, 0.0, 3.0, 6.0)  # then around the best
    top_weight: float = 2.0  # light missing from the top face or left over; a side may well be dark


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """How the view maps onto the small picture that bodies were found in."""

    view: View
    focal: float  # in pixels of the small picture
    middle: Floats
    axes: tuple[Floats, Floats, Floats]  # two along the table, and down

    @property
    def edge(self) -> float:
        """A die's edge in pixels where it is seen straight on."""
        return self.focal / self.view.height

    def corners(self, mark: Floats, turns: Floats) -> Floats:
        """Pixels (n, 8, 2) of a flat die's corners, the top ones first, with its top mark here, for every turn."""
        level, across, down = self.axes
        sight = np.array([*(mark - self.middle) / self.focal, 1.0])
        centre = sight * (self.view.height / (sight @ down))
        angles = np.radians(turns[:, np.newaxis] + CORNER_DEGREES)[..., np.newaxis]
        top = centre + math.sqrt(0.5) * (np.cos(angles) * level + np.sin(angles) * across)
        points = np.concatenate([top, top + down], axis=1)
        return np.asarray(points[..., :2] / points[..., 2:] * self.focal + self.middle)


def lens_of(view: View, shrink: float, shape: tuple[int, int]) -> Lens:
    """The view's lens for a picture of that shape, `shrink` times as large as the working picture."""
    height, width = shape
    level, across, down = (way[0] for way in axes_of(np.array([view.foot])))
    return Lens(view, view.focal * shrink, np.array([width - 1, height - 1]) / 2, (level, across, down))


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """The part of the small picture around one die."""

    mark: Floats  # centre of the top face
    window: tuple[slice, slice]
    light: Mask  # 255 where there is light body
    own: Mask  # 255 where this die is the nearest one


def stray_light(
    tabletop: Tabletop, faces: Sequence[Face], view: View, settings: OutlineSettings | None = None
) -> list[float]:
    """For each die, the light area around it that no flat die explains, in squared edges."""
    settings = settings or OutlineSettings()
    shrink = tabletop.coarse.shape[1] / tabletop.pixels.shape[1]
    height, width = tabletop.light.shape
    lens = lens_of(view, shrink, (height, width))
    marks = np.array([(face.mark.x, face.mark.y) for face in faces])
    dice = surroundings(tabletop.light * np.uint8(255), (marks + 0.5) * shrink - 0.5, lens.edge, settings)
    fits = [best_fit(die, lens, np.array(settings.turns), settings) for die in dice]
    outlines = [filled(corners, (height, width)) for _, corners in fits]
    for number, (die, (turn, _)) in enumerate(zip(dice, fits, strict=True)):
        # Light that belongs to a neighbour must not pull at this die's outline.
        others = [other[die.window] for other in outlines[:number] + outlines[number + 1 :]]
        alone = replace(die, own=die.own & ~union(others, die.own.shape))
        _, corners = best_fit(alone, lens, turn + np.array(settings.fine_turns), settings)
        outlines[number] = filled(corners, (height, width))
    explained = union(outlines, (height, width))
    return [cv2.countNonZero(die.light & die.own & ~explained[die.window]) / lens.edge**2 for die in dice]


def surroundings(light: Mask, marks: Floats, edge: float, settings: OutlineSettings) -> list[Surroundings]:
    """Cut out what is around each mark, with the marks themselves counted as light body."""
    height, width = light.shape
    for mark in marks:
        cv2.circle(light, (round(mark[0]), round(mark[1])), round(settings.mark * edge), 255, cv2.FILLED)
    reach = settings.reach * edge
    dice = []
    for mark in marks:
        rows = slice(max(0, int(mark[1] - reach)), min(height, int(mark[1] + reach) + 2))
        columns = slice(max(0, int(mark[0] - reach)), min(width, int(mark[0] + reach) + 2))
        across, down = np.arange(columns.start, columns.stop), np.arange(rows.start, rows.stop)[:, np.newaxis]
        own = (across - mark[0]) ** 2 + (down - mark[1]) ** 2 <= reach**2
        for other in marks:
            if 0 < np.hypot(*(other - mark)) < 2 * reach:
                way = other - mark
                own &= across * way[0] + down * way[1] <= (other @ other - mark @ mark) / 2
        window = (rows, columns)
        dice.append(Surroundings(mark, window, light[window], own * np.uint8(255)))
    return dice


def best_fit(die: Surroundings, lens: Lens, turns: Floats, settings: OutlineSettings) -> tuple[float, Floats]:
    """The turn in degrees at which a flat die shows most nearly the light that is there, and its corners then."""
    dark = ~die.light
    light, missing = die.light & die.own, dark & die.own
    misfits = []
    every = lens.corners(die.mark, turns)
    for corners in every - (die.window[1].start, die.window[0].start):
        whole, top = filled(corners, dark.shape), filled(corners[:4], dark.shape)
        wrong = cv2.countNonZero(light & ~whole) + cv2.countNonZero(dark & top)
        misfits.append(settings.top_weight * wrong + cv2.countNonZero(missing & whole))
    best = int(np.argmin(misfits))
    return float(turns[best]), every[best]


def filled(corners: Floats, shape: tuple[int, ...]) -> Mask:
    """255 inside the convex outline of these points, exact to a part of a pixel."""
    mask = np.zeros(shape, np.uint8)
    points = (corners * (1 << SUBPIXEL_BITS) + 0.5).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(points), 255, cv2.LINE_8, SUBPIXEL_BITS)
    return mask


def union(masks: Sequence[Mask], shape: tuple[int, ...]) -> Mask:
    """255 where any of the masks is."""
    together = np.zeros(shape, np.uint8)
    for mask in masks:
        together |= mask
    return together
