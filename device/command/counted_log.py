"""A log that stays small: a line that comes again and again is written once, then counted.

Whoever can make the device log something could otherwise fill its disk with it.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

COUNTED_SECONDS = 60.0
MOST_KINDS = 100  # that are remembered; beyond that the oldest is told and forgotten
STORY_LINES = 20  # of one kind that are written before they are counted, if they only tell how the game goes on


@dataclass(slots=True)
class _Counted:
    """Lines of one kind: the first one came at `since`; so many were `written`, and `more` were only counted."""

    record: logging.LogRecord
    since: float
    written: int = 0
    more: int = 0


class CountedLines(logging.Handler):
    """Hands lines on to another handler: the first of each kind, then after a minute how many more there were.

    Warnings and errors are of one kind if they differ only in numbers, such as ports, addresses and file handles.
    Other lines tell the story of an evening, in which the same may happen twice: some of each kind are handed on.
    """

    def __init__(self, handler: logging.Handler, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._handler = handler
        self._clock = clock
        self._kinds: dict[tuple[str, int, str], _Counted] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            kind = _kind(record)
        except Exception:  # noqa: BLE001 - a line with the wrong values: logging's own way to complain about it
            self.handleError(record)
            return
        now = self._clock()
        self._tell([old for old, counted in self._kinds.items() if now - counted.since >= COUNTED_SECONDS])
        if kind not in self._kinds:
            if len(self._kinds) >= MOST_KINDS:
                self._tell([next(iter(self._kinds))])
            self._kinds[kind] = _Counted(record, now)
        counted = self._kinds[kind]
        if counted.written < (1 if record.levelno >= logging.WARNING else STORY_LINES):
            counted.written += 1
            self._handler.handle(record)
        else:
            counted.more += 1

    def close(self) -> None:
        """Tell what was counted last, then close the other one, too."""
        self._tell(list(self._kinds))
        self._handler.close()
        super().close()

    def _tell(self, kinds: list[tuple[str, int, str]]) -> None:
        """Write down how often these came, and forget them."""
        for kind in kinds:
            counted = self._kinds.pop(kind)
            if counted.more:
                self._handler.handle(_summary(counted, self._clock()))


def _kind(record: logging.LogRecord) -> tuple[str, int, str]:
    text = record.getMessage()
    if record.exc_info and record.exc_info[0] is not None:
        text = f"{record.exc_info[0].__name__} {text}"
    if record.levelno >= logging.WARNING:
        text = re.sub(r"(0x)?[0-9a-f]*\d[0-9a-f]*", "#", text)
    return record.name, record.levelno, text


def _summary(counted: _Counted, now: float) -> logging.LogRecord:
    first = counted.record
    line = first.getMessage().partition("\n")[0]
    text = f"{counted.more} more in the last {now - counted.since:.0f} s like: {line}"
    return logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, text, None, None)
