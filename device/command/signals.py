"""Ending a verb that runs until it is told to stop."""

from __future__ import annotations

import signal
import threading


def stop_by_signal() -> threading.Event:
    """An event that SIGTERM and Ctrl-C set."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop
