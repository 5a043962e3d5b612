"""Reading number cards: find digits, name them, fit the grid, judge all colours together, doubt."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.calibration import Calibration, measured
from vision.frame import Frame
from vision.light import judge_light
from vision.number_cards import FoundCard, FoundCards, find_cards
from vision.number_colours import colour_shares
from vision.number_finding import Debug
from vision.number_profile import NumberProfile
from vision.number_samples import paint_samples
from vision.reading import NumberReading, NumbersReading, Reason, Status

LARGEST_GRID = 6


@dataclass(frozen=True, slots=True)
class NumberDoubt:
    """Where doubt begins. Measured on tools/scenes/numbers.py."""

    sure_confidence: float = 0.97
    sure_together: float = 0.9  # confidence that all cards of a full grid are right, each taken for itself
    doubtful_confidence: float = 0.5  # at most, for a card with any reason to doubt
    clear_heat: float = 0.5  # a digit that the finder saw less clearly counts less
    least_other: float = 0.002  # less likely pairs of digit and colour are not worth naming
    most_others: int = 4


def read_numbers(
    frame: Frame,
    profile: NumberProfile,
    size: int | None = None,
    debug: Debug | None = None,
    calibration: Calibration | None = None,
) -> NumbersReading:
    """Read all number cards in the picture; `size` is how many rows and columns the grid has at most."""
    doubt, calibration = NumberDoubt(), calibration or measured("numbers")
    light = judge_light(frame)
    found = find_cards(frame.pixels, debug)
    if not found.cards:
        return NumbersReading(Status.UNREADABLE, reasons=light or nothing_reasons(found))
    colours = colour_shares(paint_samples([card.cut for card in found.cards]), profile)
    names = [colour.name for colour in profile.colours]
    cards = tuple(
        card_reading(card, dict(zip(names, map(float, shares), strict=True)), calibration, doubt)
        for card, shares in zip(found.cards, colours, strict=True)
    )
    reasons = dict.fromkeys([*light, *table_reasons(found, size), *(why for card in cards for why in card.reasons)])
    if math.prod(card.confidence for card in cards) < doubt.sure_together:
        reasons[Reason.UNCLEAR] = None
    return NumbersReading(Status.UNSURE if reasons else Status.SURE, cards, tuple(reasons))


def nothing_reasons(found: FoundCards) -> tuple[Reason, ...]:
    """Why there is no card to read."""
    return (Reason.COVERED,) if found.is_hidden else (Reason.NOTHING,)


def table_reasons(found: FoundCards, size: int | None) -> list[Reason]:
    """What is doubtful about the cards together."""
    most = size or LARGEST_GRID
    reasons = []
    if found.is_hidden or found.is_crowded:
        reasons.append(Reason.COVERED)
    if found.has_strays:
        reasons.append(Reason.UNCLEAR)
    if max(found.rows, found.cols) > most:
        reasons.append(Reason.TOO_MANY)
    return reasons


def card_reading(
    card: FoundCard, colours: dict[str, float], calibration: Calibration, doubt: NumberDoubt
) -> NumberReading:
    """Digit and colour of one card, with the likeliest other pairs."""
    pairs = sorted(
        (
            ((digit, colour), share * tint)
            for digit, share in enumerate(card.digits, start=1)
            for colour, tint in colours.items()
        ),
        key=lambda pair: -pair[1],
    )
    (digit, colour), score = pairs[0]
    confidence = calibration.confidence(score * min(1.0, 0.5 + card.place.heat / (2 * doubt.clear_heat)))
    reasons: tuple[Reason, ...] = ()
    if confidence < doubt.sure_confidence:
        reasons = (Reason.UNCLEAR,)
    others = tuple(pair for pair in pairs[1 : 1 + doubt.most_others] if pair[1] >= doubt.least_other)
    row, col = card.cell
    place = card.place
    return NumberReading(row, col, digit, colour, place.x, place.y, confidence, others, place.height, reasons)
