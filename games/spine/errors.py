"""What can go wrong with rules and answers, one name each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.spine.fault import Fault
    from games.spine.words import Text


class GameError(Exception):
    """Anything the rules have to complain about."""


class UnreadableLine(GameError, ValueError):
    """A line of notation that cannot be understood."""


class IllegalAnswer(GameError, ValueError):
    """An answer that is understood but not allowed now; `reason` says why, in the player's words."""

    def __init__(self, reason: Text) -> None:
        super().__init__(f"not allowed now: {reason}")
        self.reason = reason


class IllegalMove(GameError, ValueError):
    """A move that the rules forbid in this state."""


class UnknownLevel(GameError, LookupError):
    """A level the book does not have."""


class BadData(GameError, ValueError):
    """A data file that does not say what it must; the message names place and remedy, `faults` in both languages."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class BrokenSession(GameError, RuntimeError):
    """Stored answers that no longer fit the rules, so the session cannot be replayed."""


class RuleFailed(GameError, RuntimeError):
    """A rule stumbled over an answer that was let through; the session stands where it stood."""
