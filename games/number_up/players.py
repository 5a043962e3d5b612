"""Computer players for the simulation: `random` does anything legal, `greedy` plays like a beginner.

The third, `planner`, has a module of its own. A player only decides; `play_game` turns up the cards and applies the
rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from games.number_up import rules
from games.number_up.final_scores import CHECK_WORTH
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import MINUS_WORTH, Level, Place, State
from games.number_up.sketch import deck_of

DISCARD_CHANCE = 0.1  # how often the random player throws a card away while it may


@dataclass(frozen=True, slots=True)
class Lay:
    """An open card laid in a place."""

    place: Place
    card: NumberCard


@dataclass(frozen=True, slots=True)
class Discard:
    """An open card thrown away."""

    card: NumberCard


Move: TypeAlias = Lay | Discard


class Player(Protocol):
    """The one decision of a turn."""

    def move(self, state: State) -> Move:
        """Which of the open cards goes where."""
        ...


def play_game(level: Level, player: Player, rng: Random) -> State:
    """One whole game; `rng` shuffles the deck."""
    deck = deck_of(level)
    rng.shuffle(deck)
    state = rules.start(level)
    while not state.is_over:
        while len(state.hand) < rules.open_size(state):
            state = rules.draw(state, deck.pop())
        state = make(state, player.move(state))
    return state


def make(state: State, move: Move) -> State:
    """The state after a move."""
    if isinstance(move, Lay):
        return rules.lay(state, move.place, move.card)
    return rules.discard(state, move.card)


class RandomPlayer:
    """Does anything the rules allow."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def move(self, state: State) -> Move:
        card = self._rng.choice(state.hand)
        if state.discards_left and self._rng.random() < DISCARD_CHANCE:
            return Discard(card)
        return Lay(self._rng.choice(rules.open_places(state)), card)


class GreedyPlayer:
    """Plays like a beginner: takes what brings most at once, and throws away what brings nothing."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def move(self, state: State) -> Move:
        moves = [Lay(place, card) for card in state.hand for place in rules.open_places(state)]
        self._rng.shuffle(moves)  # of several moves that bring as much, any
        gains = [gain(state, move) for move in moves]
        best = max(gains)
        if best <= 0 and state.discards_left:
            return Discard(self._rng.choice(state.hand))
        return moves[gains.index(best)]


def gain(state: State, move: Lay) -> int:
    """What a card brings at once to the lines it is laid in."""
    level, grid = state.level, state.grid
    cell = move.place.row * level.size + move.place.col
    total = 0
    for number in level.lines_by_cell[cell]:
        if state.marks[number] is None:
            line = level.lines[number]
            rule = level.rule_of(line)
            places = [grid[other] for other in line.cells]
            before = rule.points(places)
            places[line.cells.index(cell)] = move.card
            points = rule.points(places)
            if points >= rule.target:
                points = CHECK_WORTH
            elif None not in places and points < level.minus_below:
                points = MINUS_WORTH
            total += points - before
    return total
