"""The second part of a turn as sessions of flow 1 are asked it: build and trade, in any order."""

from __future__ import annotations

from collections.abc import Generator

from games.spine.dialogue import Answer, Option, Prompt, say
from games.sternenfahrer import building, trading, wording
from games.sternenfahrer.asking import BACK, Part, back, check_hands, choose, is_agreed, pick, told
from games.sternenfahrer.building import Build
from games.sternenfahrer.figures import correct_figures
from games.sternenfahrer.flight import can_fly
from games.sternenfahrer.former.rolling import draw_now, remind_of_reserve
from games.sternenfahrer.leaving import ask_who_leaves, goes_on
from games.sternenfahrer.pieces import RESOURCES, Obstacle, Perk, Resource, State
from games.sternenfahrer.points import total
from games.sternenfahrer.sheets import score_pages, score_sheet
from games.sternenfahrer.shortage import ask_shortage, rolled_cards

BUILD, SUPPLY, PLAYERS, FAME, HELP = "build", "supply", "players", "fame", "help"
OWED, RESERVE, HANDS, SCORES, FIGURES, LEAVE, GO_ON = (
    "owed",
    "reserve",
    "hands",
    "scores",
    "figures",
    "leave",
    "go_on",
)
SHORT = "short"


def trade_and_build(state: State) -> Part:
    """The menu of the turn, until the player flies, ends the turn or has won."""
    turn = state.turn
    while goes_on(state, turn):
        key = yield from choose(say("sternenfahrer.menu", player=state.current.name), _menu(state), state)
        if key == GO_ON:
            return (yield from remind_of_reserve(state))
        state = yield from _done(state, key)
    return state


def _menu(state: State) -> tuple[Option, ...]:
    """What can be done now; cards and debts only where there are any."""
    player = state.current
    options = [Option(BUILD, say("sternenfahrer.menu.build")), Option(SUPPLY, say("sternenfahrer.menu.supply"))]
    nothing = None if player.hand else Obstacle.TOO_FEW_CARDS
    options.append(Option(PLAYERS, say("sternenfahrer.menu.players"), wording.refusal(nothing)))
    if player.has(Perk.FAME):
        options.append(Option(FAME, say("sternenfahrer.menu.fame"), wording.refusal(trading.fame_obstacle(state))))
    if player.has(Perk.HELP):
        options.append(Option(HELP, say("sternenfahrer.menu.help"), wording.refusal(trading.help_obstacle(state))))
    options += owed_options(state)
    if any(rolled_cards(state, resource) for resource in RESOURCES):
        options.append(Option(SHORT, say("sternenfahrer.menu.short")))
    if state.reserve_due:
        options.append(Option(RESERVE, say("sternenfahrer.reserve.draw", n=state.reserve_due)))
    go_on = say("sternenfahrer.menu.fly") if can_fly(player) else say("sternenfahrer.menu.end")
    return (Option(GO_ON, go_on), *options, *looking_options())


def looking_options() -> tuple[Option, ...]:
    """What can be looked at or put right at any time."""
    return (
        Option(HANDS, say("sternenfahrer.menu.hands")),
        Option(SCORES, say("sternenfahrer.menu.scores")),
        Option(FIGURES, say("sternenfahrer.menu.figures")),
        Option(LEAVE, say("sternenfahrer.menu.leave")),
    )


def owed_options(state: State) -> list[Option]:
    """The trade ship that was won and not set yet."""
    if not state.current.owed_ships:
        return []
    obstacle = building.owed_ship_obstacle(state.current)
    return [Option(OWED, say("sternenfahrer.menu.owed"), wording.refusal(obstacle))]


def _done(state: State, key: str) -> Part:
    if key == FAME:
        state = trading.buy_fame(state)
        yield told(state, say("sternenfahrer.fame_bought", high=state.current.half_medals))
        return state
    actions = {
        BUILD: _build,
        SUPPLY: _trade_with_supply,
        PLAYERS: _trade_with_player,
        HELP: _take_help,
        RESERVE: draw_now,
        SHORT: ask_shortage,
    }
    return (yield from actions[key](state)) if key in actions else (yield from look(state, key))


def look(state: State, key: str) -> Part:
    """The choices that both menus of a turn have."""
    if key == OWED:
        return (yield from _set_owed_ship(state))
    if key == HANDS:
        return (yield from check_hands(state, say("sternenfahrer.hands")))
    if key == FIGURES:
        return (yield from correct_figures(state))
    if key == LEAVE:
        return (yield from ask_who_leaves(state))
    pages = [score_sheet(state), *score_pages(state)]
    while pages:
        yield pages.pop(0)
    return state


# --- build -------------------------------------------------------------------------------------------------------


def _build(state: State) -> Part:
    options = tuple(
        Option(
            build.value,
            wording.build_name(build),
            wording.refusal(building.build_obstacle(state, build)),
            value=wording.price_short(build),
        )
        for build in Build
    )
    key = yield from choose(say("sternenfahrer.menu.build"), (*options, back()), state)
    if key == BACK:
        return state
    build = Build(key)
    if build in building.SHIPS and not (yield from _has_site(state)):
        return state
    colony = (yield from _which_colony(state)) if build is Build.SPACEPORT else None
    state = building.build(state, build, colony)
    yield told(state, say("sternenfahrer.built", one=wording.build_name(build), card=wording.price(build)))
    return state


def _has_site(state: State) -> Generator[Prompt, Answer, bool]:
    """Whether a site is free for one more ship; asked only where all could be taken."""
    if not building.sites_may_be_full(state.current) or (yield from is_agreed(say("sternenfahrer.site_free"), state)):
        return True
    yield told(state, say("sternenfahrer.refused.no_site"))
    return False


def _which_colony(state: State) -> Generator[Prompt, Answer, int]:
    """The colony that becomes a spaceport."""
    options = tuple(
        Option(str(place), wording.colony_name(state.current.colonies[place]))
        for place in building.plain_colonies(state.current)
    )
    return int((yield from choose(say("sternenfahrer.which_colony"), options, state)))


def _set_owed_ship(state: State) -> Part:
    if not (yield from _has_site(state)):
        return state
    state = building.set_owed_ship(state)
    yield told(state, say("sternenfahrer.owed_set"))
    return state


# --- trade -------------------------------------------------------------------------------------------------------


def _trade_with_supply(state: State) -> Part:
    options = tuple(_supply_option(state, resource) for resource in RESOURCES)
    key = yield from choose(say("sternenfahrer.give_what"), (*options, back()), state)
    if key == BACK:
        return state
    give = Resource(key)
    cards = trading.rate(state, give)
    state = trading.trade_with_supply(state, give)
    yield told(state, say("sternenfahrer.traded", n=cards, card=wording.resource_name(give)))
    return state


def _supply_option(state: State, resource: Resource) -> Option:
    cards = trading.rate(state, resource)
    return Option(
        resource.value,
        wording.resource_name(resource),
        wording.refusal(trading.supply_obstacle(state, resource, cards)),
        value=say("sternenfahrer.rate", n=cards),
    )


def _trade_with_player(state: State) -> Part:
    rows = tuple(
        wording.player_option(state, seat, hand, None if hand else Obstacle.EMPTY_HAND)
        for seat, hand in ((seat, state.players[seat].hand) for seat in state.others())
    )
    key = yield from choose(say("sternenfahrer.trade_with"), (*rows, back()), state)
    if key == BACK:
        return state
    other = int(key)
    given = yield from pick(say("sternenfahrer.you_give"), 1, state.current.hand, 1, state)
    taken = yield from pick(say("sternenfahrer.you_take"), 1, state.players[other].hand, 1, state)
    return trading.exchange(state, state.active, other, given, taken)


def _take_help(state: State) -> Part:
    """Two of the richer players give a card each; with exactly two there is nothing to choose."""
    richer = trading.richer_players(state)
    chosen: list[int] = list(richer) if len(richer) == trading.HELPED_BY else []
    while len(chosen) < trading.HELPED_BY:
        rows = tuple(wording.player_option(state, seat, total(state, seat)) for seat in richer if seat not in chosen)
        chosen.append(int((yield from choose(say("sternenfahrer.take_from"), rows, state))))
    state = trading.take_help(state, (chosen[0], chosen[1]))
    yield told(state, say("sternenfahrer.helped", first=wording.names_told(state, chosen)))
    return state
