"""The first part of a turn: the two dice, what they give or take, and the reserve cards that are due."""

from __future__ import annotations

from games.spine.dialogue import Dice, Notice, Option, ReadDice, Text, say
from games.sternenfahrer import production, wording
from games.sternenfahrer.asking import Part, check_hands, choose
from games.sternenfahrer.pieces import SEVEN, Obstacle, State
from games.sternenfahrer.reserve import draw_due, make_due
from games.sternenfahrer.sheets import yield_sheet
from games.sternenfahrer.turn import DICE, PIPS, tell_new_pile

DRAW, LATER, FORGO = "draw", "later", "forgo"


def roll(state: State, news: Text | None = None) -> Part:
    """Throw, collect or settle a seven, draw from the reserve."""
    words = say("sternenfahrer.roll", player=state.current.name)
    thrown = yield ReadDice(words=words, news=news, count=DICE, faces=PIPS, kind="pips", scene=state)
    assert isinstance(thrown, Dice)  # a ReadDice lets nothing else through
    pips = sum(int(face) for face in thrown.faces)
    state = yield from (_seven(state) if pips == SEVEN else _collect(state, pips))
    return (yield from _offer_reserve(make_due(state)))


def _collect(state: State, pips: int) -> Part:
    found = production.yields(state, pips)
    after = production.collect(state, found)
    if found:
        yield yield_sheet(state, after, found, pips)
    else:
        yield Notice(words=say("sternenfahrer.yield.none"), news=say("sternenfahrer.rolled", n=pips), scene=after)
    return after


def _seven(state: State) -> Part:
    """First everybody gives back, then the active player takes, then the others draw."""
    state = yield from check_hands(state, say("sternenfahrer.seven"))
    title = say("sternenfahrer.rolled", n=SEVEN)
    owed = production.tributes(state)
    state = production.pay_tributes(state)
    for seat, cards in owed:
        words = say("sternenfahrer.tribute", player=state.players[seat].name, n=cards)
        yield Notice(words=words, news=title, scene=state)
    if production.victims(state):
        rows = tuple(
            wording.player_option(state, seat, hand, None if hand else Obstacle.EMPTY_HAND)
            for seat, hand in ((seat, state.players[seat].hand) for seat in state.others())
        )
        victim = yield from choose(say("sternenfahrer.take_from"), rows, state)
        state = production.take_from(state, int(victim))
    before, state = state, production.draw_in_turn(state)
    words = say("sternenfahrer.draw_in_turn", first=wording.names_told(state, state.others()))
    yield Notice(words=words, news=title, scene=state)
    return (yield from tell_new_pile(before, state))


def _offer_reserve(state: State) -> Part:
    """The reserve cards that are due now; who draws later may do so until the mothership is shaken."""
    return (yield from _draw_or(state, Option(LATER, say("sternenfahrer.reserve.later"))))


def remind_of_reserve(state: State) -> Part:
    """The last moment to draw what is due: after this the mothership is shaken or the turn ends."""
    return (yield from _draw_or(state, Option(FORGO, say("sternenfahrer.reserve.forgo"))))


def _draw_or(state: State, other: Option) -> Part:
    if not state.reserve_due:
        return state
    draw = Option(DRAW, say("sternenfahrer.reserve.draw", n=state.reserve_due))
    key = yield from choose(say("sternenfahrer.reserve.title"), (draw, other), state)
    return (yield from draw_now(state)) if key == DRAW else state


def draw_now(state: State) -> Part:
    """The active player draws what is due; a new pile is told."""
    return (yield from tell_new_pile(state, draw_due(state)))
