"""Sides of dice: seen from a slanting camera, one looks like a smaller die that touches its own and has its colour."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.reading import DieReading
from vision.dice.face_finding import Candidate
from vision.pips.naming import CROP, CROP_EDGES


@dataclass(frozen=True, slots=True)
class SideSettings:
    """How near, how large and of what colour a side is, told by its die."""

    # What may be a die, or not, is no reason to doubt if it is likely a side.
    reach: float = 1.0  # edges of the die between both centres, at most
    size: float = 0.8  # of its edge, at most
    across_reach: float = 1.3  # the same if their faces are at right angles
    across_size: float = 1.0
    # What looks like a die is one to doubt if it may be a side. Small dice that touch larger ones are as near, but
    # mostly of another colour: 13 of 14 in d6-tray differ by 0.45 or more.
    doubted_reach: float = 1.12
    doubted_size: float = 0.88
    same_hue: float = 0.33  # between both, at most; two sides in d6-table differ by 0.13 and 0.25 from their tops ...
    same_light: float = 45.0  # ... and are darker by 30, of 100
    # So near and so much darker it is one, in all likelihood; dice that touch are 1 apart at least, if told exactly.
    likely_reach: float = 1.06
    shaded: float = 12.0
    looked_at: float = 0.84  # of a face's edge: what is around is not to count


def is_side_of(die: DieReading, place: Candidate, is_across: bool, settings: SideSettings) -> bool:
    """Whether what is seen at a place is likely the side of that die; `is_across`: their faces are at right angles."""
    away = math.dist((die.x, die.y), (place.x, place.y)) / die.size
    size = place.edge / die.size
    if is_across:
        return away <= settings.across_reach and size <= settings.across_size
    return away <= settings.reach and size <= settings.size


def sides_among(
    places: Sequence[Candidate], crops: Sequence[NDArray[np.uint8]], settings: SideSettings
) -> list[tuple[int, int]]:
    """Pairs of numbers: the first face may be the side of the second, which it touches, smaller and as coloured."""
    found = []
    for one, other in itertools.permutations(range(len(places)), 2):
        side, die = places[one], places[other]
        is_near = edges_between(side, die) <= settings.doubted_reach
        is_smaller = side.edge <= settings.doubted_size * die.edge
        if is_near and is_smaller and are_alike(crops[one], crops[other], settings):
            found.append((one, other))
    return found


def are_alike(first: NDArray[np.uint8], second: NDArray[np.uint8], settings: SideSettings) -> bool:
    """Whether two cut-outs show faces of one colour, one of them perhaps in the shade."""
    (light, *hue), (other_light, *other_hue) = (body_colour(crop, settings) for crop in (first, second))
    return abs(light - other_light) <= settings.same_light and math.dist(hue, other_hue) <= settings.same_hue


def is_shaded(side: NDArray[np.uint8], die: NDArray[np.uint8], settings: SideSettings) -> bool:
    """Whether the first face is clearly darker than the second: lamps hang above tables, so sides are."""
    return body_colour(die, settings)[0] - body_colour(side, settings)[0] >= settings.shaded


def likely_sides(
    pairs: Sequence[tuple[int, int]],
    places: Sequence[Candidate],
    crops: Sequence[NDArray[np.uint8]],
    settings: SideSettings,
) -> set[int]:
    """Of pairs of what may be a side and its die, the sides that are nearer than a die beside it and in the shade."""
    return {
        side
        for side, die in pairs
        if edges_between(places[side], places[die]) <= settings.likely_reach
        and is_shaded(crops[side], crops[die], settings)
    }


def edges_between(side: Candidate, die: Candidate) -> float:
    """How far apart two centres are, in edges of the second."""
    return math.dist((side.x, side.y), (die.x, die.y)) / die.edge


def body_colour(crop: NDArray[np.uint8], settings: SideSettings) -> tuple[float, float, float]:
    """How light most of a face is, 0 to 100, and its hue, which no shade changes; pips are less than half of it."""
    margin = round(CROP * (1 - settings.looked_at / CROP_EDGES) / 2)
    face = crop[margin : CROP - margin, margin : CROP - margin].astype(np.float32) / 255
    light, red, yellow = np.median(cv2.cvtColor(face, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0).tolist()
    # Half the light makes a third root of a half of all three, if light is counted from -16 as Lab does.
    return light, red / (light + 16), yellow / (light + 16)
