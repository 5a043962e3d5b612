"""Where the camera looks from, told by the dice themselves, and whose marks do not fit a die lying flat.

A pinhole camera maps a small piece of a plane by a 2 x 2 matrix that depends on the plane's slope and on the place in
the picture. Given the point straight below the camera, the foot, that matrix is known for the plane of all top faces:
it says how a star is squeezed, how large it is compared with those elsewhere, and where side faces show up. All dice
that lie flat agree on one foot; a die on its edge, or leaning on another, shows a face that would need another one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.bodies import Body
from vision.marks.finding import Face
from vision.marks.profile import MarkLook

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """How the camera may look, and how far marks of flat dice stray: one standard deviation, in simulated pictures."""

    focal_length: float = 0.8  # of the picture's longer side; the Pi's Camera Module 3 has 0.785
    most_tilt: float = 0.5  # tangent; a camera tilted by more than 26 degrees is set up wrong
    steps: int = 8  # from straight down to the most tilt, at first
    fine_steps: int = 3  # then around the best, by this many smaller steps to the next first step
    tilt_cost: float = 2.0  # a steep camera must be worth it
    most_cost: float = 27.0  # beyond this a die is simply not flat, however far off
    star_roundness: float = 0.58  # less round marks are no stars
    squeeze: float = 0.023
    size: float = 0.018  # in logarithms of the edge
    # Wrenches differ from set to set: simulated ones have a roundness of 0.323 and path-traced ones 0.302, where the
    # shipped profile says 0.31, and the latter are larger by up to 6 %.
    long_roundness: float = 0.006
    long_roundness_free: float = 0.012
    long_smaller_free: float = 0.015
    long_larger_free: float = 0.06
    shift: float = 0.045  # edges between outline and mark
    shift_free: float = 0.03  # rounding of the small picture
    side_place: float = 0.12  # edges
    side_area: float = 0.05  # of the top mark's
    side_area_free: float = 0.04
    most_side: float = 6.0  # dirt and shade may look like a mark on a side


@dataclass(frozen=True, slots=True)
class View:
    """How the camera sees the plane of the top faces."""

    foot: tuple[float, float]  # point straight below the camera, in focal lengths from the picture's middle
    height: float  # of the camera above the top faces, in edges
    focal: float  # in pixels of the working picture


@dataclass(frozen=True, slots=True)
class Slant:
    """How one die fits the common view."""

    strain: float  # how far its marks stray from those of a flat die, in standard deviations
    size: float  # its edge told by the mark, compared with the usual one at that place
    edge: float  # the usual edge at that place, in pixels


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """What the plane of the top faces looks like around one place, for n feet; lengths if the camera were one edge up.

    `map` (n, 2, 2) takes lengths on the plane to focal lengths in the picture, `down` (n, 2) is one edge downwards.
    """

    map: Floats
    down: Floats

    def area(self) -> Floats:
        """How many times larger an area is in the picture than on the plane (n,)."""
        return np.asarray(np.abs(self.map[:, 0, 0] * self.map[:, 1, 1] - self.map[:, 0, 1] * self.map[:, 1, 0]))

    def back(self, seen: Floats) -> Floats:
        """Lengths on the plane (n, 2) of lengths in the picture."""
        (xx, xy), (yx, yy) = (self.map[:, 0, 0], self.map[:, 0, 1]), (self.map[:, 1, 0], self.map[:, 1, 1])
        turned = np.stack([yy * seen[:, 0] - xy * seen[:, 1], xx * seen[:, 1] - yx * seen[:, 0]], axis=1)
        return np.asarray(turned / (xx * yy - xy * yx)[:, np.newaxis])


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What is known of one die before the view is."""

    face: Face
    look: MarkLook  # of the mark it is taken for
    place: Floats  # in focal lengths from the picture's middle
    shift: tuple[float, float] | None  # from the top mark to the middle of the outline, in pixels


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How k dice fit each of n feet, the points that may be straight below the camera."""

    strains: Floats  # (k, n)
    sizes: Floats  # (k, n) logarithms of each die's size compared with the usual one
    usual: Floats  # (n,) logarithms of pixels per edge, if the camera were one edge up
    edges: Floats  # (k, n) the usual edge at each die's place, in pixels
    costs: Floats  # (n,)


def judge_slants(
    faces: Sequence[Face],
    looks: Sequence[MarkLook],
    bodies: Sequence[Body],
    picture_size: tuple[int, int],
    settings: ViewSettings | None = None,
) -> tuple[View, list[Slant]]:
    """Find the view that most dice agree on and say how far each strays from it; (width, height) in pixels.

    `looks` says for each face which mark it is taken for.
    """
    settings = settings or ViewSettings()
    focal = settings.focal_length * max(picture_size)
    middle = (np.array(picture_size) - 1) / 2
    sightings = [
        Sighting(face, look, (np.array([face.mark.x, face.mark.y]) - middle) / focal, body_shift(face, faces, bodies))
        for face, look in zip(faces, looks, strict=True)
    ]
    step = settings.most_tilt / settings.steps
    feet = grid(step, settings.steps)
    feet = feet[np.hypot(feet[:, 0], feet[:, 1]) <= settings.most_tilt + 1e-9]
    rough = fit_of(sightings, feet, settings)
    feet = feet[int(np.argmin(rough.costs))] + grid(step / settings.fine_steps, settings.fine_steps)
    fit = fit_of(sightings, feet, settings)
    best = int(np.argmin(fit.costs))
    usual = math.exp(fit.usual[best])
    view = View((float(feet[best, 0]), float(feet[best, 1])), focal / usual, focal)
    slants = [
        Slant(strain=float(strain), size=math.exp(size), edge=float(edge))
        for strain, size, edge in zip(fit.strains[:, best], fit.sizes[:, best], fit.edges[:, best], strict=True)
    ]
    return view, slants


def grid(step: float, steps: int) -> Floats:
    """Points (n, 2) in a square around (0, 0), so many steps to each side."""
    ticks = step * np.arange(-steps, steps + 1)
    return np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)


def fit_of(sightings: Sequence[Sighting], feet: Floats, settings: ViewSettings) -> Fit:
    """Hold every die against every foot."""
    axes = axes_of(feet)
    planes = [planes_at(sighting.place, axes) for sighting in sightings]
    sizes = np.stack(
        [
            0.5 * np.log(sighting.face.mark.area / (sighting.look.fill * plane.area()))
            for sighting, plane in zip(sightings, planes, strict=True)
        ]
    )
    usual = np.median(sizes, axis=0)
    sizes = sizes - usual
    scale = np.exp(usual)[:, np.newaxis]
    strains = np.stack(
        [
            np.sqrt(
                mark_strain(sighting, plane, settings) ** 2
                + size_strain(sighting, size, settings) ** 2
                + shift_strain(sighting, scale * plane.down, settings) ** 2
                + sides_strain(sighting.face, plane, scale, settings) ** 2
            )
            for sighting, plane, size in zip(sightings, planes, sizes, strict=True)
        ]
    )
    tilts = (feet**2).sum(axis=1)
    edges = np.stack([np.exp(usual) * np.sqrt(plane.area()) for plane in planes])
    costs = np.minimum(strains**2, settings.most_cost).sum(axis=0) + settings.tilt_cost * tilts
    return Fit(strains, sizes, usual, edges, costs)


def axes_of(feet: Floats) -> tuple[Floats, Floats, Floats]:
    """For every foot (n, 2) three directions (n, 3) at right angles: two along the table, and down.

    The first one is level with the picture's x axis.
    """
    length = np.sqrt(1 + (feet**2).sum(axis=1))
    x, y, z = feet[:, 0] / length, feet[:, 1] / length, 1 / length
    flat = np.hypot(x, z)
    level = np.stack([z / flat, np.zeros_like(x), -x / flat], axis=1)
    across = np.stack([-x * y / flat, flat, -y * z / flat], axis=1)
    return level, across, np.stack([x, y, z], axis=1)


def planes_at(place: Floats, axes: tuple[Floats, Floats, Floats]) -> Planes:
    """How the plane of the top faces looks around `place` (in focal lengths), for every foot's axes."""
    down = axes[2]
    nearness = (down[:, :2] @ place + down[:, 2])[:, np.newaxis]
    level, across, lower = ((way[:, :2] - place * way[:, 2:]) * nearness for way in axes)
    return Planes(np.stack([level, across], axis=2), lower)


def mark_strain(sighting: Sighting, plane: Planes, settings: ViewSettings) -> Floats:
    """How badly the top mark's form fits."""
    xx, xy, yy = sighting.face.mark.squeeze
    if sighting.face.mark.roundness >= settings.star_roundness:
        level, across = plane.map[:, :, 0], plane.map[:, :, 1]
        (wide, high), slope = (level**2 + across**2).T, level[:, 0] * level[:, 1] + across[:, 0] * across[:, 1]
        longest = (wide + high) / 2 + np.hypot((wide - high) / 2, slope)
        off = (xx - 1 + wide / longest) ** 2 + 2 * (xy + slope / longest) ** 2 + (yy - 1 + high / longest) ** 2
        return np.asarray(np.sqrt(off) / settings.squeeze)
    # A long mark has no squeeze of its own to compare with; laid back on the plane its form must be the known one.
    columns = [plane.back(np.tile(column, (len(plane.down), 1))) for column in ([1 - xx, -xy], [-xy, 1 - yy])]
    half_way = np.stack(columns, axis=2)
    rows = [plane.back(half_way[:, row, :]) for row in (0, 1)]
    middle = (rows[0][:, 0] + rows[1][:, 1]) / 2
    swing = np.hypot((rows[0][:, 0] - rows[1][:, 1]) / 2, rows[0][:, 1])
    roundness = np.sqrt(np.clip(middle - swing, 0, None) / (middle + swing))
    off = np.abs(roundness - sighting.look.roundness) - settings.long_roundness_free
    return np.asarray(np.clip(off, 0, None) / settings.long_roundness)


def size_strain(sighting: Sighting, size: Floats, settings: ViewSettings) -> Floats:
    """How badly the top mark's size (a logarithm, 0 is usual) fits."""
    if sighting.face.mark.roundness >= settings.star_roundness:
        return np.asarray(np.abs(size) / settings.size)
    off = np.maximum(size - settings.long_larger_free, -size - settings.long_smaller_free)
    return np.asarray(np.clip(off, 0, None) / settings.size)


def body_shift(face: Face, faces: Sequence[Face], bodies: Sequence[Body]) -> tuple[float, float] | None:
    """From the top mark to the middle of the die's outline, in pixels; None if the die touches others."""
    around = [body for body in bodies if is_within(face, body)]
    if len(around) != 1 or sum(is_within(other, around[0]) for other in faces) != 1:
        return None
    return around[0].x - face.mark.x, around[0].y - face.mark.y


def is_within(face: Face, body: Body) -> bool:
    """Whether the mark lies in the body's box."""
    return body.left <= face.mark.x <= body.left + body.width and body.top <= face.mark.y <= body.top + body.height


def shift_strain(sighting: Sighting, down: Floats, settings: ViewSettings) -> Floats:
    """How badly the outline fits a flat die, whose lower face is seen `down` (n, 2) from the upper one, in pixels.

    A cube's outline is symmetric, so its middle lies half-way between the two. Where the sides are too dark to be seen
    it lies nearer to the top mark, but always on that line.
    """
    if sighting.shift is None:
        return np.zeros(len(down))
    shift = np.array(sighting.shift)
    along = np.clip((down / 2 @ shift) / np.maximum((down**2).sum(axis=1) / 4, 1e-9), 0, 1)
    off = np.linalg.norm(shift - along[:, np.newaxis] * down / 2, axis=1) / sighting.face.edge
    return np.asarray(np.clip(off - settings.shift_free, 0, None) / settings.shift)


def sides_strain(face: Face, plane: Planes, scale: Floats, settings: ViewSettings) -> Floats:
    """How badly the marks on the die's sides fit.

    Half an edge below the top, a side's middle is half an edge away from the die's axis. Only sides on the foot's side
    are seen, and the narrower the less they face it.
    """
    worst = np.zeros(len(plane.down))
    if not face.sides:
        return worst
    lower = plane.back(plane.down)
    for side in face.sides:
        offset = np.array([side.x - face.mark.x, side.y - face.mark.y]) / scale
        away = plane.back(offset - plane.down / 2)
        distance = np.linalg.norm(away, axis=1)
        seen = (away * lower).sum(axis=1) / np.maximum(distance, 1e-9)
        # Small marks are often cut by shade, so only a larger one than expected speaks against a flat die.
        larger = np.clip(min(1.0, side.area / face.mark.area) - seen - settings.side_area_free, 0, None)
        misplaced = np.abs(distance - 0.5) / (settings.side_place / 2)
        worst = np.maximum(worst, np.maximum(misplaced, larger / settings.side_area))
    return np.asarray(np.minimum(worst, settings.most_side))
