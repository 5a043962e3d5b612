"""The referee: where a space mirrors to, whether a gravity field holds a ship, what a ship or a station may do."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from games.galaktico import wording
from games.galaktico.asking import BACK, ask_ship, ask_space, back, choose
from games.galaktico.board import Sector, Space, is_jump_blocked, mirrored
from games.galaktico.pieces import SHIP_CARDS, SHIPS, Ship, State
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Answer, Notice, Option, Prompt, say

STATION = "station"
FIELD, NO_FIELD = "field", "no_field"

Talk: TypeAlias = Generator[Prompt, Answer, None]


def ask_referee(state: State) -> Talk:
    """Questions as long as there are any; they cost no action."""
    options = tuple(Option(key, say(f"galaktico.referee.{key}")) for key in ("mirror", "jump", "ship"))
    while True:
        match (yield from choose(say("galaktico.referee"), (*options, back()), state)):
            case "mirror":
                yield from _tell_mirror(state)
            case "jump":
                yield from _judge_jump(state)
            case "ship":
                yield from _tell_ship(state)
            case _:
                return


def _tell_mirror(state: State) -> Talk:
    space = yield from ask_space(state, say("galaktico.which_space"))
    one, other = (wording.space_name(mirrored(space, sector)) for sector in space.sector.neighbours)
    yield Notice(words=say("galaktico.mirrors", first=one, more=other), news=wording.space_name(space), scene=state)


def jump_obstacle(ship: Ship) -> Obstacle | None:
    """Why a type of ship never jumps."""
    return None if SHIP_CARDS[ship].jumps else Obstacle.NO_JUMPS


def _judge_jump(state: State) -> Talk:
    """A jump and the fields near it: blocked as soon as one reaches its start or its target."""
    key = yield from ask_ship(state, say("galaktico.jump.ship"), jump_obstacle)
    if key == BACK:
        return
    start = yield from ask_space(state, say("galaktico.jump.start"))
    sectors = tuple(Option(sector.name, wording.sector_name(state, sector)) for sector in start.sector.neighbours)
    target = mirrored(start, Sector[(yield from choose(say("galaktico.jump.into"), sectors, state))])
    is_blocked = yield from _is_blocked(state, start, target)
    if is_blocked:
        words = say("galaktico.jump.blocked")
    elif Ship(key) is Ship.FIGHTER:
        words = say("galaktico.jump.fighter", first=wording.space_name(target))
    else:
        words = say("galaktico.jump.free", first=wording.space_name(target))
    yield Notice(words=words, news=wording.ship_name(Ship(key)), scene=state)


def _is_blocked(state: State, start: Space, target: Space) -> Generator[Prompt, Answer, bool]:
    """Asks for the others' destroyers until one holds the ship or there are no more."""
    title, news = say("galaktico.jump.fields"), wording.space_name(target)
    options = (Option(NO_FIELD, say("galaktico.jump.no_field")), Option(FIELD, say("galaktico.jump.field")))
    while (yield from choose(title, options, state, news)) == FIELD:
        destroyer = yield from ask_space(state, say("galaktico.jump.source"))
        if is_jump_blocked(start, target, [destroyer]):
            return True
    return False


def _tell_ship(state: State) -> Talk:
    rows = tuple(Option(ship.value, wording.ship_name(ship)) for ship in SHIPS)
    station = Option(STATION, say("galaktico.station"))
    key = yield from choose(say("galaktico.which_ship"), (*rows, station, back()), state)
    if key == BACK:
        return
    if key == STATION:
        yield Notice(words=say("galaktico.ability.station"), news=say("galaktico.station"), scene=state)
        return
    ship = Ship(key)
    card = SHIP_CARDS[ship]
    figures = say("galaktico.ship_card", n=card.force, number=card.range, low=card.jumps)
    yield Notice(words=figures, news=wording.ship_name(ship), scene=state)
    yield Notice(words=say(f"galaktico.ability.{ship.value}"), news=wording.ship_name(ship), scene=state)
