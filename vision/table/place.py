"""The place the camera looks at: the empty table, the mat on it, and pictures made ready for the readers.

A reader knows nothing of all this. It is given a picture of the table from straight above in white light if a mat says
how, else the camera's own, and what it finds is carried back into the camera's picture.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Reason, Status
from vision.base.shrink import reduced
from vision.table.light import glare_at
from vision.table.mat import Area, Mat, find_mat, flattened, mapped
from vision.table.mat_colours import grey_gains, white_balanced
from vision.table.past import only_new
from vision.table.place_moved import has_shifted
from vision.table.place_objects import differing

REMEMBERED_WIDTH = 384  # dice are 15 to 25 pixels wide in it
USUAL_NOISE = 1.5  # grey levels in the small picture, where a single picture does not tell it
LEAST_GLARE = 0.08  # of a piece's square: a larger highlight hides part of the print
READY_AS_IT_IS = np.eye(3)

AnyReading = TypeVar("AnyReading", bound=DiceReading | BallsReading | NumbersReading | CardReading)
# Squared sizes: what is new on the table and so large may be a piece. A die with its shadow has 2.9 to 8.5 (simulated).
PIECE_AREAS = (0.6, 10.0)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """How the empty table looks: remembered once, when nothing lies on it but the mat."""

    empty: NDArray[np.uint8]  # small, in B, G, R order
    noise: float  # standard deviation in it, in grey levels
    size: tuple[int, int]  # width and height of the camera's picture
    mat: Mat | None


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A picture for the readers and the way back from it."""

    frame: Frame
    to_picture: NDArray[np.float64]  # (3, 3): pixels of this frame -> pixels of the camera's picture
    pixels_per_mm: float | None = None  # known with a mat
    is_balanced: bool = False  # the mat's greys are grey in it
    reasons: tuple[Reason, ...] = ()

    def back(self, x: float, y: float) -> tuple[float, float]:
        """A place in this frame as a place in the camera's picture."""
        there = mapped(self.to_picture, np.array([[x, y]], np.float64))[0]
        return float(there[0]), float(there[1])

    def enlargement(self, x: float, y: float) -> float:
        """How much larger a short length at this place is in the camera's picture."""
        here = np.array([[x, y], [x + 1, y], [x, y + 1]], np.float64)
        there = mapped(self.to_picture, here)
        return float(np.sqrt(abs(np.linalg.det(there[1:] - there[0]))))


def remember_place(frames: Sequence[Frame]) -> Place:
    """Remember the empty table, with or without the mat on it, from one picture or better a few in a row."""
    smalls = [reduced(frame.pixels, REMEMBERED_WIDTH)[0].astype(np.float32) for frame in frames]
    noise = USUAL_NOISE
    if len(smalls) > 1:
        noise = 1.48 / math.sqrt(2) * float(np.median(np.abs(smalls[0] - smalls[-1])))
    empty = np.rint(np.mean(smalls, axis=0)).astype(np.uint8)
    height, width = frames[0].pixels.shape[:2]
    return Place(empty, noise / math.sqrt(len(smalls)), (width, height), find_mat(frames[0]))


def has_moved(place: Place, frame: Frame) -> bool:
    """Whether the camera looks elsewhere than when the place was remembered.

    Pieces, hands and another lamp do not count. On a table without any pattern it cannot be told, and is not claimed.
    """
    if (frame.pixels.shape[1], frame.pixels.shape[0]) != place.size:
        return True
    return has_shifted(place.empty, reduced(frame.pixels, REMEMBERED_WIDTH)[0], place.noise)


def objects_mask(place: Place, frame: Frame) -> NDArray[np.bool_] | None:
    """Where something lies that was not on the empty table, at the remembered picture's size.

    True on pieces, on their shadows and on whatever else is new; None if the picture tells nothing: the camera has
    other settings, or most of the picture differs.
    """
    if (frame.pixels.shape[1], frame.pixels.shape[0]) != place.size:
        return None
    return differing(place.empty, reduced(frame.pixels, REMEMBERED_WIDTH)[0])


def prepared(frame: Frame, place: Place | None = None, area: Area = Area.FIELD) -> Prepared:
    """Make a picture ready for any reader: flat and balanced by the mat, or as it is.

    The mat is looked for only where no place is remembered or the camera was moved: a remembered mat holds also when
    pieces cover its corners. Without a mat, a moved camera is told: the empty table must be remembered again.
    """
    moved = place is not None and has_moved(place, frame)
    mat = place.mat if place is not None and not moved else find_mat(frame)
    reasons = (Reason.CAMERA_MOVED,) if moved and mat is None else ()
    if mat is None:
        return Prepared(frame, READY_AS_IT_IS, reasons=reasons)
    gains = grey_gains(frame, mat)
    flat = flattened(frame, mat, area)
    ready = flat.frame if gains is None else white_balanced(flat.frame, gains)
    return Prepared(ready, flat.to_picture, flat.pixels_per_mm, gains is not None, reasons)


def read_there(
    frame: Frame,
    read: Callable[[Frame], AnyReading],
    place: Place | None = None,
    area: Area = Area.FIELD,
    before: Frame | None = None,
) -> AnyReading:
    """Read a picture by way of the mat, if one lies there, and hold what was found against the empty table.

    `before` is an earlier picture of the same table: what lay there already is left out. On a mat it is not needed, for
    there only the field is read.
    """
    ready = prepared(frame, place, area)
    if before is not None and ready.to_picture is READY_AS_IT_IS:
        ready = dataclasses.replace(ready, frame=only_new(frame, before) or frame)
    reading = carried_back(read(ready.frame), ready)
    reasons: list[Reason] = [*ready.reasons, *glare_on_doubted(frame, reading)]
    if place is not None and not ready.reasons and not isinstance(reading, CardReading):
        reasons += doubts_by_table(place, frame, reading)
    if not reasons:
        return reading
    status = Status.UNSURE if reading.status is Status.SURE else reading.status
    every_reason = tuple(dict.fromkeys((*reading.reasons, *reasons)))
    return dataclasses.replace(reading, status=status, reasons=every_reason)


def glare_on_doubted(frame: Frame, reading: AnyReading) -> tuple[Reason, ...]:
    """Glare, if the lamp is mirrored in a piece that could not be read surely: the player can do something about it."""
    if isinstance(reading, CardReading):
        return ()
    is_glaring = any(
        piece.reasons and glare_at(frame, piece.x, piece.y, piece.size) > LEAST_GLARE for piece in reading.pieces
    )
    return (Reason.GLARE,) if is_glaring else ()


def doubts_by_table(place: Place, frame: Frame, reading: DiceReading | BallsReading | NumbersReading) -> list[Reason]:
    """Why the empty table's picture does not fit: a piece found in the table's own pattern, or one that was missed."""
    mask = objects_mask(place, frame) if reading.pieces else None
    if mask is None:
        return []
    scale = mask.shape[1] / frame.pixels.shape[1]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    found = set()
    for piece in reading.pieces:
        column = min(mask.shape[1] - 1, max(0, round((piece.x + 0.5) * scale - 0.5)))
        row = min(mask.shape[0] - 1, max(0, round((piece.y + 0.5) * scale - 0.5)))
        if labels[row, column] == 0:
            return [Reason.UNCLEAR]
        found.add(int(labels[row, column]))
    usual = float(np.median([piece.size for piece in reading.pieces]) * scale) ** 2
    least, most = (share * usual for share in PIECE_AREAS)
    missed = [
        number
        for number in range(1, len(stats))
        if number not in found and least <= stats[number, cv2.CC_STAT_AREA] <= most
    ]
    return [Reason.UNCLEAR] if missed else []


def carried_back(reading: AnyReading, ready: Prepared) -> AnyReading:
    """What was read in a prepared picture, with all places and sizes in the camera's own picture."""
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(reading):
        value = getattr(reading, field.name)
        if field.name == "corners":
            changes["corners"] = tuple(ready.back(x, y) for x, y in value)
        elif isinstance(value, tuple) and value and all(hasattr(item, "x") for item in value):
            changes[field.name] = tuple(_piece_back(item, ready) for item in value)
    return dataclasses.replace(reading, **changes)


def _piece_back(piece: Any, ready: Prepared) -> Any:
    x, y = ready.back(piece.x, piece.y)
    larger = {"size": piece.size * ready.enlargement(piece.x, piece.y)} if hasattr(piece, "size") else {}
    return dataclasses.replace(piece, x=x, y=y, **larger)
