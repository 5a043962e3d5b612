"""A player goes home in the middle of the game; the others play on, or the game ends where they are too few."""

from __future__ import annotations

from dataclasses import replace

from games.spine.dialogue import Notice, Option, say
from games.sternenfahrer import wording
from games.sternenfahrer.asking import BACK, Part, choose, is_agreed
from games.sternenfahrer.figures import settle_marker
from games.sternenfahrer.flight import begin_turn
from games.sternenfahrer.pieces import PEOPLES, SEATS, Departed, State
from games.sternenfahrer.points import total, winner


def are_too_few(state: State) -> bool:
    """Whether the players who are left cannot go on."""
    return len(state.players) < min(SEATS)


def goes_on(state: State, turn: int) -> bool:
    """Whether this turn goes on: nobody has won, and its player is still there, with enough others."""
    return winner(state) is None and state.turn == turn and not are_too_few(state)


def without_player(state: State, seat: int) -> State:
    """The state without one player, whose pieces stay on the board. The turn of a player who leaves is over.

    Upgrades and half medals go back into the box, friendship cards out of the game. A marker is free again.
    """
    player = state.players[seat]
    sites = tuple(colony.site for colony in player.colonies if colony.site is not None)
    markers = tuple(None if one == seat else one if one is None or one < seat else one - 1 for one in state.markers)
    left = replace(
        state,
        players=(*state.players[:seat], *state.players[seat + 1 :]),
        gone=(*state.gone, Departed(player.name, total(state, seat), player.stations, player.whole_medals, sites)),
        markers=markers,
        active=state.active - (seat < state.active),
        rolled=(),
    )
    return begin_turn(left, seat % len(left.players)) if seat == state.active else left


def ask_who_leaves(state: State) -> Part:
    """Who goes, and whether that is meant."""
    rows = tuple(wording.player_option(state, seat) for seat in state.from_active())
    nobody = Option(BACK, say("sternenfahrer.leave.nobody"))
    key = yield from choose(say("sternenfahrer.leave.who"), (nobody, *rows), state)
    if key == BACK:
        return state
    name = state.players[int(key)].name
    if not (yield from is_agreed(say("sternenfahrer.leave.sure", player=name), state)):
        return state
    freed = [people for people, holder in zip(PEOPLES, state.markers, strict=True) if holder == int(key)]
    state = without_player(state, int(key))
    for people in freed:
        state = yield from settle_marker(state, people)
    title = say("sternenfahrer.leave.title", player=name)
    yield Notice(words=say("sternenfahrer.leave.done"), news=title, scene=state)
    if are_too_few(state):
        yield Notice(words=say("sternenfahrer.leave.too_few"), news=title, scene=state)
    return state
