"""Which dice were thrown, and which were only pushed or still lie where they lay."""

from __future__ import annotations

import math

from vision.base.reading import DiceReading

PUSHED_WITHIN = 1.0  # of a die's edge: a die found so near with the same face was at most pushed, not thrown


def moved_dice(before: DiceReading | None, now: DiceReading) -> frozenset[int]:
    """Which dice were thrown between two readings: those without a die of the same face at or near their place.

    Every die of the earlier reading stands for one die at most. All have moved if nothing is known.
    """
    if before is None:
        return frozenset(range(len(now.dice)))
    pairs = sorted(
        (math.hypot(die.x - old.x, die.y - old.y) / max(die.size, old.size, 1.0), n, m)
        for n, die in enumerate(now.dice)
        for m, old in enumerate(before.dice)
        if die.face == old.face or die.reasons or old.reasons
    )
    lying: dict[int, int] = {}
    for distance, n, m in pairs:
        if distance <= PUSHED_WITHIN and n not in lying and m not in lying.values():
            lying[n] = m
    return frozenset(range(len(now.dice))) - lying.keys()
