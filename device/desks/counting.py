"""What counts by itself: a second in which nothing moves and nobody presses, told by one clock for all desks."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from device.eyes.sight import Sight
from vision.table.motion import TableState

COUNTS_AFTER_SECONDS = 1.0  # what is sure has been on the screen so long, the table at rest: it counts without OK


@runtime_checkable
class Counting(Protocol):
    """A desk whose answer counts by itself after a while."""

    def stop_counting(self) -> None:
        """Somebody has pressed something, here or in a menu above: from now on only OK takes what is shown."""
        ...


class RestClock:
    """Since when nothing has moved around what is on the screen."""

    def __init__(self) -> None:
        self._since: float | None = None

    def begin(self, seconds: float | None = None) -> None:
        """Something new is on the screen, from this moment on or from the next sight of a table at rest."""
        self._since = seconds

    def has_rested(self, sight: Sight) -> bool:
        """Whether the table has been at rest for long enough, with this sight."""
        if sight.state is not TableState.AT_REST or sight.trouble or sight.seconds is None:
            self._since = None
            return False
        if self._since is None:
            self._since = sight.seconds
        return sight.seconds - self._since >= COUNTS_AFTER_SECONDS
