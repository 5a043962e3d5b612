"""Opening an OLED by luma.oled: any 128x64 panel it knows, over I2C or SPI."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

from PIL import Image

from device.config.wiring import DisplayConfig
from device.errors import DisplayFailed, missing_package
from device.parts.protocols import OLED_SIZE

log = logging.getLogger(__name__)

USUAL_PANEL = "ssd1306"
# What a chip answers when it is asked for its status, by the lowest four bits. From public drivers, not from data
# sheets: whatever is not among these is not guessed at.
CHIPS_BY_STATUS = {0x8: "sh1106", 0x3: "ssd1306", 0x6: "ssd1306"}
NO_OPERATION = 0xE3  # a command that all these chips take and ignore: whoever acknowledges it is there
TALL_PANELS = ("sh1107",)  # 64x128, used lying on its side
GREY_PANELS = ("ssd1325", "ssd1322_nhd")


class Glass(Protocol):
    """A panel, as far as we use it."""

    def display(self, image: Image.Image) -> None: ...

    def contrast(self, level: int) -> None: ...

    def cleanup(self) -> None:
        """Switch the panel off and let go of the bus."""
        ...


def open_panel(config: DisplayConfig, *, bus: Any = None, gpio: Any = None) -> Glass:
    """The configured panel, switched on and empty; DisplayFailed with a sentence if it is not there.

    `bus` and `gpio` stand in for the Pi's own, for example where there is none.
    """
    try:
        import luma.core.error
        import luma.oled.device
    except ImportError as error:
        raise DisplayFailed(missing_package("luma.oled")) from error

    kind = (asked_chip(config, bus=bus) or USUAL_PANEL) if config.kind == "auto" else config.kind
    chip = getattr(luma.oled.device, kind, None)
    if chip is None:
        raise DisplayFailed(f'This luma.oled knows no panel "{kind}". Update it, or set display.kind.')
    if kind in GREY_PANELS and config.bus != "spi":
        raise DisplayFailed(f'A panel "{kind}" is connected by SPI. Set display.bus to "spi".')
    try:
        line = _spi(config, bus, gpio) if config.bus == "spi" else _i2c(config, bus)
        return _panel(chip, kind, line, config)
    except luma.core.error.Error as error:
        raise DisplayFailed(f"The display does not answer: {error}. Check {_what_to_check(config)}.") from error
    except Exception as error:  # buses and pins raise whatever they like; the rest of the device must go on
        why = str(error) or type(error).__name__
        raise DisplayFailed(f"The display cannot be used: {why}. Check {_what_to_check(config)}.") from error


def asked_chip(config: DisplayConfig, *, bus: Any = None) -> str | None:
    """Which chip answers on I2C; None if nobody does, or nobody that is known."""
    if config.bus != "i2c":
        return None
    try:
        if bus is not None:
            return CHIPS_BY_STATUS.get(bus.read_byte(config.address) & 0x0F)
        from smbus2 import SMBus

        with SMBus(config.port) as line:
            return CHIPS_BY_STATUS.get(line.read_byte(config.address) & 0x0F)
    except Exception as error:  # noqa: BLE001 - no bus, no rights, no package, no answer: whoever opens it is told
        log.info("the display was not asked for its chip: %s", error)
        return None


def _what_to_check(config: DisplayConfig) -> str:
    if config.bus == "spi":
        return "its wires, that SPI is switched on, and display.dc_pin and reset_pin"
    return f"its wires, that I2C is switched on, and display.address ({config.address:#04x} now)"


def _panel(chip: Callable[..., Any], kind: str, line: Any, config: DisplayConfig) -> Glass:
    quarter_turns = 2 if config.upside_down else 0
    try:
        if kind in TALL_PANELS:
            panel = chip(line, width=OLED_SIZE[1], height=OLED_SIZE[0], rotate=(quarter_turns + 1) % 4)
        elif kind in GREY_PANELS:
            panel = chip(line, width=OLED_SIZE[0], height=OLED_SIZE[1], rotate=quarter_turns, mode="1")
        else:
            panel = chip(line, width=OLED_SIZE[0], height=OLED_SIZE[1], rotate=quarter_turns)
    except BaseException:
        line.cleanup()
        raise
    return Panel(panel, line)


class Panel:
    """A panel of luma.oled together with its line, which luma itself leaves open if the panel is gone."""

    def __init__(self, panel: Any, line: Any) -> None:
        self._panel = panel
        self._line = line

    def display(self, image: Image.Image) -> None:
        self._panel.display(image)

    def contrast(self, level: int) -> None:
        self._panel.contrast(level)

    def cleanup(self) -> None:
        self._panel.persist = True  # at the end of the program luma shall not reach for a closed line
        try:
            self._panel.hide()
            self._panel.clear()
        finally:
            self._line.cleanup()


def _i2c(config: DisplayConfig, bus: Any) -> Any:
    from luma.core.interface.serial import i2c

    line = i2c(bus=bus, port=config.port, address=config.address)
    try:
        # Before the panel is made: luma keeps every panel for the end of the program, and a cable that hangs loose
        # for days would make thousands of them.
        line.command(NO_OPERATION)
    except BaseException:
        line.cleanup()
        raise
    return line


def _spi(config: DisplayConfig, bus: Any, gpio: Any) -> Any:
    from luma.core.interface.serial import spi

    class Line(spi):  # type: ignore[misc]  # luma has no types
        """Lets go of its pins, too, which luma does only for those it has made itself; else they stay taken."""

        def cleanup(self) -> None:
            try:
                super().cleanup()
            finally:
                pins.cleanup()

    pins = gpio or GpiozeroPins()
    try:
        return Line(
            spi=bus,
            gpio=pins,
            port=0,
            device=config.chip_select,
            gpio_DC=config.dc_pin,
            gpio_RST=config.reset_pin,
            reset_hold_time=0.01,
            reset_release_time=0.01,
        )
    except BaseException:
        pins.cleanup()
        raise


class GpiozeroPins:
    """Two output pins in the manner of RPi.GPIO, which luma asks for and which does not run on a Pi 5."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, pin_factory: Any = None) -> None:
        self._pin_factory = pin_factory
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        """Make this pin an output."""
        import gpiozero

        self._pins[pin] = gpiozero.OutputDevice(pin, pin_factory=self._pin_factory)

    def output(self, pin: int, level: int) -> None:
        """Set this pin high or low."""
        self._pins[pin].value = level

    def cleanup(self, pins: object = None) -> None:
        """Let go of all these pins."""
        for pin in self._pins.values():
            pin.close()
        self._pins = {}
