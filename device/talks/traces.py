"""Where an error came from, for the log."""

from __future__ import annotations

import traceback

from games.spine.errors import GameError


def trace_of(error: BaseException, *, is_secret: bool) -> str:
    """The places it went through, with its words; in a game with secrets without them, for they may tell one."""
    if not is_secret:
        return "".join(traceback.format_exception(error))
    before = error.__cause__ or error.__context__
    lines = [*traceback.format_tb(error.__traceback__), type(error).__name__]
    return (trace_of(before, is_secret=True) + "\n" if before is not None else "") + "".join(lines)


def why_broken(error: Exception) -> str:
    """Why a session cannot be played: our own sentence, or the places that something unforeseen went through."""
    is_ours = isinstance(error, GameError) and error.__cause__ is None
    return str(error) if is_ours else trace_of(error, is_secret=True)
