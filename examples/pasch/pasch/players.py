"""Computer players: `random` does anything legal, `greedy` plays like a beginner, `planner` thinks the turn through."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from itertools import combinations_with_replacement as _ways
from random import Random
from typing import TypeAlias

from games.books.simulation import Distribution, Progress, distribution, play_games, unknown_player
from games.spine.dialogue import Game
from pasch import rules
from pasch.flow import Pasch
from pasch.pieces import BONUS_FROM, DICE, PIPS, Level, Line, Roll, State

# What a line brings a good player on average; a line that is given away for less was filled too early.
USUAL = (2, 5, 8, 12, 15, 19, 22, 16, 12, 15, 18, 20, 22)

Keep: TypeAlias = Callable[[State, Random], Roll]  # which dice to leave lying; all five to throw none again
Choice: TypeAlias = Callable[[State, Random], Line]  # which line to fill


def simulate(game: Game, level: str, games: int, player: str, seed: int, progress: Progress | None) -> Distribution:
    """Play many games of a level alone; UnknownLevel or ValueError if there is no such level or player."""
    assert isinstance(game, Pasch)
    chosen = game.content.level(level)
    return distribution(Pasch.name, chosen, player, seed, scores(chosen, games, player, seed, progress))


def scores(level: Level, games: int, player: str, seed: int, progress: Progress | None = None) -> list[int]:
    """The points of so many games in turn; the same seed gives the same."""
    if player not in PLAYERS:
        raise unknown_player(player)
    return play_games(level, games, seed, lambda rng: _play(level, *PLAYERS[player], rng), progress)


def _play(level: Level, keep: Keep, choose: Choice, rng: Random) -> int:
    """The points of one whole game; the dice come from `rng`."""
    state = rules.start(level, ("",))
    while not rules.is_over(state):
        state = rules.throw(state, rng.choices(PIPS, k=DICE))
        while state.throws and len(kept := keep(state, rng)) < DICE:
            state = rules.throw(state, (*kept, *rng.choices(PIPS, k=DICE - len(kept))))
        state = rules.fill(state, choose(state, rng))
    return rules.totals(state)[0]


def _keep_most(state: State, rng: Random) -> Roll:
    """The number that lies there most often, the highest of several."""
    most = max(PIPS, key=lambda pips: (state.dice.count(pips), pips))
    return (most,) * state.dice.count(most)


def _keep_best(state: State, rng: Random) -> Roll:
    averages = _averages(state.level, state.sheet.open_lines, state.throws)
    return max(_keeps(state.dice), key=averages.__getitem__)


def _line_of_most(state: State, rng: Random) -> Line:
    return max(state.sheet.open_lines, key=lambda line: rules.worth(state.level, line, state.dice))


def _line_of_best(state: State, rng: Random) -> Line:
    return max(state.sheet.open_lines, key=lambda line: _gain(state.level, line, state.dice))


def _gain(level: Level, line: Line, dice: Roll) -> float:
    """How much more than usual a line brings, with its part of the bonus."""
    usual = USUAL[line - 1] * (2 if line in level.double else 1)
    share = level.bonus / BONUS_FROM if line <= Line.SIXES else 0
    return (1 + share) * (rules.worth(level, line, dice) - usual)


@cache
def _averages(level: Level, lines: tuple[Line, ...], throws: int) -> dict[Roll, float]:
    """What each of the 462 ways to keep dice is worth on average if the others may be thrown so often."""
    later = _averages(level, lines, throws - 1) if throws > 1 else {}
    known = {
        roll: max(map(later.__getitem__, _keeps(roll))) if later else max(_gain(level, line, roll) for line in lines)
        for roll in _ways(PIPS, DICE)
    }
    for dice in range(DICE - 1, -1, -1):
        for kept in _ways(PIPS, dice):
            known[kept] = sum(known[tuple(sorted((*kept, pips)))] for pips in PIPS) / len(PIPS)
    return known


@cache
def _keeps(roll: Roll) -> tuple[Roll, ...]:
    """Everything that can be kept of five dice, all of them first."""
    return tuple(dict.fromkeys(kept for dice in range(DICE, -1, -1) for kept in combinations(roll, dice)))


PLAYERS: dict[str, tuple[Keep, Choice]] = {
    "random": (lambda at, rng: rng.choice(_keeps(at.dice)), lambda at, rng: rng.choice(at.sheet.open_lines)),
    "greedy": (_keep_most, _line_of_most),
    "planner": (_keep_best, _line_of_best),
}
