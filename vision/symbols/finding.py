"""Finding dice with pictures on their faces: where they are and what is around them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced
from vision.dice.face_finding import Candidate, Debug, FindingSettings, find_candidates, fine_width
from vision.symbols.clipping import ClippingSettings
from vision.symbols.patches import Crops, TopFace, crops_of

MOST_DICE = 16  # more are a pattern; the clearest stay
MOST_FAINT = 12
# Of 450 dice of random styles, 99 of 100 that were seen at half the size had a heat above 0.3 there; what is no die
# mostly has less than 0.1.
PLAIN = FindingSettings(glimpse_heat=0.1, window=48, window_margin=10.0, most_windows=20, plain_heat=0.5)
THOROUGH = FindingSettings()  # for teaching, where time does not matter
FAINT = FindingSettings(least_heat=0.12, most_windows=0)
SIZES_APART = 1.1  # between dice at the picture's near and far side
SUBPIXEL_BITS = 4


def smaller(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The picture in which dice are looked for, and how large it is compared with the given one.

    Faces are looked at in the picture's own size.
    """
    return reduced(pixels, fine_width(max(pixels.shape[:2]), PLAIN))


def find_dice(
    pixels: NDArray[np.uint8], debug: Debug | None = None, settings: FindingSettings = PLAIN
) -> list[Candidate]:
    """All dice in the picture, the clearest first; their centres are good to a few pixels, edges to about 15 %."""
    small, scale = smaller(pixels)
    return [place.scaled(1 / scale) for place in find_candidates(small, settings, debug)]


def find_faint_dice(pixels: NDArray[np.uint8], known: Sequence[Candidate]) -> list[Candidate]:
    """What else may be a die, looking at all of the picture closely: the clearest places away from the known ones."""
    small, scale = smaller(pixels)
    seen = (place.scaled(1 / scale) for place in find_candidates(small, FAINT))
    apart = FAINT.same_die
    return [
        place
        for place in seen
        if all(math.dist((place.x, place.y), (die.x, die.y)) > apart * max(place.edge, die.edge) for die in known)
    ]


def crops_around(
    pixels: NDArray[np.uint8], dice: Sequence[Candidate], clipping: ClippingSettings | None = None
) -> Crops:
    """The surroundings of all dice; those of one picture are about of one size, whatever each seems to be."""
    if not dice:
        return crops_of(pixels, [])
    usual = float(np.median([die.edge for die in dice if die.heat >= 0.5 * dice[0].heat]))
    places = [(die.x, die.y, min(max(die.edge, usual / SIZES_APART), usual * SIZES_APART)) for die in dice]
    return crops_of(pixels, places, clipping)


def outlined(pixels: NDArray[np.uint8], faces: Sequence[TopFace]) -> NDArray[np.uint8]:
    """A copy of the picture with the top faces' outlines."""
    drawn = pixels.copy()
    for face in faces:
        corners = np.round(face.corners() * (1 << SUBPIXEL_BITS)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, (0, 0, 255), 1, cv2.LINE_AA, SUBPIXEL_BITS)
    return drawn
