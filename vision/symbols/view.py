"""Where the camera looks from, told by the dice themselves, and which dice do not lie flat.

A pinhole camera maps a small piece of a plane by a 2 x 2 matrix that depends on the plane's slope and on the place in
the picture. Given the point straight below the camera, the foot, that matrix is known for the plane of all top faces:
it says how a square is squeezed and how large it is compared with those elsewhere. All dice that lie flat agree on one
foot; a die that leans far shows a face that would need another one.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.marks.viewpoint import axes_of, grid
from vision.symbols.patches import Floats, TopFace


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """How the camera may look, and how far flat dice stray from the common view: one standard deviation."""

    focal_length: float = 0.8  # of the picture's longer side; the Pi's Camera Module 3 has 0.785
    most_tilt: float = 0.56  # tangent; a camera tilted by more than 29 degrees is set up wrong
    steps: int = 8  # from straight down to the most tilt, at first
    fine_steps: int = 3  # then around the best, by this many smaller steps to the next first step
    tilt_cost: float = 2.0  # a steep camera must be worth it
    most_cost: float = 27.0  # beyond this a die is simply not flat, however far off
    # 95 of 100 flat dice of 20 random styles strayed by less than 0.033 in squeeze and 0.11 in size.
    squeeze: float = 0.02
    size: float = 0.13  # in logarithms of the edge; faces with different glyphs are taught with different errors
    # Along a long glyph of another make. Of 31 wrenches of random makes, read with the shipped profile, half strayed by
    # more than 0.025 and one in five by more than 0.06; stars by 0.005.
    long_free: float = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Slant:
    """How one die fits the common view."""

    strain: float  # how far it strays from a flat die, in standard deviations
    size: float  # its edge compared with the usual one at that place
    down: Floats  # (2,) the way of an upright edge of a flat die there, from the top face downwards, in pixels


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How k dice fit each of n feet, the points that may be straight below the camera."""

    feet: Floats  # (n, 2)
    strains: Floats  # (k, n)
    sizes: Floats  # (k, n) logarithms of each die's size compared with the usual one
    costs: Floats  # (n,)


def judge_slants(
    faces: Sequence[TopFace],
    picture_size: tuple[int, int],
    settings: ViewSettings | None = None,
    long_ways: Floats | None = None,
) -> list[Slant]:
    """Find the view that most dice agree on and say how far each strays from it; (width, height) in pixels.

    `long_ways` (n, 2) tells how long glyphs of another make lie (vision.symbols.long_glyphs): along them dice may stray
    a little more.
    """
    if not faces:
        return []
    settings = settings or ViewSettings()
    fit, best = best_view(faces, picture_size, settings, long_ways)
    ways = ways_down(faces, picture_size, fit.feet[best], settings)
    return [
        Slant(strain=float(strain), size=math.exp(size), down=way)
        for strain, size, way in zip(fit.strains[:, best], fit.sizes[:, best], ways, strict=True)
    ]


def ways_down(faces: Sequence[TopFace], picture_size: tuple[int, int], foot: Floats, settings: ViewSettings) -> Floats:
    """For each die how an upright edge would look there (n, 2), in pixels."""
    focal = settings.focal_length * max(picture_size)
    places = (np.array([face.centre for face in faces]) - (np.array(picture_size) - 1) / 2) / focal
    axes = axes_of(foot[np.newaxis])
    sizes = np.sqrt(np.abs(np.linalg.det(planes_at(places, axes)[:, 0])))
    down = axes[2][0]
    nearness = places @ down[:2] + down[2]
    ways = (down[:2] - places * down[2]) * (nearness / sizes)[:, np.newaxis]
    return np.asarray(ways * np.array([face.edge for face in faces])[:, np.newaxis])


def view_cost(faces: Sequence[TopFace], picture_size: tuple[int, int], settings: ViewSettings | None = None) -> float:
    """How badly the dice fit the view that most of them agree on."""
    fit, best = best_view(faces, picture_size, settings or ViewSettings())
    return float(fit.costs[best])


def best_view(
    faces: Sequence[TopFace], picture_size: tuple[int, int], settings: ViewSettings, long_ways: Floats | None = None
) -> tuple[Fit, int]:
    """Hold the dice against many feet; also which of them fits best."""
    focal = settings.focal_length * max(picture_size)
    middle = (np.array(picture_size) - 1) / 2
    rough = fit_of(faces, focal, middle, all_feet(settings), settings, long_ways)
    near = grid(settings.most_tilt / settings.steps / settings.fine_steps, settings.fine_steps)
    feet = rough.feet[int(np.argmin(rough.costs))] + near
    fit = fit_of(faces, focal, middle, feet, settings, long_ways)
    return fit, int(np.argmin(fit.costs))


@functools.cache
def all_feet(settings: ViewSettings) -> Floats:
    """Feet (n, 2) all over the place where a camera may stand, in tangents of its tilt."""
    feet = grid(settings.most_tilt / settings.steps, settings.steps)
    return np.asarray(feet[np.hypot(feet[:, 0], feet[:, 1]) <= settings.most_tilt + 1e-9])


def fit_of(
    faces: Sequence[TopFace],
    focal: float,
    middle: Floats,
    feet: Floats,
    settings: ViewSettings,
    long_ways: Floats | None = None,
) -> Fit:
    """Hold every die against every foot."""
    places = (np.array([face.centre for face in faces]) - middle) / focal
    edges = np.array([face.edge for face in faces])
    seen = planes_at(places, axes_of(feet))
    area = np.abs(seen[..., 0, 0] * seen[..., 1, 1] - seen[..., 0, 1] * seen[..., 1, 0])
    size = np.log(edges)[:, np.newaxis] - 0.5 * np.log(area)
    size = size - np.median(size, axis=0)
    shape = squeeze_of(seen) - squeeze_of(np.array([face.edges for face in faces]))[:, np.newaxis]
    if long_ways is not None:
        along = (shape * long_ways[:, np.newaxis]).sum(axis=2)
        free = np.clip(along, -settings.long_free, settings.long_free)
        shape = shape - free[..., np.newaxis] * long_ways[:, np.newaxis]
    strains = np.sqrt((shape**2).sum(axis=2) / settings.squeeze**2 + (size / settings.size) ** 2)
    costs = np.minimum(strains**2, settings.most_cost).sum(axis=0) + settings.tilt_cost * (feet**2).sum(axis=1)
    return Fit(feet, strains, size, costs)


def squeeze_of(maps: Floats) -> Floats:
    """How maps (..., 2, 2) squeeze a square: (..., 2), zero for those that do not."""
    xx = maps[..., 0, 0] ** 2 + maps[..., 0, 1] ** 2
    yy = maps[..., 1, 0] ** 2 + maps[..., 1, 1] ** 2
    xy = maps[..., 0, 0] * maps[..., 1, 0] + maps[..., 0, 1] * maps[..., 1, 1]
    return np.stack([xx - yy, 2 * xy], axis=-1) / (2 * (xx + yy))[..., np.newaxis]


def planes_at(places: Floats, axes: tuple[Floats, Floats, Floats]) -> Floats:
    """How the plane of the top faces looks around places (k, 2), in focal lengths, for every foot's axes (n, 3).

    The maps (k, n, 2, 2) take lengths on the plane to focal lengths in the picture, if the camera were one edge up.
    """
    down = axes[2]
    nearness = (places @ down[:, :2].T + down[:, 2])[..., np.newaxis]
    level, across = ((way[:, :2] - places[:, np.newaxis] * way[:, 2:]) * nearness for way in axes[:2])
    return np.stack([level, across], axis=3)
