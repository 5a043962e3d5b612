"""How number cards lie on the table: in a grid, one upon another, with chips beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.numbers.cards import COLOURS, HEIGHT, OTHER_MARKS, Deck, chips_like


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table; lengths in card heights, angles in degrees, in the direction of reading."""

    mark: str
    colour: str
    row: int
    col: int
    x: float
    y: float
    turn: float = 0.0
    size: float = 1.0  # its height


def grid_of(
    rng: np.random.Generator,
    deck: Deck,
    rows: int,
    cols: int,
    count: int,
    loose: float = 0.03,
    other_share: float = 0.0,
) -> list[LaidCard]:
    """Cards as a player lays them: each new one beside another, none twice, every one a little shifted and turned."""
    gap_x, gap_y = rng.uniform(0.0, 0.12, 2)
    free = {(row, col) for row in range(rows) for col in range(cols)}
    first = (rows // 2, cols // 2)
    taken = [first]
    free.discard(first)
    while len(taken) < min(count, rows * cols):
        edge = sorted(
            place for place in free if any(abs(place[0] - row) + abs(place[1] - col) == 1 for row, col in taken)
        )
        place = edge[rng.integers(len(edge))]
        taken.append(place)
        free.discard(place)
    deals = rng.permutation(48)
    cards = []
    for place, deal in zip(sorted(taken), deals, strict=False):
        mark = str(deal % 6 + 1)
        if rng.random() < other_share:
            mark = OTHER_MARKS[rng.integers(len(OTHER_MARKS))]
        x = place[1] * (deck.aspect + gap_x) + rng.normal(0, loose) * deck.aspect
        y = place[0] * (1 + gap_y) + rng.normal(0, loose)
        cards.append(LaidCard(mark, list(COLOURS)[deal // 6], *place, x, y, float(rng.normal(0, 80 * loose))))
    return cards


def strayed(rng: np.random.Generator, card: LaidCard) -> LaidCard:
    """Another card that lies partly on this one."""
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.7)
    x, y = card.x + 0.7 * reach * np.cos(angle), card.y + reach * np.sin(angle)
    return replace(card, mark=str(rng.integers(1, 7)), x=float(x), y=float(y), turn=float(rng.normal(0, 15)))


def chips_beside(rng: np.random.Generator, deck: Deck, cards: Sequence[LaidCard]) -> list[tuple[Deck, LaidCard]]:
    """Number chips left or right of some rows and above or below some columns."""
    chips, size = chips_like(deck, rng), float(rng.uniform(0.3, 0.6))
    left, right = min(card.x for card in cards) - 0.9, max(card.x for card in cards) + 0.9
    top, bottom = min(card.y for card in cards) - 1.0, max(card.y for card in cards) + 1.0
    side, level = (left if rng.random() < 0.5 else right), (top if rng.random() < 0.5 else bottom)
    places = [(side, card.y) for card in cards[:: int(rng.integers(2, 6))]]
    places += [(card.x, level) for card in cards[:: int(rng.integers(2, 6))]]
    return [
        (chips, LaidCard(str(rng.integers(0, 10)), "red", 0, 0, x, y, float(rng.uniform(-30, 30)), size))
        for x, y in places
    ]


def pose(deck: Deck, card: LaidCard) -> NDArray[np.float64]:
    """From a card's picture to the table."""
    turn = np.deg2rad(card.turn)
    size = card.size / HEIGHT
    half = np.array([deck.aspect / 2, 0.5]) * card.size
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.eye(3)
    matrix[:2, :2] = spin * size
    matrix[:2, 2] = np.array([card.x, card.y]) - spin @ half
    return matrix


def corners_of(deck: Deck, card: LaidCard) -> NDArray[np.float64]:
    """A card's four corners on the table."""
    width = HEIGHT * deck.aspect
    flat = np.array([[[0, 0], [width, 0], [width, HEIGHT], [0, HEIGHT]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(flat, pose(deck, card))[0], np.float64)
