"""Cards with names that the player at the simulated table holds and can lay under the camera, one at a time."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from device.simulator.render.scene import CardPrint, ShownCard

_ASTRAY_MM = (25.0, 10.0)  # how far from the middle of the picture a card is laid, at most
_USUAL_TURN = math.radians(6.0)
_HAND_BESIDE_MM = (10.0, -22.0)  # where the fingertips hold a card, from its middle
# From another game: no profile knows it.
STRANGER = CardPrint("Fremde Karte", (("Rot", 3), ("Blau", 5), ("Gold", 1)))


@dataclass(frozen=True, slots=True)
class ShownState:
    """What the player can show, for the page and the terminal. It does not tell which card lies on the table."""

    names: tuple[str, ...]  # none while no card is asked for
    is_lying: bool
    hand: int = 0  # another number for whoever takes the cards next


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card on the table, from the moment when a hand lays it until one takes it."""

    card: ShownCard
    since: float
    until: float = math.inf


class ShownActs(ABC):
    """The part of the simulated table that has to do with cards that have a name."""

    _lock: threading.RLock
    _rng: Random
    _in_hand: tuple[CardPrint, ...] | None = None  # None while another game is played
    _hand_number: int = 0
    _on_table: tuple[_Lying, ...] = ()

    @abstractmethod
    def _reach_to(self, x: float, y: float) -> float:
        """Send a hand to a place on the table; returns the moment when it is there."""

    @abstractmethod
    def _clear_for_shown(self) -> None:
        """Take dice and number cards off the table."""

    def hold_cards(self, cards: Sequence[CardPrint]) -> None:
        """Take these cards into the hand, or none for now; what lay on the table is put away."""
        with self._lock:
            self._clear_for_shown()
            self._on_table = ()
            self._in_hand = tuple(cards)
            self._hand_number += 1

    def put_back_cards(self) -> None:
        """The cards go back into the box: another game comes."""
        with self._lock:
            self._on_table = ()
            self._in_hand = None

    def show_card(self, number: int) -> bool:
        """Lay one of the cards under the camera, in place of one that lies there; False if there is no such card."""
        with self._lock:
            cards = self._in_hand or ()
            if not 0 <= number < len(cards):
                return False
            self._lay(cards[number])
            return True

    def show_stranger(self) -> bool:
        """Lay a card of another game under the camera; False while no card is asked for."""
        with self._lock:
            if not self._in_hand:
                return False
            self._lay(STRANGER)
            return True

    def take_shown(self) -> bool:
        """Take the card from under the camera; False if none lies there."""
        with self._lock:
            lying = self._now_lying()
            if lying is None:
                return False
            at = self._reach_beside(lying.card.x, lying.card.y)
            self._on_table = (replace(lying, until=at),)
            return True

    def shown(self) -> str | None:
        """The name of the card that lies there. For tests only: nothing that reads the table may be told."""
        with self._lock:
            lying = self._now_lying()
            return lying.card.front.name if lying else None

    def _lay(self, front: CardPrint) -> None:
        x, y = self._rng.uniform(-_ASTRAY_MM[0], _ASTRAY_MM[0]), self._rng.uniform(-_ASTRAY_MM[1], _ASTRAY_MM[1])
        at = self._reach_beside(x, y)
        before = self._now_lying()
        gone = (replace(before, until=at),) if before else ()
        self._on_table = (*gone, _Lying(ShownCard(front, x, y, self._rng.gauss(0.0, _USUAL_TURN)), at))

    def _reach_beside(self, x: float, y: float) -> float:
        return self._reach_to(x + _HAND_BESIDE_MM[0], y + _HAND_BESIDE_MM[1])

    def _now_lying(self) -> _Lying | None:
        return next((laid for laid in self._on_table if laid.until == math.inf), None)

    def _shown_at(self, seconds: float) -> tuple[ShownCard, ...]:
        """The cards a picture taken at that moment shows."""
        return tuple(laid.card for laid in self._on_table if laid.since <= seconds < laid.until)

    def _shown_state(self) -> ShownState | None:
        if self._in_hand is None:
            return None
        names = tuple(card.name for card in self._in_hand)
        return ShownState(names, self._now_lying() is not None, self._hand_number)
