"""What a player can do with number cards at the simulated table, the wrong things too."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from device.simulator.acts.beside import Ground
from device.simulator.acts.laid_cards import CARD_CAMERA, Cell, LaidCards, NumberCard
from device.simulator.render.card_faces import PAINTS
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM, CameraPose

_PUSH_MM = (3.0, 7.0)
_HAND_BESIDE_MM = (6.0, -14.0)  # where the fingertips hold a card, from its middle


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a page can click on a cell: the pixel in its middle, and how large a card there is."""

    row: int
    col: int
    x: float
    y: float
    width: float
    height: float
    has_card: bool


@dataclass(frozen=True, slots=True)
class CardsState:
    """The cards as the player sees them, for the page and the terminal. No reader may look at it."""

    size: int
    cells: tuple[CellPlace, ...]  # of the grid, row by row
    drawn: tuple[NumberCard, ...]  # open, ready to be laid
    deck: int  # how many are still face down
    discards: int  # how many may still be thrown away
    is_hand_shown: bool


class CardActs(ABC):
    """The part of the simulated table that has to do with cards."""

    _lock: threading.RLock
    _rng: Random
    _camera: CameraPose
    _projection: Ground
    _cards: LaidCards | None = None  # None while dice are played
    _aside: LaidCards | None = None  # cards that were put away as they lay

    @abstractmethod
    def _reach_to(self, x: float, y: float) -> float:
        """Send a hand to a place on the table; returns the moment when it is there."""

    @abstractmethod
    def _put_dice_away(self) -> None:
        """Take all dice off the table."""

    @abstractmethod
    def _look_from(self, camera: CameraPose) -> None:
        """Put the camera into this pose."""

    # --- the game comes and goes ---

    def set_out(
        self,
        size: int,
        values: Sequence[int] = (1, 2, 3, 4, 5, 6),
        colours: int = 8,
        hand: int = 1,
        lying: Mapping[Cell, tuple[int, str]] | None = None,
        gone: Iterable[tuple[int, str]] = (),
        held: Iterable[tuple[int, str]] = (),
        discards: int = 0,
    ) -> None:
        """Put the dice away, pull the camera up, and take the cards of a game out of the box.

        `hand` is how many cards lie open to choose from, `discards` how many may be thrown away. `lying`, `gone` and
        `held` are the cards of a game that goes on: in the grid, thrown away, and open.
        """
        with self._lock:
            known = {cell: NumberCard(*card) for cell, card in (lying or {}).items()}
            self._put_dice_away()
            thrown, opened = ([NumberCard(*card) for card in cards] for cards in (gone, held))
            self._cards = LaidCards(size, self._rng, values, colours, hand, known, thrown, opened, discards)
            self._look_from(CARD_CAMERA)

    def put_away_cards(self) -> None:
        """Put the cards aside as they lie; the dice are in the player's hand again."""
        with self._lock:
            if self._cards is not None:
                self._aside, self._cards = self._cards, None
                self._look_from(CameraPose())

    def _bring_cards(self) -> None:
        """Play with the cards that were put aside, else with a whole box and a grid of five."""
        if self._cards is None and self._aside is not None:
            self._put_dice_away()
            self._cards = self._aside
            self._look_from(CARD_CAMERA)
        elif self._cards is None:
            self.set_out(5)

    def _out(self) -> LaidCards:
        """The cards on the table; a full deck for a grid of five if none were set out."""
        if self._cards is None:
            self.set_out(5)
        assert self._cards is not None
        return self._cards

    # --- what a player does ---

    def lay(self, value: int, colour: str, row: int, col: int) -> bool:
        """Lay this very card, wherever it comes from; also outside the grid, or on another card."""
        with self._lock:
            cards = self._out()
            cards.lay(NumberCard(value, colour), (row, col), self._reach(cards, (row, col)))
            return True

    def lay_drawn(self, row: int, col: int, number: int = 0) -> bool:
        """Lay one of the open cards; False if there is no such card."""
        with self._lock:
            cards = self._cards
            if cards is None or not 0 <= number < len(cards.open):
                return False
            cards.lay(cards.open[number], (row, col), self._reach(cards, (row, col)))
            return True

    def discard_drawn(self, number: int = 0) -> bool:
        """Put an open card aside for good; False if there is none, or no more may be thrown away."""
        with self._lock:
            cards = self._cards
            return cards is not None and cards.throw_away(number, self._reach(cards, (cards.size, number)))

    def take(self, row: int, col: int) -> bool:
        """Take a card back into the hand, to be the next one laid; False if none lies there."""
        with self._lock:
            cards = self._cards
            if cards is None or cards.at((row, col)) is None:
                return False
            return cards.take((row, col), self._reach(cards, (row, col)))

    def move(self, row: int, col: int, to_row: int, to_col: int) -> bool:
        """Push a card to another cell; False if none lies there."""
        with self._lock:
            cards = self._cards
            if cards is None or cards.at((row, col)) is None:
                return False
            return cards.move((row, col), (to_row, to_col), self._reach(cards, (to_row, to_col)))

    def swap(self, row: int, col: int, to_row: int, to_col: int) -> bool:
        """Exchange two cards; False if one is missing."""
        with self._lock:
            cards = self._cards
            if cards is None or cards.at((row, col)) is None or cards.at((to_row, to_col)) is None:
                return False
            return cards.swap((row, col), (to_row, to_col), self._reach(cards, (to_row, to_col)))

    def show_hand(self, hand: Sequence[tuple[int, str]]) -> None:
        """Lay these cards open in a row below the grid; none takes the row away."""
        with self._lock:
            cards = self._out()
            if hand:
                cards.hold([NumberCard(*card) for card in hand])
            cards.show_open(bool(hand), self._reach(cards, (cards.size, 2)))

    def show_drawn(self, is_shown: bool) -> bool:
        """Lay the open cards in a row below the grid, or take them back into the hand."""
        with self._lock:
            cards = self._cards
            if cards is None or cards.is_hand_shown == is_shown:
                return False
            cards.show_open(is_shown, self._reach(cards, (cards.size, 2)))
            return True

    def clear_cards(self) -> bool:
        """Take all cards off the table and shuffle them; False if there are none at this table."""
        with self._lock:
            cards = self._cards
            if cards is None:
                return False
            cards.clear(self._reach(cards, (cards.size // 2, cards.size // 2)))
            return True

    def show_colours(self) -> None:
        """Lay one card of each colour in two rows, in the order of the box, and nothing else: for teaching them."""
        with self._lock:
            cards = self._out()
            at = self._reach(cards, (cards.size // 2, cards.size // 2))
            cards.clear(at)
            for number, colour in enumerate(PAINTS):
                row, col = divmod(number, 4)
                cards.lay(NumberCard(1 + number % 6, colour), (1 + row, col), at)

    # --- what nobody should do ---

    def lay_outside(self) -> bool:
        """Lay the next card beside the grid, on the side where the cards come nearest to its edge."""
        with self._lock:
            cards = self._cards
            if cards is None:
                return False
            laid = self._laid() or self._free()
            left, right = min(col for _, col in laid), max(col for _, col in laid)
            col, nearest = (-1, left) if left < cards.size - 1 - right else (cards.size, right)
            return self.lay_drawn(self._rng.choice([row for row, at in laid if at == nearest]), col)

    def lay_apart(self) -> bool:
        """Lay the next card where it touches no other one; False if there is no such cell."""
        with self._lock:
            free = [] if self._cards is None else [cell for cell in self._free() if not self._has_neighbour(cell)]
            return bool(free) and self.lay_drawn(*self._rng.choice(free))

    def lay_two(self) -> bool:
        """Lay the next two cards at once; False if there are no two, or no room for them."""
        with self._lock:
            cards = self._cards
            if cards is None or len(cards.open) + len(cards.deck) < 2:
                return False
            free = [cell for cell in self._free() if self._has_neighbour(cell)] or self._free()
            if len(free) < 2:
                return False
            first, second = self._rng.sample(free, 2)
            return self.lay_drawn(*first) and self.lay_drawn(*second)

    def lay_on_top(self) -> bool:
        """Lay the next card carelessly on one that lies there."""
        with self._lock:
            laid = self._laid()
            return bool(laid) and self.lay_drawn(*self._rng.choice(laid))

    def move_card(self) -> bool:
        """Push a card taken at random to a free cell; False if there is none."""
        with self._lock:
            laid, free = self._laid(), self._free()
            return bool(laid and free) and self.move(*self._rng.choice(laid), *self._rng.choice(free))

    def swap_cards(self) -> bool:
        """Exchange two cards taken at random; False if there are no two."""
        with self._lock:
            laid = self._laid()
            if len(laid) < 2:
                return False
            first, second = self._rng.sample(laid, 2)
            return self.swap(*first, *second)

    def take_card(self) -> bool:
        """Take a card at random off the table; False if there is none."""
        with self._lock:
            laid = self._laid()
            return bool(laid) and self.take(*self._rng.choice(laid))

    def _push_cards(self) -> bool:
        """Push all cards some millimetres the same way, each a little differently; False if none lies there."""
        cards = self._cards
        if cards is None or not cards.cards():
            return False
        way, heading = self._rng.uniform(*_PUSH_MM), self._rng.uniform(0.0, 2 * math.pi)
        if math.hypot(*cards.away) > _PUSH_MM[1]:  # back again, so that they never leave the picture
            heading = math.atan2(-cards.away[1], -cards.away[0])
        cards.push(way * math.cos(heading), way * math.sin(heading))
        return True

    def bump_camera(self) -> bool:
        """Knock against the camera: it looks a little elsewhere, a little turned."""
        with self._lock:
            usual = CARD_CAMERA if self._cards is not None else CameraPose()
            far = usual.height_mm / 100.0
            bumped = replace(
                usual,
                heading_degrees=self._rng.choice((-1, 1)) * self._rng.uniform(1.0, 3.0),
                target_mm=(
                    usual.target_mm[0] + self._rng.choice((-1, 1)) * self._rng.uniform(0.5, 1.5) * far,
                    usual.target_mm[1] + self._rng.choice((-1, 1)) * self._rng.uniform(0.5, 1.5) * far,
                ),
            )
            self._look_from(bumped)
            return True

    # --- to look at ---

    def cards(self) -> dict[Cell, tuple[int, str]]:
        """What lies where, by cell. For tests only: nothing that reads the table may be told."""
        with self._lock:
            return dict(self._cards.cards()) if self._cards else {}

    def drawn(self) -> tuple[tuple[int, str], ...]:
        """The open cards in the player's hand."""
        with self._lock:
            return tuple(self._cards.open) if self._cards else ()

    def _cards_state(self) -> CardsState | None:
        cards = self._cards
        if cards is None:
            return None
        cells = self._cell_places(cards)
        return CardsState(cards.size, cells, tuple(cards.open), len(cards.deck), cards.discards, cards.is_hand_shown)

    def _cell_places(self, cards: LaidCards) -> tuple[CellPlace, ...]:
        sides, taken = range(cards.size), cards.in_grid()
        cells = [(row, col) for row in sides for col in sides]
        across, up = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
        edges = np.array([(0, 0, 0), (-across, 0, 0), (across, 0, 0), (0, -up, 0), (0, up, 0)])
        middles = np.array([(*cards.middle(cell), 0.0) for cell in cells])
        pixels = self._projection.project(middles[:, None] + edges)
        widths = np.linalg.norm(pixels[:, 2] - pixels[:, 1], axis=1)
        heights = np.linalg.norm(pixels[:, 4] - pixels[:, 3], axis=1)
        return tuple(
            CellPlace(*cell, float(x), float(y), float(width), float(height), cell in taken)
            for cell, (x, y), width, height in zip(cells, pixels[:, 0], widths, heights, strict=True)
        )

    # --- inside ---

    def _reach(self, cards: LaidCards, cell: Cell) -> float:
        x, y = cards.middle(cell)
        return self._reach_to(x + _HAND_BESIDE_MM[0], y + _HAND_BESIDE_MM[1])

    def _laid(self) -> list[Cell]:
        return list(self._cards.in_grid()) if self._cards else []

    def _free(self) -> list[Cell]:
        if self._cards is None:
            return []
        sides = range(self._cards.size)
        return [(row, col) for row in sides for col in sides if self._cards.at((row, col)) is None]

    def _has_neighbour(self, cell: Cell) -> bool:
        beside = ((cell[0] + down, cell[1] + right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        return self._cards is not None and any(other in self._cards.in_grid() for other in beside)
