"""What a device is made of, real or not. Needs nothing slow: the first screen waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from device.config.wiring import PartsConfig
from device.parts.protocols import Beeper, Buttons, Display, Mirror, Press, Tone, View, VirtualPanel

if TYPE_CHECKING:
    from device.parts.protocols import Camera
    from games.spine.dialogue import Text

log = logging.getLogger(__name__)

MODEL_FILE = Path("/proc/device-tree/model")


@dataclass(frozen=True, slots=True)
class Problem:
    """A part that cannot be used: a sentence for the log, and the key of one for the OLED."""

    sentence: str
    key: str


@dataclass(frozen=True, slots=True)
class Parts:
    """Display, buttons and beeper, open; the camera is opened later, since it needs OpenCV.

    `panel` is what the page and the terminal show and press. Without `open_camera` there is the simulated table.
    """

    panel: VirtualPanel
    display: Display
    buttons: Buttons
    beeper: Beeper
    open_camera: Callable[[], Camera] | None = None
    problems: tuple[Problem, ...] = ()
    news: Callable[[], Sequence[Text]] = tuple  # what has happened to the parts since this was asked last
    more: tuple[Callable[[], None], ...] = field(default=())  # what else is to be closed

    @property
    def is_on_page(self) -> bool:
        """Whether whoever holds the device looks at the page, since there is no display of its own."""
        return not isinstance(self.display, Mirror)

    def close(self) -> None:
        """Let go of everything, the display last of all: it goes dark even if another part makes trouble."""
        for close in (*self.more, self.beeper.close, self.buttons.close, self.panel.close, self.display.close):
            try:
                close()
            except Exception as error:  # noqa: BLE001 - pin drivers raise whatever they like
                log.warning("a part was not let go of properly: %s", error)


def panel_alone() -> Parts:
    """A device without hardware: all of it is on the page and in the terminal."""
    panel = VirtualPanel()
    return Parts(panel, panel, panel, panel)


def is_raspberry_pi(model_file: Path = MODEL_FILE) -> bool:
    """Whether this machine is one."""
    try:
        return b"Raspberry Pi" in model_file.read_bytes()
    except OSError:
        return False


def without_auto(config: PartsConfig, is_pi: bool) -> PartsConfig:
    """What "auto" means here. On a Pi the camera stays to be found: at the ribbon cable, else at USB."""
    camera, display, buttons, beeper = config.camera, config.display, config.buttons, config.beeper
    if camera.kind == "auto" and not is_pi:
        camera = replace(camera, kind="simulated")
    if display.kind == "auto":
        display = replace(display, kind="ssd1306" if is_pi else "none")
    if buttons.kind == "auto":
        buttons = replace(buttons, kind="gpio" if is_pi else "none")
    if beeper.kind == "auto":
        beeper = replace(beeper, kind="passive" if is_pi else "none")
    return replace(config, camera=camera, display=display, buttons=buttons, beeper=beeper)


class ManyDisplays:
    """Several displays that show the same, all of it."""

    def __init__(self, *displays: Display) -> None:
        self._displays = displays

    def show(self, picture: Image.Image, caption: str = "", cover: View | None = None) -> None:
        for display in self._displays:
            display.show(picture, caption, cover)

    def close(self) -> None:
        for display in self._displays:
            display.close()


class ManyButtons:
    """Several sets of buttons as one: those of the device and those of its page. `on_press` hears of any press."""

    def __init__(self, *sets: Buttons, on_press: Callable[[], None] = lambda: None) -> None:
        self._sets = sets
        self._on_press = on_press

    def presses(self) -> list[Press]:
        presses = [press for buttons in self._sets for press in buttons.presses()]
        if presses:
            self._on_press()
        return presses

    def close(self) -> None:
        for buttons in self._sets:
            buttons.close()


class ManyBeepers:
    """Several beepers as one."""

    def __init__(self, *beepers: Beeper) -> None:
        self._beepers = beepers

    def beep(self, tone: Tone) -> None:
        for beeper in self._beepers:
            beeper.beep(tone)

    def close(self) -> None:
        for beeper in self._beepers:
            beeper.close()
