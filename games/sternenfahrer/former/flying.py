"""The third part of a turn as sessions of flow 1 are asked it: shake, meet whom one meets, fly, found and clear."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TypeAlias

from games.spine.dialogue import Answer, Balls, Option, Prompt, ReadBalls, Text, say
from games.sternenfahrer import outposts, systems, wording
from games.sternenfahrer.asking import BACK, Part, ask_colony, back, check_hands, choose, told
from games.sternenfahrer.cards import EncounterCard
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.flight import BAG, SHAKEN, is_encounter, shake, speed
from games.sternenfahrer.former.encounter import Encounter
from games.sternenfahrer.former.market import look, looking_options, owed_options
from games.sternenfahrer.leaving import goes_on
from games.sternenfahrer.pieces import PEOPLES, People, State

COLONY, STATION, TOKEN, END = "colony", "station", "token", "end"

Flight: TypeAlias = Generator[Prompt, Answer, tuple[State, Deck]]


def fly(state: State, deck: Deck, cards: Mapping[int, EncounterCard]) -> Flight:
    """Shake, play the encounter if the black ball fell, then fly with what speed there is."""
    words = say("sternenfahrer.shake", player=state.current.name)
    shaken = yield ReadBalls(words=words, count=SHAKEN, bag=BAG, scene=state, news=say("sternenfahrer.to_fly"))
    assert isinstance(shaken, Balls)  # a ReadBalls lets nothing else through
    state = shake(state, shaken.colours)
    if is_encounter(shaken.colours):
        state = yield from check_hands(state, say("sternenfahrer.encounter_hands"))
        encounter = Encounter(state, deck, cards)
        yield from encounter.play()
        state, deck = encounter.state, encounter.deck
    return (yield from _land(state)), deck


def _land(state: State) -> Part:
    """The menu of the flight, until the turn ends or is won."""
    turn = state.turn
    while goes_on(state, turn):
        news = say("sternenfahrer.locked", n=state.locked) if state.locked else wording.speed_parts(state)
        key = yield from choose(say("sternenfahrer.speed", n=speed(state)), _menu(state), state, news)
        if key == END:
            return state
        state = yield from _done(state, key)
    return state


def _menu(state: State) -> tuple[Option, ...]:
    options = [Option(END, say("sternenfahrer.menu.end"))]
    if state.current.colony_ships:
        options.append(Option(COLONY, say("sternenfahrer.menu.colony")))
    if state.current.trade_ships:
        options.append(Option(STATION, say("sternenfahrer.menu.station")))
    if state.tokens and state.current.ships:
        options.append(Option(TOKEN, say("sternenfahrer.menu.token")))
    return (*options, *owed_options(state), *looking_options())


def _done(state: State, key: str) -> Part:
    if key == COLONY:
        return (yield from _found_colony(state))
    if key == STATION:
        return (yield from _found_station(state))
    if key == TOKEN:
        return (yield from _clear_token(state))
    return (yield from look(state, key))


def _found_colony(state: State) -> Part:
    """A colony by its two planets; with three players the system must not be full."""
    if state.seats == 3:
        options = tuple(
            Option(
                str(there),
                say("sternenfahrer.colonies_there", n=there),
                wording.refusal(systems.colony_obstacle(state, there)),
            )
            for there in range(3)
        )
        key = yield from choose(say("sternenfahrer.how_many_there"), (*options, back()), state)
        if key == BACK:
            return state
    colony = yield from ask_colony(state)
    state = systems.found_colony(state, colony)
    yield told(state, say("sternenfahrer.colony_founded", one=wording.colony_name(colony)))
    return state


def _found_station(state: State) -> Part:
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
        return state
    people = People(key)
    cards = {str(card.number): card for card in outposts.open_cards(state, people)}
    rows = tuple(Option(number, wording.friendship_name(card)) for number, card in cards.items())
    chosen = yield from choose(say("sternenfahrer.which_friend"), rows, state)
    before, state = state, outposts.found_station(state, cards[chosen])
    yield told(state, _marker_told(before, state, people))
    return state


def _marker_told(before: State, after: State, people: People) -> Text:
    place = PEOPLES.index(people)
    loser = before.markers[place]
    if after.markers[place] == loser:
        return say("sternenfahrer.station.no_marker", one=wording.people_name(people))
    if loser is None:
        return say("sternenfahrer.station.marker", one=wording.people_name(people))
    return say("sternenfahrer.station.marker_from", player=after.players[loser].name)


def _clear_token(state: State) -> Part:
    options = tuple(
        Option(token.key, wording.token_name(token), wording.refusal(systems.token_obstacle(state, token)))
        for token in state.tokens
    )
    key = yield from choose(say("sternenfahrer.menu.token"), (*options, back()), state)
    if key == BACK:
        return state
    token = next(one for one in state.tokens if one.key == key)
    state = systems.clear_token(state, token)
    yield told(state, say("sternenfahrer.token_cleared", one=wording.token_name(token)))
    return state
