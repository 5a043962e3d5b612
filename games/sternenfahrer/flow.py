"""Sternenfahrer as a dialogue: colours and seats, the seal of the shuffled cards, turns until somebody has 15 points.

Level `beginner` is the set-up for beginners, `free` one that the players founded themselves, and `middle` a game under
way whose figures are entered first.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace

from games.spine.data_game import DataGame
from games.spine.dialogue import (
    NO_PLACE,
    Answer,
    Dialogue,
    Notice,
    Option,
    Outcome,
    Prompt,
    Result,
    Setup,
    ShowCode,
    Text,
    say,
)
from games.spine.errors import UnknownLevel
from games.sternenfahrer.asking import choose
from games.sternenfahrer.cards import EncounterCard
from games.sternenfahrer.chronicle import pages, turn_over
from games.sternenfahrer.data import CardSet
from games.sternenfahrer.deck import Deck, deck_seal, new_deck
from games.sternenfahrer.encounter import LINES_IN_FLIGHT
from games.sternenfahrer.figures import enter_figures
from games.sternenfahrer.flight import can_fly, end_turn
from games.sternenfahrer.flying import Flight, fly
from games.sternenfahrer.former import flying, market, rolling
from games.sternenfahrer.founding import found
from games.sternenfahrer.leaving import are_too_few, goes_on
from games.sternenfahrer.pieces import SEATS, State
from games.sternenfahrer.points import total, winner
from games.sternenfahrer.setting_up import found_freely, gather, gather_formerly, tell_set_up
from games.sternenfahrer.sheets import score_pages
from games.sternenfahrer.turn import roll_and_build

BEGINNER, FREE, MIDDLE = LEVELS = ("beginner", "free", "middle")
SHOW, DONE = "show", "done"
CARDS_ON_A_PAGE = 16
SEAL_PART = 4  # letters of the seal between two gaps
KEY_ON_A_PAGE = 32
FINDERS_SINCE = 3  # the flow in which a colony is first looked for where its player was
FOUNDED_SINCE = 3  # the flow in which colonies are asked for one by one; before it everybody entered figures
LINES_BY_FLOW = {2: 2}  # so much of an encounter stood on the page of the flight in sessions of this flow


class Sternenfahrer(DataGame[CardSet]):
    """The game, played by one set of cards and house rules."""

    name = "sternenfahrer"

    @property
    def data(self) -> str:
        """The fingerprint of all data files; those of the cards alone were all that sessions of flow 1 had."""
        return self.content.whole

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one evening; UnknownLevel if there is no such start or the players are too few or many."""
        if setup.level not in LEVELS:
            raise UnknownLevel(f"there is no level {setup.level!r}; the levels are {', '.join(LEVELS)}")
        if len(setup.players) not in SEATS or len(set(setup.players)) < len(setup.players):
            raise UnknownLevel(f"three or four players with different names are needed, not {', '.join(setup.players)}")
        return _play(self.content, setup)


def _play(card_set: CardSet, setup: Setup) -> Dialogue:
    deck = new_deck(setup.seed, tuple(card_set.encounters))
    key = deck.key
    is_former = setup.flow == 1
    state = yield from (gather_formerly if is_former else gather)(card_set, setup.players)
    yield ShowCode(words=say("sternenfahrer.sign", name=seal_told(key, card_set)), code=seal_of(key, card_set))
    if setup.flow < FINDERS_SINCE and state.sky is not None:
        state = replace(state, sky=replace(state.sky, finders=None))
    if setup.level == FREE:
        state = yield from (found if setup.flow >= FOUNDED_SINCE else found_freely)(state)
    elif setup.level == MIDDLE:
        state = yield from enter_figures(state)
    else:
        yield from tell_set_up(state)
    while winner(state) is None and not are_too_few(state):
        if is_former:
            state, deck = yield from _turn_formerly(state, deck, card_set.encounters)
        else:
            state, deck = yield from _turn(
                state, deck, card_set.encounters, LINES_BY_FLOW.get(setup.flow, LINES_IN_FLIGHT)
            )
    ended = say("sternenfahrer.won_by", player=state.current.name)
    if winner(state) is None:
        ended = say("sternenfahrer.ended_early")
    yield from _open_cards(card_set, deck, state, ended)
    return Outcome(results=_results(state), words=ended, scene=state, history=(*score_pages(state), *pages(state)))


def _turn(state: State, deck: Deck, cards: Mapping[int, EncounterCard], lines_in_flight: int) -> Flight:
    """One turn; it ends early for a winner, who then is still the active player, and for a player who leaves."""
    turn = state.turn
    state = yield from roll_and_build(state)
    if goes_on(state, turn):
        state, deck = yield from fly(state, deck, cards, lines_in_flight)
    if state.turn == turn:
        state = turn_over(state)
    return (end_turn(state) if goes_on(state, turn) else state), deck


def _turn_formerly(state: State, deck: Deck, cards: Mapping[int, EncounterCard]) -> Flight:
    """The same as sessions of flow 1 are asked it."""
    turn = state.turn
    state = yield from rolling.roll(state)
    state = yield from market.trade_and_build(state)
    if goes_on(state, turn) and can_fly(state.current):
        state, deck = yield from flying.fly(state, deck, cards)
    return (end_turn(state) if goes_on(state, turn) else state), deck


def _results(state: State) -> tuple[Result, ...]:
    """Everybody's points; a winner is first whatever others have, equals share a place.

    Who left has points and no place. Where nobody has won the game was broken off, and nobody has one.
    """
    won = winner(state)
    gone = tuple(Result(one.name, one.points, NO_PLACE) for one in state.gone)
    reached = [(player.name, total(state, seat)) for seat, player in enumerate(state.players)]
    if won is None:
        return (*(Result(*own, NO_PLACE) for own in reached), *gone)
    best = state.players[won].name

    def is_before(one: tuple[str, int], other: tuple[str, int]) -> bool:
        return other[0] != best and (one[0] == best or one[1] > other[1])

    return (*(Result(*own, place=1 + sum(is_before(one, own) for one in reached)) for own in reached), *gone)


# --- the cards, opened afterwards --------------------------------------------------------------------------------


def seal_of(key: str, card_set: CardSet) -> str:
    """The seal of the cards in this order."""
    return deck_seal(key, card_set.fingerprint)


def seal_told(key: str, card_set: CardSet) -> str:
    """The seal in parts that can be read out."""
    return _in_parts(seal_of(key, card_set))


def _in_parts(letters: str) -> str:
    return " ".join(letters[start : start + SEAL_PART] for start in range(0, len(letters), SEAL_PART))


def _open_cards(card_set: CardSet, deck: Deck, state: State, won: Text) -> Generator[Prompt, Answer, None]:
    """After the end, and only then: the seal again, what it was made of, and every order the cards were in."""
    options = (Option(DONE, say("sternenfahrer.cards.done")), Option(SHOW, say("sternenfahrer.cards.show")))
    news = say("sternenfahrer.points_of", points=total(state, state.active))
    if (yield from choose(won, options, state, news)) == DONE:
        return
    seal = say("sternenfahrer.sign.again", name=seal_told(deck.key, card_set))
    yield ShowCode(words=seal, code=seal_of(deck.key, card_set), closes=True)
    for start_at in range(0, len(deck.key), KEY_ON_A_PAGE):
        part = _in_parts(deck.key[start_at : start_at + KEY_ON_A_PAGE])
        yield Notice(words=say("sternenfahrer.key", name=part), news=say("sternenfahrer.key.title"))
    yield Notice(
        words=say("sternenfahrer.card_set", name=_in_parts(card_set.fingerprint)),
        news=say("sternenfahrer.card_set.title"),
    )
    for number, order in enumerate(deck.orders, 1):
        for start_at in range(0, len(order), CARDS_ON_A_PAGE):
            page = " ".join(map(str, order[start_at : start_at + CARDS_ON_A_PAGE]))
            title = say("sternenfahrer.order.title", number=number)
            yield Notice(words=say("sternenfahrer.order", name=page), news=title)
