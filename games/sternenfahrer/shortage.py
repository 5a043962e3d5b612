"""The supply is too small for a roll. The device counts no kinds of cards, so the players say so."""

from __future__ import annotations

from dataclasses import replace

from games.spine.dialogue import Notice, Option, say
from games.sternenfahrer import wording
from games.sternenfahrer.asking import BACK, Part, back, choose, pick
from games.sternenfahrer.pieces import RESOURCES, Resource, State


def rolled_cards(state: State, resource: Resource) -> int:
    """How many cards of this kind the roll of this turn gives to all players together."""
    return sum(dict(cards).get(resource, 0) for _, cards in state.rolled)


def shortened(state: State, resource: Resource, left: int) -> State:
    """Only so many cards of this kind are there: the active player first, then to the left, as far as they go."""
    rolled = []
    for seat, cards in state.rolled:
        wanted = dict(cards).get(resource, 0)
        got = min(wanted, left)
        left -= got
        state = state.with_hand(seat, got - wanted)
        kept = tuple((kind, got if kind is resource else count) for kind, count in cards)
        rolled.append((seat, tuple((kind, count) for kind, count in kept if count)))
    return replace(state, rolled=tuple(rolled))


def ask_shortage(state: State) -> Part:
    """Which kind has run out; by house rule nobody gets it, or the first ones do."""
    kinds = [resource for resource in RESOURCES if rolled_cards(state, resource)]
    rows = tuple(Option(kind.value, wording.resource_name(kind)) for kind in kinds)
    key = yield from choose(say("sternenfahrer.short_of"), (*rows, back()), state)
    if key == BACK:
        return state
    resource, left = Resource(key), 0
    if not state.settings.short_supply_gives_nobody:
        left = yield from pick(say("sternenfahrer.short_left"), 0, rolled_cards(state, resource) - 1, 0, state)
    state = shortened(state, resource, left)
    words = say("sternenfahrer.short_some" if left else "sternenfahrer.short_nobody", n=left)
    yield Notice(words=words, news=wording.resource_name(resource), scene=state)
    return state
