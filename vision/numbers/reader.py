"""Reading number cards: find digits, name them, fit the grid, judge all colours together, doubt."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.base.calibration import Calibration, measured
from vision.base.frame import Frame
from vision.base.reading import NumberReading, NumbersReading, Reason, Status
from vision.numbers.cards import FoundCard, FoundCards, find_cards
from vision.numbers.colours import colour_shares
from vision.numbers.finding import Debug
from vision.numbers.grid import LARGEST_GRID
from vision.numbers.known import KnownCard, told_colours
from vision.numbers.profile import NumberProfile
from vision.numbers.samples import paint_samples
from vision.table.light import judge_light

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NumberDoubt:
    """Where doubt begins. Measured on tools/render/scenes/numbers.py."""

    sure_confidence: float = 0.97
    # Also asked of the score itself, since few cards have one between: of 17 wrong cards on 54 tables one had more.
    sure_score: float = 0.9
    unsure_confidence: float = 0.94  # at most, for cards with a lower one
    sure_together: float = 0.9  # confidence that all cards of a full grid are right, each taken for itself
    doubtful_confidence: float = 0.5  # at most, for cards named alike, or chips or print by what is around
    least_colour: float = 0.05  # of all colours together: what fits them less is a chip or the like, not a card
    clear_digit: float = 0.9  # such a one makes a card even if its paint fits no colour
    twice: float = 0.05  # how much less likely a card becomes because another one surely is the same
    least_other: float = 0.002  # less likely pairs of digit and colour are not worth naming
    most_others: int = 4


def read_numbers(
    frame: Frame,
    profile: NumberProfile,
    size: int | None = None,
    debug: Debug | None = None,
    calibration: Calibration | None = None,
    known: Sequence[KnownCard] = (),
) -> NumbersReading:
    """Read all number cards in the picture; `size` is how many rows and columns the grid has at most.

    `known` are cards that lie there for certain: a doubtful colour is held against theirs. What the picture itself
    tells surely stays as it is.
    """
    doubt, calibration = NumberDoubt(), calibration or measured("numbers")
    light = judge_light(frame)
    found = find_cards(frame.pixels, debug, size=size or LARGEST_GRID)
    if not found.cards:
        return NumbersReading(Status.UNREADABLE, reasons=light or nothing_reasons(found))
    found, colours = coloured(found, profile, doubt)
    digits = np.array([card.digits for card in found.cards])
    colours = compared(found, colours, known, profile, doubt)
    names = [(digit, colour.name) for digit in range(1, digits.shape[1] + 1) for colour in profile.colours]
    pairs = each_once((digits[:, :, None] * colours[:, None, :]).reshape(len(digits), -1), doubt)
    cards = tuple(
        card_reading(card, names, shares, calibration, doubt, found.may_be_none(card))
        for card, shares in zip(found.cards, pairs, strict=True)
    )
    cards = doubting_twins(cards, doubt)
    reasons = dict.fromkeys([*light, *table_reasons(found, size), *(why for card in cards for why in card.reasons)])
    if math.prod(card.confidence for card in cards) < doubt.sure_together:
        reasons[Reason.UNCLEAR] = None
    return NumbersReading(Status.UNSURE if reasons else Status.SURE, cards, tuple(reasons))


def coloured(found: FoundCards, profile: NumberProfile, doubt: NumberDoubt) -> tuple[FoundCards, Shares]:
    """The cards without chips and the like, and (cards, colours) how likely each has each colour.

    What fits no colour has no say in the others'. It stays as a doubtful card if it is as large as a card and its digit
    is clear and as high as those of the others.
    """
    colours = colour_shares(paint_samples([card.paint for card in found.cards]), profile)
    fits = colours.sum(axis=1) >= doubt.least_colour
    if fits.all() or not fits.any():
        return found, colours
    colours[fits] = colour_shares(
        paint_samples([card.paint for card, is_ours in zip(found.cards, fits, strict=True) if is_ours]), profile
    )
    is_clear = [card.is_usual and not card.is_small and max(card.digits) >= doubt.clear_digit for card in found.cards]
    is_card = fits | np.array(is_clear)
    return found.only(is_card.tolist()), colours[is_card]


def compared(
    found: FoundCards, colours: Shares, known: Sequence[KnownCard], profile: NumberProfile, doubt: NumberDoubt
) -> Shares:
    """The same shares; those of doubtful colours as they are beside the cards whose colours are known."""
    is_doubtful = colours.max(axis=1) < doubt.sure_score
    if not known or not is_doubtful.any():
        return colours
    told = told_colours(known, found.cards, colours, profile)
    if all(colour is None for colour in told):
        return colours
    beside = colour_shares(paint_samples([card.paint for card in found.cards]), profile, told=told)
    return np.where(is_doubtful[:, None], beside, colours)


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


def each_once(shares: Shares, doubt: NumberDoubt) -> Shares:
    """(cards, pairs): how likely each card is each pair of digit and colour, knowing that a deck has every pair once.

    What another card surely is, this one hardly can be; two cards that look the same are both doubtful.
    """
    taken = np.log1p(-np.minimum(shares, 1 - doubt.twice))
    free = np.exp(np.maximum(taken.sum(axis=0) - taken, math.log(doubt.twice)))
    weights = shares * free
    neither = 1 - shares.sum(axis=1, keepdims=True)
    return np.asarray(weights / (weights.sum(axis=1, keepdims=True) + neither + 1e-9), np.float64)


def doubting_twins(cards: tuple[NumberReading, ...], doubt: NumberDoubt) -> tuple[NumberReading, ...]:
    """The same cards; those that were given the same digit and colour are doubted, whatever they look like."""
    count = Counter(card.value for card in cards)
    return tuple(
        replace(card, confidence=min(card.confidence, doubt.doubtful_confidence), reasons=(Reason.UNCLEAR,))
        if count[card.value] > 1
        else card
        for card in cards
    )


def card_reading(
    card: FoundCard,
    names: Sequence[tuple[int, str]],
    shares: Shares,
    calibration: Calibration,
    doubt: NumberDoubt,
    may_be_none: bool,
) -> NumberReading:
    """Digit and colour of one card, with the likeliest other pairs; `shares` are those of the pairs in `names`.

    It `may_be_none` by what is seen around it: a chip, or a digit printed on the cloth.
    """
    pairs = [(names[number], float(shares[number])) for number in np.argsort(-shares)[: 1 + doubt.most_others]]
    (digit, colour), score = pairs[0]
    confidence = calibration.confidence(score)
    reasons: tuple[Reason, ...] = ()
    if may_be_none:
        confidence = min(confidence, doubt.doubtful_confidence)
    if score < doubt.sure_score:
        confidence = min(confidence, doubt.unsure_confidence)
    if confidence < doubt.sure_confidence:
        reasons = (Reason.UNCLEAR,)
    others = tuple(pair for pair in pairs[1:] if pair[1] >= doubt.least_other)
    row, col = card.cell
    place = card.place
    return NumberReading(row, col, digit, colour, place.x, place.y, confidence, others, place.height, reasons)
