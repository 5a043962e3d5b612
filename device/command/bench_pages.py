"""What it costs the game that phones look on: the loop's slowest step with eight pages open, against none.

Measured in a process of its own, the whole service with its page; the pages are opened by another one, as on phones:
`python -m device.command.bench_pages`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from device.command.bench_life import fingers, run_apart, service
from device.page.streams import MOST_STREAMS

PHASES = 5  # of each kind, taking turns
STEPS = 120  # in a phase: some throws are read in each
SETTLE_SECONDS = 0.5
BUDGET = 1.3

LOOKERS = """
import sys, threading, http.client

def look(port, number):
    events = http.client.HTTPConnection("127.0.0.1", port)
    events.request("GET", f"/events?view=table&page=p{number}")
    stream = events.getresponse()
    pictures = http.client.HTTPConnection("127.0.0.1", port)
    print("open", flush=True)
    for line in stream:
        if line.startswith(b"data:"):
            pictures.request("GET", f"/oled.png?page=p{number}")
            pictures.getresponse().read()

for number in range(int(sys.argv[2])):
    threading.Thread(target=look, args=(int(sys.argv[1]), number), daemon=True).start()
sys.stdin.read()
"""


def measure_pages() -> dict[str, Any]:
    """The ratio, and what it may be."""
    return {**run_apart("device.command.bench_pages"), "slowest_step_with_pages_budget": BUDGET}


# --- in the child ---


@contextmanager
def lookers(port: int, count: int) -> Iterator[None]:
    """So many pages that are looked at, until the end."""
    command = [sys.executable, "-c", LOOKERS, str(port), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pages:
        assert pages.stdin is not None and pages.stdout is not None
        for _ in range(count):
            pages.stdout.readline()
        time.sleep(SETTLE_SECONDS)
        try:
            yield
        finally:
            pages.stdin.close()


def slowest_steps() -> dict[str, float]:
    """The slowest step of each phase; the median of the phases with pages against that of those without."""
    slowest: dict[int, list[float]] = {0: [], MOST_STREAMS: []}
    with service("pictures") as (device, camera, page):
        steps = fingers(device, camera.turn)
        _slowest(steps)  # what is done once does not count
        for _ in range(PHASES):
            for count, found in slowest.items():
                with lookers(page.port, count):
                    found.append(_slowest(steps))
    without, with_pages = (statistics.median(found) for found in slowest.values())
    return {"pages_open": MOST_STREAMS, "slowest_step_with_pages_to_without": round(with_pages / without, 2)}


def _slowest(steps: Iterator[None]) -> float:
    longest = 0.0
    for _ in range(STEPS):
        began = time.perf_counter()
        next(steps)
        longest = max(longest, time.perf_counter() - began)
    return longest


if __name__ == "__main__":
    print(json.dumps(slowest_steps()))
