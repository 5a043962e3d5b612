"""Between the loop and the pages: the prompt that is open now, and the answers that were tapped for it.

The loop shows what is open and takes what waits; pages look and tap from their own thread. Each prompt has a number,
and an answer names the one it was meant for: one that comes too late changes nothing.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field

from device.boxes.box import Box
from games.spine.dialogue import Answer, Outcome, Prompt, Text, say

MOST_WAITING = 16
RUN_BYTES = 4


@dataclass(frozen=True, slots=True)
class Opened:
    """What is open: a prompt of a game or of the lobby, or how a game ended; neither while something lies above it."""

    prompt: Prompt | None = None
    outcome: Outcome | None = None
    players: tuple[str, ...] = ()  # of the game; nobody in the lobby
    is_lobby: bool = False
    has_sign: bool = False  # whom it is for has a sign, which only the device can ask for
    can_go_back: bool = False
    box: Box | None = None  # of the game
    scene: object = field(default=None, repr=False)  # the newest that is for everybody, whatever lies above it

    def is_same(self, other: Opened) -> bool:
        """Whether it is the very same prompt; one that comes up once more is another."""
        same = self.prompt is other.prompt and self.outcome == other.outcome
        return same and (self.has_sign, self.can_go_back) == (other.has_sign, other.can_go_back)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is open, with its number."""

    number: str
    opened: Opened


@dataclass(frozen=True, slots=True)
class Tap:
    """An answer from a page, or None for a step back. `reply` becomes why it was refused, or None if it was taken."""

    number: str
    answer: Answer | None = field(repr=False)
    by: str | None = None  # the player whose phone it came from
    reply: Future[Text | None] = field(default_factory=Future, compare=False, repr=False)

    def refuse(self, reason: Text) -> None:
        """Say why it is not taken; only the first reason counts."""
        if not self.reply.done():
            self.reply.set_result(reason)


class Taps:
    """Holds both. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._run = secrets.token_hex(RUN_BYTES)  # numbers of an earlier run fit no prompt of this one
        self._count = 0
        self._asked = Asked(f"{self._run}-0", Opened())
        self._waiting: deque[Tap] = deque()
        self._last_by: str | None = None

    # --- for the loop ---

    def show(self, opened: Opened) -> None:
        """This is open now."""
        with self._lock:
            if not opened.is_same(self._asked.opened):
                self._count += 1
                self._asked = Asked(f"{self._run}-{self._count}", opened)
                self._last_by = None

    def take(self) -> list[Tap]:
        """What was tapped since the last time; whoever does not wait for a reply any more is left out."""
        with self._lock:
            waiting = list(self._waiting)
            self._waiting.clear()
        return [tap for tap in waiting if tap.reply.set_running_or_notify_cancel()]

    def too_late(self, tap: Tap) -> Text | None:
        """Why a tap does not fit what is open now; None if it does."""
        if tap.number == self.asked.number:
            return None
        return say("tap.answered", player=self._last_by) if self._last_by else say("tap.went_on")

    def taken(self, tap: Tap) -> None:
        """It led to what is open now, unless it was refused."""
        if not tap.reply.done():
            self._last_by = tap.by
            tap.reply.set_result(None)

    # --- for the pages ---

    @property
    def asked(self) -> Asked:
        return self._asked

    def put(self, tap: Tap) -> bool:
        """Let it wait for the loop; False if too many wait already."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                return False
            self._waiting.append(tap)
            return True
