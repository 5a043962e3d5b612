"""Switching the Pi off, the button and the lamp for that, and whether its power is good."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

REQUEST_FILE = "power-off"
BUTTON_SECONDS = 2.0
SETTLE_SECONDS = 0.02
GIVE_UP_SECONDS = 20.0  # if nobody ends us after the request, we end ourselves
THROTTLED_FILES = (
    "/sys/devices/platform/soc/soc:firmware/get_throttled",
    "/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
)
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_BEFORE = 0x1, 0x10000


class PowerSwitch:
    """Ends Bordbuch and, where systemd has given us a folder to ask in, the Pi as well.

    The request is a file: a unit of root's watches for it, so the service itself needs no rights at all.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        stop: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._request = Path(folder) / REQUEST_FILE if folder else None
        self._stop = stop
        self._clock = clock
        self._asked_at: float | None = None

    def switch_off(self) -> None:
        """Ask for it; a second time changes nothing."""
        if self._asked_at is not None:
            return
        self._asked_at = self._clock()
        log.info("switching off")
        if self._request is None:
            self._stop()
            return
        try:
            self._request.touch()
        except OSError as error:
            log.error("the Pi was not asked to switch off: %s", error)
            self._stop()

    def step(self) -> None:
        """End Bordbuch all the same if the Pi has not been switched off after a while."""
        if self._asked_at is not None and self._clock() - self._asked_at > GIVE_UP_SECONDS:
            self._stop()


class PowerButton:
    """A button to switch off with: held for two seconds, so that nobody does it by accident."""

    def __init__(self, pin: int, switch_off: Callable[[], None], pin_factory: Any = None) -> None:
        import gpiozero

        self._button = gpiozero.Button(
            pin, pull_up=True, bounce_time=SETTLE_SECONDS, hold_time=BUTTON_SECONDS, pin_factory=pin_factory
        )
        self._button.when_held = switch_off

    def close(self) -> None:
        self._button.close()


class Lamp:
    """A lamp that is lit while Bordbuch runs."""

    def __init__(self, pin: int, pin_factory: Any = None) -> None:
        import gpiozero

        self._led = gpiozero.LED(pin, initial_value=True, pin_factory=pin_factory)

    def close(self) -> None:
        self._led.off()
        self._led.close()


class Supply(Enum):
    """What the Pi says about its power."""

    GOOD = "good"
    WAS_LOW = "was_low"
    LOW = "low"


def supply(files: tuple[str, ...] = THROTTLED_FILES) -> Supply | None:
    """What the Pi says about its power; None on a machine that says nothing."""
    for file in files:
        try:
            flags = int(Path(file).read_text(encoding="ascii").strip(), 16)
        except (OSError, ValueError):
            continue
        if flags & UNDER_VOLTAGE_NOW:
            return Supply.LOW
        return Supply.WAS_LOW if flags & UNDER_VOLTAGE_BEFORE else Supply.GOOD
    return _supply_by_monitor()


def _supply_by_monitor(folder: str = "/sys/class/hwmon") -> Supply | None:
    """The kernel's own under-voltage alarm, which newer kernels have instead."""
    for monitor in sorted(Path(folder).glob("hwmon*")):
        try:
            if (monitor / "name").read_text(encoding="ascii").strip() == "rpi_volt":
                is_low = (monitor / "in0_lcrit_alarm").read_text(encoding="ascii").strip() == "1"
                return Supply.LOW if is_low else Supply.GOOD
        except OSError:
            continue
    return None
