"""Several frames of the same resting table must agree before anything counts as sure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from vision.base.reading import CardReading, Reason, Status


@dataclass(frozen=True, slots=True)
class AgreementSettings:
    """When pieces in several frames count as the same one, and when their value counts as sure."""

    same_place: float = 0.4  # of a piece's size: a piece at rest stays within this from frame to frame
    sure_confidence: float = 0.97
    # Frames of one table share lamp, pieces and places, so they are far from independent. Frames
    # that all name the same value only halve the doubt (chosen, not measured); as independent ones they would end it.
    least_frames: int = 3
    doubt_kept: float = 0.5


# These come from noise and can be outvoted by further frames; the others are facts about the table.
PASSING_REASONS = frozenset({Reason.UNCLEAR, Reason.BLURRED, Reason.MOVING})


class Piece(Protocol):
    """What the readings of one die, one ball and one number card have in common."""

    @property
    def value(self) -> Any: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def size(self) -> float: ...
    @property
    def confidence(self) -> float: ...
    @property
    def others(self) -> tuple[tuple[Any, float], ...]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...
    def named(self, value: Any) -> Any: ...


class Reading(Protocol):
    """What the readings of all dice, all balls and all number cards in a picture have in common."""

    @property
    def status(self) -> Status: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...
    @property
    def pieces(self) -> tuple[Any, ...]: ...
    def judged(self, status: Status, pieces: tuple[Any, ...], reasons: tuple[Reason, ...]) -> Any: ...


AReading = TypeVar("AReading", bound=Reading)


def agree(readings: Sequence[AReading], settings: AgreementSettings | None = None) -> AReading:
    """Combine one or more readings of consecutive frames at rest, oldest first; pieces are matched by place.

    Frames that agree may make an unsure reading sure; frames that disagree make a sure one unsure. Frames in which
    nothing could be read count as disagreement, unless none could.
    """
    settings = settings or AgreementSettings()
    latest = readings[-1]
    if len(readings) == 1 or all(reading.status is Status.UNREADABLE for reading in readings):
        return latest
    pieces = []
    for piece in usual_reading(readings).pieces:
        seen = [same_piece(piece, reading, settings) for reading in readings]
        pieces.append(combined([other for other in seen if other is not None], len(readings), settings))
    counts_differ = len({len(reading.pieces) for reading in readings}) > 1
    reasons = dict.fromkeys(reason for reading in readings for reason in reading.reasons)
    lasting = [reason for reason in reasons if reason not in PASSING_REASONS]
    is_clear = all(piece.confidence >= settings.sure_confidence and not piece.reasons for piece in pieces)
    all_sure = all(reading.status is Status.SURE for reading in readings)
    verdict: AReading
    if is_clear and not counts_differ and not lasting and (all_sure or len(readings) >= settings.least_frames):
        verdict = latest.judged(Status.SURE, tuple(pieces), ())
    else:
        verdict = latest.judged(Status.UNSURE, tuple(pieces), tuple(reasons) or (Reason.UNCLEAR,))
    return verdict


def usual_reading(readings: Sequence[AReading]) -> AReading:
    """The newest reading with the most usual number of pieces."""
    usual = Counter(len(reading.pieces) for reading in readings if reading.pieces).most_common(1)[0][0]
    return next(reading for reading in reversed(readings) if len(reading.pieces) == usual)


def same_piece(piece: Piece, reading: Reading, settings: AgreementSettings) -> Piece | None:
    """The piece at the same place in another reading."""
    near = [
        (math.dist((piece.x, piece.y), (other.x, other.y)), number)
        for number, other in enumerate(reading.pieces)
        if math.dist((piece.x, piece.y), (other.x, other.y)) <= settings.same_place * max(piece.size, 1.0)
    ]
    return reading.pieces[min(near)[1]] if near else None


def combined(seen: Sequence[Piece], frames: int, settings: AgreementSettings) -> Piece:
    """One piece from its sightings: the shares of all values are averaged, full agreement takes away some doubt."""
    shares: defaultdict[Hashable, float] = defaultdict(float)
    for piece in seen:
        shares[piece.value] += piece.confidence / frames
        for value, share in piece.others:
            shares[value] += share / frames
    ranked = sorted(shares.items(), key=lambda pair: -pair[1])
    value, confidence = ranked[0]
    reasons = dict.fromkeys(reason for piece in seen for reason in piece.reasons)
    is_agreed = len(seen) == frames and all(piece.value == value for piece in seen)
    if not is_agreed:
        reasons[Reason.UNCLEAR] = None
    elif frames >= settings.least_frames and not reasons:
        confidence = 1 - settings.doubt_kept * (1 - min(1.0, confidence))
    newest: Piece = replace(
        seen[-1].named(value),
        confidence=min(1.0, confidence),
        others=tuple((other, round(share, 4)) for other, share in ranked[1:4]),
        reasons=tuple(reasons),
    )
    return newest


def agree_on_card(readings: Sequence[CardReading], settings: AgreementSettings | None = None) -> CardReading:
    """Combine one or more readings of the same shown card: one name in all may become sure, two names never."""
    settings = settings or AgreementSettings()
    latest = readings[-1]
    if len(readings) == 1 or all(reading.status is Status.UNREADABLE for reading in readings):
        return latest
    reasons = tuple(dict.fromkeys(reason for reading in readings for reason in reading.reasons)) or (Reason.UNCLEAR,)
    if any(reading.name != latest.name or reading.status is Status.UNREADABLE for reading in readings):
        least = min(reading.confidence for reading in readings)
        return replace(latest, status=Status.UNSURE, confidence=least, reasons=reasons)
    confidence = sum(reading.confidence for reading in readings) / len(readings)
    if len(readings) >= settings.least_frames:
        confidence = 1 - settings.doubt_kept * (1 - min(1.0, confidence))
    is_sure = confidence >= settings.sure_confidence and set(reasons) <= PASSING_REASONS
    all_sure = all(reading.status is Status.SURE for reading in readings)
    if all_sure or (is_sure and len(readings) >= settings.least_frames):
        return replace(latest, status=Status.SURE, confidence=confidence, reasons=())
    return replace(latest, status=Status.UNSURE, confidence=confidence, reasons=reasons)
