"""The third part of a turn: shake the mothership, meet whom one meets, fly, found and clear, all on one page."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import TypeAlias

from games.spine.dialogue import Answer, Balls, Chosen, Option, Prompt, ReadBalls, Text, say
from games.sternenfahrer import outposts, systems, wording
from games.sternenfahrer.asides import asides, step_aside
from games.sternenfahrer.asking import BACK, back, check_hands, choose
from games.sternenfahrer.cards import EncounterCard
from games.sternenfahrer.chronicle import noted, with_shake
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.encounter import LINES_IN_FLIGHT, Encounter
from games.sternenfahrer.flight import BAG, SHAKEN, ball_sum, can_fly, is_encounter, shake, speed
from games.sternenfahrer.leaving import goes_on
from games.sternenfahrer.names import in_short
from games.sternenfahrer.pages import ON, Page
from games.sternenfahrer.pieces import PEOPLES, People, State
from games.sternenfahrer.sites import ask_site, explore, lay_spare
from games.sternenfahrer.yard import Doing, card_options, do

COLONY, STATION, TOKEN, EXPLORE, END = "colony", "station", "token", "explore", "end"

Flight: TypeAlias = Generator[Prompt, Answer, tuple[State, Deck]]


def fly(state: State, deck: Deck, cards: Mapping[int, EncounterCard], lines_in_flight: int = LINES_IN_FLIGHT) -> Flight:
    """Shake, play the encounter if the black ball fell, then fly with what speed there is."""
    turn = state.turn
    while goes_on(state, turn) and can_fly(state.current):
        words = say("sternenfahrer.shake", player=state.current.name)
        news, aside = say("sternenfahrer.to_fly"), asides(state)
        answer = yield ReadBalls(words=words, count=SHAKEN, bag=BAG, scene=state, news=news, aside=aside)
        if isinstance(answer, Balls):
            meet = partial(Encounter, deck=deck, cards=cards, lines_in_flight=lines_in_flight)
            return (yield from _after(state, deck, meet, answer.colours))
        assert isinstance(answer, Chosen)  # from the menu; nothing else is let through
        state = yield from step_aside(state, answer.key)
    return state, deck


def _after(state: State, deck: Deck, meet: Callable[[State], Encounter], balls: tuple[str, ...]) -> Flight:
    state = with_shake(shake(state, balls), ball_sum(balls))
    if not is_encounter(balls):
        state = noted(state, say("sternenfahrer.speed", n=speed(state)))
        return (yield from _land(state, (), closes=False)), deck
    if state.counts_hands:
        state = yield from check_hands(state, say("sternenfahrer.encounter_hands"))
    encounter = meet(state)
    yield from encounter.play()
    lines = tuple(encounter.lines)
    state = noted(encounter.state, say("sternenfahrer.speed", n=speed(encounter.state)))
    return (yield from _land(state, lines, closes=encounter.has_news)), encounter.deck


def _land(state: State, lines: tuple[Text, ...], *, closes: bool) -> Generator[Prompt, Answer, State]:
    """The page of the flight, until the turn ends or is won."""
    turn = state.turn
    if lines and not goes_on(state, turn):
        options = (Option(ON, say("sternenfahrer.on")),)
        yield Page(words=say("sternenfahrer.encounter"), options=options, lines=lines, scene=state, closes=closes)
    while goes_on(state, turn):
        answer = yield _page(state, lines, closes=closes)
        closes = False
        assert isinstance(answer, Chosen)  # a Page lets nothing else through
        if answer.key == END:
            return state
        if answer.key in [option.key for option in asides(state)]:
            state, lines = (yield from step_aside(state, answer.key)), ()
        else:
            state, lines = yield from _done(state, answer.key)
    return state


def _page(state: State, lines: tuple[Text, ...], *, closes: bool) -> Page:
    parts = [say("sternenfahrer.locked", n=state.locked)] if state.locked else [wording.speed_parts(state)]
    return Page(
        words=say("sternenfahrer.speed", n=speed(state)),
        options=_menu(state),
        lines=(*parts, *lines),
        scene=state,
        closes=closes,
        aside=asides(state),
    )


def _menu(state: State) -> tuple[Option, ...]:
    options = [Option(END, say("sternenfahrer.menu.end"))]
    if state.current.colony_ships:
        obstacle = systems.colony_obstacle(state)
        options.append(Option(COLONY, say("sternenfahrer.menu.colony"), wording.refusal(obstacle)))
    if state.current.trade_ships:
        options.append(Option(STATION, say("sternenfahrer.menu.station")))
    if systems.tokens_seen(state) and state.current.ships:
        options.append(Option(TOKEN, say("sternenfahrer.menu.token")))
    if not all(system.is_open for system in systems.sky_of(state).systems):
        options.append(Option(EXPLORE, say("sternenfahrer.menu.explore")))
    return (*options, *card_options(state))


def _done(state: State, key: str) -> Doing:
    actions = {COLONY: _found_colony, STATION: _found_station, TOKEN: _clear_token, EXPLORE: _explore}
    return (yield from actions[key](state)) if key in actions else (yield from do(state, key))


def _found_colony(state: State) -> Doing:
    state, colony = yield from ask_site(state)
    if colony is None:
        return state, ()
    state = systems.found_colony(state, colony)
    line = say("sternenfahrer.founded_line", one=wording.colony_name(colony))
    return noted(state, line), (line,)


def _explore(state: State) -> Doing:
    before, state = state, (yield from explore(state))
    opened = systems.sky_of(state).opened
    if opened == systems.sky_of(before).opened:
        return state, ()
    line = say("sternenfahrer.explored_line", one=wording.system_name(systems.sky_of(state).systems[opened[-1]]))
    return noted(state, line), (line,)


def _found_station(state: State) -> Doing:
    """An outpost, then one of its friendship cards."""
    options = tuple(
        Option(
            people.value,
            wording.people_name(people),
            wording.refusal(outposts.station_obstacle(state, people)),
            value=say("sternenfahrer.figure", n=outposts.pods_needed(state, people)),
        )
        for people in PEOPLES
    )
    key = yield from choose(
        say("sternenfahrer.which_people"), (*options, back()), state, say("sternenfahrer.pods_needed")
    )
    if key == BACK:
        return state, ()
    people = People(key)
    cards = {str(card.number): card for card in outposts.open_cards(state, people)}
    rows = tuple(Option(number, wording.friendship_name(card)) for number, card in cards.items())
    chosen = yield from choose(say("sternenfahrer.which_friend"), rows, state)
    before, state = state, outposts.found_station(state, cards[chosen])
    state = noted(state, say("sternenfahrer.station_line", one=wording.people_name(people)))
    return state, (_marker_line(before, state, people),)


def _marker_line(before: State, after: State, people: People) -> Text:
    place = PEOPLES.index(people)
    loser = before.markers[place]
    if after.markers[place] == loser:
        return say("sternenfahrer.line.no_marker")
    if loser is None:
        return say("sternenfahrer.line.marker")
    return in_short(say("sternenfahrer.line.marker_from", player=after.players[loser].name), after.names)


def _clear_token(state: State) -> Doing:
    """A base or an ice planet is gone for good; a reserve chip lies in its place."""
    seen = {token.key: (number, place, token) for number, place, token in systems.tokens_seen(state)}
    options = tuple(
        Option(key, wording.token_name(token), wording.refusal(systems.token_obstacle(state, token)))
        for key, (_, _, token) in seen.items()
    )
    key = yield from choose(say("sternenfahrer.menu.token"), (*options, back()), state)
    if key == BACK:
        return state, ()
    number, place, token = seen[key]
    state = systems.clear_token(state, token)
    state = yield from lay_spare(state, number, place)
    line = say("sternenfahrer.cleared_line", one=wording.token_name(token))
    return noted(state, line), (line,)
