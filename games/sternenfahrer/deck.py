"""The shuffled encounter cards: an order nobody can look up, and a seal that shows afterwards it was never changed.

From the seed of the set-up line a key is derived slowly (PBKDF2, many rounds). Each shuffle sorts the cards by a hash
of key, number of the shuffle and card. The seal shown before the first turn is a hash of the key and of the cards'
fingerprint: it fixes every order of the evening but leads back to none, for the key has 256 bits and trying out seeds
costs all those rounds each. After the game the key is shown: with it anybody can check the seal and the order.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache

ROUNDS = 50_000  # 30 ms here, once a game; so trying all 2**31 seeds takes a core two years
SIGN_LENGTH = 16


@lru_cache(maxsize=4)
def deck_key(seed: int) -> str:
    """The key to all shuffles of an evening."""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"Sternenfahrer encounters", ROUNDS).hex()


def deck_seal(key: str, fingerprint: str) -> str:
    """The seal that is shown before the first turn, to be compared after the game."""
    return hashlib.sha256(f"{key} {fingerprint}".encode()).hexdigest()[:SIGN_LENGTH]


def shuffled(key: str, shuffle: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The order of these cards in the given shuffle; the first is 1."""
    return tuple(sorted(cards, key=lambda card: hashlib.sha256(f"{key} {shuffle} {card}".encode()).digest()))


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """The encounter cards face down. It never shows its order, not even in a log."""

    key: str
    pile: tuple[int, ...]
    discards: tuple[int, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()  # the order after each shuffle so far

    @property
    def shuffles(self) -> int:
        return len(self.orders)

    def __repr__(self) -> str:
        return f"Deck({len(self.pile)} cards)"


def new_deck(seed: int, cards: tuple[int, ...]) -> Deck:
    """All cards in the first shuffle."""
    return _reshuffled(Deck(deck_key(seed), ()), cards, ())


def draw(deck: Deck) -> tuple[int, Deck]:
    """The next card, which goes to the discards. An empty pile is made of the discards first."""
    if not deck.pile:
        deck = _reshuffled(deck, deck.discards, ())
    card, *rest = deck.pile
    return card, replace(deck, pile=tuple(rest), discards=(*deck.discards, card))


def shuffle_all(deck: Deck, keep_out: tuple[int, ...] = ()) -> Deck:
    """Pile and discards together anew, except those kept out, which stay with the discards."""
    cards = tuple(card for card in (*deck.pile, *deck.discards) if card not in keep_out)
    return _reshuffled(deck, cards, keep_out)


def _reshuffled(deck: Deck, cards: tuple[int, ...], discards: tuple[int, ...]) -> Deck:
    order = shuffled(deck.key, deck.shuffles + 1, tuple(sorted(cards)))
    return replace(deck, pile=order, discards=discards, orders=(*deck.orders, order))
