"""What a device is made of, real or not. Needs nothing slow: the first screen waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.wiring import PartsConfig
from device.parts.protocols import Beeper, Buttons, Display, Mirror, Press, Tone, VirtualPanel

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
        """Whether whoever holds the device looks at the page now: there is no display of its own, or it is away."""
        return not isinstance(self.display, Mirror) or not self.display.is_held_there

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
    """What "auto" means here. On a Pi the camera stays to be found, at the ribbon cable or at USB, and so does the
    display's chip."""
    camera, display, buttons, beeper = config.camera, config.display, config.buttons, config.beeper
    if camera.kind == "auto" and not is_pi:
        camera = replace(camera, kind="simulated")
    if display.kind == "auto" and not is_pi:
        display = replace(display, kind="none")
    if buttons.kind == "auto":
        buttons = replace(buttons, kind="gpio" if is_pi else "none")
    if beeper.kind == "auto":
        beeper = replace(beeper, kind="passive" if is_pi else "none")
    return replace(config, camera=camera, display=display, buttons=buttons, beeper=beeper)


class WakingButtons:
    """The device's own buttons: the first press at a dark display only wakes it, since nobody saw what it would do.

    `touched` is called when a contact moves and again by whoever hears the press; `wake` says whether it was dark.
    """

    def __init__(self, wake: Callable[[], bool]) -> None:
        self._wake = wake
        self._is_waking = False
        self.buttons: Buttons | None = None  # are opened with `touched`, and put in here then

    def touched(self) -> None:
        self._is_waking = self._wake() or self._is_waking

    def presses(self) -> list[Press]:
        presses = self.buttons.presses() if self.buttons is not None else []
        if presses and self._is_waking:
            self._is_waking = False
            return presses[1:]
        return presses

    def close(self) -> None:
        if self.buttons is not None:
            self.buttons.close()


class ManyButtons:
    """Several sets of buttons as one: those of the device and those of its page. `on_press` hears of any press."""

    def __init__(self, *sets: Buttons, on_press: Callable[[], object] = lambda: None) -> None:
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
    """Several beepers as one. One that fails is logged: whatever it should have told, its tone is not worth a game."""

    def __init__(self, *beepers: Beeper) -> None:
        self._beepers = beepers

    def beep(self, tone: Tone) -> None:
        for beeper in self._beepers:
            try:
                beeper.beep(tone)
            except Exception as error:  # noqa: BLE001 - whatever its driver has
                log.warning("a beeper fails: %s", error)

    def close(self) -> None:
        for beeper in self._beepers:
            beeper.close()
