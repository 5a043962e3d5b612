"""Two readings of one picture, by the marks' inks and by the pictures of the faces: what both together are sure of."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.base.shrink import reduced
from vision.dice.readings import reading_of
from vision.symbols.patches import TopFace
from vision.table.past import COMPARED_WIDTH, bare_but_for


@dataclass(frozen=True, slots=True)
class AgreeingSettings:
    """When two readings mean the same die."""

    same_place: float = 0.35  # edges
    sure_confidence: float = 0.97
    body: float = 1.0  # edges from a top face's middle that its die reaches, seen at a slant


def doubted_by(by_marks: DiceReading) -> tuple[DieReading, ...]:
    """The dice that lean by their marks, unless most seem to: then it is the table that misleads the marks.

    Of 68 simulated dice that leaned, five lay flat by their pictures; the marks had told four of these.
    """
    leaning = tuple(die for die in by_marks.dice if Reason.COCKED in die.reasons)
    return leaning if 2 * len(leaning) < len(by_marks.dice) else ()


def is_at(die: DieReading, face: TopFace) -> bool:
    """Whether a die that was read is the one with this face."""
    return math.dist((die.x, die.y), tuple(face.centre)) <= AgreeingSettings().same_place * face.edge


def better_of(
    by_marks: DiceReading, by_pictures: DiceReading, expected: int | None, long_faces: Collection[str]
) -> DiceReading:
    """Of a doubtful reading by marks and one by pictures the one that is sure, or else has the right number of dice.

    The pictures know what the marks doubt (doubted_by), and are sure only if they see it plainly.
    """
    if by_pictures.status is Status.SURE or not by_marks.dice or expected is None:
        return by_pictures if by_pictures.dice else by_marks
    off, pictures_off = (abs(len(reading.dice) - expected) for reading in (by_marks, by_pictures))
    if not off and not pictures_off:
        return without_lone_doubts(by_pictures, by_marks, long_faces)
    return by_pictures if pictures_off < off else by_marks


def is_lean_alone(reading: DiceReading, expected: int | None) -> bool:
    """Whether all dice are there and it is only open whether some of them, not most, lie flat."""
    doubted = [die for die in reading.dice if die.reasons]
    is_lean = all(die.reasons == (Reason.COCKED,) for die in doubted) and set(reading.reasons) == {Reason.COCKED}
    return is_lean and len(reading.dice) == expected and 2 * len(doubted) < len(reading.dice)


def only_these(pixels: NDArray[np.uint8], dice: Sequence[DieReading]) -> NDArray[np.uint8]:
    """The picture with bare table wherever none of these dice lies."""
    small, scale = reduced(pixels, COMPARED_WIDTH)
    is_die = np.zeros(small.shape[:2], np.uint8)
    for die in dice:
        centre = (round((die.x + 0.5) * scale - 0.5), round((die.y + 0.5) * scale - 0.5))
        cv2.circle(is_die, centre, round(AgreeingSettings().body * die.size * scale), 1, cv2.FILLED)
    return bare_but_for(pixels, small, is_die.astype(np.bool_))


def without_lone_doubts(by_pictures: DiceReading, by_marks: DiceReading, long_faces: Collection[str]) -> DiceReading:
    """What the pictures say, without calling a die cocked whose long mark lies flat by the other reading.

    A picture cannot tell how a long mark is squeezed from how long this maker prints it. And where both readings agree
    on a die that leans, that is the one to ask about, not one beside it as well.
    """
    settings = AgreeingSettings()
    pairs = [(die, same_die(die, by_marks, settings)) for die in by_pictures.dice]
    is_told = any(die.reasons and other is not None and other.reasons for die, other in pairs)
    dice = []
    for die, other in pairs:
        is_lone = die.reasons == (Reason.COCKED,) and other is not None and not other.reasons
        dice.append(other if is_lone and other is not None and (die.face in long_faces or is_told) else die)
    of_dice = {reason for die in by_pictures.dice for reason in die.reasons}
    of_all = [reason for reason in by_pictures.reasons if reason not in of_dice]
    return reading_of(dice, of_all, settings.sure_confidence)


def same_die(die: DieReading, reading: DiceReading, settings: AgreeingSettings) -> DieReading | None:
    """The die of another reading that shows this face at this place."""
    near = (
        other
        for other in reading.dice
        if other.face == die.face and math.dist((other.x, other.y), (die.x, die.y)) <= settings.same_place * die.size
    )
    return next(near, None)
