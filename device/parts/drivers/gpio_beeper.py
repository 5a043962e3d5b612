"""The beeper at a pin of the Pi, by gpiozero: a passive piezo plays tones, an active one only lengths."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from typing import Any

from device.parts.protocols import Tone

log = logging.getLogger(__name__)

# Each tone as notes of (hertz, seconds); 0 hertz is a rest. Within what a small piezo plays well.
MELODIES: dict[Tone, tuple[tuple[int, float], ...]] = {
    Tone.SEEN: ((880, 0.08),),
    Tone.DONE: ((660, 0.05), (880, 0.07)),
    Tone.REFUSED: ((330, 0.18),),
    Tone.FANFARE: ((523, 0.12), (659, 0.12), (784, 0.12), (0, 0.04), (1047, 0.30)),
}
MOST_WAITING = 3  # tones that come faster than they can be played are dropped


class GpioBeeper:
    """As `device.parts.protocols.Beeper`. Tones are played by a thread of their own, so nobody waits for them."""

    def __init__(self, pin: int, *, is_active: bool = False, pin_factory: Any = None) -> None:
        import gpiozero

        self._is_active = is_active
        self._piezo: Any = (
            gpiozero.Buzzer(pin, pin_factory=pin_factory)
            if is_active
            else gpiozero.PWMOutputDevice(pin, frequency=880, pin_factory=pin_factory)
        )
        self._tones: queue.Queue[Tone | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._play_on, name="beeper", daemon=True)
        self._thread.start()

    def beep(self, tone: Tone) -> None:
        """Play this when what is playing has ended."""
        try:
            self._tones.put_nowait(tone)
        except queue.Full:
            log.debug("too many tones at once: %s is dropped", tone)

    def _play_on(self) -> None:
        while (tone := self._tones.get()) is not None:
            try:
                for hertz, seconds in MELODIES[tone]:
                    self._sound(hertz)
                    time.sleep(seconds)
            except Exception:  # whatever the pin's driver has: a game goes on without its beeps
                log.exception("the beeper failed; Bordbuch goes on without it")
                return
            finally:
                self._hush()

    def _sound(self, hertz: int) -> None:
        if not hertz:
            self._piezo.off()
        elif self._is_active:
            self._piezo.on()
        else:
            self._piezo.frequency = hertz
            self._piezo.value = 0.5

    def _hush(self) -> None:
        try:
            self._piezo.off()
        except Exception as error:  # noqa: BLE001 - it is gone anyway
            log.warning("the beeper cannot be switched off: %s", error)

    def close(self) -> None:
        """Play to the end what is playing, drop the rest."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._tones.get_nowait()
        self._tones.put(None)
        self._thread.join(timeout=2)
        self._piezo.close()
