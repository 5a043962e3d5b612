"""What is known of cards that lie there: somebody confirmed them, so under this lamp their colours are a measure.

Nothing is remembered here. Whoever asks says which cards lie where, and they are found again by their digits in any
picture of the same table: in the first one after the power was cut as well as in the next one of an evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.numbers.cards import FoundCard
from vision.numbers.profile import NumberProfile

Floats = NDArray[np.float64]
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that lies on the table by what was confirmed; row and column are those of the whole grid."""

    row: int
    col: int
    digit: int
    colour: str


@dataclass(frozen=True, slots=True)
class KnownSettings:
    """When a card in the picture counts as one that is known."""

    clear_digit: float = 0.9  # its digit's share
    most_others: float = 0.2  # of the known cards in the picture that may show another digit than they should
    contradicted: float = 0.9  # a share of another colour from which the picture itself speaks against what is known


def told_colours(
    known: Sequence[KnownCard],
    cards: Sequence[FoundCard],
    shares: Floats,
    profile: NumberProfile,
    settings: KnownSettings | None = None,
) -> list[int | None]:
    """Each card's colour as a number in the profile where it is known; `shares` (cards, colours) are the picture's own.

    What the picture surely sees otherwise is not known: somebody may have exchanged it, or named it wrongly.
    """
    settings = settings or KnownSettings()
    colours = [colour.name for colour in profile.colours]
    there = {(card.row, card.col): card for card in known if card.colour in colours}
    told: list[int | None] = [None] * len(cards)
    way = shift_to(there, cards, settings)
    if way is None:
        return told
    for number, card in enumerate(cards):
        same = there.get((card.cell[0] + way[0], card.cell[1] + way[1]))
        if same is None or clear_digit(card, settings) != same.digit:
            continue
        colour = colours.index(same.colour)
        if np.delete(shares[number], colour).max(initial=0.0) < settings.contradicted:
            told[number] = colour
    return told


def shift_to(there: dict[Cell, KnownCard], cards: Sequence[FoundCard], settings: KnownSettings) -> Cell | None:
    """How many rows and columns the picture's cells must be moved to be those of the grid; None if that is open."""
    seen = {card.cell: clear_digit(card, settings) for card in cards}
    counts: dict[Cell, list[int]] = {}
    for cell, digit in seen.items():
        for place, card in there.items():
            way = (place[0] - cell[0], place[1] - cell[1])
            same, other = counts.setdefault(way, [0, 0])
            counts[way] = [same + (digit == card.digit), other + (digit not in (card.digit, None))]
    ranked = sorted(counts.items(), key=lambda each: -each[1][0])
    if not ranked or ranked[0][1][0] == 0 or (len(ranked) > 1 and ranked[1][1][0] == ranked[0][1][0]):
        return None
    way, (same, other) = ranked[0]
    return way if other <= settings.most_others * (same + other) else None


def clear_digit(card: FoundCard, settings: KnownSettings) -> int | None:
    """The digit a card surely shows."""
    best = int(np.argmax(card.digits))
    return best + 1 if card.digits[best] >= settings.clear_digit else None
