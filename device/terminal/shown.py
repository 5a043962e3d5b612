"""Cards with names in a terminal: keys to lay one under the camera, and the hand as a list beside the OLED."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from device.terminal.cards import MAP_COLUMNS
from games.spine.dialogue import Text, say

if TYPE_CHECKING:
    from device.simulator.acts.shown_cards import ShownState
    from device.simulator.acts.table import TableState

MAP_ROWS = 14


class ShownTable(Protocol):
    """What can be done with named cards at a simulated table."""

    def show_card(self, number: int) -> bool: ...
    def take_shown(self) -> bool: ...
    def show_stranger(self) -> bool: ...
    def state(self) -> TableState: ...


class TableKeys(Protocol):
    """Keys for what lies on the table, and what is to be seen of it beside the OLED."""

    def press(self, key: str) -> bool: ...
    def help_keys(self) -> tuple[str, ...]: ...
    def status(self, tell: Callable[[Text], str]) -> str: ...
    def map(self, tell: Callable[[Text], str]) -> list[str]: ...


class ShownKeys:
    """n and v step through the hand, y lays the card, w takes it away."""

    def __init__(self, table: ShownTable) -> None:
        self._table = table
        self._at = 0
        self._number = 0

    @property
    def _hand(self) -> ShownState | None:
        """The cards in the hand; None while there are none. Whoever takes them next begins with the first one."""
        hand = self._table.state().shown
        if hand is None or not hand.names:
            return None
        if hand.hand != self._number:
            self._number, self._at = hand.hand, 0
        return hand

    def press(self, key: str) -> bool:
        """Do what a key means for the cards; False if it means nothing to them."""
        hand = self._hand
        if hand is None:
            return False
        match key:
            case "n":
                self._at = (self._at + 1) % len(hand.names)
            case "v":
                self._at = (self._at - 1) % len(hand.names)
            case "y":
                self._table.show_card(self._at)
            case "w":
                self._table.take_shown()
            case "x":
                self._table.show_stranger()
            case _:
                return key in ("t", "r", "p", "f", *"12345678")  # there are no dice on the table now
        return True

    def help_keys(self) -> tuple[str, ...]:
        """The text that says which keys there are now; none while there are no such cards."""
        return ("terminal.shown",) if self._hand is not None else ()

    def status(self, tell: Callable[[Text], str]) -> str:
        """The card that is laid next, in one line."""
        hand = self._hand
        return tell(say("terminal.shown.next", name=hand.names[self._at])) if hand is not None else ""

    def map(self, tell: Callable[[Text], str]) -> list[str]:
        """The hand as a list; an arrow stands before the chosen card."""
        hand = self._hand
        if hand is None:
            return []
        first = max(0, min(self._at - MAP_ROWS // 2, len(hand.names) - MAP_ROWS))
        rows = [("▸" if n == self._at else " ") + name for n, name in enumerate(hand.names)]
        return [row[:MAP_COLUMNS] for row in rows[first : first + MAP_ROWS]]


class EitherKeys:
    """The keys of whichever cards are on the table."""

    def __init__(self, *keys: TableKeys) -> None:
        self._keys = keys

    def press(self, key: str) -> bool:
        return any(keys.press(key) for keys in self._keys)

    def help_keys(self) -> tuple[str, ...]:
        return next((found for keys in self._keys if (found := keys.help_keys())), ())

    def status(self, tell: Callable[[Text], str]) -> str:
        return next((found for keys in self._keys if (found := keys.status(tell))), "")

    def map(self, tell: Callable[[Text], str]) -> list[str]:
        return next((found for keys in self._keys if (found := keys.map(tell))), [])
