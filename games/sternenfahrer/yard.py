"""Building, the supply, and friendship cards that are used: what a player does before the flight, or in it."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from games.spine.dialogue import Answer, Option, Prompt, Text, say
from games.sternenfahrer import building, trading, wording
from games.sternenfahrer.asking import BACK, Part, back, choose, done, is_agreed
from games.sternenfahrer.building import Build
from games.sternenfahrer.chronicle import noted
from games.sternenfahrer.names import short_names
from games.sternenfahrer.pieces import RESOURCES, Perk, Resource, State
from games.sternenfahrer.points import total, winner

BUILD, SUPPLY, FAME, HELP, OWED = "build", "supply", "fame", "help", "owed"

Doing: TypeAlias = Generator[Prompt, Answer, tuple[State, tuple[Text, ...]]]  # with what there is to say about it


def card_options(state: State) -> list[Option]:
    """Friendship cards that can be used now, and a trade ship that was won and not set yet."""
    player, options = state.current, []
    if player.has(Perk.FAME):
        options.append(Option(FAME, say("sternenfahrer.menu.fame"), wording.refusal(trading.fame_obstacle(state))))
    if player.has(Perk.HELP):
        options.append(Option(HELP, say("sternenfahrer.menu.help"), wording.refusal(trading.help_obstacle(state))))
    if player.owed_ships:
        obstacle = building.owed_ship_obstacle(player)
        options.append(Option(OWED, say("sternenfahrer.menu.owed"), wording.refusal(obstacle)))
    return options


def do(state: State, key: str) -> Doing:
    """What was chosen, and a line or two about it for the next page."""
    actions = {FAME: _buy_fame, HELP: _take_help, OWED: _set_owed_ship, SUPPLY: _trade_with_supply}
    return (yield from actions[key](state))


def build(state: State) -> Part:
    """The yard, until the player is done; what was built and its price stand above the list."""
    news, last = wording.own_figures(state), None
    while winner(state) is None:
        key = yield from choose(say("sternenfahrer.menu.build"), (*_builds(state), done()), state, news, last)
        if key == BACK:
            return state
        what = Build(key)
        if what in building.SHIPS and not (yield from _has_site(state)):
            news = say("sternenfahrer.no_site")
            continue
        colony = (yield from _which_colony(state)) if what is Build.SPACEPORT else None
        lacking = building.lacking(state, building.cost(what))
        state = noted(
            building.build(state, what, colony), say("sternenfahrer.built_line", one=wording.build_name(what))
        )
        news = say("sternenfahrer.pay_line", card=wording.price_short(what))
        if lacking:
            news = say("sternenfahrer.lacking", n=lacking)
        last = BACK
    return state


def _builds(state: State) -> tuple[Option, ...]:
    return tuple(
        Option(
            one.value,
            wording.build_name(one),
            wording.refusal(building.build_obstacle(state, one)),
            value=wording.price_short(one),
        )
        for one in Build
    )


def _has_site(state: State) -> Generator[Prompt, Answer, bool]:
    """Whether a site is free for one more ship; asked only where all could be taken."""
    return not building.sites_may_be_full(state.current) or (
        yield from is_agreed(say("sternenfahrer.site_free"), state)
    )


def _which_colony(state: State) -> Generator[Prompt, Answer, int]:
    """The colony that becomes a spaceport."""
    options = tuple(
        Option(str(place), wording.colony_name(state.current.colonies[place]))
        for place in building.plain_colonies(state.current)
    )
    return int((yield from choose(say("sternenfahrer.which_colony"), options, state)))


def _set_owed_ship(state: State) -> Doing:
    if not (yield from _has_site(state)):
        return state, (say("sternenfahrer.no_site"),)
    line = say("sternenfahrer.owed_line")
    return noted(building.set_owed_ship(state), line), (line,)


def _buy_fame(state: State) -> Doing:
    state = trading.buy_fame(state)
    yield from ()
    line = say("sternenfahrer.fame_line", high=state.current.half_medals)
    return noted(state, line), (line,)


def _take_help(state: State) -> Doing:
    """Two of the richer players give a card each; with exactly two there is nothing to choose."""
    richer = trading.richer_players(state)
    chosen: list[int] = list(richer) if len(richer) == trading.HELPED_BY else []
    while len(chosen) < trading.HELPED_BY:
        rows = tuple(wording.player_option(state, seat, total(state, seat)) for seat in richer if seat not in chosen)
        chosen.append(int((yield from choose(say("sternenfahrer.take_from"), rows, state))))
    state = trading.take_help(state, (chosen[0], chosen[1]))
    short = short_names(state.names)
    names = [say("sternenfahrer.player", player=short[state.players[seat].name]) for seat in chosen]
    line = say("sternenfahrer.helped", first=wording.listed(names))
    return noted(state, line), (line,)


def _trade_with_supply(state: State) -> Doing:
    options = tuple(
        Option(
            kind.value,
            wording.resource_name(kind),
            wording.refusal(trading.supply_obstacle(state, kind, trading.rate(state, kind))),
            value=say("sternenfahrer.rate", n=trading.rate(state, kind)),
        )
        for kind in RESOURCES
    )
    key = yield from choose(say("sternenfahrer.give_what"), (*options, back()), state)
    if key == BACK:
        return state, ()
    give = Resource(key)
    cards = trading.rate(state, give)
    told = [say("sternenfahrer.line.traded", n=cards, card=wording.resource_name(give))]
    if lacking := building.lacking(state, cards):
        told.append(say("sternenfahrer.lacking", n=lacking))
    return trading.trade_with_supply(state, give), tuple(told)
