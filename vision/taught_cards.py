"""Recognising a taught card: guess from its outline or its points, prove it place by place, doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, measured
from vision.card_lookalikes import confusable_cards, lookalikes_of
from vision.card_outline import find_outlines
from vision.card_places import densest_place
from vision.card_proof import Debug, Match, prove
from vision.card_search import form_of, guess_by_outlines, guess_by_points, look_near, look_wide
from vision.card_strangers import is_clear_stranger
from vision.card_teaching import TaughtCards
from vision.card_verdict import Verdict, judge_match
from vision.frame import Frame
from vision.light import judge_light
from vision.reading import CardReading, Reason, Status

__all__ = ["confusable_cards", "lookalikes_of", "read_card"]

SURE = 0.97  # measured confidence from which nobody is asked
DOUBTED = 0.9  # the most a doubted card is trusted
OUTLINES_TRIED = 2
CLEAR_ENOUGH = 0.5  # score of a card in an outline from which no points are searched
STRANGER_CONFIDENCE = 0.98  # chosen; what is measured is about cards that were named

Judged = tuple[Match, Verdict]


def read_card(
    frame: Frame, taught: TaughtCards, debug: Debug | None = None, *, calibration: Calibration | None = None
) -> CardReading:
    """Name the taught card in the picture; None as the name if it is none of them."""
    calibration = measured("card") if calibration is None else calibration
    judged = find_card(frame.pixels, taught, debug)
    if judged is not None and judged[1].is_named:
        return named_reading(judged, taught, calibration)
    light = judge_light(frame)
    if not light and is_clear_stranger(frame.pixels, taught, debug):
        return CardReading(Status.SURE, None, STRANGER_CONFIDENCE)
    place = densest_place(frame.pixels)
    reason = Reason.NOTHING if place is None and judged is None else Reason.UNCLEAR
    return CardReading(Status.UNSURE if judged is not None else Status.UNREADABLE, None, 0.5, light or (reason,))


def find_card(pixels: NDArray[np.uint8], taught: TaughtCards, debug: Debug | None) -> Judged | None:
    """The taught card that most speaks for: inside an outline, else where detail is densest, else anywhere."""
    if not len(taught):
        return None
    found: list[Judged] = []
    if debug is not None:
        debug("searched", pixels)
    for guess in guess_by_outlines(pixels, find_outlines(pixels, form_of(taught)), taught, OUTLINES_TRIED):
        found += judged_match(prove(pixels, guess, taught, debug), taught)
        if found and found[-1][1].score >= SURE:
            return found[-1]
    if any(verdict.score > CLEAR_ENOUGH for _, verdict in found):
        return best_of(found)
    place = densest_place(pixels)
    for near in [place, None] if place is not None else [None]:
        sight = look_wide(pixels) if near is None else look_near(pixels, near)
        if debug is not None:
            debug("searched", sight.pixels)
        for guess in guess_by_points(sight, taught, 2):
            found += judged_match(prove(pixels, guess, taught, debug), taught)
            if found and found[-1][1].score >= SURE:
                return found[-1]
        if any(verdict.is_named for _, verdict in found):
            break
    return best_of(found)


def judged_match(match: Match | None, taught: TaughtCards) -> list[Judged]:
    """The match with its verdict, if there is one."""
    return [] if match is None else [(match, judge_match(match, taught))]


def best_of(found: list[Judged]) -> Judged | None:
    """The most trusted, and of those the one with the most parts in place."""
    return max(found, key=lambda pair: (pair[1].is_named, pair[1].score, pair[0].parts), default=None)


def named_reading(judged: Judged, taught: TaughtCards, calibration: Calibration) -> CardReading:
    """The reading for a card that is named."""
    match, verdict = judged
    confidence = calibration.confidence(verdict.score)
    is_sure = verdict.score >= SURE and confidence >= SURE
    reasons = () if is_sure else (verdict.reason,)
    confidence = confidence if is_sure else min(confidence, DOUBTED)
    others = () if match.rival is None else ((taught.names[match.rival], round(1 - confidence, 4)),)
    corners = tuple((float(x), float(y)) for x, y in match.corners)
    status = Status.SURE if is_sure else Status.UNSURE
    return CardReading(status, taught.names[match.index], confidence, reasons, corners, others)
