"""How fast somebody may ask: so many a second, and a few more at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from device.page.doorkeeper import HERE

MOST_REMEMBERED: Final = 256  # addresses; those that have been quiet are forgotten first
NETWORK: Final = "the network"


class Pace:
    """A limit for each visitor, and twice that for the whole network together; this machine has its own alone."""

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = _Limit(per_second, at_once)
        self._network = _Limit(2 * per_second, 2 * at_once)
        self._clock = clock

    def allows(self, visitor: str) -> bool:
        """Whether one more is allowed now; only then it counts."""
        now = self._clock()
        asked = self._asked(visitor)
        if any(limit.delay(key, now) > 0 for limit, key in asked):
            return False
        for limit, key in asked:
            limit.count(key, now)
        return True

    def delay(self, visitor: str) -> float:
        """Count one more, and say how many seconds it has to wait for its turn."""
        now = self._clock()
        asked = self._asked(visitor)
        seconds = max(limit.delay(key, now) for limit, key in asked)
        for limit, key in asked:
            limit.count(key, now)
        return seconds

    def _asked(self, visitor: str) -> list[tuple[_Limit, str]]:
        each = (self._each, visitor)
        return [each] if visitor == HERE else [each, (self._network, NETWORK)]


class _Limit:
    """Remembers for everybody when all that was asked for will have had its time."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._seconds_each = 1 / per_second
        self._seconds_ahead = (at_once - 1) / per_second
        self._done_at: dict[str, float] = {}

    def delay(self, key: str, now: float) -> float:
        ahead = self._done_at.get(key, now) - now - self._seconds_ahead
        return max(0.0, round(ahead, 6))  # what many small sums leave over is no time

    def count(self, key: str, now: float) -> None:
        self._done_at[key] = max(now, self._done_at.pop(key, now)) + self._seconds_each
        if len(self._done_at) > MOST_REMEMBERED:
            del self._done_at[next(iter(self._done_at))]
