"""A line on stderr that says how far a long run is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing")


def told(things: Iterable[Thing], what: str, count: int) -> Iterator[Thing]:
    """The same things, with a line that is redrawn for each and wiped at the end; quiet where nobody looks."""
    is_watched = sys.stderr.isatty()
    for number, thing in enumerate(things, start=1):
        if is_watched:
            print(f"\r{what} {number}/{count}", end="", file=sys.stderr, flush=True)
        yield thing
    if is_watched:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
