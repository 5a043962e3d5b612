"""The OLED as a display: a thread of its own sends the newest picture, and survives a cable that comes loose."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from PIL import Image

from device.errors import DisplayFailed
from device.parts.drivers.glass_care import GlassCare, Look, as_it_looks
from device.parts.drivers.panels import Glass
from device.parts.protocols import OLED_SIZE, View

log = logging.getLogger(__name__)

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between two tries, the last one for ever
CLOSE_SECONDS = 3.0


class Oled:
    """A display as in `device.parts.protocols`. `show` returns at once; only the newest picture is sent, if it differs.

    `open_glass` makes the panel anew after an error. The first time it is called at once, and `problem` tells whoever
    builds the device if there is none; it is still tried for from time to time.
    """

    def __init__(
        self,
        open_glass: Callable[[], Glass],
        *,
        dim_after_seconds: float = 120.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_glass = open_glass
        self._clock = clock
        self._care = GlassCare(dim_after_seconds)
        self._care.stir(clock())
        self._changed = threading.Condition()
        self._picture = Image.new("1", OLED_SIZE)
        self._is_closing = False
        self._is_to_be_opened = False
        self._failures = 0
        self._next_try = 0.0
        self._shown: tuple[Image.Image, Look] | None = None
        self._glass: Glass | None = None
        self.problem: DisplayFailed | None = None
        try:
            self._glass = open_glass()
        except DisplayFailed as error:
            self.problem = error
            self._failures, self._next_try = 1, clock() + PAUSES[0]
        self._thread = threading.Thread(target=self._keep_showing, name="oled", daemon=True)
        self._thread.start()

    @property
    def has_failed(self) -> bool:
        """Whether the newest try to show something went wrong."""
        return self._failures > 0

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None:
        """Show this as soon as the bus allows it; caption and cover are for other places than the glass."""
        with self._changed:
            self._picture = picture
            self._care.show(picture, self._clock())
            self._changed.notify_all()

    def wake(self) -> bool:
        """Somebody touched a button: be bright again, and look at once whether a panel that was away is back.

        Whether it was dark: then nobody knew what the press would do.
        """
        with self._changed:
            was_dark = self._care.look(self._clock()).is_dark
            self._care.stir(self._clock())
            self._next_try = min(self._next_try, self._clock())
            self._changed.notify_all()
            return was_dark

    def open_anew(self) -> None:
        """Let go of the panel and make it anew, for example as one with another chip."""
        with self._changed:
            self._is_to_be_opened = True
            self._next_try = min(self._next_try, self._clock())
            self._changed.notify_all()

    def close(self) -> None:
        """Show what was given last, if it can be, and switch the panel off."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            log.warning("the display hangs; it may stay lit")

    # --- the thread ---

    def _keep_showing(self) -> None:
        is_closing = False
        while not is_closing:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing or self._is_due(), self._seconds_to_wait())
                is_closing, wanted = self._is_closing, self._wanted()
                is_due = is_closing or self._is_due()
                is_to_be_opened, self._is_to_be_opened = self._is_to_be_opened and is_due, False
            if is_to_be_opened:
                self._let_go()
                self._shown = None
            if is_due:
                self._try_to_show(*wanted)
        self._let_go()

    def _wanted(self) -> tuple[Image.Image, Look]:
        return self._picture, self._care.look(self._clock())

    def _is_due(self) -> bool:
        return (self._is_to_be_opened or self._wanted() != self._shown) and self._clock() >= self._next_try

    def _seconds_to_wait(self) -> float:
        """If nobody wakes us: until the next try, or until the panel is to be dimmed or shifted."""
        now = self._clock()
        return max(0.01, self._next_try - now if self._failures else self._care.next_change(now))

    def _try_to_show(self, picture: Image.Image, look: Look) -> None:
        try:
            if self._glass is None:
                self._glass = self._open_glass()
                self._shown = None
            if self._shown is None or self._shown[1].contrast != look.contrast:
                self._glass.contrast(look.contrast)
            self._glass.display(as_it_looks(picture, look))
        except Exception as error:  # noqa: BLE001 - luma passes on whatever its bus has; the display must not end the game
            if not self._failures:
                log.warning("the display failed and is tried again: %s", error)
            self._next_try = self._clock() + PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
            self._shown = None
            if self._failures > 1:  # once is a disturbed line; more often the panel may have lost its settings
                self._let_go()
            return
        if self._failures:
            log.info("the display is back")
        self._failures = 0
        self._shown = picture, look

    def _let_go(self) -> None:
        glass, self._glass = self._glass, None
        if glass is None:
            return
        try:
            glass.cleanup()
        except Exception as error:  # noqa: BLE001 - it is gone anyway
            log.debug("the display could not be switched off: %s", error)
