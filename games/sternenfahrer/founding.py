"""A game that the players founded themselves: where everybody's colonies stand, and what came with them.

No rule of founding is prescribed: what came of it is told, in as few answers as it takes, and at the end of each
player's part every other figure can be set.
"""

from __future__ import annotations

from dataclasses import replace

from games.spine.dialogue import Notice, Option, say
from games.sternenfahrer import systems, wording
from games.sternenfahrer.asking import BACK, Part, choose, done
from games.sternenfahrer.building import change_upgrade, upgrade_obstacle, with_spaceport
from games.sternenfahrer.figures import enter_player, settle
from games.sternenfahrer.pieces import COLOURS, UPGRADES, Sky, State, Upgrade
from games.sternenfahrer.sites import ask_one_of

USUAL = 3  # colonies after which a player is asked no more, unless there are more
NOWHERE = "nowhere"


def found(state: State) -> Part:
    """Nothing stands anywhere; one player after the other tells what was founded, and with three the fourth colour."""
    assert state.sky is not None
    sky: Sky = replace(state.sky, blocked=())
    bare = tuple(replace(one, colonies=(), colony_ships=0, upgrades=(0, 0, 0)) for one in state.players)
    yield Notice(words=say("sternenfahrer.free"), news=say("sternenfahrer.set_up.title"), scene=state)
    state = replace(state, players=bare, sky=sky)
    for seat in range(len(state.players)):
        state = yield from _colonies(state, seat)
        state = yield from _port(state, seat)
        state = yield from _upgrades(state, seat)
        state = yield from enter_player(state, seat)
    if state.seats < len(COLOURS):
        state = yield from _fourth_colour(state)
    return (yield from settle(state))


def _colonies(state: State, seat: int) -> Part:
    """Every colony by its system and its place there; after three of them OK goes on."""
    title = say("sternenfahrer.figures", player=state.players[seat].name)
    while state.players[seat].colonies_left:
        count = len(state.players[seat].colonies)
        news = say("sternenfahrer.found.where", n=count + 1)
        state, colony = yield from ask_one_of(state, title, news, done(), is_enough=count >= USUAL)
        if colony is None:
            return state
        player = state.players[seat]
        state = state.with_player(seat, replace(player, colonies=(*player.colonies, colony)))
    return state


def _port(state: State, seat: int) -> Part:
    """Which of them has the shipyard; there its first colony ship stands, too."""
    player = state.players[seat]
    if not player.colonies:
        return state
    rows = tuple(Option(str(place), wording.colony_name(colony)) for place, colony in enumerate(player.colonies))
    nowhere = Option(NOWHERE, say("sternenfahrer.found.nowhere"))
    key = yield from choose(say("sternenfahrer.found.port"), (*rows, nowhere), state)
    if key == NOWHERE:
        return state
    return state.with_player(seat, replace(with_spaceport(player, int(key)), colony_ships=min(1, player.colonies_left)))


def _upgrades(state: State, seat: int) -> Part:
    """What is stuck on the mothership: each OK adds one."""
    title, last = say("sternenfahrer.figures", player=state.players[seat].name), None
    while True:
        rows = tuple(_upgrade_row(state, seat, one) for one in UPGRADES)
        key = yield from choose(title, (*rows, done()), state, say("sternenfahrer.found.upgrades"), last)
        if key == BACK:
            return state
        last = key
        state = change_upgrade(state, seat, Upgrade(last), 1)


def _upgrade_row(state: State, seat: int, upgrade: Upgrade) -> Option:
    refused = wording.refusal(upgrade_obstacle(state, seat, upgrade))
    count = say("sternenfahrer.figure", n=state.players[seat].count(upgrade))
    return Option(upgrade.value, wording.upgrade_name(upgrade), refused, value=count)


def _fourth_colour(state: State) -> Part:
    """Where pieces of the colour stand that nobody plays: they only block."""
    while True:
        blocked = systems.sky_of(state).blocked
        news = say("sternenfahrer.found.where", n=len(blocked) + 1)
        title = say("sternenfahrer.found.fourth")
        state, colony = yield from ask_one_of(state, title, news, done(), is_enough=len(blocked) >= USUAL)
        if colony is None or colony.site is None:
            return state
        state = replace(state, sky=replace(systems.sky_of(state), blocked=(*blocked, colony.site)))
