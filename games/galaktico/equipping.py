"""Equipping in secret: each player is given the device and lays a shield and two weapons under every ship card.

No question tells what was chosen before it, so one that is seen again by undo or after a power cut betrays nothing; a
card that is already used is refused only when it is chosen again. Where the list begins hangs on the seed, so that
nobody can count the presses. Who wants to see it all once more asks for it, behind the own cover.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from games.galaktico import wording
from games.galaktico.cards import NONE_YET, ChooseCard, sign
from games.galaktico.data import CardSet
from games.galaktico.hidden import Equipment, Fitting, equip
from games.galaktico.pages import ShowPages
from games.galaktico.pieces import SHIPS, WEAPONS_PER_SHIP, Shield, Ship, State, Weapon
from games.spine.dialogue import Answer, Choose, ChooseShownCard, Chosen, HandOver, Notice, Option, Prompt, Text, say

READY, LOOK, AGAIN = "ready", "look", "again"

SomeCard = TypeVar("SomeCard", Weapon, Shield)


def equip_all(
    card_set: CardSet, seed: int, state: State, *, is_former: bool = False
) -> Generator[Prompt, Answer, tuple[Equipment, ...]]:
    """Every player's equipment, one after the other; nobody sees another's. When all are ready, that stands.

    `is_former` for a session of those that were asked with the cursor on a card.
    """
    found = []
    for seat, fleet in enumerate(state.fleets):
        yield HandOver(words=say("galaktico.hand_over"), audience=fleet.name, scene=state)
        found.append((yield from _Locker(card_set, seed, seat, state, is_former).fill()))
    yield Notice(words=say("galaktico.all_ready"), news=say("galaktico.all_ready.title"), scene=state, closes=True)
    return tuple(found)


class _Locker:
    """One player's cards while they are given out."""

    def __init__(self, card_set: CardSet, seed: int, seat: int, state: State, is_former: bool) -> None:
        self._card_set = card_set
        self._salt = f"{seed} {seat}"
        self._state = state
        self._player = state.fleets[seat].name
        self._is_former = is_former
        self._used: list[str] = []

    def fill(self) -> Generator[Prompt, Answer, Equipment]:
        """Ask until the player is content."""
        while True:
            self._used = []
            fittings = {}
            for ship in SHIPS:
                fittings[ship] = yield from self._fitting(ship)
            if (yield from self._is_content(fittings)):
                return equip(fittings)

    def _is_content(self, fittings: dict[Ship, Fitting]) -> Generator[Prompt, Answer, bool]:
        """Whether it stays so; the player may look at everything first."""
        looking = () if self._is_former else (Option(LOOK, say("galaktico.equip.look")),)
        options = (
            Option(READY, say("galaktico.equip.ready")),
            *looking,
            Option(AGAIN, say("galaktico.equip.again")),
        )
        while True:
            answer = yield Choose(
                words=say("galaktico.equip.done"),
                news=say("galaktico.equip.last", one=wording.ship_name(SHIPS[-1])),
                options=options,
                audience=self._player,
                scene=self._state,
            )
            if answer != Chosen(LOOK):
                return answer == Chosen(READY)
            pages = tuple(
                Notice(words=wording.cards_told(cards), news=wording.ship_name(ship))
                for ship, cards in fittings.items()
            )
            yield ShowPages(words=say("galaktico.equip.look"), pages=pages, audience=self._player, scene=self._state)

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
        signs: dict[str, SomeCard] = {sign(self._salt, words, card.key): card for card in cards}
        used = frozenset(self._used)

        def refusal(answer: Answer) -> Text | None:
            assert isinstance(answer, Chosen)  # a Choose lets nothing else through
            return say("galaktico.refused.used") if signs[answer.key].key in used else None

        order: list[str] = list(signs) if self._is_former else _begun_with(min(signs), list(signs))
        if self._is_former:
            answer = yield ChooseShownCard(
                words=words,
                options=tuple(Option(key, wording.card_name(signs[key])) for key in order),
                names=tuple(signs[key].name for key in order),
                start=min(order),
                audience=self._player,
                scene=self._state,
                rule=refusal,
            )
        else:
            nothing = Option(NONE_YET, say("galaktico.equip.none"), refused=say("galaktico.refused.none"))
            answer = yield ChooseCard(
                words=words,
                options=(nothing, *(Option(key, wording.card_name(signs[key])) for key in order)),
                names=("", *(signs[key].name for key in order)),
                told=(say("galaktico.equip.none.told"), *(wording.card_told(signs[key]) for key in order)),
                may_lie=bool(used),  # the first card of a player is never one that another has left there
                audience=self._player,
                scene=self._state,
                rule=refusal,
            )
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        card = signs[answer.key]
        self._used.append(card.key)
        return card


def _begun_with(first: str, keys: list[str]) -> list[str]:
    """The same round, begun with this one."""
    at = keys.index(first)
    return keys[at:] + keys[:at]
