"""The player that plans ahead.

It weighs every possible end of a round with an outlook on the rest of the game (`Outlook`), then works backwards:
what each of the 252 rolls is worth with the best move, hence what keeping any of the dice is worth on average,
hence which dice to throw again. Moves that come out close are played one round further. Only the outlook is an
estimate; the dice are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.galaktix import rules
from games.galaktix.dice import Counts, dice_chances
from games.galaktix.options import useful_fields
from games.galaktix.outlook import Outlook
from games.galaktix.pieces import COLOURS, TOOL_INDEX, Level, Road, Rocket, Spot, State, Step
from games.galaktix.players import Move
from games.galaktix.rules import Landing, Obstacle

NOTHING_TO_FLY = -1e9  # so that no real move loses against it
CLOSE = 1.0  # points; moves that are as close as this are played one round further before one is chosen
MOST_CLOSE = 3


@dataclass(frozen=True, slots=True)
class _Choice:
    """A move with what it is worth, and the fields to put parts on after it."""

    worth: float
    move: Move
    fields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sight:
    """One thing a roll offers: dice of a colour (or none: give a rocket back), and parts for its tools."""

    parts: int
    road: Road | None
    dice: int


@cache
def _sights() -> tuple[list[_Sight], list[list[int]]]:
    """All that rolls can offer, and for each roll the indices of what it does offer."""
    chances = dice_chances()
    index: dict[_Sight, int] = {}
    rolls = []
    for roll in chances.ways[: chances.rolls]:
        parts = rules.parts_for(roll[TOOL_INDEX])
        seen = [_Sight(parts, None, 0), *(_Sight(parts, road, roll[road]) for road in Road if roll[road])]
        rolls.append([index.setdefault(sight, len(index)) for sight in seen])
    return list(index), rolls


class PlanningPlayer:
    """Decides throws and roads by expected value."""

    def __init__(self, level: Level) -> None:
        self._outlook = Outlook(level)
        self._plan: tuple[int, ...] = ()  # fields to occupy after the move just made

    def keep(self, state: State) -> Counts:
        return dice_chances().best_keep(state.dice, self._average(state, state.rerolls - 1))

    def take(self, state: State) -> int:
        return rules.parts_due(state)

    def move(self, state: State) -> Move:
        choices = [choice for road in Road if state.dice[road] for choice in self._landings(state, road)]
        choices += [choice for choice in [self._return(state, 0)] if choice is not None]
        choices.sort(key=_worth, reverse=True)
        close = [choice for choice in choices[:MOST_CLOSE] if choice.worth > choices[0].worth - CLOSE]
        best = max(close, key=lambda choice: self._worth_next_round(state, choice)) if len(close) > 1 else close[0]
        self._plan = best.fields
        return best.move

    def occupy(self, state: State) -> int | None:
        open_fields = [field for field in self._plan if field in useful_fields(state)]
        return open_fields[0] if open_fields else None

    def _worth_next_round(self, state: State, choice: _Choice) -> float:
        """What a move is worth if the next round is played as well as possible: one round further than the outlook."""
        move = choice.move
        after = rules.land(state, move) if isinstance(move, Landing) else rules.give_back(state, move)
        for field in choice.fields:
            after = rules.occupy(after, field)
        after = rules.end_round(after)
        if after.step is Step.OVER:
            return float(after.points)
        return self._average(after, after.level.rerolls)[-1]  # the last way is that no die lies yet

    def _average(self, state: State, rerolls: int) -> list[float]:
        """What each way dice can lie is worth when the rest is thrown and then `rerolls` more throws are open."""
        chances = dice_chances()
        average = chances.average(self._worth_of_rolls(state))
        for _ in range(rerolls):
            average = chances.average(chances.after_best_keep(average))
        return average

    def _worth_of_rolls(self, state: State) -> list[float]:
        """What each of the rolls would be worth if it lay there at the end of the throws."""
        sights, seen_in_rolls = _sights()
        worth = [self._worth_of_sight(state, sight) for sight in sights]
        # With nothing to fly the game ends at the points it has.
        nothing = float(state.points)
        best = [max([worth[sight] for sight in seen]) for seen in seen_in_rolls]
        return [nothing if value == NOTHING_TO_FLY else value for value in best]

    def _worth_of_sight(self, state: State, sight: _Sight) -> float:
        gain = min(sight.parts, state.supply_parts)
        if sight.road is None:
            return _worth(self._return(state, gain))
        return _worth(self._landing(state, sight.road, sight.dice, gain))

    def _return(self, state: State, gain: int) -> _Choice | None:
        """The best rocket to give back, with `gain` more parts in the camp."""
        heights, flags = state.heights, len(state.flags)
        choices = [
            _Choice(self._outlook.worth(heights, camp, parts, flags), rocket)
            for rocket, camp, parts in _payments(state, gain)
        ]
        return max(choices, key=_worth, default=None)

    def _landing(self, state: State, road: Road, dice: int, gain: int) -> _Choice | None:
        """The best landing on this road with so many dice, with `gain` more parts in the camp."""
        return max(self._landings(state, road, dice, gain), key=_worth, default=None)

    def _landings(self, state: State, road: Road, dice: int | None = None, gain: int = 0) -> list[_Choice]:
        """The landings on this road, by rocket, with the dice that lie there or with other dice and more parts."""
        height = state.heights[road]
        found = []
        for rocket, camp, parts in _payments(state, gain):
            field = rules.target(state.level, road, height, state.dice[road] if dice is None else dice, rocket)
            if not isinstance(field, Obstacle):
                found.append(self._after_landing(state, Landing(road, rocket, field), camp, parts))
        return found

    def _after_landing(self, state: State, landing: Landing, camp: list[int], parts: int) -> _Choice:
        """The landing with the parts that are worth putting on skipped fields."""
        road, below = landing.road, state.heights[landing.road]
        heights = (*state.heights[:road], landing.field, *state.heights[road + 1 :])
        camp, supply, flags = list(camp), list(state.supply), len(state.flags)
        flags += _collect(state, Spot(road, landing.field), camp, supply)
        worth = self._outlook.worth(heights, camp, parts, flags)
        fields: list[int] = []
        for field in range(landing.field - 1, below, -1):
            gains = rules.gains_at(state, Spot(road, field), by_part=True)
            if gains and parts:
                camp_then, supply_then = list(camp), list(supply)
                flags_then = flags + _collect(state, Spot(road, field), camp_then, supply_then)
                worth_then = self._outlook.worth(heights, camp_then, parts - 1, flags_then)
                if worth_then > worth:
                    camp, supply, flags, parts, worth = camp_then, supply_then, flags_then, parts - 1, worth_then
                    fields.append(field)
        return _Choice(worth, landing, tuple(fields))


def _worth(choice: _Choice | None) -> float:
    return NOTHING_TO_FLY if choice is None else choice.worth


def _payments(state: State, gain: int) -> list[tuple[Rocket, list[int], int]]:
    """Every rocket that can be used up, with the camp and the parts left after it."""
    parts = state.parts + gain
    found = []
    for colour in COLOURS:
        if state.camp[colour]:
            camp = list(state.camp)
            camp[colour] -= 1
            found.append((colour, camp, parts))
    if parts >= rules.PARTS_FOR_A_ROCKET and not state.camp[Rocket.WHITE]:
        found.append((Rocket.BUILT, list(state.camp), parts - rules.PARTS_FOR_A_ROCKET))
    return found


def _collect(state: State, spot: Spot, camp: list[int], supply: list[int]) -> int:
    """Move what the field gives from supply to camp; the number of flags it gives."""
    gains = rules.gains_at(state, spot)
    if gains.rocket is not None and supply[gains.rocket]:
        camp[gains.rocket] += 1
        supply[gains.rocket] -= 1
    return int(gains.is_flag)
