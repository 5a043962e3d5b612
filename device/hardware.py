"""The parts of the device as small protocols, and their stand-ins for a table without hardware."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from PIL import Image

from vision.frame import Frame

OLED_SIZE = (128, 64)


class Button(Enum):
    """The four buttons, from top to bottom."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; `held` if it was held for about a second."""

    button: Button
    held: bool = False


class Tone(Enum):
    """What the beeper can say."""

    SEEN = "seen"  # the table was read
    DONE = "done"  # an answer was taken
    REFUSED = "refused"
    FANFARE = "fanfare"  # a medal


class Camera(Protocol):
    """Looks down on the table."""

    def capture(self) -> Frame:
        """The newest picture; CameraFailed if there is none to be had."""
        ...

    def close(self) -> None: ...


class Display(Protocol):
    """Shows 128x64 one-bit pictures; `caption` says the same in words, for those who do not see them."""

    def show(self, picture: Image.Image, caption: str = "") -> None: ...

    def close(self) -> None: ...


class Buttons(Protocol):
    """Tells which buttons were pressed since the last look."""

    def presses(self) -> list[Press]: ...

    def close(self) -> None: ...


class Beeper(Protocol):
    """Makes short sounds."""

    def beep(self, tone: Tone) -> None: ...

    def close(self) -> None: ...


class VirtualPanel:
    """OLED, buttons and beeper of a device without hardware, shared by the web page and the terminal.

    The service calls `show`, `presses` and `beep`; pages and terminals, from their own threads, call `press`,
    `picture` and `wait_for_change`. Closing wakes everybody who waits.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._picture = Image.new("1", OLED_SIZE)
        self._caption = ""
        self._version = 0
        self._presses: deque[Press] = deque()
        self._tones: deque[tuple[int, Tone]] = deque(maxlen=16)
        self._tone_count = 0
        self.is_closed = False

    def show(self, picture: Image.Image, caption: str = "") -> None:
        with self._changed:
            self._picture, self._caption = picture, caption
            self._version += 1
            self._changed.notify_all()

    def beep(self, tone: Tone) -> None:
        with self._changed:
            self._tone_count += 1
            self._tones.append((self._tone_count, tone))
            self._changed.notify_all()

    def presses(self) -> list[Press]:
        with self._changed:
            presses = list(self._presses)
            self._presses.clear()
            return presses

    def press(self, button: Button, *, held: bool = False) -> None:
        """A finger on a button of the page or a key of the terminal."""
        with self._changed:
            self._presses.append(Press(button, held))

    def picture(self) -> tuple[int, Image.Image]:
        """The newest picture and its version, which grows with every picture shown."""
        with self._changed:
            return self._version, self._picture

    @property
    def caption(self) -> str:
        """The newest picture in words."""
        with self._changed:
            return self._caption

    def tones_since(self, count: int) -> list[tuple[int, Tone]]:
        """Numbered tones after number `count`; a page plays them."""
        with self._changed:
            return [(number, tone) for number, tone in self._tones if number > count]

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until a newer picture than `version` is shown or the panel closes; False if neither came in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._version > version or self.is_closed, timeout)

    def close(self) -> None:
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()
