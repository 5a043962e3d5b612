"""Freeing a taught face from the slant at which it was seen.

A face is learned from dice that lie flat but are seen from aside, so it is learned a little squeezed. Each die is
turned another way: only with the right square in the place of the squeezed one do all of them fit one view.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from vision.symbols.patches import Crops, Floats, TopFace, face_at, lay_of, shapes_of
from vision.symbols.view import view_cost


@dataclass(frozen=True, slots=True)
class LevellingSettings:
    """Which squeezes are tried, as in a lay."""

    step: float = 0.04
    steps: int = 3  # to each side
    rounds: int = 2  # of looking closer around the best, each at half the step
    spread: float = 0.06  # of squeezes that faces are learned with, one standard deviation
    least_dice: int = 3


def levelled(crops: Crops, lays: Floats, size: tuple[int, int], settings: LevellingSettings | None = None) -> Floats:
    """The lays of equal faces on flat dice, all squeezed alike so that they fit one view of a picture of that size."""
    settings = settings or LevellingSettings()
    if len(lays) < settings.least_dice:
        return lays
    faces = [face_at(crops, number, lay) for number, lay in enumerate(lays)]
    ticks = settings.step * np.arange(-settings.steps, settings.steps + 1)
    best = squeeze_fitting(faces, size, list(itertools.product(ticks, ticks)), settings)
    for halving in range(1, settings.rounds + 1):
        ticks = settings.step / 2**halving * np.arange(-1, 2)
        near = [(best[0] + one, best[1] + other) for one, other in itertools.product(ticks, ticks)]
        best = squeeze_fitting(faces, size, near, settings)
    return lay_of(shapes_of(lays)[0] @ squeezing(best), lays[:, :2])


def squeeze_fitting(
    faces: list[TopFace], size: tuple[int, int], tries: list[tuple[float, float]], settings: LevellingSettings
) -> tuple[float, float]:
    """The squeeze with which the faces fit one view best."""
    costs = []
    for squeeze in tries:
        squeezed = [TopFace(face.centre, face.edges @ squeezing(squeeze)) for face in faces]
        costs.append(view_cost(squeezed, size) + (math.hypot(*squeeze) / settings.spread) ** 2)
    return tries[int(np.argmin(costs))]


def squeezing(squeeze: tuple[float, float]) -> Floats:
    """The map that squeezes a square so, as in a lay."""
    return np.asarray(shapes_of(np.array([0, 0, 0, *squeeze, 0]))[0])
