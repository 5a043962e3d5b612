"""Galaktico as a dialogue: who begins, equipping in secret, turns of two actions, and the bags opened at the end."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from games.galaktico import rules, wording
from games.galaktico.asking import BACK, ask_ship, choose
from games.galaktico.data import CardSet
from games.galaktico.equipping import equip_all
from games.galaktico.fighting import attack, is_from_station, ready
from games.galaktico.hidden import Hidden
from games.galaktico.pieces import ACTIONS, SEATS, SHIPS, Ship, State
from games.galaktico.progress import Part, Progress
from games.galaktico.referee import ask_referee
from games.galaktico.rules import Obstacle
from games.spine.data_game import DataGame
from games.spine.dialogue import Answer, Dialogue, HandOver, Notice, Option, Outcome, Prompt, Result, Setup, say
from games.spine.errors import UnknownLevel

LEVEL = "game"
PLAY, MISSING = "play", "missing"


class Galaktico(DataGame[CardSet]):
    """The game, played with one set of cards."""

    name = "galaktico"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one game; UnknownLevel for another level or too few, too many or equal players."""
        if setup.level != LEVEL:
            raise UnknownLevel(f"there is no level {setup.level!r}; the only one is {LEVEL}")
        if len(setup.players) not in SEATS or len(set(setup.players)) < len(setup.players):
            raise UnknownLevel(f"two or three players with different names are needed, not {', '.join(setup.players)}")
        return _play(self.content, setup)


def _play(card_set: CardSet, setup: Setup) -> Dialogue:
    if card_set.is_trial:
        yield from _tell_trial(card_set)
    state = yield from _gather(setup.players)
    equipment = yield from equip_all(card_set, setup.seed, state)
    progress = Progress(state, Hidden(equipment, (0,) * len(setup.players)))
    while progress.end is None:
        progress = yield from _turn(progress)
    return (yield from _open_bags(progress))


def _tell_trial(card_set: CardSet) -> Generator[Prompt, Answer, None]:
    """Says that cards are only assumed, and which, until the players want to begin."""
    options = (Option(PLAY, say("galaktico.trial.play")), Option(MISSING, say("galaktico.trial.missing")))
    while (yield from choose(say("galaktico.trial"), options, news=say("galaktico.trial.assumed"))) == MISSING:
        for card in card_set.assumed:
            yield Notice(words=wording.assumed_told(card), news=say("galaktico.card_title", name=card.name))
        yield Notice(words=say("galaktico.trial.enter"), news=say("galaktico.trial"))


def _gather(names: tuple[str, ...]) -> Generator[Prompt, Answer, State]:
    """Who begins, and what is set up; the names are in clockwise order."""
    rows = tuple(Option(str(seat), say("galaktico.player", player=name)) for seat, name in enumerate(names))
    first = int((yield from choose(say("galaktico.who_begins"), rows, news=say("galaktico.impatient"))))
    state = rules.start(names, first)
    yield Notice(words=say("galaktico.set_up"), news=say("galaktico.set_up.title"), scene=state)
    if len(names) == min(SEATS):
        yield Notice(words=say("galaktico.set_up.two"), news=say("galaktico.set_up.title"), scene=state)
    yield Notice(words=say("galaktico.set_up.screen"), news=say("galaktico.set_up.title"), scene=state)
    return state


# --- a turn ------------------------------------------------------------------------------------------------------


def _turn(progress: Progress) -> Part:
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
            yield from ask_referee(state)
        case "bag":
            yield from _look_into_bag(progress)
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


def _look_into_bag(progress: Progress) -> Generator[Prompt, Answer, None]:
    """The active player counts the own points; afterwards the screen is empty before the others look again."""
    state = progress.state
    name = state.current.name
    yield HandOver(words=say("galaktico.hand_over"), audience=name, scene=state)
    points = say("galaktico.bag", n=progress.hidden.points[state.active])
    yield Notice(words=points, news=say("galaktico.bag.title"), audience=name, scene=state)
    yield Notice(words=say("galaktico.bag.closed"), news=say("galaktico.bag.title"), scene=state)


# --- the end -----------------------------------------------------------------------------------------------------


def _open_bags(progress: Progress) -> Dialogue:
    """Why it is over, which can still be taken back, then the ranking with the combats, which opens every bag."""
    assert progress.end is not None  # the turns go on until there is one
    state, hidden = progress.state, rules.reward(progress.hidden, progress.end)
    yield Notice(words=wording.end_told(state, progress.end), news=say("galaktico.end.title"), scene=state)
    places = {seat: place for place, seat in rules.ranking(hidden)}
    results = tuple(Result(fleet.name, hidden.points[seat], places[seat]) for seat, fleet in enumerate(state.fleets))
    won = wording.winners_told(state, hidden)
    return Outcome(results=results, words=won, scene=state, history=tuple(_combats_told(progress)), closes=True)


def _combats_told(progress: Progress) -> Iterator[Notice]:
    """A page a combat, or one that says that there was none."""
    if not progress.combats:
        yield Notice(words=say("galaktico.no_combats"), news=say("galaktico.combats.title"), scene=progress.state)
    for number, combat in enumerate(progress.combats, 1):
        title = say("galaktico.combat", number=number)
        yield Notice(words=wording.combat_told(progress.state, combat), news=title, scene=progress.state)
