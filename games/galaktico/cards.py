"""Asking for cards: signs that name them in the journal, one card in secret, or the three of a ship that fights.

The keys of cards are signs that change with seed, player and question: a journal or a log that is read by chance does
not name the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.galaktico import wording
from games.galaktico.data import CardSet
from games.galaktico.hidden import Fitting
from games.galaktico.pieces import WEAPONS_PER_SHIP, Shield, Weapon
from games.spine.dialogue import Answer, ChooseShownCard, Chosen, Prompt, Text, say

AND = "+"  # between the signs of several cards
NONE_YET = "none"  # the row on which the cursor begins
_SIGN_LETTERS = 12


def sign(salt: str, words: Text, key: str) -> str:
    """What stands for a card in the answer to one question."""
    return sha256(f"{salt} {words} {key}".encode()).hexdigest()[:_SIGN_LETTERS]


@dataclass(frozen=True, kw_only=True)
class ChooseCard(ChooseShownCard):
    """Take a card by its row, of which the first is none, or show it; `told` says beside each what the card can do."""

    told: tuple[Text, ...]
    may_lie: bool = True  # a card that lay there before this question may be the one


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card that can be named: its sign, its name, and what it can do."""

    key: str
    name: str
    told: Text


@dataclass(frozen=True, kw_only=True)
class ShowFitting(Prompt):
    """Show the three cards of a ship that fights to the camera, or name them: the shield, then the weapons.

    The answer is the three signs in this order. `start` are those that were shown before and may be wrong, `elsewhere`
    the names of cards that were shown for another ship of this player.
    """

    player: str
    shields: tuple[CardRow, ...]
    weapons: tuple[CardRow, ...]
    start: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()

    @property
    def slots(self) -> tuple[tuple[CardRow, ...], ...]:
        """What can lie in each of the three places."""
        return (self.shields, *(self.weapons,) * WEAPONS_PER_SHIP)

    def answer(self, keys: Sequence[str]) -> Chosen:
        return Chosen(AND.join(keys))

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, Chosen):
            return say("refused.form", wanted=say("form.card"))
        keys = answer.key.split(AND)
        if len(keys) != len(self.slots) or not all(
            key in (row.key for row in rows) for key, rows in zip(keys, self.slots, strict=True)
        ):
            return say("refused.not_offered", choice=answer.key)
        return say("galaktico.refused.twice") if len(set(keys)) < len(keys) else None


class Signed:
    """The cards of one player under signs for one question, and what an answer means."""

    def __init__(self, card_set: CardSet, salt: str, words: Text) -> None:
        self._shields = {sign(salt, words, card.key): card for card in card_set.shields}
        self._weapons = {sign(salt, words, card.key): card for card in card_set.weapons}

    def prompt(self, make: Callable[..., ShowFitting], start: Fitting | None) -> ShowFitting:
        """The question, made with the rows of all cards."""
        by_card = {card.key: key for key, card in self._shields.items()}
        by_card |= {card.key: key for key, card in self._weapons.items()}
        former = () if start is None else (start.shield.key, *(weapon.key for weapon in start.weapons))
        return make(
            shields=tuple(_row(key, card) for key, card in self._shields.items()),
            weapons=tuple(_row(key, card) for key, card in self._weapons.items()),
            start=tuple(by_card[card] for card in former),
        )

    def fitting(self, answer: Answer) -> Fitting:
        assert isinstance(answer, Chosen)  # the prompt lets nothing else through
        shield, *weapons = answer.key.split(AND)
        return Fitting(self._shields[shield], tuple(self._weapons[key] for key in weapons))


def _row(key: str, card: Weapon | Shield) -> CardRow:
    return CardRow(key, card.name, wording.card_told(card))
