"""Trying every part of the device from the command line: the camera's picture, a test picture, buttons, beeper."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from device.config.configuration import Config
from device.config.lock import only_one
from device.config.wiring import BeeperConfig, ButtonsConfig, CameraConfig, DisplayConfig
from device.errors import CameraFailed, DeviceError, DisplayFailed, FolderInUse, lacking_package, missing_package
from device.parts.drivers.assembly import open_camera
from device.parts.drivers.gpio_beeper import MELODIES, GpioBeeper
from device.parts.drivers.gpio_buttons import GpioButtons
from device.parts.drivers.panels import Glass, open_panel
from device.parts.health import Finding, Verdict, check_house, check_light, found
from device.parts.kit import is_raspberry_pi, without_auto
from device.parts.protocols import Button, Camera, Tone
from device.screens.content import TryOut
from device.screens.render import render
from device.words.catalogue import Catalogue
from games.spine.dialogue import Text, say

PARTS = ("camera", "display", "buttons", "beeper")
SHOWN_SECONDS = 3.0
PRESS_SECONDS = 10.0
SETTLING_FRAMES = 40  # a camera that adjusts itself needs some


def check_device(folder: Path, config: Config, ask: Callable[[str], None] | None) -> Iterator[Finding]:
    """Every part as it is configured, one finding each. `ask` tells whoever is there which button to press."""
    parts = without_auto(config.parts, is_raspberry_pi())
    tell = Catalogue.load(config.language).tell
    try:
        with only_one(folder):
            yield check_camera(parts.camera)
            yield check_display(parts.display, tell)
            yield check_buttons(parts.buttons, tell, ask)
            yield check_beeper(parts.beeper)
    except FolderInUse:
        yield from (Finding(part, Verdict.SKIPPED, say("check.busy")) for part in PARTS)
    yield from check_house(folder)


def check_camera(config: CameraConfig, open_it: Callable[[CameraConfig], Camera] = open_camera) -> Finding:
    """Take pictures until the camera has settled, and judge the light of the last one."""
    if config.kind == "none":
        return found("camera", Verdict.SKIPPED, "off")
    try:
        camera = _simulated() if config.kind == "simulated" else open_it(config)
    except CameraFailed as error:
        return _failed("camera", error)
    try:
        frame = camera.capture()
        for _ in range(SETTLING_FRAMES):
            if frame.metadata.get("locked", 1.0):
                break
            frame = camera.capture()
        return check_light(frame)
    except CameraFailed as error:
        return _failed("camera", error)
    finally:
        camera.close()


def _failed(part: str, error: Exception) -> Finding:
    """A part that cannot be used: for want of a package, which no look at a wire would mend, or of something else."""
    why = str(error) or type(error).__name__
    if (package := lacking_package(error)) is None:
        return found(part, Verdict.FAILED, "none", error=why)
    said = why if isinstance(error, DeviceError) else missing_package(package)
    return Finding(part, Verdict.FAILED, say("check.package", package=package), {"error": said, "package": package})


def _simulated() -> Camera:
    from device.simulator.acts.table import SimulatedTable
    from device.simulator.camera import SimulatedCamera

    return SimulatedCamera(SimulatedTable(1))


def check_display(
    config: DisplayConfig,
    tell: Callable[[Text], str],
    open_it: Callable[[DisplayConfig], Glass] = open_panel,
    wait: Callable[[float], None] = time.sleep,
) -> Finding:
    """Show the test picture for a moment."""
    if config.kind == "none":
        return found("display", Verdict.SKIPPED, "off")
    names = tuple((tell(say(f"button.{button.value}")), True) for button in Button)
    try:
        glass = open_it(config)
        try:
            glass.display(render(TryOut("Bordbuch", names)))
            wait(SHOWN_SECONDS)
        finally:
            glass.cleanup()
    except (DisplayFailed, OSError) as error:
        return _failed("display", error)
    return found("display", Verdict.FINE, "shown")


def check_buttons(
    config: ButtonsConfig,
    tell: Callable[[Text], str],
    ask: Callable[[str], None] | None,
    pin_factory: Any = None,
    patience: float = PRESS_SECONDS,
) -> Finding:
    """Ask for each button in turn. A contact that is closed from the start is told at once."""
    if config.kind == "none":
        return found("buttons", Verdict.SKIPPED, "off")
    try:
        buttons = GpioButtons(config, pin_factory=pin_factory)
    except Exception as error:  # noqa: BLE001 - pin drivers raise whatever they like
        return _failed("buttons", error)
    try:
        names = {button: tell(say(f"button.{button.value}")) for button in Button}
        closed = [names[button] for button, is_closed in buttons.states().items() if is_closed]
        if closed:
            return found("buttons", Verdict.FAILED, "closed", names=", ".join(closed))
        if ask is None:
            return found("buttons", Verdict.SKIPPED, "nobody")
        missing = []
        for button, name in names.items():
            ask(name)
            if not _is_felt(buttons, button, patience):
                missing.append(name)
    finally:
        buttons.close()
    if missing:
        return found("buttons", Verdict.FAILED, "missing", names=", ".join(missing))
    return found("buttons", Verdict.FINE, "fine")


def _is_felt(buttons: GpioButtons, button: Button, patience: float) -> bool:
    """Whether this button is pressed before patience is at its end."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if any(press.button is button for press in buttons.presses()):
            return True
        time.sleep(0.02)
    return False


def check_beeper(config: BeeperConfig, pin_factory: Any = None) -> Finding:
    """Play every tone there is."""
    if config.kind == "none":
        return found("beeper", Verdict.SKIPPED, "off")
    open_it = partial(GpioBeeper, config.pin, is_active=config.kind == "active", pin_factory=pin_factory)
    try:
        beeper = open_it()
    except Exception as error:  # noqa: BLE001 - as above
        return _failed("beeper", error)
    for tone in Tone:
        beeper.beep(tone)
        time.sleep(0.2 + sum(seconds for _, seconds in MELODIES[tone]))
    beeper.close()
    return found("beeper", Verdict.FINE, "played")
