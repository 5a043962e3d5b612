"""Telling systemd how the service is: ready, alive, stopping. Where nobody listens, nothing is said."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

FEEDS_A_LIMIT = 3  # the watchdog is fed so often within the time it would wait
MORE_TIME_SECONDS = 30.0  # that the start may take from when it was last heard of
READY_SECONDS = 5.0  # this is said once only, and early in boot systemd is busy


class Notifier:
    """Speaks to systemd's notify socket as the environment of the service names it.

    `alive` belongs into the loop whose life is to be proven, and nowhere else; `going_on` into work of the same thread
    that gets on but takes long. Both send as often as is needed.
    """

    def __init__(self, environment: Mapping[str, str], clock: Callable[[], float]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._clock = clock
        limit = environment.get("WATCHDOG_USEC", "")
        self._feed_seconds = int(limit) / 1e6 / FEEDS_A_LIMIT if limit.isdigit() and int(limit) > 0 else None
        self._fed_at = float("-inf")
        self._is_ready = False

    def alive(self) -> None:
        """The loop has turned: the first time the service is ready, then the watchdog is fed."""
        if not self._is_ready:
            self._is_ready = True
            self._send("READY=1", READY_SECONDS)
        self._feed("WATCHDOG=1")

    def going_on(self) -> None:
        """Something long has got further: the watchdog is fed or, before the service is ready, more time asked for."""
        self._feed("WATCHDOG=1" if self._is_ready else f"EXTEND_TIMEOUT_USEC={int(MORE_TIME_SECONDS * 1e6)}")

    def _feed(self, line: str) -> None:
        now = self._clock()
        if self._feed_seconds is not None and now - self._fed_at >= self._feed_seconds:
            self._fed_at = now
            self._send(line)

    def stopping(self) -> None:
        """The service ends of its own will."""
        self._send("STOPPING=1")

    def _send(self, line: str, patience_seconds: float = 0.0) -> None:
        """Say it; if systemd is too busy to listen, wait no longer than this: the game must not be held up."""
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.settimeout(patience_seconds)
                out.sendto(line.encode(), address)
        except OSError as error:
            log.warning("systemd was not told %s: %s", line, error)
