"""What a roll of the two dice gives: cards from planets, or on a seven cards given back, taken and drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from games.sternenfahrer.pieces import RESOURCES, SEVEN, Perk, Player, Resource, State
from games.sternenfahrer.reserve import draw_reserve

HAND_LIMIT = 7  # more than this is halved on a seven


@dataclass(frozen=True, slots=True)
class Yield:
    """What one player gets from a roll."""

    seat: int
    cards: tuple[tuple[Resource, int], ...]  # with the Green Folk's extra card
    relief: bool = False  # nothing from the planets, so one card of choice from the Relief Fund

    @property
    def total(self) -> int:
        return sum(count for _, count in self.cards) + self.relief


def yields(state: State, roll: int) -> tuple[Yield, ...]:
    """Who gets what, the active player first; nobody on a seven. Players who get nothing are left out."""
    if roll == SEVEN:
        return ()
    found = [_yield_of(state, seat, roll) for seat in state.from_active()]
    return tuple(one for one in found if one.total)


def _yield_of(state: State, seat: int, roll: int) -> Yield:
    player = state.players[seat]
    counts = planet_cards(player, roll)
    for card in player.cards:
        if card.perk is Perk.BONUS and card.resource is not None and counts[card.resource]:
            counts[card.resource] += 1
    cards = tuple((resource, counts[resource]) for resource in RESOURCES if counts[resource])
    may_have_relief = state.settings.relief_on_every_roll or seat == state.active
    return Yield(seat, cards, relief=not cards and may_have_relief and player.has(Perk.RELIEF))


def planet_cards(player: Player, roll: int) -> Counter[Resource]:
    """What the planets beside a player's colonies give; a spaceport gives as much as a colony."""
    return Counter(planet.resource for colony in player.colonies for planet in colony.planets if roll in planet.numbers)


def collect(state: State, found: tuple[Yield, ...]) -> State:
    """The state after all players have taken what a roll gives them."""
    for one in found:
        state = state.with_hand(one.seat, one.total)
    return replace(state, rolled=tuple((one.seat, one.cards) for one in found))


# --- seven -------------------------------------------------------------------------------------------------------


def hand_limit(player: Player) -> int:
    """How many cards a player may hold on a seven without giving any back."""
    return max([HAND_LIMIT, *(card.limit for card in player.cards if card.perk is Perk.TRIBUTE)])


def tribute(player: Player) -> int:
    """How many cards a player gives back on a seven: half of them, rounded down, if there are too many."""
    return player.hand // 2 if player.hand > hand_limit(player) else 0


def tributes(state: State) -> tuple[tuple[int, int], ...]:
    """Who gives back how many on a seven, the active player first."""
    owed = [(seat, tribute(state.players[seat])) for seat in state.from_active()]
    return tuple((seat, cards) for seat, cards in owed if cards)


def pay_tributes(state: State) -> State:
    """First step of a seven: everybody with too many cards gives half of them back."""
    for seat, cards in tributes(state):
        state = state.with_hand(seat, -cards)
    return state


def victims(state: State) -> tuple[int, ...]:
    """The opponents from whom a card can be taken."""
    return tuple(seat for seat in state.others() if state.players[seat].hand)


def take_from(state: State, seat: int) -> State:
    """Second step of a seven, and of some cards: the active player takes one hidden card from an opponent."""
    if not state.players[seat].hand:
        return state
    return state.with_hand(seat, -1).with_hand(state.active, 1)


def draw_in_turn(state: State) -> State:
    """Third step of a seven: every opponent draws one reserve card, starting left of the active player."""
    for seat in state.others():
        state = draw_reserve(state, seat, 1)
    return state
