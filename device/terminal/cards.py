"""Number cards in a terminal: keys to lay and take them, and a small map of the grid beside the OLED.

Tab decides whose the arrows and Enter are: the device's, or the table's, where they move a cursor from cell to cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from device.simulator.card_table import CardTable
from games.spine.dialogue import Text, say

if TYPE_CHECKING:
    from device.simulator.acts.card_acts import CardsState

MAP_COLUMNS = 13  # as many as an 80-column terminal leaves beside the OLED

_ARROWS: Mapping[str, tuple[int, int]] = {
    "\x1b[A": (-1, 0),
    "\x1b[B": (1, 0),
    "\x1b[C": (0, 1),
    "\x1b[D": (0, -1),
}
_DICE_KEYS = ("t", "r", "6", "7", "8")  # there are no dice on the table now


class CardKeys:
    """Keeps the cursor and the chosen card; everything else is the table's."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._cursor = (2, 2)
        self._chosen = 0
        self._is_at_table = False
        self._keys: Mapping[str, Callable[[], object]] = {
            "a": lambda: self._table.discard_drawn(self._take_chosen()),
            "g": self._show_or_hide,
            "f": table.show_colours,
            "0": table.clear_cards,
            "o": table.lay_outside,
            "n": table.lay_apart,
            "u": table.lay_on_top,
            "z": table.lay_two,
            "v": table.move_card,
            "x": table.swap_cards,
            "w": table.take_card,
            "c": table.bump_camera,
        }

    @property
    def _cards(self) -> CardsState | None:
        """The cards at the table; None while dice are played."""
        return self._table.state().cards

    def press(self, key: str) -> bool:
        """Do what a key means for the cards; False if it means nothing to them."""
        cards = self._cards
        if cards is None:
            return False
        if key == "\t":
            self._is_at_table = not self._is_at_table
        elif self._is_at_table and key in _ARROWS:
            self._step(cards, *_ARROWS[key])
        elif self._is_at_table and key in ("\r", "\n"):
            self._lay_or_take(cards)
        elif key in ("1", "2", "3", "4", "5"):
            self._chosen = min(int(key), len(cards.drawn) or 1) - 1
        elif key in self._keys:
            self._keys[key]()
        else:
            return key in _DICE_KEYS
        return True

    def _step(self, cards: CardsState, down: int, right: int) -> None:
        row, col = self._cursor
        last = cards.size - 1
        self._cursor = min(max(row + down, 0), last), min(max(col + right, 0), last)

    def _lay_or_take(self, cards: CardsState) -> None:
        if self._cursor in {(cell.row, cell.col) for cell in cards.cells if cell.has_card}:
            self._table.take(*self._cursor)
        else:
            self._table.lay_drawn(*self._cursor, self._take_chosen())

    def _take_chosen(self) -> int:
        """The chosen card; the next choice begins with the first one again."""
        chosen, self._chosen = self._chosen, 0
        return chosen

    def _show_or_hide(self) -> None:
        cards = self._cards
        if cards is not None:
            self._table.show_drawn(not cards.is_hand_shown)

    # --- to look at ---

    def help_keys(self) -> tuple[str, ...]:
        """The texts that say which keys there are now; none while dice are played."""
        parts = ("table", "more", "mischief")
        return tuple(f"terminal.cards.{part}" for part in parts) if self._cards is not None else ()

    def status(self, tell: Callable[[Text], str]) -> str:
        """Whose the arrows are, where the cursor is and which card is laid next, in one line."""
        cards = self._cards
        if cards is None:
            return ""
        row, col = self._cursor
        parts = [tell(say("terminal.cards.at_table" if self._is_at_table else "terminal.cards.at_device"))]
        parts.append(tell(say("terminal.cards.cell", row=row + 1, col=col + 1)))
        return " · ".join([*parts, *(line.strip() for line in self._drawn(cards, tell)[self._chosen :][:1])])

    def map(self, tell: Callable[[Text], str]) -> list[str]:
        """The open cards and the grid in a few short lines; the cursor and the chosen card have an arrow."""
        cards = self._cards
        if cards is None:
            return []
        taken = {(cell.row, cell.col) for cell in cards.cells if cell.has_card}
        rows = [
            "".join(
                ("▸" if (row, col) == self._cursor else " ") + ("■" if (row, col) in taken else "·")
                for col in range(cards.size)
            )
            for row in range(cards.size)
        ]
        drawn = self._drawn(cards, tell)
        marked = [("▸" if number == self._chosen else " ") + line for number, line in enumerate(drawn)]
        return [line[:MAP_COLUMNS] for line in ("", *rows, "", *marked, tell(say("page.deck", n=cards.deck)))]

    def _drawn(self, cards: CardsState, tell: Callable[[Text], str]) -> list[str]:
        return [f"{card.value} {tell(say(f'page.colour.{card.colour}'))}" for card in cards.drawn]
