"""When balls are news: after a shake, and not because they still lie there from the last one.

The ship is lifted, shaken and put down again, so after a shake its balls lie at least a little elsewhere, even where
the same ones fell. A hand that only passes over them leaves them exactly where they are.
"""

from __future__ import annotations

import math

from device.eyes.past import PastReader
from device.eyes.sight import Shaken, Sight
from device.eyes.throw_watcher import ThrowWatcher
from device.eyes.watcher import Agree
from games.spine.dialogue import ReadBalls
from vision.base.reading import BallsReading, Reason

MOVED_BY = 0.25  # of a ball's width: nobody puts a ship down again so exactly


class BallWatcher(ThrowWatcher[ReadBalls, BallsReading]):
    """Watches for balls that were shaken."""

    def __init__(self, read: PastReader[ReadBalls, BallsReading], agree: Agree[BallsReading]) -> None:
        super().__init__(read, agree)
        self._is_stirred = False  # something moved since a shake was asked for

    def begin(self) -> None:
        """Balls are asked for, or no longer: what moved until now was no shake."""
        self._is_stirred = False

    def stir(self) -> None:
        self._is_stirred = True

    def settle(self) -> None:
        super().settle()
        self._is_stirred = False

    def settle_unseen(self) -> None:
        """Balls were taken into account that were not read: if nothing moves, the next complete reading is those."""
        super().settle_unseen()
        self._is_stirred = False

    def _miss(self, reading: BallsReading) -> None:
        """Where there are none at all, the next ones are others."""
        if reading.reasons == (Reason.NOTHING,):
            self._seen = self._taken = None
            self._takes_next = False

    def _told(self, reading: BallsReading, wanted: ReadBalls, witnessed: bool) -> Sight:
        return Sight(seen=Shaken(reading, witnessed)) if self._is_news(reading) else Sight()

    def _is_news(self, reading: BallsReading) -> bool:
        """Whether a complete reading tells of a shake that was not told yet."""
        before, self._seen = self._seen, reading
        was_entered, self._takes_next = self._takes_next, False
        if was_entered and not self._is_stirred:
            self._taken = reading
            return False
        if self._tells_again or before is None:
            self._tells_again = False
            return True
        is_shaken = colours_of(before) != colours_of(reading) or (self._is_stirred and are_moved(before, reading))
        if not is_shaken and before is self._taken:
            self._taken = reading
        return is_shaken


def colours_of(reading: BallsReading) -> list[str]:
    """The colours of the balls, whichever lies in front."""
    return sorted(ball.colour for ball in reading.balls)


def are_moved(before: BallsReading, now: BallsReading) -> bool:
    """Whether any ball lies elsewhere than the one of its colour did."""

    def is_old(one: int, other: int) -> bool:
        ball, old = now.balls[one], before.balls[other]
        near = math.dist((ball.x, ball.y), (old.x, old.y)) <= MOVED_BY * max(ball.size, old.size, 1.0)
        return near and ball.colour == old.colour

    return not all(any(is_old(one, other) for other in range(len(before.balls))) for one in range(len(now.balls)))
