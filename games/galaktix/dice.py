"""What five dice can do: every way they can lie, what can be kept of it, and what throwing the rest brings on average.

Dice are counted by face, so a way they lie is a tuple of six numbers. With none to five of them lying there are 462
such ways: few enough to know the exact average of any number of throws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from games.galaktix.pieces import DICE, FACES

Counts = tuple[int, ...]  # dice by face


@dataclass(frozen=True)
class DiceChances:
    """All ways dice can lie, by index; those with all five dice first."""

    ways: tuple[Counts, ...]
    index: dict[Counts, int]
    rolls: int  # ways[:rolls] have five dice
    one_more: tuple[tuple[int, ...], ...]  # for each way with fewer than five: the six ways with one die more
    one_fewer: tuple[tuple[int, ...], ...]  # for each way: the ways with one die taken off
    keeps: tuple[tuple[int, ...], ...]  # for each roll: everything that can be kept of it, itself first

    def average(self, worth: Sequence[float]) -> list[float]:
        """What each way is worth when the missing dice are thrown, given what each roll is worth."""
        values = [*worth, *([0.0] * (len(self.ways) - self.rolls))]
        for way, (a, b, c, d, e, f) in enumerate(self.one_more, self.rolls):
            values[way] = (values[a] + values[b] + values[c] + values[d] + values[e] + values[f]) / len(FACES)
        return values

    def best_keep(self, roll: Counts, average: Sequence[float]) -> Counts:
        """What to keep of a roll so that the average is highest; the whole roll if throwing brings nothing."""
        return self.ways[max(self.keeps[self.index[roll]], key=average.__getitem__)]

    def after_best_keep(self, average: Sequence[float]) -> list[float]:
        """What each roll is worth to somebody who may still throw again and keeps the best."""
        best = list(average)
        # From no dice to five: the best keep of some dice is all of them, or the best keep with one die taken off.
        for way in range(len(self.ways) - 1, -1, -1):
            for fewer in self.one_fewer[way]:
                if best[fewer] > best[way]:
                    best[way] = best[fewer]
        return best[: self.rolls]


@cache
def dice_chances() -> DiceChances:
    """All ways of five dice; worked out on first use and kept."""
    ways = [way for size in range(DICE, -1, -1) for way in _ways_with(size)]
    index = {way: number for number, way in enumerate(ways)}
    rolls = sum(1 for way in ways if sum(way) == DICE)
    return DiceChances(
        ways=tuple(ways),
        index=index,
        rolls=rolls,
        one_more=tuple(tuple(index[_add(way, face, 1)] for face in range(len(FACES))) for way in ways[rolls:]),
        one_fewer=tuple(tuple(index[_add(way, face, -1)] for face, dice in enumerate(way) if dice) for way in ways),
        keeps=tuple(_keeps(way, index) for way in ways[:rolls]),
    )


def _ways_with(dice: int) -> list[Counts]:
    return [way for way in product(range(dice + 1), repeat=len(FACES)) if sum(way) == dice]


def _add(way: Counts, face: int, dice: int) -> Counts:
    return (*way[:face], way[face] + dice, *way[face + 1 :])


def _keeps(roll: Counts, index: dict[Counts, int]) -> tuple[int, ...]:
    kept = [index[keep] for keep in product(*(range(count + 1) for count in roll))]
    return tuple(sorted(kept))  # the roll itself has five dice and so the lowest index


def throw_rest(kept: Counts, rng: Random) -> Counts:
    """The dice after all that were not kept have been thrown."""
    counts = list(kept)
    for _ in range(DICE - sum(kept)):
        counts[int(rng.random() * len(FACES))] += 1
    return tuple(counts)
