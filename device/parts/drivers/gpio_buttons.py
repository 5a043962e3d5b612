"""Four buttons at the Pi's header, by gpiozero: each between its pin and ground, with the Pi's own pull-up."""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from device.config.wiring import ButtonsConfig
from device.parts.drivers.press_logic import SETTLE_SECONDS, Contact
from device.parts.protocols import Button, Press

log = logging.getLogger(__name__)


class GpioButtons:
    """As `device.parts.protocols.Buttons`. What gpiozero reports from its own threads is only queued; the loop thinks.

    `stuck` tells once of every button that does not come up any more; it is ignored until it does.
    """

    def __init__(
        self,
        config: ButtonsConfig,
        *,
        clock: Callable[[], float] = time.monotonic,
        pin_factory: Any = None,
        on_touch: Callable[[], None] = lambda: None,
    ) -> None:
        import gpiozero

        pins = {Button.UP: config.up, Button.DOWN: config.down, Button.OK: config.ok, Button.BACK: config.back}
        self._clock = clock
        self._on_touch = on_touch
        self._edges: queue.SimpleQueue[tuple[Button, bool, float]] = queue.SimpleQueue()
        self._contacts = {button: Contact(button) for button in pins}
        self._told: set[Button] = set()
        self._switches: list[Any] = []
        try:
            for button, pin in pins.items():
                switch = gpiozero.Button(pin, pull_up=True, bounce_time=SETTLE_SECONDS, pin_factory=pin_factory)
                self._switches.append(switch)
                if switch.is_pressed:
                    self._contacts[button].begin_down(clock())
                switch.when_pressed = partial(self._queue, button, True)
                switch.when_released = partial(self._queue, button, False)
        except BaseException:
            self.close()
            raise

    def _queue(self, button: Button, is_down: bool) -> None:
        self._edges.put((button, is_down, self._clock()))

    def presses(self) -> list[Press]:
        """All presses since the last look, in the order of the fingers."""
        presses: list[Press] = []
        while not self._edges.empty():
            button, is_down, seconds = self._edges.get()
            contact = self._contacts[button]
            contact.edge(is_down, seconds)
            presses += contact.look(seconds)
            self._on_touch()
        now = self._clock()
        for button, is_closed in self.states().items():
            contact = self._contacts[button]
            if is_closed != contact.is_closed:  # an edge was lost, or its report is still on its way
                contact.edge(is_closed, now)
            presses += contact.look(now)
        return presses

    def stuck(self) -> list[Button]:
        """Buttons that have got stuck since this was asked last."""
        now = {button for button, contact in self._contacts.items() if contact.is_stuck}
        news = sorted(now - self._told, key=list(Button).index)
        self._told = now
        for button in news:
            log.warning("the button %s does not come up any more; it is ignored until it does", button.value)
        return news

    def states(self) -> Mapping[Button, bool]:
        """Which contacts are closed right now."""
        return {button: bool(switch.is_pressed) for button, switch in zip(Button, self._switches, strict=True)}

    def close(self) -> None:
        for switch in self._switches:
            switch.close()
        self._switches = []
