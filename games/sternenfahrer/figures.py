"""Entering figures: all of a game that is already under way, or one player's to put a mistake right."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from games.spine.dialogue import Answer, Option, Prompt, Text, say
from games.sternenfahrer import wording
from games.sternenfahrer.asking import BACK, Part, ask_colony, back, choose, done, most_cards, pick
from games.sternenfahrer.building import change_upgrade, plain_colonies, with_spaceport
from games.sternenfahrer.outposts import open_cards
from games.sternenfahrer.pieces import (
    DOCKS,
    MOST_UPGRADES,
    PEOPLES,
    RESERVE,
    STATIONS,
    TOKENS,
    UPGRADES,
    Obstacle,
    People,
    State,
    Upgrade,
)
from games.sternenfahrer.sites import Settling, ask_site

COLONY, SPACEPORT, NEW = "colony", "spaceport", "new"
PLANETS, PORT, REMOVE = "planets", "port", "remove"
HAND = "hand"
PLAIN = ("colony_ships", "trade_ships", "owed_ships", "half_medals", "whole_medals", HAND)


def enter_figures(state: State) -> Part:
    """Every player's figures in turn, then markers, tokens and the reserve pile."""
    state = yield from enter_players(state)
    reserve = yield from pick(say("sternenfahrer.figure.reserve"), 1, RESERVE, RESERVE, state)
    return replace(state, reserve=reserve)


def enter_players(state: State) -> Part:
    """Every player's figures in turn, then markers and tokens."""
    for seat in range(len(state.players)):
        state = yield from enter_player(state, seat)
    return (yield from settle(state))


def correct_figures(state: State) -> Part:
    """One player's figures put right; markers and tokens follow."""
    rows = tuple(wording.player_option(state, seat) for seat in state.from_active())
    key = yield from choose(say("sternenfahrer.whose_figures"), (*rows, back()), state)
    if key == BACK:
        return state
    state = yield from enter_player(state, int(key))
    return (yield from settle(state))


def enter_player(state: State, seat: int) -> Part:
    """A list of one player's figures; each can be chosen and set, as far as the pieces go."""
    title = say("sternenfahrer.figures", player=state.players[seat].name)
    while True:
        key = yield from choose(title, (done(), *_rows(state, seat)), state)
        if key == BACK:
            return state
        state = yield from _set(state, seat, key)


def _rows(state: State, seat: int) -> tuple[Option, ...]:
    player = state.players[seat]
    rows = [_row(COLONY, say("sternenfahrer.figure.colony"), len(player.colonies))]
    if plain_colonies(player) and player.shipyards_left:
        rows.append(_row(SPACEPORT, say("sternenfahrer.figure.spaceport"), player.spaceports))
    plain = [name for name in PLAIN if name != HAND or state.counts_hands]
    rows += [_row(name, say(f"sternenfahrer.figure.{name}"), getattr(player, name)) for name in plain]
    rows += [_row(one.value, wording.upgrade_name(one), player.count(one)) for one in UPGRADES]
    rows += [_row(one.value, wording.people_name(one), player.stations_at(one)) for one in PEOPLES]
    return tuple(rows)


def _row(key: str, words: Text, value: int) -> Option:
    return Option(key, words, value=say("sternenfahrer.figure", n=value))


def _set(state: State, seat: int, key: str) -> Part:
    player = state.players[seat]
    if key == COLONY:
        return (yield from _set_colony(state, seat))
    if key == SPACEPORT:
        options = tuple(
            Option(str(place), wording.colony_name(player.colonies[place])) for place in plain_colonies(player)
        )
        place = yield from choose(say("sternenfahrer.which_colony"), options, state)
        return state.with_player(seat, with_spaceport(player, int(place)))
    if key in PLAIN:
        title = say(f"sternenfahrer.figure.{key}")
        value = yield from pick(title, 0, _most(state, seat, key), getattr(player, key), state)
        changed: dict[str, Any] = {key: value}
        return state.with_player(seat, replace(player, **changed))
    if key in [one.value for one in UPGRADES]:
        return (yield from _set_upgrade(state, seat, Upgrade(key)))
    return (yield from _set_stations(state, seat, People(key)))


def _set_colony(state: State, seat: int) -> Part:
    """A colony more, or one that was entered wrongly put right."""
    player = state.players[seat]
    obstacle = None if player.colonies_left else Obstacle.NO_COLONY
    rows = tuple(Option(str(place), wording.colony_name(colony)) for place, colony in enumerate(player.colonies))
    new = Option(NEW, say("sternenfahrer.figure.new_colony"), wording.refusal(obstacle))
    key = yield from choose(say("sternenfahrer.which_colony"), (new, *rows, back()), state)
    if key == BACK:
        return state
    if key != NEW:
        return (yield from _change_colony(state, seat, int(key)))
    state, colony = yield from _which_site(state)
    if colony is None:
        return state
    player = state.players[seat]
    return state.with_player(seat, replace(player, colonies=(*player.colonies, colony)))


def _which_site(state: State) -> Settling:
    """Where a colony stands; sessions of flow 1 know no systems and are told its two planets."""
    if state.sky is None:
        return state, (yield from ask_colony(state))
    return (yield from ask_site(state))


def _change_colony(state: State, seat: int, place: int) -> Part:
    """Other planets, with or without a shipyard, or no colony at all."""
    player, colonies = state.players[seat], list(state.players[seat].colonies)
    colony = colonies[place]
    no_yard = None if colony.is_spaceport or player.shipyards_left else Obstacle.NO_SHIPYARD
    port = say("sternenfahrer.figure.no_port" if colony.is_spaceport else "sternenfahrer.figure.port")
    options = (
        Option(PLANETS, say("sternenfahrer.figure.planets")),
        Option(PORT, port, wording.refusal(no_yard)),
        Option(REMOVE, say("sternenfahrer.figure.remove")),
        back(),
    )
    key = yield from choose(say("sternenfahrer.figure.which_change"), options, state, wording.colony_name(colony))
    if key == PLANETS:
        state, other = yield from _which_site(state)
        colonies = list(state.players[seat].colonies)  # what was entered of a system counts for all of them
        colonies[place] = replace(other or colonies[place], is_spaceport=colony.is_spaceport)
    elif key == PORT:
        colonies[place] = replace(colony, is_spaceport=not colony.is_spaceport)
    elif key == REMOVE:
        del colonies[place]
    return state.with_player(seat, replace(state.players[seat], colonies=tuple(colonies)))


def _most(state: State, seat: int, key: str) -> int:
    """The highest figure that the pieces allow."""
    player = state.players[seat]
    match key:
        case "colony_ships":
            return player.colony_ships + min(player.transporters_left, player.colonies_left)
        case "trade_ships":
            return player.trade_ships + min(player.transporters_left, player.stations_left)
        case "owed_ships":
            return STATIONS
        case "half_medals":
            return player.half_medals + state.half_medals_left
        case "whole_medals":
            return player.whole_medals + len(TOKENS) - state.whole_medals
    return most_cards(state, seat)


def _set_upgrade(state: State, seat: int, upgrade: Upgrade) -> Part:
    have = state.players[seat].count(upgrade)
    most = min(MOST_UPGRADES[upgrade], have + state.left_in_tray(upgrade))
    value = yield from pick(wording.upgrade_name(upgrade), 0, most, have, state)
    return change_upgrade(state, seat, upgrade, value - have)


def _set_stations(state: State, seat: int, people: People) -> Part:
    """The stations at an outpost and the friendship cards that came with them."""
    player = state.players[seat]
    given_back = tuple(card for card in player.cards if card.people is people)
    state = replace(state, open_cards=tuple(sorted((*state.open_cards, *given_back), key=lambda card: card.number)))
    place, have = PEOPLES.index(people), player.stations_at(people)
    most = min(DOCKS - state.stations_at(people), STATIONS - sum(player.stations) - player.trade_ships) + have
    count = yield from pick(wording.people_name(people), 0, most, have, state)
    stations = [count if here == place else one for here, one in enumerate(player.stations)]
    player = replace(
        player,
        stations=(stations[0], stations[1], stations[2], stations[3]),
        cards=tuple(card for card in player.cards if card.people is not people),
    )
    state = state.with_player(seat, player)
    for _ in range(count):
        state = yield from _take_card(state, seat, people)
    return state


def _take_card(state: State, seat: int, people: People) -> Part:
    cards = {str(card.number): card for card in open_cards(state, people)}
    rows = tuple(Option(number, wording.friendship_name(card)) for number, card in cards.items())
    chosen = cards[(yield from choose(say("sternenfahrer.which_friend"), rows, state))]
    player = state.players[seat]
    state = state.with_player(seat, replace(player, cards=(*player.cards, chosen)))
    return replace(state, open_cards=tuple(card for card in state.open_cards if card is not chosen))


# --- what lies in the middle -------------------------------------------------------------------------------------


def settle(state: State) -> Part:
    """Markers and tokens as the players' figures want them."""
    for people in PEOPLES:
        state = yield from settle_marker(state, people)
    return (yield from _settle_tokens(state))


def settle_marker(state: State, people: People) -> Part:
    """The marker stays with a holder whom nobody beats; else it goes to the best, and among equals somebody says so."""
    place = PEOPLES.index(people)
    counts = [player.stations_at(people) for player in state.players]
    best = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    holder = state.markers[place]
    if holder not in best:
        holder = (yield from _which_holder(state, people, best)) if len(best) > 1 else next(iter(best), None)
    markers = tuple(holder if here == place else seat for here, seat in enumerate(state.markers))
    return replace(state, markers=markers)


def _which_holder(state: State, people: People, seats: list[int]) -> Generator[Prompt, Answer, int]:
    rows = tuple(wording.player_option(state, seat) for seat in seats)
    title = say("sternenfahrer.figure.marker")
    return int((yield from choose(title, rows, state, news=wording.people_name(people))))


def _settle_tokens(state: State) -> Part:
    """Which bases and ice planets are gone: as many as there are whole medals."""
    if len(TOKENS) - len(state.tokens) == state.whole_medals:
        return state
    state = replace(state, tokens=TOKENS)
    for _ in range(state.whole_medals):
        rows = tuple(Option(token.key, wording.token_name(token)) for token in state.tokens)
        key = yield from choose(say("sternenfahrer.figure.token"), rows, state)
        state = replace(state, tokens=tuple(token for token in state.tokens if token.key != key))
    return state
