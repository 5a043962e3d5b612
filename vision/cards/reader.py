"""Recognising a taught card: guess from its outline or its points, prove it place by place, doubt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.base.calibration import Calibration, measured
from vision.base.frame import Frame
from vision.base.reading import CardReading, Reason, Status
from vision.cards.lookalikes import confusable_cards, lookalikes_of
from vision.cards.matching import outline
from vision.cards.outline import find_outlines
from vision.cards.places import densest_place
from vision.cards.proof import Debug, Match, prove
from vision.cards.search import Sight, form_of, guess_by_outlines, guess_by_points, look_near, look_wide
from vision.cards.strangers import find_whole_card, look_at, strangeness
from vision.cards.teaching import TaughtCards
from vision.cards.verdict import Verdict, judge_match
from vision.table.light import judge_light

__all__ = ["confusable_cards", "lookalikes_of", "read_card"]

SURE = 0.97  # measured confidence from which nobody is asked
DOUBTED = 0.9  # the most a doubted card is trusted
OUTLINES_TRIED = 2
CLEAR_POINTS = 12  # of a taught card, found again on a whole flat one; others: 10 in the middle
MANY_POINTS = 20  # of a card that deserves a proof where another was proven; others: up to 18
SAME_PLACE = 0.05  # of the diagonal
CLEAR_ENOUGH = 0.5  # score of a card in an outline from which no points are searched

Judged = tuple[Match, Verdict]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to."""

    card: Judged | None
    strangeness: float = 0.0  # above 0: a whole card lies there that is none of the taught ones
    is_empty: bool = False  # no place has more detail than the rest


def read_card(
    frame: Frame,
    taught: TaughtCards,
    debug: Debug | None = None,
    *,
    calibration: Calibration | None = None,
    unknown: Calibration | None = None,
) -> CardReading:
    """Name the taught card in the picture; None as the name if it is none of them."""
    found = find_card(frame.pixels, taught, debug)
    if found.card is not None and found.card[1].is_named:
        return named_reading(found.card, taught, measured("card") if calibration is None else calibration)
    light = judge_light(frame)
    if found.strangeness > 0 and not light:
        confidence = (measured("unknown_card") if unknown is None else unknown).confidence(found.strangeness)
        if confidence >= SURE:
            return CardReading(Status.SURE, None, confidence)
    reason = Reason.NOTHING if found.is_empty and found.card is None else Reason.UNCLEAR
    status = Status.UNREADABLE if found.card is None else Status.UNSURE
    return CardReading(status, None, 0.5, light or (reason,))


def find_card(pixels: NDArray[np.uint8], taught: TaughtCards, debug: Debug | None) -> Found:
    """The taught card that most speaks for: inside an outline, else where detail is densest, else anywhere."""
    if not len(taught):
        return Found(None, is_empty=densest_place(pixels) is None)
    if debug is not None:
        debug("searched", pixels)
    outlines = find_outlines(pixels, form_of(taught))
    found: list[Judged] = []
    for guess in guess_by_outlines(pixels, outlines, taught, OUTLINES_TRIED):
        found += judged_match(prove(pixels, guess, taught, debug), taught)
        if found and found[-1][1].score > CLEAR_ENOUGH:
            return Found(found[-1])
    place = densest_place(pixels)
    whole = find_whole_card(pixels, outlines, taught, place, debug)
    if whole is not None:
        if not any(verdict.is_named for _, verdict in found):
            found += judge_points(pixels, look_at(whole), taught, found, debug, CLEAR_POINTS)
        is_named = any(verdict.is_named for _, verdict in found)
        matches = [match for match, _ in found]
        return Found(best_of(found), 0.0 if is_named else strangeness(whole, matches, taught))
    for near in [place, None] if place is not None else [None]:
        sight = look_wide(pixels) if near is None else look_near(pixels, near)
        found += judge_points(pixels, sight, taught, found, debug)
        if any(verdict.is_named for _, verdict in found):
            break
    return Found(best_of(found), is_empty=place is None)


def judge_points(
    pixels: NDArray[np.uint8],
    sight: Sight,
    taught: TaughtCards,
    before: list[Judged],
    debug: Debug | None,
    least: int = 0,
) -> list[Judged]:
    """The taught cards of which at least so many points are found again in one pose, proven; a sure one is enough.

    Where a card was proven before, the same one or one of which few points are found need not be proven again.
    """
    if debug is not None:
        debug("searched", sight.pixels)
    found: list[Judged] = []
    for guess in guess_by_points(sight, taught, 2):
        corners = outline(guess.homography, taught.cards[guess.index].size)
        there = {match.index for match, _ in [*before, *found] if is_same_place(corners, match.corners)}
        if guess.points < least or guess.index in there or (there and guess.points < MANY_POINTS):
            continue
        found += judged_match(prove(pixels, guess, taught, debug), taught)
        if found and found[-1][1].score >= SURE:
            break
    return found


def is_same_place(corners: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether two cards lie in about the same place, in whatever turn."""
    reach = SAME_PLACE * float(np.hypot(*(other[2] - other[0])))
    apart = np.hypot(*(corners[:, np.newaxis] - other).transpose(2, 0, 1)).min(axis=1)
    return bool(np.all(apart < reach))


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
