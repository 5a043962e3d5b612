"""Number cards at the simulated table: the deck, the open cards in the player's hand, and what lies in the grid.

Cells are (row, col) of a grid around the middle of the table: row 0 is the far one, col 0 the left one. Cells beyond
the grid exist too, for cards that are laid wrongly; the row below it is for a hand that is laid open.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeAlias

from device.simulator.render.card_faces import PAINTS
from device.simulator.render.scene import CameraPose, TableCard

__all__ = ["CARD_CAMERA", "Cell", "LaidCards", "NumberCard", "TableCard", "cell_middle", "laid_by_hand"]

Cell: TypeAlias = tuple[int, int]

VALUES = (1, 2, 3, 4, 5, 6)
LARGEST_GRID = 6
STEP_MM = (49.0, 66.0)  # from card to card, across and down: a finger's breadth between them
# So high that six rows and a row of open cards below them are in the picture.
CARD_CAMERA = CameraPose(height_mm=700.0, tilt_degrees=8.0, target_mm=(0.0, -33.0))
_ASTRAY_MM = 1.5  # how far a card lies from the middle of its cell, at most
_USUAL_TURN, _MOST_TURN = math.radians(1.2), math.radians(3.0)
_SLOPPY_MM, _SLOPPY_TURN = (7.0, 11.0), math.radians(7.0)  # a card laid on another one


class NumberCard(NamedTuple):
    """What is printed on a card."""

    value: int
    colour: str


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card on the table, from the moment when a hand lays it until one takes it."""

    cell: Cell
    card: TableCard
    since: float
    until: float = math.inf

    @property
    def printed(self) -> NumberCard:
        return NumberCard(self.card.value, self.card.colour)


def cell_middle(size: int, cell: Cell) -> tuple[float, float]:
    """The middle of a cell on the table, in millimetres."""
    middle = (size - 1) / 2
    return (cell[1] - middle) * STEP_MM[0], (middle - cell[0]) * STEP_MM[1]


def laid_by_hand(card: NumberCard, x: float, y: float, rng: Random, is_sloppy: bool = False) -> TableCard:
    """A card at a place as hands lay cards: a little beside it, a little turned."""
    by_x, by_y = rng.uniform(-_ASTRAY_MM, _ASTRAY_MM), rng.uniform(-_ASTRAY_MM, _ASTRAY_MM)
    turn = max(-_MOST_TURN, min(_MOST_TURN, rng.gauss(0.0, _USUAL_TURN)))
    if is_sloppy:
        by_x, by_y = rng.choice((-1, 1)) * rng.uniform(*_SLOPPY_MM), rng.choice((-1, 1)) * rng.uniform(*_SLOPPY_MM)
        turn += rng.choice((-1, 1)) * _SLOPPY_TURN
    return TableCard(card.value, card.colour, x + by_x, y + by_y, turn)


class LaidCards:
    """All cards of one game. Not safe for threads; the table that owns it is. Times are by the table's clock."""

    def __init__(
        self,
        size: int,
        rng: Random,
        values: Sequence[int] = VALUES,
        colours: int = len(PAINTS),
        hand: int = 1,
        lying: Mapping[Cell, NumberCard] | None = None,
        gone: Iterable[NumberCard] = (),
        held: Sequence[NumberCard] = (),
        discards: int = 0,
    ) -> None:
        """Take the cards of these values in so many colours. `lying` ones lie already, `gone` ones were thrown away,
        `held` ones are open already, and `discards` more may be thrown away."""
        self.size = size
        self.hand_size = hand
        self.discards = discards
        self.open = list(held)  # turned up, in the player's hand or in a row below the grid
        self.is_hand_shown = False
        self._rng = rng
        self._away = (0.0, 0.0)  # how far the cards were pushed together
        self._lying: list[_Lying] = []  # from the lowest to the one on top
        lying = lying or {}
        for cell, card in lying.items():
            self._put(card, cell, -math.inf)
        used = {*lying.values(), *gone, *held}
        self._box = self._chosen(values, colours, {card.colour for card in used})
        self.deck = [card for card in self._box if card not in used]
        rng.shuffle(self.deck)
        self._turn_up(-math.inf)

    def _chosen(self, values: Sequence[int], colours: int, known: set[str]) -> list[NumberCard]:
        """The cards of the game: which colours is the player's choice, but for those that are known already."""
        free = [colour for colour in PAINTS if colour not in known]
        chosen = {*known, *self._rng.sample(free, max(0, min(colours - len(known), len(free))))}
        return [NumberCard(value, colour) for colour in PAINTS if colour in chosen for value in values]

    # --- to look at ---

    def at(self, cell: Cell) -> NumberCard | None:
        """The topmost card in a cell, or one on its way there."""
        found = self._top(cell)
        return found.printed if found else None

    def cards(self) -> dict[Cell, NumberCard]:
        """What lies where, a hand laid open included; the topmost where cards lie on one another."""
        return {laid.cell: laid.printed for laid in self._lying if laid.until == math.inf}

    def in_grid(self) -> dict[Cell, NumberCard]:
        """What lies where within the grid."""
        return {cell: card for cell, card in self.cards().items() if self.is_inside(cell)}

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell on the table, in millimetres, where the cards are now."""
        x, y = cell_middle(self.size, cell)
        return x + self._away[0], y + self._away[1]

    @property
    def away(self) -> tuple[float, float]:
        """How far the cards were pushed together, in millimetres."""
        return self._away

    def is_inside(self, cell: Cell) -> bool:
        """Whether a cell belongs to the grid."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def seen_at(self, seconds: float) -> tuple[TableCard, ...]:
        """The cards a picture taken at that moment shows, the lowest first."""
        return tuple(laid.card for laid in self._lying if laid.since <= seconds < laid.until)

    # --- to do ---

    def lay(self, card: NumberCard, cell: Cell, at: float) -> None:
        """Lay this card, wherever it comes from: the hand, the deck, or another box."""
        self._put(card, cell, at)
        for place in (self.open, self.deck):
            if card in place:
                place.remove(card)
                break
        self._turn_up(at)

    def take(self, cell: Cell, at: float) -> bool:
        """Take the topmost card of a cell into the hand, to be the next one laid; False if there is none."""
        found = self._lift(cell, at)
        if found is None:
            return False
        if found.printed in self._box:
            self.open.insert(0, found.printed)
            while len(self.open) > self.hand_size:
                self.deck.append(self.open.pop())
        self._show_open(at)
        return True

    def throw_away(self, number: int, at: float) -> bool:
        """Put an open card aside for good; False if there is none, or no more may be thrown away."""
        if not (0 <= number < len(self.open) and self.discards):
            return False
        del self.open[number]
        self.discards -= 1
        self._turn_up(at)
        return True

    def move(self, cell: Cell, to: Cell, at: float) -> bool:
        """Push a card to another cell; False if there is none."""
        found = self._lift(cell, at)
        if found is None:
            return False
        self._put(found.printed, to, at)
        return True

    def swap(self, cell: Cell, other: Cell, at: float) -> bool:
        """Exchange two cards; False if one is missing."""
        if cell == other or self._top(cell) is None or self._top(other) is None:
            return False
        pair = [(self._lift(cell, at), other), (self._lift(other, at), cell)]
        for lifted, to in pair:
            if lifted is not None:
                self._put(lifted.printed, to, at)
        return True

    def push(self, by_x: float, by_y: float) -> None:
        """Let all cards slide that far, each with a little twist of its own; later ones are laid beside them."""
        self._away = self._away[0] + by_x, self._away[1] + by_y
        self._lying = [replace(laid, card=self._pushed(laid.card, by_x, by_y)) for laid in self._lying]

    def _pushed(self, card: TableCard, by_x: float, by_y: float) -> TableCard:
        astray, rng = _ASTRAY_MM / 4, self._rng
        x, y = card.x + by_x + rng.uniform(-astray, astray), card.y + by_y + rng.uniform(-astray, astray)
        return replace(card, x=x, y=y, turn=card.turn + rng.gauss(0.0, _USUAL_TURN / 4))

    def show_open(self, is_shown: bool, at: float) -> None:
        """Lay the open cards in a row below the grid, or take that row back into the hand."""
        self.is_hand_shown = is_shown
        self._show_open(at)

    def hold(self, cards: Sequence[NumberCard]) -> None:
        """Have exactly these cards open; those that were go back under the deck."""
        self.deck = [card for card in (*self.open, *self.deck) if card not in cards]
        self.open = list(cards)

    def clear(self, at: float) -> None:
        """Take all cards off the table, shuffle, and turn up anew."""
        for cell in list(self.cards()):
            while self._lift(cell, at):
                pass
        self.deck, self.open = list(self._box), []
        self._rng.shuffle(self.deck)
        self._turn_up(at)

    # --- inside ---

    def _put(self, card: NumberCard, cell: Cell, at: float) -> None:
        """Lay a card into a cell, carelessly if another one lies there."""
        is_sloppy = self._top(cell) is not None
        self._lying.append(_Lying(cell, laid_by_hand(card, *self.middle(cell), self._rng, is_sloppy), at))

    def _top(self, cell: Cell) -> _Lying | None:
        return next((laid for laid in reversed(self._lying) if laid.cell == cell and laid.until == math.inf), None)

    def _lift(self, cell: Cell, at: float) -> _Lying | None:
        """Take a card off the table at that moment."""
        found = self._top(cell)
        if found is not None:
            self._lying[self._lying.index(found)] = replace(found, until=at)
        return found

    def _turn_up(self, at: float) -> None:
        while self.deck and len(self.open) < self.hand_size:
            self.open.append(self.deck.pop())
        self._show_open(at)

    def _show_open(self, at: float) -> None:
        """Make the row below the grid show the open cards; those that lie there already stay where they are."""
        row = {cell: card for cell, card in self.cards().items() if cell[0] == self.size}
        wanted = self.open if self.is_hand_shown else []
        for cell, card in row.items():
            if card not in wanted:
                self._lift(cell, at)
        kept = {cell: card for cell, card in row.items() if card in wanted}
        places = (cell for col in range(LARGEST_GRID + 2) if (cell := (self.size, col)) not in kept)
        for card in wanted:
            if card not in kept.values():
                self._put(card, next(places), at)
