"""Waiting for what another thread does, without guessing how long it takes."""

import time

DEADLINE_SECONDS = 20  # only to end a test that hangs


def wait_until(holds, what="it"):
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not (value := holds()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.002)
    return value
