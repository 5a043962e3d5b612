"""Cards of answers that were undone, which may still lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place
from games.spine.dialogue import Answer, Laid

TakenBackCards: TypeAlias = tuple[tuple[Place, NumberCard], ...]  # the newest first


def cards_taken_back(undone: Sequence[Answer], size: int) -> TakenBackCards:
    """The cards of answers that were undone, which may still lie on the table: those laid last first."""
    shows = [answer.cards for answer in undone if isinstance(answer, Laid)]
    cards: list[tuple[Place, NumberCard]] = []
    for newer, older in pairwise([*shows, ()]):
        new = (card for card in newer if card not in older and card.row < size)
        cards += ((Place(card.row, card.col), NumberCard(card.value, card.colour)) for card in new)
    return tuple(cards)
