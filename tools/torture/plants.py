"""Faults put in on purpose: the proof that a part of the campaign would find a real one.

`make torture ARGS="--only kills --plant late"` must end with failures. late: kills, writes, presses; unsynced: drops;
deaf: refusals; talkative, clumsy: presses. Two stand where they are looked for: `trusting` (flips) believes what SQLite
makes of the newest pages, and `stalling` (floods) lets the loop wait while many lines are open.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from device.errors import JournalError
from tools.torture.seat import Seat


def plant(name: str, seat: Seat) -> None:
    """Put the fault of this name into the device at this seat; another name is none of its."""
    if name in PLANTS:
        PLANTS[name](seat)


def late(seat: Seat) -> None:
    """An answer is only written down when the next one comes."""
    waiting: list[Callable[[], object]] = []
    add = seat.device.journal.add

    def add_later(*entry: Any) -> None:
        for write in waiting:
            write()
        waiting[:] = [partial(add, *entry)]

    seat.device.journal.add = add_later  # type: ignore[method-assign, assignment]


def unsynced(seat: Seat) -> None:
    """Nothing waits for the disk."""
    seat.device.journal._pages.select("PRAGMA synchronous = OFF")


def deaf(seat: Seat) -> None:
    """An answer that could not be written down is taken for written."""
    add = seat.device.journal.add

    def add_or_not(*entry: Any) -> None:
        with contextlib.suppress(JournalError):
            add(*entry)

    seat.device.journal.add = add_or_not  # type: ignore[method-assign, assignment]


def talkative(seat: Seat) -> None:
    """The page shows what one player alone may see."""
    show = seat.held.show

    def show_all(picture: Any, caption: str = "", cover: Any = None) -> None:
        show(picture, caption, cover)
        seat.copy.show(picture, caption)

    seat.held.show = show_all  # type: ignore[method-assign]


def clumsy(seat: Seat) -> None:
    """A step of the loop breaks now and then."""
    step, steps = seat.device.service.step, 0

    def step_or_break() -> None:
        nonlocal steps
        steps += 1
        step()
        if steps % 50 == 0:
            raise KeyError("planted")

    seat.device.service.step = step_or_break  # type: ignore[method-assign]


PLANTS: dict[str, Callable[[Seat], None]] = {
    "late": late,
    "unsynced": unsynced,
    "deaf": deaf,
    "talkative": talkative,
    "clumsy": clumsy,
}
