"""Begleiter or Voll: how much the book is told. It can be changed at any time."""

from __future__ import annotations

from dataclasses import replace

from games.spine.dialogue import HandOver, Number, Option, PickNumber, say
from games.sternenfahrer.asking import BACK, Part, back, choose, most_cards
from games.sternenfahrer.pieces import State, Way

WAYS = (Way.COMPANION, Way.FULL)


def ask_way(state: State) -> Part:
    """The way to play, before the first turn."""
    key = yield from choose(say("sternenfahrer.which_way"), _rows(), state)
    return played(state, Way(key))


def change_way(state: State) -> Part:
    """The other way from now on. Who wants every hand counted tells each once, and nobody else looks."""
    key = yield from choose(say("sternenfahrer.which_way"), (*_rows(), back()), state, start=_other(state.way).value)
    if key == BACK or Way(key) is state.way:
        return state
    state = played(state, Way(key))
    if state.counts_hands:
        for seat in state.from_active():
            state = yield from _ask_hand(state, seat)
    return state


def _rows() -> tuple[Option, ...]:
    return tuple(
        Option(way.value, say(f"sternenfahrer.way.{way.value}"), value=say(f"sternenfahrer.way.{way.value}.short"))
        for way in WAYS
    )


def _other(way: Way) -> Way:
    return Way.FULL if way is Way.COMPANION else Way.COMPANION


def played(state: State, way: Way) -> State:
    """The state played in this way; who counts no hands knows none."""
    if way is Way.FULL:
        return replace(state, way=way)
    return replace(state, way=way, players=tuple(replace(player, hand=0) for player in state.players))


def _ask_hand(state: State, seat: int) -> Part:
    name = state.players[seat].name
    yield HandOver(words=say("sternenfahrer.hand_asked"), audience=name, scene=state)
    answer = yield PickNumber(
        words=say("sternenfahrer.your_hand"), low=0, high=most_cards(state, seat), start=0, audience=name, scene=state
    )
    assert isinstance(answer, Number)  # a PickNumber lets nothing else through
    return state.with_hand(seat, answer.value)
