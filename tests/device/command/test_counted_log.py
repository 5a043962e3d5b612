"""A log that stays small whatever happens."""

from __future__ import annotations

import logging
import sys

import pytest

from device.command.counted_log import COUNTED_SECONDS, MOST_KINDS, STORY_LINES, CountedLines


class Kept(logging.Handler):
    """Keeps what it is given, as it would be written."""

    def __init__(self):
        super().__init__()
        self.lines = []
        self.is_closed = False

    def emit(self, record):
        self.lines.append(self.format(record))

    def close(self):
        self.is_closed = True
        super().close()


class Time:
    seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def kept():
    return Kept()


@pytest.fixture
def clock():
    return Time()


@pytest.fixture
def handler(kept, clock):
    return CountedLines(kept, clock)


@pytest.fixture
def log(handler):
    log = logging.Logger("a log of its own")
    log.addHandler(handler)
    return log


def test_21_6_a_warning_that_comes_again_is_written_once_and_counted(log, kept, clock):
    for number in range(1000):
        log.warning("a connection from 192.168.1.%d port %d is refused", number % 250, number)
    assert kept.lines == ["a connection from 192.168.1.0 port 0 is refused"]
    clock.seconds = COUNTED_SECONDS
    log.warning("something else")
    assert kept.lines[1:] == [
        "999 more in the last 60 s like: a connection from 192.168.1.0 port 0 is refused",
        "something else",
    ]


def test_21_6_after_a_minute_the_same_line_is_written_again(log, kept, clock):
    log.warning("no room")
    clock.seconds = COUNTED_SECONDS
    log.warning("no room")
    assert kept.lines == ["no room", "no room"]


def test_21_6_warnings_that_say_something_else_are_all_written(log, kept):
    log.warning("the camera is away")
    log.warning("the display is away")
    log.error("the camera is away")
    assert len(kept.lines) == 3


def test_21_6_a_step_of_the_evening_may_happen_again_and_again(log, kept):
    for _ in range(STORY_LINES):
        log.info("done (buttons)")
    assert kept.lines == ["done (buttons)"] * STORY_LINES
    log.info("dice 1 2 (camera)")
    log.info("dice 1 3 (camera)")
    assert kept.lines[-2:] == ["dice 1 2 (camera)", "dice 1 3 (camera)"]


def test_21_6_but_not_without_end(log, kept, handler):
    for _ in range(5000):
        log.info("undo (buttons)")
    assert len(kept.lines) == STORY_LINES
    handler.close()
    assert kept.lines[-1] == f"{5000 - STORY_LINES} more in the last 0 s like: undo (buttons)"
    assert kept.is_closed


def test_21_6_tracebacks_of_one_kind_are_counted_by_their_first_line(log, kept, handler):
    for number in range(50):
        try:
            raise OSError(24, "Too many open files", f"/tmp/{number}")
        except OSError:
            log.error("socket.accept() out of system resource\nsocket: fd=%d", number, exc_info=sys.exc_info())
    assert len(kept.lines) == 1 and "Traceback" in kept.lines[0]
    handler.close()
    assert kept.lines[1] == "49 more in the last 0 s like: socket.accept() out of system resource"


def test_21_6_lines_that_are_all_different_do_not_fill_the_memory(log, kept, handler):
    for number in range(3 * MOST_KINDS):
        log.warning("the file %s is bad", "x" * number)
        log.warning("the file %s is bad", "x" * number)
    assert len(handler._kinds) == MOST_KINDS
    assert sum(line.startswith("1 more") for line in kept.lines) == 2 * MOST_KINDS


def test_21_6_a_line_with_wrong_values_stops_nobody(log, kept, monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.warning("%d dice", "five")
    log.warning("goes on")
    assert kept.lines == ["goes on"]
