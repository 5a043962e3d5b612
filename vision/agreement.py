"""Several frames of the same resting table must agree before anything counts as sure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.reading import DiceReading, DieReading, Reason, Status


@dataclass(frozen=True, slots=True)
class AgreementSettings:
    """When frames agree."""

    same_place: float = 0.4  # of a die's edge: a die at rest stays within this from frame to frame
    sure_confidence: float = 0.97
    # Frames of one table share lamp, dice and places, so they are far from independent. Frames
    # that all name the same face only halve the doubt (chosen, not measured); as independent ones they would end it.
    least_frames: int = 3
    doubt_kept: float = 0.5


# These come from noise and can be outvoted by further frames; the others are facts about the table.
PASSING_REASONS = frozenset({Reason.UNCLEAR, Reason.BLURRED, Reason.MOVING})


def agree(readings: Sequence[DiceReading], settings: AgreementSettings | None = None) -> DiceReading:
    """Combine readings of consecutive frames at rest, oldest first; dice are matched by place.

    Frames that agree may make an unsure reading sure; frames that disagree make a sure one unsure. Frames in which
    nothing could be read count as disagreement, unless none could.
    """
    settings = settings or AgreementSettings()
    if not readings:
        return DiceReading(Status.UNREADABLE, reasons=(Reason.NO_PICTURE,))
    latest = readings[-1]
    if len(readings) == 1 or all(reading.status is Status.UNREADABLE for reading in readings):
        return latest
    fullest = usual_reading(readings)
    dice = []
    for die in fullest.dice:
        seen = [same_die(die, reading, settings) for reading in readings]
        dice.append(combined([other for other in seen if other is not None], len(readings), settings))
    counts_differ = len({len(reading.dice) for reading in readings}) > 1
    reasons = dict.fromkeys(reason for reading in readings for reason in reading.reasons)
    lasting = [reason for reason in reasons if reason not in PASSING_REASONS]
    is_clear = all(die.confidence >= settings.sure_confidence and not die.reasons for die in dice)
    all_sure = all(reading.status is Status.SURE for reading in readings)
    if is_clear and not counts_differ and not lasting and (all_sure or len(readings) >= settings.least_frames):
        return DiceReading(Status.SURE, tuple(dice))
    return DiceReading(Status.UNSURE, tuple(dice), tuple(reasons) or (Reason.UNCLEAR,))


def usual_reading(readings: Sequence[DiceReading]) -> DiceReading:
    """The newest reading with the most usual number of dice."""
    usual = Counter(len(reading.dice) for reading in readings if reading.dice).most_common(1)[0][0]
    return next(reading for reading in reversed(readings) if len(reading.dice) == usual)


def same_die(die: DieReading, reading: DiceReading, settings: AgreementSettings) -> DieReading | None:
    """The die at the same place in another reading."""
    near = [
        (math.dist((die.x, die.y), (other.x, other.y)), number)
        for number, other in enumerate(reading.dice)
        if math.dist((die.x, die.y), (other.x, other.y)) <= settings.same_place * max(die.size, 1.0)
    ]
    return reading.dice[min(near)[1]] if near else None


def combined(seen: Sequence[DieReading], frames: int, settings: AgreementSettings) -> DieReading:
    """One die from its sightings: the shares of all faces are averaged, and full agreement takes away some doubt."""
    shares: defaultdict[str, float] = defaultdict(float)
    for die in seen:
        shares[die.face] += die.confidence / frames
        for name, share in die.others:
            shares[name] += share / frames
    ranked = sorted(shares.items(), key=lambda pair: -pair[1])
    face, confidence = ranked[0]
    newest = next(die for die in reversed(seen))
    reasons = dict.fromkeys(reason for die in seen for reason in die.reasons)
    is_agreed = len(seen) == frames and all(die.face == face for die in seen)
    if not is_agreed:
        reasons[Reason.UNCLEAR] = None
    elif frames >= settings.least_frames and not reasons:
        confidence = 1 - settings.doubt_kept * (1 - min(1.0, confidence))
    return replace(
        newest,
        face=face,
        confidence=min(1.0, confidence),
        others=tuple((name, round(share, 4)) for name, share in ranked[1:4]),
        reasons=tuple(reasons),
    )
