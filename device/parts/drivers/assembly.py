"""Putting the real parts together as they are configured. A part that fails is told; the rest goes on without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from device.config.wiring import CameraConfig, DisplayConfig, PartsConfig
from device.errors import CameraFailed, lacking_package, missing_package
from device.parts.drivers.oled import Oled
from device.parts.drivers.panels import USUAL_PANEL, Glass, asked_chip, open_panel
from device.parts.drivers.power import Supply, supply
from device.parts.kit import ManyBeepers, ManyButtons, Parts, Problem, WakingButtons
from device.parts.protocols import Beeper, Button, Display, Mirror, VirtualPanel

if TYPE_CHECKING:
    from device.parts.drivers.gpio_buttons import GpioButtons
    from device.parts.drivers.returning_camera import ReturningCamera
    from device.parts.protocols import Camera
    from games.spine.dialogue import Text

APart = TypeVar("APart")
POWER_LOOK_SECONDS = 30.0


class Assembly:
    """Opens part by part, the display first and alone, so that the first screen is there early."""

    def __init__(
        self,
        config: PartsConfig,
        *,
        open_glass: Callable[[], Glass] | None = None,
        open_as: Callable[[DisplayConfig], Glass] = open_panel,
        ask: Callable[[DisplayConfig], str | None] = asked_chip,
        pin_factory: Any = None,
    ) -> None:
        self._config = config
        self._panel_kind = (ask(config.display) if config.display.kind == "auto" else config.display.kind) or ""
        self._is_choice_wanted = False
        self._pin_factory = pin_factory
        self._problems: list[Problem] = []
        self.panel = VirtualPanel()
        self._oled: Oled | None = None
        self.display: Display = self.panel
        if config.display.kind != "none":
            self._oled = Oled(
                open_glass or (lambda: open_as(replace(config.display, kind=self._panel_kind or USUAL_PANEL))),
                dim_after_seconds=config.display.dim_after_seconds,
            )
            self.display = self._display(self._oled)

    def _display(self, oled: Oled) -> Display:
        """Where there is an OLED the page only mirrors it; while it is away the page of this machine is the device."""
        if oled.problem is not None:
            self._problem(str(oled.problem), "parts.no_display")
        return Mirror(oled, self.panel, lambda: not oled.has_failed)

    @property
    def wants_choice(self) -> bool:
        """Whether somebody has to say which chip the display has: nobody knows, or back is held while it starts."""
        return self._oled is not None and (self._is_choice_wanted or (not self._panel_kind and not self._oled.problem))

    def use_panel(self, kind: str) -> None:
        """Drive the display as one with this chip from now on."""
        self._panel_kind = kind
        if self._oled is not None:
            self._oled.open_anew()

    def _wake(self) -> bool:
        """Somebody touched a button, here or on the page; whether the display was dark."""
        return self._oled.wake() if self._oled is not None else False

    def finish(self, switch_off: Callable[[], None]) -> Parts:
        """Open the rest; `switch_off` is what the power button does."""
        waking = WakingButtons(self._wake)
        buttons = waking.buttons = self._buttons(waking.touched)
        self._is_choice_wanted = buttons is not None and buttons.states()[Button.BACK]
        beeper = self._beeper()
        more = self._power(switch_off)
        camera = CameraKeeper(self._config.camera) if self._config.camera.kind != "simulated" else None
        return Parts(
            self.panel,
            self.display,
            ManyButtons(waking, self.panel, on_press=self._wake),
            ManyBeepers(beeper, self.panel) if beeper is not None else self.panel,
            camera.open if camera is not None else None,
            tuple(self._problems),
            News(buttons, camera),
            tuple(part.close for part in more),
        )

    def _buttons(self, on_touch: Callable[[], None]) -> GpioButtons | None:
        from device.parts.drivers.gpio_buttons import GpioButtons

        if self._config.buttons.kind == "none":
            return None
        return self._try(
            lambda: GpioButtons(self._config.buttons, pin_factory=self._pin_factory, on_touch=on_touch),
            "The buttons cannot be used",
            "parts.no_buttons",
        )

    def _beeper(self) -> Beeper | None:
        from device.parts.drivers.gpio_beeper import GpioBeeper

        config = self._config.beeper
        if config.kind == "none":
            return None
        return self._try(
            lambda: GpioBeeper(config.pin, is_active=config.kind == "active", pin_factory=self._pin_factory),
            "The beeper cannot be used",
            "parts.no_beeper",
        )

    def _power(self, switch_off: Callable[[], None]) -> list[Any]:
        from device.parts.drivers.power import Lamp, PowerButton

        config = self._config.power
        parts: list[Any] = []
        if config.button:
            parts.append(
                self._try(
                    lambda: PowerButton(config.button, switch_off, self._pin_factory),
                    "The power button cannot be used",
                    "parts.no_power_button",
                )
            )
        if config.led:
            parts.append(
                self._try(lambda: Lamp(config.led, self._pin_factory), "The lamp cannot be used", "parts.no_lamp")
            )
        return [part for part in parts if part is not None]

    def _try(self, open_part: Callable[[], APart], what: str, key: str) -> APart | None:
        try:
            return open_part()
        except Exception as error:  # noqa: BLE001 - pin drivers raise whatever they like; the rest must go on
            if (package := lacking_package(error)) is not None:
                self._problem(f"{what}. {missing_package(package)}", key)
            else:
                why = str(error) or type(error).__name__
                self._problem(f"{what} ({why}). Check the wires and the pins in bordbuch.toml.", key)
            return None

    def _problem(self, sentence: str, key: str) -> None:
        self._problems.append(Problem(sentence, key))


class CameraKeeper:
    """Opens the configured camera when it is asked to, and keeps what there is to be told about it."""

    def __init__(self, config: CameraConfig) -> None:
        self._config = config
        self._camera: ReturningCamera | None = None
        self._is_told = False

    def open(self) -> Camera:
        """The camera; it is being opened while this returns."""
        from device.parts.drivers.returning_camera import ReturningCamera

        self._camera = ReturningCamera(partial(open_camera, self._config))
        return self._camera

    def must_not_be_stuck(self) -> None:
        """CameraFailed if the camera hangs while it is let go of."""
        if self._camera is not None and self._camera.is_stuck:
            raise CameraFailed("The camera hangs and cannot be opened again in this process.")

    def problem(self) -> Text | None:
        """Once, if the camera could not be opened at the start. Later a game itself says when it sees nothing."""
        if self._is_told or self._config.kind == "none" or self._camera is None or not self._camera.has_tried:
            return None
        self._is_told = True
        from games.spine.dialogue import say

        return say("parts.no_camera") if self._camera.problem is not None else None


class News:
    """What happened to the parts since this was asked last, each told once.

    CameraFailed, again and again, if the camera's library hangs: the service ends then, and systemd starts it afresh.
    """

    def __init__(
        self,
        buttons: GpioButtons | None,
        camera: CameraKeeper | None,
        supply: Callable[[], Supply | None] = supply,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._buttons = buttons
        self._camera = camera
        self._supply = supply
        self._clock = clock
        self._next_look = 0.0
        self._is_power_told = False

    def __call__(self) -> Sequence[Text]:
        from games.spine.dialogue import say

        if self._camera is not None:
            self._camera.must_not_be_stuck()
        news = [say("check.power.low")] if self._is_power_low() else []
        if self._buttons is not None:
            news += [say("parts.stuck", button=say(f"button.{button.value}")) for button in self._buttons.stuck()]
        problem = self._camera.problem() if self._camera is not None else None
        return [*news, problem] if problem is not None else news

    def _is_power_low(self) -> bool:
        """Whether the Pi gets, or got, too little power; told once, looked at twice a minute."""
        if self._is_power_told or self._clock() < self._next_look:
            return False
        self._next_look = self._clock() + POWER_LOOK_SECONDS
        self._is_power_told = self._supply() in (Supply.LOW, Supply.WAS_LOW)
        return self._is_power_told


def open_camera(config: CameraConfig) -> Camera:
    """The configured camera; "auto" takes the one at the ribbon cable, else one at USB."""
    from device.parts.drivers.pi_camera import PiCamera
    from device.parts.drivers.usb_camera import UsbCamera

    match config.kind:
        case "none":
            raise CameraFailed("No camera is configured; every throw can be entered by buttons.")
        case "usb":
            return UsbCamera(config.device, upside_down=config.upside_down)
        case "pi":
            return PiCamera(upside_down=config.upside_down, focus_cm=config.focus_cm)
    try:
        return PiCamera(upside_down=config.upside_down, focus_cm=config.focus_cm)
    except CameraFailed as at_ribbon:
        try:
            return UsbCamera(config.device, upside_down=config.upside_down)
        except CameraFailed as at_usb:
            raise CameraFailed(f"{at_ribbon} {at_usb}") from at_ribbon
