"""A turn as the first sessions were asked it: every move and every meteor is told, and the referee stands among them.

A session that began so goes on so. New ones are played by `turn`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.galaktico import rules, wording
from games.galaktico.asking import BACK, ask_ship, choose
from games.galaktico.bag import look_into_bag
from games.galaktico.former_fighting import attack, is_from_station, ready
from games.galaktico.pieces import ACTIONS, SHIPS, Ship, State
from games.galaktico.progress import Part, Progress
from games.galaktico.referee import ask_referee
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Answer, Notice, Option, Prompt, say


def former_turn(progress: Progress) -> Part:
    """Two actions; the end may come earlier, and then it is still this player's turn."""
    while progress.end is None and progress.state.actions_left:
        progress = yield from _action(progress)
    return progress if progress.end is not None else replace(progress, state=rules.end_turn(progress.state))


def _action(progress: Progress) -> Part:
    """What the active player chooses; looking and asking leave the actions as they are."""
    state = progress.state
    title = say("galaktico.turn", player=state.current.name)
    news = say("galaktico.action", number=ACTIONS - state.actions_left + 1)
    match (yield from choose(title, _menu(state), state, news)):
        case "move":
            return replace(progress, state=(yield from _move(state)))
        case "attack":
            return (yield from attack(progress))
        case "deploy":
            return replace(progress, state=(yield from _deploy(state)))
        case "meteor":
            return replace(progress, state=rules.move_meteor(state))
        case "referee":
            yield from ask_referee(state, is_former=True)
        case "bag":
            yield from look_into_bag(progress)
    return progress


def _menu(state: State) -> tuple[Option, ...]:
    moving = wording.refusal(_common([rules.move_obstacle(state, ship) for ship in SHIPS]))
    deploying = wording.refusal(_common([rules.deploy_obstacle(state, ship) for ship in SHIPS]))
    return (
        Option("move", say("galaktico.menu.move"), moving),
        Option("attack", say("galaktico.menu.attack"), moving),
        Option("deploy", say("galaktico.menu.deploy"), deploying),
        Option("meteor", say("galaktico.menu.meteor")),
        Option("referee", say("galaktico.menu.referee")),
        Option("bag", say("galaktico.menu.bag")),
    )


def _common(obstacles: list[Obstacle | None]) -> Obstacle | None:
    """What stands against every type of ship, or None if one is free; ships that have moved are worth saying first."""
    if None in obstacles:
        return None
    return Obstacle.ALL_MOVED if Obstacle.ALL_MOVED in obstacles else obstacles[0]


def _move(state: State) -> Generator[Prompt, Answer, State]:
    """A move is taken at its word; only which type of ship it was is kept."""
    key = yield from ask_ship(
        state, say("galaktico.which_ship"), lambda one: rules.move_obstacle(state, one), lambda one: ready(state, one)
    )
    if key == BACK:
        return state
    from_station = yield from is_from_station(state, Ship(key))
    return rules.move(state, Ship(key), from_station)


def _deploy(state: State) -> Generator[Prompt, Answer, State]:
    key = yield from ask_ship(
        state, say("galaktico.which_ship"), lambda one: rules.deploy_obstacle(state, one), state.current.supply.of
    )
    if key == BACK:
        return state
    state = rules.deploy(state, Ship(key))
    yield Notice(words=say("galaktico.deployed"), news=wording.ship_name(Ship(key)), scene=state)
    return state
