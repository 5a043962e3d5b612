"""The event streams that are open, one for each page somebody looks at, counted from the moment one is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from device.page.doorkeeper import HERE

MOST_STREAMS: Final = 8
MOST_OF_NETWORK: Final = 6  # the others are for the machine itself
MOST_OF_ONE: Final = 4  # of one address in the network
IDLE_SECONDS: Final = 15.0  # a page that is looked at asks for pictures far more often


@dataclass(eq=False, slots=True)
class Stream:
    """An open stream. `is_over` tells whoever fills it to stop."""

    visitor: str
    page: str  # by what name the page calls itself, if it does
    alive_at: float
    is_over: bool = False


class Streams:
    """Lets only so many be open; one that has been idle for some time makes room, the oldest first."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._open: list[Stream] = []

    def open(self, visitor: str, page: str) -> Stream | None:
        """A new stream, counted at once; None if there are too many and somebody looks at each of them."""
        now = self._clock()
        for old in [stream for stream in self._open if page and (stream.visitor, stream.page) == (visitor, page)]:
            self.end(old)  # the same page asks anew: it has lost this one
        rivals = self.rivals(visitor)
        if rivals:
            oldest = min(rivals, key=lambda stream: stream.alive_at)
            if now - oldest.alive_at < self._idle_seconds:
                return None
            self.end(oldest)
        stream = Stream(visitor, page, now)
        self._open.append(stream)
        return stream

    def rivals(self, visitor: str) -> list[Stream]:
        """Of whom one has to go before this visitor may open one more; nobody if there is room."""
        if visitor != HERE:
            same = [stream for stream in self._open if stream.visitor == visitor]
            network = [stream for stream in self._open if stream.visitor != HERE]
            if len(same) >= MOST_OF_ONE:
                return same
            if len(network) >= MOST_OF_NETWORK:
                return network
        return self._open if len(self._open) >= MOST_STREAMS else []

    def seen(self, visitor: str, page: str) -> None:
        """This page has asked for something: somebody looks at it."""
        for stream in self._open:
            if page and (stream.visitor, stream.page) == (visitor, page):
                stream.alive_at = self._clock()

    def end(self, stream: Stream) -> None:
        """Count it no more; nothing happens if it has ended before."""
        stream.is_over = True
        if stream in self._open:
            self._open.remove(stream)

    def __len__(self) -> int:
        return len(self._open)
