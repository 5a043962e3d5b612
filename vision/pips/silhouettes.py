"""How dice slant, told by their outlines: what came since an earlier picture and is no shadow is the die's body.

Seen from afar, a cube's outline is its top face and the way that face takes down to the table. So its middle lies half
of that way from the face's own middle, and the way is as long as the face slants. That needs no look at the pips, and
is off where the network that looks at the face is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.dice.face_finding import Candidate

Mask = NDArray[np.uint8]
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SilhouetteSettings:
    """What counts as a die's body. Lengths in edges of its top face."""

    speck: int = 3  # pixels of the small picture: thinner things are no part of it
    reach: float = 1.25  # from the face's middle
    beside: float = 2.2  # dice so near share what came between them: to each what is nearer
    core: float = 0.3  # from the face's middle: here its body is
    # Squared edges of its outline; a rounded die seen from above has 0.9, and one seen at 45 degrees 2.2 with its side.
    # What is smaller was taken for a shadow in part, what is larger is a shadow in part.
    areas: tuple[float, float] = (0.85, 2.2)


def came_as_bodies(frame: Frame, settings: SilhouetteSettings | None = None) -> Mask | None:
    """1 where something has come that is no shadow, in a smaller size; None where no earlier picture tells."""
    settings = settings or SilhouetteSettings()
    if frame.news is None:
        return None
    came = (frame.news if frame.shade is None else frame.news & ~frame.shade).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(came, cv2.MORPH_CLOSE, square(settings.speck)), np.uint8)


def slants_by_silhouette(
    frame: Frame, places: Sequence[Candidate], settings: SilhouetteSettings | None = None
) -> list[Place | None]:
    """How far each top face leans right and down; None for those whose outline is not to be seen.

    Empty where no earlier picture tells what came.
    """
    settings = settings or SilhouetteSettings()
    came = came_as_bodies(frame, settings)
    if came is None:
        return []
    bodies = np.asarray(cv2.morphologyEx(came, cv2.MORPH_OPEN, square(settings.speck)), np.uint8)
    small = [place.scaled(bodies.shape[1] / frame.pixels.shape[1]) for place in places]
    return [slant_of(bodies, place, others_than(place, small), settings) for place in small]


def others_than(place: Candidate, places: Sequence[Candidate]) -> list[Candidate]:
    """All but this one."""
    return [other for other in places if other is not place]


def slant_of(bodies: Mask, die: Candidate, others: Sequence[Candidate], settings: SilhouetteSettings) -> Place | None:
    """How far the outline's middle is from the face's, as the face's slant."""
    outline = cv2.moments(outline_of(bodies, die, others, settings))
    least, most = (area * die.edge**2 for area in settings.areas)
    if not least <= outline["m00"] <= most:
        return None
    x, y = outline["m10"] / outline["m00"], outline["m01"] / outline["m00"]
    return 2 * (die.x - x) / die.edge, 2 * (die.y - y) / die.edge


def outline_of(
    bodies: Mask, die: Candidate, others: Sequence[Candidate], settings: SilhouetteSettings
) -> NDArray[np.int32]:
    """The outline of the body around a face, without dents; of no size if there is none."""
    own = np.zeros_like(bodies)
    cv2.circle(own, (round(die.x), round(die.y)), round(settings.reach * die.edge), 1, cv2.FILLED)
    own &= bodies
    rows, columns = np.nonzero(own)
    away = (columns - die.x) ** 2 + (rows - die.y) ** 2
    for other in others:
        if math.dist((die.x, die.y), (other.x, other.y)) < settings.beside * die.edge:
            is_others = (columns - other.x) ** 2 + (rows - other.y) ** 2 < away
            own[rows[is_others], columns[is_others]] = 0
    _, areas = cv2.connectedComponents(own)
    core = max(1, round(settings.core * die.edge))
    left, top = max(0, round(die.x) - core), max(0, round(die.y) - core)
    middle = areas[top : round(die.y) + core + 1, left : round(die.x) + core + 1]
    if not middle.any():
        return np.zeros((0, 1, 2), np.int32)
    body = int(np.bincount(middle[middle > 0]).argmax())
    outlines, _ = cv2.findContours((areas == body).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.convexHull(max(outlines, key=cv2.contourArea)), np.int32)


def square(side: int) -> Mask:
    """What widens or narrows a mask by half of that all round."""
    return np.ones((side, side), np.uint8)
