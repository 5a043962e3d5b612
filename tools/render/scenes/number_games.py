"""Games with number cards from the first card to the last: the same deck, table, lamp and camera in every picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tools.render.numbers.cards import Deck, any_deck
from tools.render.numbers.layouts import LaidCard, grid_of
from tools.render.numbers.litter import Thing, chips_and_markers, litter_beside
from tools.render.numbers.tables import Photograph, Shot, photograph
from tools.render.scenes.numbers import evening_shot, quiet_shot

Generator = np.random.Generator
SIDE = 5
FILL = 0.66  # of the picture's shorter side: chips and other things lie about

LIGHTS: dict[str, Callable[[Generator], Shot]] = {
    "usual": lambda rng: quiet_shot(rng, fill=FILL),
    "warm": lambda rng: quiet_shot(rng, fill=FILL, kelvin=float(rng.uniform(2700, 3200))),
    "evening": evening_shot,
    "dim": lambda rng: quiet_shot(rng, fill=FILL, exposure=float(rng.uniform(0.12, 0.25)), noise=0.02),
    "bright": lambda rng: quiet_shot(rng, fill=FILL, exposure=float(rng.uniform(1.0, 1.2))),
}


@dataclass(frozen=True, slots=True)
class NumberGame:
    """A game on a littered table."""

    deck: Deck
    cards: list[LaidCard]  # in the order in which they are laid
    things: list[Thing]
    shot: Shot
    table: int

    def after(self, count: int) -> Photograph:
        """The table after so many cards; the newest is the last one of the picture."""
        rng = np.random.default_rng(self.table)
        return photograph(rng, self.deck, self.cards[:count], self.shot, things=self.things, aimed_at=self.cards)


def number_game(light: str, seed: int) -> NumberGame:
    """A game with a deck that no reader has seen."""
    rng = np.random.default_rng((seed, list(LIGHTS).index(light)))
    deck = any_deck(rng, kept_back=True)
    cards = in_order(rng, grid_of(rng, deck, SIDE, SIDE, SIDE * SIDE, loose=0.025))
    things = [*chips_and_markers(rng, deck, cards), *litter_beside(rng, deck, cards)]
    shot, table = LIGHTS[light](rng), int(rng.integers(2**31))
    return NumberGame(deck, cards, things, shot, table)


def in_order(rng: Generator, cards: list[LaidCard]) -> list[LaidCard]:
    """The cards of a grid in an order in which a player may lay them: each beside another one."""
    left = sorted(cards, key=lambda card: (card.row, card.col))
    laid = [left.pop(len(left) // 2)]
    while left:
        beside = [
            card for card in left if any(abs(card.row - other.row) + abs(card.col - other.col) == 1 for other in laid)
        ]
        laid.append(beside[rng.integers(len(beside))])
        left.remove(laid[-1])
    return laid
