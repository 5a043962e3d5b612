"""When dice are news: those that were thrown, not those that were only pushed or still lie where they lay."""

from __future__ import annotations

import math

from device.eyes.past import PastReader
from device.eyes.sight import Sight, Thrown
from device.eyes.throw_watcher import ThrowWatcher
from device.eyes.watcher import Agree
from games.spine.dialogue import ReadDice
from vision.base.reading import DiceReading, Status

PUSHED_WITHIN = 1.0  # of a die's edge: a die found so near with the same face was at most pushed, not thrown
MAY_SEEM_TO_LIE = 1  # so many dice of a fresh throw may by chance lie like one of the throw before


class DiceWatcher(ThrowWatcher[ReadDice, DiceReading]):
    """Watches for throws of dice."""

    def __init__(self, read: PastReader[ReadDice, DiceReading], agree: Agree[DiceReading]) -> None:
        super().__init__(read, agree)
        self._aside: DiceReading | None = None  # a throw that was put aside: one of its dice may be laid anew
        self._was_witnessed = False  # the last reading that was told was seen falling

    def places(self) -> list[tuple[float, float]]:
        """Where the dice of the last complete reading lie, in its order."""
        return [(die.x, die.y) for die in self._seen.dice] if self._seen else []

    def put_aside(self, wanted: ReadDice) -> None:
        """What was told does not count. Of a throw of all dice one may be laid anew, and then it is told again."""
        aside = self._seen if wanted.all_thrown and self._was_witnessed else None
        self.settle()
        self._aside = aside

    def settle(self) -> None:
        super().settle()
        self._aside = None

    def settle_unseen(self) -> None:
        super().settle_unseen()
        self._aside = None

    def forget(self) -> None:
        super().forget()
        self._aside = None

    def _moved(self, before: DiceReading, now: DiceReading) -> frozenset[int]:
        return moved_dice(before, now)

    def _miss(self, reading: DiceReading) -> None:
        self._takes_next = self._takes_next and bool(reading.dice)  # dice that are not there cannot be meant

    def _told(self, reading: DiceReading, wanted: ReadDice) -> Sight:
        """What a complete reading tells: a throw, a throw of too few dice, or nothing new."""
        is_laid_anew = self._is_laid_anew(reading)
        witnessed = is_laid_anew or self._is_thrown(reading, wanted)
        before = self._see(reading)
        was_taken = before is not None and before is self._taken
        moved = moved_dice(before, reading)
        is_told = bool(moved) or self._tells_again or is_laid_anew
        was_entered, self._takes_next = self._takes_next and not witnessed, False
        if was_entered or (was_taken and not is_told):
            super().settle()  # what was put aside stays aside
            return Sight()
        if self._tells_again:
            self._tells_again = False
            moved = frozenset(range(len(reading.dice)))
        still = wanted.count - len(moved_dice(self._taken, reading))
        if wanted.all_thrown and still > MAY_SEEM_TO_LIE and not is_laid_anew:
            # Some were not picked up. All of them lying there is no throw at all, and nothing to be said.
            return Sight(lying_still=still) if still < wanted.count else Sight()
        if not is_told:
            return Sight()
        self._was_witnessed, self._aside = witnessed, None
        return Sight(seen=Thrown(reading, moved, witnessed))

    def _is_laid_anew(self, reading: DiceReading) -> bool:
        """Whether one die of a throw that was put aside lies elsewhere now, or has lost its doubt where it lay."""
        if self._aside is None:
            return False
        moved = len(moved_dice(self._aside, reading))
        is_clear_now = self._aside.status is not Status.SURE and reading.status is Status.SURE
        return moved == 1 or (moved == 0 and is_clear_now)

    def _is_thrown(self, reading: DiceReading, wanted: ReadDice) -> bool:
        """Whether these dice have moved since they lay there: all that had to, or any of them."""
        least = max(1, wanted.count - MAY_SEEM_TO_LIE) if wanted.all_thrown else 1
        return len(self._moved_since(reading)) >= least


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
