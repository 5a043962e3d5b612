"""When balls are news: after a shake, and not because they still lie there from the last one.

The ship is lifted, shaken and put down again, so after a shake its balls lie at least a little elsewhere, even where
the same ones fell. A hand that only passes over them leaves them exactly where they are.
"""

from __future__ import annotations

import math

from device.eyes.sight import Shaken, Sight
from device.eyes.throw_watcher import ThrowWatcher
from games.spine.dialogue import ReadBalls
from vision.base.reading import BallReading, BallsReading, Reason

MOVED_BY = 0.25  # of a ball's width: nobody puts a ship down again so exactly


class BallWatcher(ThrowWatcher[ReadBalls, BallsReading]):
    """Watches for balls that were shaken."""

    def pass_by(self) -> None:
        """Other pieces are looked for: a ship that is pushed aside meanwhile was not shaken."""
        self._lying.remember(self._rests)

    def _moved(self, before: BallsReading, now: BallsReading) -> frozenset[int]:
        return moved_balls(before, now)

    def _miss(self, reading: BallsReading) -> None:
        """Where there are none at all, the next ones are others."""
        if reading.reasons == (Reason.NOTHING,):
            self._seen = self._taken = None
            self._takes_next = False

    def _told(self, reading: BallsReading, wanted: ReadBalls) -> Sight:
        witnessed = bool(self._moved_since(reading))
        return Sight(seen=Shaken(reading, witnessed)) if self._is_news(reading, witnessed) else Sight()

    def _is_news(self, reading: BallsReading, witnessed: bool) -> bool:
        """Whether a complete reading tells of a shake that was not told yet."""
        before = self._see(reading)
        was_entered, self._takes_next = self._takes_next and not witnessed, False
        if was_entered:
            self.settle()
            return False
        if self._tells_again or before is None:
            self._tells_again = False
            return True
        is_shaken = colours_of(before) != colours_of(reading) or (witnessed and bool(moved_balls(before, reading)))
        if not is_shaken and before is self._taken:
            self.settle()
        return is_shaken


def colours_of(reading: BallsReading) -> list[str]:
    """The colours of the balls, whichever lies in front."""
    return sorted(ball.colour for ball in reading.balls)


def moved_balls(before: BallsReading, now: BallsReading) -> frozenset[int]:
    """Which balls lie elsewhere than the one of their colour did."""

    def is_old(ball: BallReading) -> bool:
        return any(
            ball.colour == old.colour
            and math.dist((ball.x, ball.y), (old.x, old.y)) <= MOVED_BY * max(ball.size, old.size, 1.0)
            for old in before.balls
        )

    return frozenset(n for n, ball in enumerate(now.balls) if not is_old(ball))
