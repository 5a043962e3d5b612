"""The referee: where a space mirrors to, whether a gravity field holds a ship, what a ship or a station may do."""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import TypeAlias

from games.galaktico import wording
from games.galaktico.asking import BACK, ask_ship, ask_space, back, choose, is_agreed
from games.galaktico.board import Sector, Space, is_jump_blocked, mirrored
from games.galaktico.pieces import SHIP_CARDS, SHIPS, Ship, State
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Answer, Notice, Option, Prompt, say

STATION = "station"
FIELD, NO_FIELD = "field", "no_field"

Talk: TypeAlias = Generator[Prompt, Answer, None]


class JumpEnd(Enum):
    """What lies on the space where a jump ends."""

    FREE = "free"
    METEOR = "meteor"
    OWN = "own"
    ENEMY = "enemy"


def can_land(ship: Ship, end: JumpEnd) -> bool:
    """Whether a ship may jump there if no field holds it: on a free space, a fighter on an enemy's ship, too."""
    return end is JumpEnd.FREE or (end is JumpEnd.ENEMY and ship is Ship.FIGHTER)


def ask_referee(state: State, *, is_former: bool = False) -> Talk:
    """Questions as long as there are any; they cost no action.

    `is_former` for a session that has them in its journal, from before some questions were asked.
    """
    kinds = ("mirror", "jump", "ship") if is_former else ("jump", "mirror", "meteor", "ship")
    options = tuple(Option(key, say(f"galaktico.referee.{key}")) for key in kinds)
    while True:
        match (yield from choose(say("galaktico.referee"), (*options, back()), state)):
            case "mirror":
                yield from _tell_mirror(state)
            case "jump":
                yield from _judge_jump(state, is_former=is_former)
            case "meteor":
                yield from _judge_meteor(state)
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


def _judge_jump(state: State, *, is_former: bool) -> Talk:
    """A jump, what lies at its end, and the fields near it: blocked as soon as one reaches its start or its target."""
    key = yield from ask_ship(state, say("galaktico.jump.ship"), jump_obstacle)
    if key == BACK:
        return
    ship = Ship(key)
    start = yield from ask_space(state, say("galaktico.jump.start"))
    sectors = tuple(Option(sector.name, wording.sector_name(state, sector)) for sector in start.sector.neighbours)
    target = mirrored(start, Sector[(yield from choose(say("galaktico.jump.into"), sectors, state))])
    end = JumpEnd.FREE if is_former else (yield from _ask_end(state, target))
    where = wording.space_name(target)
    if not can_land(ship, end):
        words = say(f"galaktico.jump.on.{end.value}")
    elif (yield from _is_blocked(state, start, target)):
        words = say("galaktico.jump.blocked")
    elif end is JumpEnd.ENEMY or (is_former and ship is Ship.FIGHTER):
        words = say("galaktico.jump.fighter", first=where)
    else:
        words = say("galaktico.jump.free", first=where)
    yield Notice(words=words, news=wording.ship_name(ship), scene=state)


def _ask_end(state: State, target: Space) -> Generator[Prompt, Answer, JumpEnd]:
    """What lies where the jump ends."""
    rows = tuple(Option(end.value, say(f"galaktico.jump.end.{end.value}")) for end in JumpEnd)
    return JumpEnd((yield from choose(say("galaktico.jump.end"), rows, state, wording.space_name(target))))


def _judge_meteor(state: State) -> Talk:
    """A meteor may be moved in the own sector, elsewhere only within the field of an own destroyer."""
    rows = tuple(Option(sector.name, wording.sector_name(state, sector)) for sector in Sector)
    sector = Sector[(yield from choose(say("galaktico.meteor.where"), rows, state))]
    is_near = sector.value == state.active or (yield from is_agreed(say("galaktico.meteor.near"), state))
    words = say("galaktico.meteor.yes" if is_near else "galaktico.meteor.no")
    yield Notice(words=words, news=say("galaktico.referee.meteor"), scene=state)


def _is_blocked(state: State, start: Space, target: Space) -> Generator[Prompt, Answer, bool]:
    """Asks for the others' destroyers and stations until one holds the ship or there are no more."""
    title, news = say("galaktico.jump.fields"), wording.space_name(target)
    options = (Option(NO_FIELD, say("galaktico.jump.no_field")), Option(FIELD, say("galaktico.jump.field")))
    while (yield from choose(title, options, state, news)) == FIELD:
        source = yield from ask_space(state, say("galaktico.jump.source"))
        if is_jump_blocked(start, target, [source]):
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
