"""How dice lie: those that lie flat all face the same way, so a leaning die, or a die's side, stands out among them.

A small network looks at each face in grey and says which way it slants. It was trained by
tools/training/pips/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import network

SMALL = 32  # pixels of the side of what the network looks at
GREY = np.array([0.114, 0.587, 0.299], np.float32)  # how much blue, green and red add to it
LEAST_SPREAD = 4.0  # grey levels: less contrast than this is not stretched
TURNS = 4
WEIGHTS = Path(__file__).with_suffix(".onnx")
# Towards a picture's border flat dice are seen from the side: as much as from a camera 1.2 longer sides of the picture
# away or, where enough dice tell, not at all, from far away.
USUAL_CLOSENESS, FAR_AWAY = 1 / 1.2, 0.0
ENOUGH = 4
ENOUGH_TO_OUTVOTE = 3  # dice, of which one leans
# The limits were set on 346 rendered tables (tools/render/scenes/pips.py: all conditions, many tiny, leaning and
# covered dice; seeds 501, 511, 521). Of 60 others with a leaning or covered die (seed 3321) 11 are read as sure,
# without them 21.
MOST_APART = 1.2  # from how most others slant, in parts of the doubt and ...
LEAST_DOUBT = 0.2  # ... this much more, since no face is told exactly
# So near to how the others slant, a die lies as flat as they do. Of 57 large dice on 300 rendered tables (seed 13002)
# that looked a little as if they leaned (0.05 to 0.2) but slanted like this, 2 were misread or not to be read, and of
# 28 that slanted otherwise 10.
ALIKE = 0.6
# The same where outlines tell it too (silhouettes.py): from how the others slant, by the mean of face and outline. Of
# two dice one cannot tell which of them leans, and each is as far off as the other; where one of them has no outline to
# be seen, the faces alone must be much alike. Set on 208 tables in a game (seeds 7, 41001): of 35 with two
# dice of which one leans none is below, of 65 others half.
MOST_APART_BY_BOTH = 0.25
MOST_APART_OF_TWO = 0.15
MOST_APART_OF_TWO_FACES = 0.12
MOST_ALONE = 0.3  # a single die that slants so much may as well lie flat under a slanting camera
ACROSS = 0.75  # a die's top and its side are at right angles: 1 at least between their slants, if told exactly

Place = tuple[float, float]


class Lie(Enum):
    """How a die lies, told by how the others slant."""

    FLAT = "flat"  # as they do
    UNTOLD = "untold"  # it may lean a little; or there are no others
    LEANING = "leaning"


@dataclass(frozen=True, slots=True)
class Slant:
    """How far a face's normal leans right and down, seen from the camera: 0 faces it, 1 is edge on."""

    right: float
    down: float
    doubt: float  # how far off both may be

    def is_across(self, other: Slant) -> bool:
        """Whether two faces are about at right angles, as a die's top and its side."""
        return math.dist((self.right, self.down), (other.right, other.down)) >= ACROSS


def flat_or_not(
    crops: Sequence[NDArray[np.uint8]],
    from_middle: Sequence[Place],
    turns: int = 1,
    by_outline: Sequence[Place | None] = (),
) -> tuple[list[Slant], list[Lie]]:
    """How the face in each cut-out slants, and how the dice lie (see `lies_of`).

    Where none leans, `turns` of the cut-outs show it; where one seems to, all turns are asked. `by_outline` is how each
    slants by its outline, empty where no earlier picture tells: where one does, both must say that none leans.
    """
    if by_outline:
        slants = slants_of(crops)
        lies = lies_of(slants, from_middle)
        lean = leaning_by_both(slants, by_outline, from_middle)
        return slants, [Lie.LEANING if leans else lie for lie, leans in zip(lies, lean, strict=True)]
    slants = slants_of(crops, turns)
    lies = lies_of(slants, from_middle)
    if turns == TURNS or Lie.LEANING not in lies:
        return slants, lies
    slants = slants_of(crops)
    return slants, lies_of(slants, from_middle)


def slants_of(crops: Sequence[NDArray[np.uint8]], turns: int = TURNS) -> list[Slant]:
    """How the face in each cut-out slants, the mean over so many turns."""
    if not crops:
        return []
    grey = levelled_grey(np.stack([small_cut_out(crop) for crop in crops]), GREY)
    views = np.stack([np.rot90(grey, quarters, (1, 2)) for quarters in range(turns)])
    net = network(WEIGHTS)
    net.setInput(np.ascontiguousarray(views.reshape(-1, 1, SMALL, SMALL)))
    answers = np.array(net.forward(), np.float32).reshape(turns, len(crops), 3)
    for quarters in range(turns):
        for _ in range(quarters):
            answers[quarters, :, :2] = answers[quarters, :, 1::-1] * (-1, 1)
    means = answers.mean(axis=0).tolist()
    return [Slant(right, down, math.exp(doubt)) for right, down, doubt in means]


def small_cut_out(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A cut-out as small as the network takes it."""
    return np.asarray(cv2.resize(crop, (SMALL, SMALL), interpolation=cv2.INTER_AREA), np.uint8)


def levelled_grey(crops: NDArray[np.uint8], mix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Small cut-outs (n, h, w, 3) in grey, each with the same mean and spread."""
    grey = crops.astype(np.float32) @ mix
    spread = np.maximum(LEAST_SPREAD, grey.std(axis=(1, 2), keepdims=True))
    return np.asarray((grey - grey.mean(axis=(1, 2), keepdims=True)) / spread, np.float32)


def lies_of(slants: Sequence[Slant], from_middle: Sequence[Place]) -> list[Lie]:
    """Which dice slant as most of the others do and which otherwise; a single one leans if it slants much at all.

    `from_middle` tells how far right and down of the picture's middle each of them lies, in its longer sides.

    >>> flat, steep = Slant(0.1, 0.0, 0.1), Slant(0.6, 0.0, 0.1)
    >>> [lie.value for lie in lies_of([flat, flat, flat, steep], [(0.0, 0.0)] * 4)]
    ['flat', 'flat', 'flat', 'leaning']
    >>> [lie.value for lie in lies_of([steep, steep], [(0.3, 0.0), (0.2, 0.1)])]
    ['flat', 'flat']
    """
    usual = lies_from(slants, from_middle, USUAL_CLOSENESS)
    if Lie.LEANING not in usual or len(slants) < ENOUGH:
        return usual
    far = lies_from(slants, from_middle, FAR_AWAY)
    return min(usual, far, key=lambda lies: lies.count(Lie.LEANING))


def lies_from(slants: Sequence[Slant], from_middle: Sequence[Place], closeness: float) -> list[Lie]:
    """The same for a camera that close."""
    level = [
        (slant.right - closeness * right, slant.down - closeness * down)
        for slant, (right, down) in zip(slants, from_middle, strict=True)
    ]
    if len(level) == 1:
        return [Lie.LEANING if math.hypot(*level[0]) > MOST_ALONE else Lie.UNTOLD]
    lies = []
    for number, (slant, face) in enumerate(zip(slants, level, strict=True)):
        apart = math.dist(face, usual_of(level, number)) / (slant.doubt + LEAST_DOUBT)
        lies.append(Lie.LEANING if apart > MOST_APART else Lie.FLAT if apart < ALIKE else Lie.UNTOLD)
    return lies


def leaning_by_both(
    slants: Sequence[Slant], by_outline: Sequence[Place | None], from_middle: Sequence[Place]
) -> list[bool]:
    """Which dice lean, told by their faces and their outlines together.

    >>> flat, steep = Slant(0.1, 0.0, 0.1), Slant(0.3, 0.0, 0.1)
    >>> leaning_by_both([flat, steep], [(0.1, 0.0), (0.1, 0.0)], [(0.0, 0.0)] * 2)
    [False, False]
    >>> leaning_by_both([flat, steep], [(0.1, 0.0), (0.5, 0.0)], [(0.0, 0.0)] * 2)
    [True, True]
    """
    if len(slants) == 1:
        return [False]
    are_all_seen = all(outline is not None for outline in by_outline)
    is_pair = len(slants) == ENOUGH_TO_OUTVOTE - 1
    level = []
    for slant, outline, (right, down) in zip(slants, by_outline, from_middle, strict=True):
        face = (slant.right, slant.down)
        if outline is not None and (are_all_seen or not is_pair):
            face = ((face[0] + outline[0]) / 2, (face[1] + outline[1]) / 2)
        level.append((face[0] - USUAL_CLOSENESS * right, face[1] - USUAL_CLOSENESS * down))
    most = MOST_APART_BY_BOTH
    if is_pair:
        most = MOST_APART_OF_TWO if are_all_seen else MOST_APART_OF_TWO_FACES
    return [math.dist(face, usual_of(level, number)) > most for number, face in enumerate(level)]


def usual_of(level: Sequence[Place], number: int) -> Place:
    """How all others but this one slant."""
    others = [face for other, face in enumerate(level) if other != number]
    return statistics.median(right for right, _ in others), statistics.median(down for _, down in others)
