"""Equipping in secret: each player is given the device and lays a shield and two weapons under every ship card.

No prompt tells what was chosen before it, so one that is seen again by undo or after a power cut betrays nothing; a
card that is already used is refused only when it is chosen again. For the same reason the keys of the options are
signs that change with seed, player and question: a journal or a log that is read by chance does not name the cards.
They also tell where the cursor begins, so that nobody can count the presses.
"""

from __future__ import annotations

from collections.abc import Generator
from hashlib import sha256
from typing import TypeVar

from games.galaktico import wording
from games.galaktico.data import CardSet
from games.galaktico.hidden import Equipment, Fitting, equip
from games.galaktico.pieces import SHIPS, WEAPONS_PER_SHIP, Shield, Ship, State, Weapon
from games.spine.dialogue import Answer, Choose, ChooseShownCard, Chosen, HandOver, Notice, Option, Prompt, Text, say

READY, AGAIN = "ready", "again"
_SIGN_LETTERS = 12

SomeCard = TypeVar("SomeCard", Weapon, Shield)


def equip_all(card_set: CardSet, seed: int, state: State) -> Generator[Prompt, Answer, tuple[Equipment, ...]]:
    """Every player's equipment, one after the other; nobody sees another's. When all are ready, that stands."""
    found = []
    for seat, fleet in enumerate(state.fleets):
        yield HandOver(words=say("galaktico.hand_over"), audience=fleet.name, scene=state)
        found.append((yield from _Locker(card_set, seed, seat, state).fill()))
    yield Notice(words=say("galaktico.all_ready"), news=say("galaktico.all_ready.title"), scene=state, closes=True)
    return tuple(found)


class _Locker:
    """One player's cards while they are given out."""

    def __init__(self, card_set: CardSet, seed: int, seat: int, state: State) -> None:
        self._card_set = card_set
        self._salt = f"{seed} {seat}"
        self._state = state
        self._player = state.fleets[seat].name
        self._used: list[str] = []

    def fill(self) -> Generator[Prompt, Answer, Equipment]:
        """Ask until the player is content."""
        while True:
            self._used = []
            fittings = {}
            for ship in SHIPS:
                fittings[ship] = yield from self._fitting(ship)
            options = (Option(READY, say("galaktico.equip.ready")), Option(AGAIN, say("galaktico.equip.again")))
            answer = yield Choose(
                words=say("galaktico.equip.done"),
                news=say("galaktico.equip.last", one=wording.ship_name(SHIPS[-1])),
                options=options,
                audience=self._player,
                scene=self._state,
            )
            assert isinstance(answer, Chosen)  # a Choose lets nothing else through
            if answer.key == READY:
                return equip(fittings)

    def _fitting(self, ship: Ship) -> Generator[Prompt, Answer, Fitting]:
        name = wording.ship_name(ship)
        shield = yield from self._card(say("galaktico.equip.shield", one=name), self._card_set.shields)
        weapons = []
        for number in range(1, WEAPONS_PER_SHIP + 1):
            left = [weapon for weapon in self._card_set.weapons if weapon.key not in self._used]
            if len(left) == 1:  # the last weapon needs no question
                weapons += left
            else:
                words = say("galaktico.equip.weapon", one=name, number=number)
                weapons.append((yield from self._card(words, self._card_set.weapons)))
        return Fitting(shield, tuple(weapons))

    def _card(self, words: Text, cards: tuple[SomeCard, ...]) -> Generator[Prompt, Answer, SomeCard]:
        """One card that is not used yet."""
        signs = {self._sign(words, card.key): card for card in cards}
        used = frozenset(self._used)

        def chosen(answer: Answer) -> SomeCard:
            assert isinstance(answer, Chosen)  # a Choose lets nothing else through
            return signs[answer.key]

        def refusal(answer: Answer) -> Text | None:
            return say("galaktico.refused.used") if chosen(answer).key in used else None

        answer = yield ChooseShownCard(
            words=words,
            options=tuple(Option(sign, wording.card_name(card)) for sign, card in signs.items()),
            names=tuple(card.name for card in cards),
            start=min(signs),
            audience=self._player,
            scene=self._state,
            rule=refusal,
        )
        card = chosen(answer)
        self._used.append(card.key)
        return card

    def _sign(self, words: Text, key: str) -> str:
        return sha256(f"{self._salt} {words} {key}".encode()).hexdigest()[:_SIGN_LETTERS]
