"""From the edges of a button's contact to presses: bounce, short and long, repeating, and a button that is stuck.

Pure: edges and looks bring their own monotonic time. An edge counts once the contact has been quiet for a moment.
A short press counts on release, so that it can still become a long one; stepping up and down counts at once and
repeats while held.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from device.parts.protocols import Button, Press

SETTLE_SECONDS = 0.02  # contacts bounce for less than that
HOLD_SECONDS = 0.8
REPEAT_AFTER_SECONDS = 0.5
REPEAT_SECONDS = 0.15
STUCK_SECONDS = 20.0  # nobody holds a button so long
REPEATING = (Button.UP, Button.DOWN)


@dataclass(slots=True)
class Contact:
    """One button's contact, followed from edge to edge."""

    button: Button
    is_stuck: bool = False
    _is_down: bool = False  # as settled
    _since: float = 0.0  # when that began
    _change: tuple[bool, float] | None = None  # an edge that has not settled yet
    _next_repeat: float = 0.0
    _is_done: bool = False  # this press has said all it has to say
    _presses: list[Press] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        """What the newest edge said, settled or not."""
        return self._change[0] if self._change is not None else self._is_down

    def begin_down(self, seconds: float) -> None:
        """The contact was closed when Bordbuch started: it says nothing until it is let go."""
        self._is_down, self._since, self._is_done = True, seconds, True

    def edge(self, is_down: bool, seconds: float) -> None:
        """The contact closed or opened."""
        self._settle(seconds)
        self._change = (is_down, seconds)

    def look(self, seconds: float) -> list[Press]:
        """What was pressed up to now."""
        self._settle(seconds)
        if self._is_down:
            self._hold(seconds)
        presses, self._presses = self._presses, []
        return presses

    def _settle(self, seconds: float) -> None:
        if self._change is None:
            return
        is_down, since = self._change
        if seconds - since < SETTLE_SECONDS:
            return
        self._change = None
        if is_down == self._is_down:
            return
        if is_down:
            self._press(since)
        else:
            self._release(since)

    def _press(self, seconds: float) -> None:
        self._is_down, self._since, self._is_done = True, seconds, False
        if self.button in REPEATING:
            self._presses.append(Press(self.button))
            self._next_repeat = seconds + REPEAT_AFTER_SECONDS

    def _release(self, seconds: float) -> None:
        if not self._is_done and self.button not in REPEATING:
            self._presses.append(Press(self.button, held=seconds - self._since >= HOLD_SECONDS))
        self._is_down, self._since, self.is_stuck = False, seconds, False

    def _hold(self, seconds: float) -> None:
        held = seconds - self._since
        if held >= STUCK_SECONDS:
            self._is_done = self.is_stuck = True
        if self._is_done:
            return
        if self.button not in REPEATING:
            if held >= HOLD_SECONDS:
                self._is_done = True
                self._presses.append(Press(self.button, held=True))
        elif seconds >= self._next_repeat:  # once a look: what a slow look missed is not made up for
            self._presses.append(Press(self.button))
            self._next_repeat = seconds + REPEAT_SECONDS
