"""What a long session costs: to open, however often was undone, and to take a step back in. As ratios."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from device.boxes.loader import open_shipped
from device.boxes.shipped import SHIPPED
from games.spine.dialogue import Answer, Choose, Chosen, Dialogue, Dice, Game, Noted, Prompt, ReadDice, Setup
from games.spine.session import Answered, Session, Undone

ROUNDS = 25
STANDING, PAIRS = 400, 1000
EARLY, LATE = 50, 2000
LATE_BUDGET = 3.0
RESTS = 60


def measure_sessions() -> dict[str, Any]:
    """Opening with many steps back against none, twice as long a game against one, and a late step against an early."""
    game, setup = _long_game()
    lines = [answer.to_line() for answer in _played(game, setup, STANDING).answers]
    opened = {
        "plain": lines,
        "undone": [*lines, *("undo 1", "redo") * PAIRS],
        "changed": [*lines, *("undo 2", *lines[-2:]) * PAIRS],
        "twice": [answer.to_line() for answer in _played(game, setup, 2 * STANDING).answers],
    }
    took = _taking_turns({name: _opening(game, setup, entries) for name, entries in opened.items()})
    back = _taking_turns({str(count): _step_back(game, setup, count) for count in (EARLY, LATE)})
    return {
        "opening_with_1000_undo_and_redo_to_without": round(took["undone"] / took["plain"], 2),
        "opening_with_1000_undo_and_answers_to_without": round(took["changed"] / took["plain"], 2),
        "opening_800_answers_to_400": round(took["twice"] / took["plain"], 2),
        "undo_after_2000_answers_to_after_50": round(back[str(LATE)] / back[str(EARLY)], 2),
        "undo_after_2000_answers_to_after_50_budget": LATE_BUDGET,
    }


def _opening(game: Game, setup: Setup, lines: list[str]) -> Callable[[], object]:
    return lambda: Session.replay(game, setup, lines)


def _step_back(game: Game, setup: Setup, count: int) -> Callable[[], object]:
    """Take the last answer back and give another, in a game that had time to rest."""
    session = _played(game, setup, count)
    others = itertools.cycle(_other_throws(session))

    def step_back() -> float:
        for _ in range(RESTS):
            session.prepare()
        began = time.process_time()
        session.make(Undone())
        session.make(Answered(next(others)))
        return time.process_time() - began

    return step_back


def _taking_turns(acts: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The median time of each; one that gives a time itself has measured it."""
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(ROUNDS):
        for name, act in acts.items():
            began = time.process_time()
            own = act()
            times[name].append(own if isinstance(own, float) else time.process_time() - began)
    return {name: statistics.median(one) for name, one in times.items()}


# --- a game that goes on for as long as it is wanted ---


class _LongGame:
    """The first level of a game again and again, as one game: real rules, and no end."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.name, self.data = game.name, game.data

    def play(self, setup: Setup) -> Dialogue:
        while True:
            yield from self._game.play(setup)


def _long_game() -> tuple[Game, Setup]:
    loaded = open_shipped(SHIPPED[0])
    return _LongGame(loaded.game), Setup(loaded.game.name, loaded.starts[0], ("Ada",), 1, loaded.game.data)


def _played(game: Game, setup: Setup, answers: int) -> Session:
    """A session of so many answers by chance; the same ones every time."""
    session, rng = Session(game, setup), Random(1)
    while len(session.answers) < answers or not isinstance(session.prompt, ReadDice):
        assert session.prompt is not None  # this game has no end
        session.make(Answered(_by_chance(session.prompt, rng)))
    session.make(Answered(_by_chance(session.prompt, rng)))  # a throw, which can be another one
    return session


def _by_chance(prompt: Prompt, rng: Random) -> Answer:
    match prompt:
        case ReadDice():
            return Dice(tuple(rng.choice(prompt.faces) for _ in range(prompt.count)))
        case Choose():
            return Chosen(rng.choice([option.key for option in prompt.options if option.refused is None]))
    return Noted()


def _other_throws(session: Session) -> tuple[Answer, ...]:
    """Two throws that are not the one taken last."""
    read = session.prompts[-1]
    assert isinstance(read, ReadDice)
    throws = (Dice((face,) * read.count) for face in read.faces)
    return tuple(throw for throw in throws if throw != session.answers[-1])[:2]
