"""A turn: only what counts is told. One press ends it; moves and meteors are the table's own."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.galaktico import rules, wording
from games.galaktico.asking import is_agreed
from games.galaktico.bag import look_into_bag
from games.galaktico.fighting import END_TURN, Attacks
from games.galaktico.pieces import SHIPS, Ship, State
from games.galaktico.progress import Part, Progress
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Answer, Choose, Chosen, Option, Prompt, Text, say

DEPLOY, BAG, OUT_OF_METEORS = "deploy", "bag", "out_of_meteors"
# The cursor stands on the end of the turn. What is told most often lies nearest to it: a game has some twelve attacks,
# few of them by scouts, and some deployments.
ABOVE = (Ship.FIGHTER, Ship.DESTROYER)


def play_turn(progress: Progress, attacks: Attacks) -> Part:
    """What the active player tells, until the turn ends; both actions told end it, too."""
    news: Text | None = None
    while progress.end is None and progress.state.actions_left:
        state = progress.state
        answer = yield Choose(
            words=say("galaktico.turn", player=state.current.name),
            news=news or say("galaktico.turn_number", number=progress.turn),
            options=_menu(state),
            start=END_TURN,
            scene=state,
        )
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        news = None
        match answer.key:
            case "end":
                break
            case "deploy":
                state, news = yield from _deploy(state)
                progress = replace(progress, state=state)
            case "bag":
                yield from look_into_bag(progress)
            case "out_of_meteors":
                progress = yield from attacks.attack(progress, Ship.SCOUT, has_bonus=True)
            case ship:
                progress = yield from attacks.attack(progress, Ship(ship))
    if progress.end is not None:
        return progress
    return replace(progress, state=rules.end_turn(progress.state), turn=progress.turn + 1)


def _menu(state: State) -> tuple[Option, ...]:
    nowhere = all(rules.deploy_obstacle(_as_free(state), ship) for ship in SHIPS)
    deploying = Obstacle.STATION_TAKEN if state.has_deployed else Obstacle.NONE_IN_SUPPLY if nowhere else None
    scouting = _attack_row(state, Ship.SCOUT)
    return (
        *(_attack_row(state, ship) for ship in ABOVE),
        Option(END_TURN, say("galaktico.menu.end")),
        _attack_row(state, Ship.CRUISER),
        Option(DEPLOY, say("galaktico.menu.deploy"), wording.refusal(deploying)),
        scouting,
        Option(OUT_OF_METEORS, say("galaktico.out_of_meteors"), scouting.refused),
        Option(BAG, say("galaktico.menu.bag")),
    )


def _attack_row(state: State, ship: Ship) -> Option:
    ready = state.current.outside(ship) - state.moved.of(ship)
    words = say("galaktico.attacker", one=wording.ship_name(ship))
    refused = wording.refusal(rules.attack_obstacle(state, ship))
    return Option(ship.value, words, refused, value=wording.figure(ready))


def _as_free(state: State) -> State:
    return rules.leave_station(state, state.active)


def _deploy(state: State) -> Generator[Prompt, Answer, tuple[State, Text | None]]:
    """A ship from the supply; if another was put on the station before, whether it has left."""
    standing = state.current.on_station
    if standing is not None:
        if not (yield from is_agreed(say("galaktico.has_left"), state, wording.ship_name(standing))):
            return state, say("galaktico.station_taken")
        state = _as_free(state)
    supply = state.current.supply
    rows = tuple(
        Option(ship.value, wording.ship_name(ship), value=wording.figure(supply.of(ship)))
        for ship in SHIPS
        if supply.of(ship)
    )
    answer = yield Choose(words=say("galaktico.deploy"), options=rows, scene=state)
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through
    ship = Ship(answer.key)
    return rules.deploy(state, ship), say("galaktico.is_deployed", one=wording.ship_name(ship))
