"""The parts of the device as small protocols, and their stand-ins for a table without hardware."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from PIL import Image

if TYPE_CHECKING:  # numpy would keep the first screen waiting
    from vision.base.frame import Frame

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

    def refocus(self) -> bool:
        """Look for the sharpest picture again; False if the lens is turned by hand, or needs no turning."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class View:
    """A picture for the OLED, and what it says in words."""

    picture: Image.Image
    caption: str = ""


class Display(Protocol):
    """Shows 128x64 one-bit pictures; `caption` says the same in words, for those who do not see them.

    With a `cover` the picture is for the one player who holds the device; whatever else shows it shows the cover.
    """

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None: ...

    def close(self) -> None: ...


class Buttons(Protocol):
    """Tells which buttons were pressed since the last look."""

    def presses(self) -> list[Press]: ...

    def close(self) -> None: ...


class Beeper(Protocol):
    """Makes short sounds."""

    def beep(self, tone: Tone) -> None: ...

    def close(self) -> None: ...


class Mirror:
    """A display that somebody holds, and a copy of it for everybody: the copy never shows what is for one alone.

    Unless the display is away: then whoever holds the device looks at the copy. That is decided anew for each picture.
    """

    def __init__(self, held: Display, copy: Display, is_held_there: Callable[[], bool] = lambda: True) -> None:
        self._held = held
        self._copy = copy
        self._is_held_there = is_held_there
        self._cover: View | None = None

    @property
    def is_held_there(self) -> bool:
        """Whether the display that somebody holds works now."""
        return self._is_held_there()

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None:
        if not self._is_held_there():
            self._copy.show(picture, caption, cover)
            self._cover = None
        else:
            seen = View(picture, caption) if cover is None else cover
            if cover is None or cover != self._cover:  # how often something changes under a cover is nobody's business
                self._copy.show(seen.picture, seen.caption)  # first: it must not lag behind with what was open before
            self._cover = cover
        self._held.show(picture, caption, cover)

    def close(self) -> None:
        self._held.close()
        self._copy.close()


class VirtualPanel:
    """OLED, buttons and beeper of a device without hardware, shared by the web page and the terminal.

    On a simulated table these are the device itself, so whoever holds it sees everything here, as on an OLED; that is
    whoever sits at this machine. From elsewhere in the network only what everybody may see is there: the cover, while
    one player looks. Where there is a real OLED the panel is its copy (see `Mirror`) and is only given that.

    The service calls `show`, `presses` and `beep`; pages and terminals, from their own threads, call `press`,
    `picture` and `wait_for_change`. Closing wakes everybody who waits.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._view = self._open_view = View(Image.new("1", OLED_SIZE))
        self._version = self._open_version = 0
        self._presses: deque[Press] = deque()
        self._tones: deque[tuple[int, Tone]] = deque(maxlen=16)
        self._tone_count = 0
        self.is_closed = False

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None:
        with self._changed:
            self._view = View(picture, caption)
            self._version += 1
            seen = self._view if cover is None else cover
            if seen != self._open_view:  # how often something changes under a cover is nobody's business
                self._open_view = seen
                self._open_version += 1
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
            return self._version, self._view.picture

    @property
    def caption(self) -> str:
        """The newest picture in words."""
        with self._changed:
            return self._view.caption

    def open_view(self) -> tuple[int, View]:
        """What everybody may see, and its version: the newest picture, or what covers it."""
        with self._changed:
            return self._open_version, self._open_view

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
