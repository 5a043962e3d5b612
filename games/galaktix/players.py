"""Computer players for the simulation: `random` does anything legal, `greedy` plays like a beginner.

The third, `planner`, has a module of its own. A player only decides; `play_game` throws the dice and applies the rules.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeAlias

from games.galaktix import rules
from games.galaktix.dice import Counts, throw_rest
from games.galaktix.options import first_glance, sensible_landings, useful_fields
from games.galaktix.pieces import FACES, TOOL_INDEX, Level, Road, Rocket, State, Step
from games.galaktix.rules import Landing

Move: TypeAlias = Landing | Rocket  # a landing, or the rocket that is given back

NO_DICE: Counts = (0,) * len(FACES)


class Player(Protocol):
    """The four decisions of a round."""

    def keep(self, state: State) -> Counts:
        """The dice to leave lying; all five to throw none again."""
        ...

    def take(self, state: State) -> int:
        """How many of the parts that are due to take."""
        ...

    def move(self, state: State) -> Move:
        """Where to land with what, or what to give back."""
        ...

    def occupy(self, state: State) -> int | None:
        """A skipped field to put a part on, or None to end the round."""
        ...


def play_game(level: Level, player: Player, rng: Random) -> State:
    """One whole game; the dice come from `rng`."""
    state = rules.start(level)
    while state.step is not Step.OVER:
        state = _play_round(state, player, rng)
    return state


def _play_round(state: State, player: Player, rng: Random) -> State:
    state = rules.throw(state, throw_rest(NO_DICE, rng))
    while state.rerolls:
        kept = player.keep(state)
        if kept == state.dice:
            break
        state = rules.throw_again(state, throw_rest(kept, rng))
    state = rules.take_parts(state, player.take(state) if rules.parts_due(state) else 0)
    if not rules.can_fly(state):
        return rules.end_game(state)
    move = player.move(state)
    state = rules.land(state, move) if isinstance(move, Landing) else rules.give_back(state, move)
    while useful_fields(state):
        field = player.occupy(state)
        if field is None:
            break
        state = rules.occupy(state, field)
    return rules.end_round(state)


class RandomPlayer:
    """Does anything the rules allow."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def keep(self, state: State) -> Counts:
        return tuple(self._rng.randint(0, count) for count in state.dice)

    def take(self, state: State) -> int:
        return self._rng.randint(0, rules.parts_due(state))

    def move(self, state: State) -> Move:
        moves: list[Move] = [*rules.landings(state), *rules.flyable(state)]
        return self._rng.choice(moves)

    def occupy(self, state: State) -> int | None:
        return self._rng.choice([None, *useful_fields(state)])


class GreedyPlayer:
    """Plays like a beginner: collects one colour, then takes the landing that shows most at once."""

    def keep(self, state: State) -> Counts:
        """Keep the colour of which most dice lie (the one further up its road if several) and throw the rest."""
        if not rules.can_fly(state) and rules.parts_due(state) + state.parts < rules.PARTS_FOR_A_ROCKET:
            return tuple(count if face == TOOL_INDEX else 0 for face, count in enumerate(state.dice))
        roads = [road for road in Road if state.dice[road] and state.heights[road] < state.level.board.length(road)]
        if not roads:
            return NO_DICE
        best = max(roads, key=lambda road: (state.dice[road], state.heights[road]))
        return tuple(count if face == best else 0 for face, count in enumerate(state.dice))

    def take(self, state: State) -> int:
        return rules.parts_due(state)

    def move(self, state: State) -> Move:
        landings = sensible_landings(state)
        if not landings:
            return rules.flyable(state)[0]
        return max(landings, key=lambda landing: first_glance(state, landing))

    def occupy(self, state: State) -> int | None:
        fields = useful_fields(state)
        return fields[0] if fields else None
