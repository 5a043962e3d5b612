"""Writing the cards down: a draft that is put right entry by entry and is at any time a whole, valid set of cards."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from games.galaktico.data import LONGEST_NAME, SHIELD, WEAPON, CardSet, is_plain, parse_card_set
from games.galaktico.pieces import BLOCKED, EFFECTS, MOST_FORCE, Effect, Shield, Weapon
from games.spine.errors import IllegalMove

NAME, BLOCKS = "name", "blocks"
PAIRS = tuple(frozenset(pair) for pair in combinations(EFFECTS, BLOCKED))


@dataclass(frozen=True, slots=True)
class Draft:
    """The cards of a collection, and by the short name of each what of it is only assumed."""

    weapons: tuple[Weapon, ...]
    shields: tuple[Shield, ...]
    assumed: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, card_set: CardSet) -> Draft:
        by_name = {one.name: frozenset(one.keys) for one in card_set.assumed}
        cards: tuple[Weapon | Shield, ...] = (*card_set.weapons, *card_set.shields)
        return cls(
            card_set.weapons, card_set.shields, {card.key: by_name.get(card.name, frozenset()) for card in cards}
        )

    @property
    def cards(self) -> tuple[Weapon | Shield, ...]:
        return (*self.weapons, *self.shields)

    def card(self, key: str) -> Weapon | Shield:
        """The card of this short name."""
        return next(card for card in self.cards if card.key == key)

    def is_assumed(self, key: str, entry: str) -> bool:
        return entry in self.assumed[key]

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """Card and entry of everything that is only assumed, card by card."""
        return tuple(
            (card.key, entry) for card in self.cards for entry in entries_of(card) if self.is_assumed(card.key, entry)
        )

    # --- putting right ---

    def with_name(self, key: str, name: str) -> Draft:
        """A card with the name that is printed on it; IllegalMove if another card has it, or it is too long."""
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME or not is_plain(name):
            raise IllegalMove(f"a card's name has 1 to {LONGEST_NAME} letters")
        if any(card.name == name and card.key != key for card in self.cards):
            raise IllegalMove(f"another card is called {name} already")
        return self._put(replace(self.card(key), name=name), NAME)

    def with_force(self, key: str, effect: Effect, force: int) -> Draft:
        """A weapon with its force in one effect."""
        weapon = self.card(key)
        if not isinstance(weapon, Weapon) or not 0 <= force <= MOST_FORCE:
            raise IllegalMove(f"only a weapon has a force, from 0 to {MOST_FORCE}")
        at = EFFECTS.index(effect)
        forces = (*weapon.forces[:at], force, *weapon.forces[at + 1 :])
        return self._put(replace(weapon, forces=forces), effect.value)

    def with_blocks(self, key: str, blocks: frozenset[Effect]) -> Draft:
        """A shield with the two effects it keeps off.

        That every pair is kept off by one shield alone is our reading. So one that was only assumed to have these two
        gets this one's former ones in exchange; one that is known to have them keeps them, but is to be looked at.
        """
        shield = self.card(key)
        if not isinstance(shield, Shield) or blocks not in PAIRS:
            raise IllegalMove("only a shield keeps off effects, and always two of them")
        same = next((one for one in self.shields if one.blocks == blocks), None)
        if shield.blocks == blocks or same is None:
            return self._put(replace(shield, blocks=blocks), BLOCKS)
        left = same if not self.is_assumed(same.key, BLOCKS) else replace(same, blocks=shield.blocks)
        shields = tuple(left if one.key == same.key else one for one in self.shields)
        assumed = {**self.assumed, same.key: self.assumed[same.key] | {BLOCKS}}
        return replace(self, shields=shields, assumed=assumed)._put(replace(shield, blocks=blocks), BLOCKS)

    def _put(self, card: Weapon | Shield, entry: str) -> Draft:
        """A card in place of the former one, of which this entry is known now."""
        assumed = {**self.assumed, card.key: self.assumed[card.key] - {entry}}
        if isinstance(card, Weapon):
            weapons = tuple(card if one.key == card.key else one for one in self.weapons)
            return replace(self, weapons=weapons, assumed=assumed)
        shields = tuple(card if one.key == card.key else one for one in self.shields)
        return replace(self, shields=shields, assumed=assumed)

    # --- the file ---

    @property
    def card_set(self) -> CardSet:
        """The cards as they are read again from what is written."""
        return parse_card_set(self.text())

    def text(self) -> str:
        """The cards as the text of a cards.toml."""
        return "\n".join(line for card in self.cards for line in self._lines(card))

    def _lines(self, card: Weapon | Shield) -> list[str]:
        # A JSON string, number or list of strings is one of TOML, too.
        values: dict[str, object] = {NAME: card.name}
        if isinstance(card, Weapon):
            values.update({effect.value: card.force(effect) for effect in EFFECTS})
        else:
            values[BLOCKS] = [effect.value for effect in EFFECTS if effect in card.blocks]
        assumed = [entry for entry in entries_of(card) if self.is_assumed(card.key, entry)]
        if assumed:
            values["assumed"] = assumed
        kind = WEAPON if isinstance(card, Weapon) else SHIELD
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
        return [f"[{kind}.{_key(card.key)}]", *lines, ""]


def _key(key: str) -> str:
    """A key as TOML writes it: bare where that is allowed."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def entries_of(card: Weapon | Shield) -> tuple[str, ...]:
    """What a card has: its name, and its forces or what it keeps off."""
    return (NAME, *(effect.value for effect in EFFECTS)) if isinstance(card, Weapon) else (NAME, BLOCKS)
