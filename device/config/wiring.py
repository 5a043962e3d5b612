"""The configuration of the parts a device is made of: which there are, and how they are wired.

`"auto"` is the real part on a Raspberry Pi; on any other machine the simulated table and the page take its place.
Pins are BCM numbers; the pin of the 40-pin header stands beside them. 0 means: there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from device.config.rules import Rules, one_of
from games.spine.toml_text import YES_OR_NO, Refused, Rule, whole_number

CAMERA_KINDS = ("auto", "pi", "usb", "simulated", "none")
# The 128x64 panels that luma.oled drives; some only in its newer versions, which is said at the start.
PANEL_KINDS = ("ssd1306", "sh1106", "ssd1309", "ssd1315", "ssd1305", "ch1115", "sh1107", "ssd1325", "ssd1322_nhd")
DISPLAY_KINDS = ("auto", *PANEL_KINDS, "none")
BUTTONS_KINDS = ("auto", "gpio", "none")
BEEPER_KINDS = ("auto", "passive", "active", "none")
LAST_PIN = 27  # BCM 0 and 1 belong to plug-on boards, the header ends at 27
I2C_PINS = (2, 3)
SPI_PINS = (10, 11)
CHIP_SELECT_PINS = (8, 7)


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Which camera looks at the table, and how often."""

    kind: str = "auto"
    frames_per_second: int = 10
    device: str = ""  # of a USB camera, like /dev/video0; nothing: the first one there is
    upside_down: bool = False
    focus_cm: int = 0  # from lens to table; 0: the camera finds it by itself


@dataclass(frozen=True, slots=True)
class DisplayConfig:
    """The OLED: its chip and how it is connected."""

    kind: str = "auto"
    bus: str = "i2c"
    port: int = 1  # of I2C: /dev/i2c-1
    address: int = 0x3C  # of I2C
    chip_select: int = 0  # of SPI: header 24 is 0, header 26 is 1
    dc_pin: int = 24  # header 18; only with SPI
    reset_pin: int = 25  # header 22; only with SPI
    upside_down: bool = False
    dim_after_seconds: int = 120


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """Four buttons, each between its pin and ground."""

    kind: str = "auto"
    up: int = 5  # header 29
    down: int = 6  # header 31
    ok: int = 13  # header 33
    back: int = 19  # header 35


@dataclass(frozen=True, slots=True)
class BeeperConfig:
    """A passive piezo plays tones, an active one only its own."""

    kind: str = "auto"
    pin: int = 12  # header 32


@dataclass(frozen=True, slots=True)
class PowerConfig:
    """A button to switch off with, and a lamp that is lit while Bordbuch runs; both may be missing."""

    button: int = 0  # 26, header 37, is a good place
    led: int = 0  # 16, header 36, is a good place


@dataclass(frozen=True, slots=True)
class PartsConfig:
    """All parts of the device."""

    camera: CameraConfig = field(default_factory=CameraConfig)
    display: DisplayConfig = field(default_factory=DisplayConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    beeper: BeeperConfig = field(default_factory=BeeperConfig)
    power: PowerConfig = field(default_factory=PowerConfig)


_pin = whole_number(2, LAST_PIN).accept


def _pin_or_none(value: object) -> int:
    return 0 if value == 0 and not isinstance(value, bool) else _pin(value)


def _device(value: object) -> str:
    if value == "" or (isinstance(value, str) and value.startswith("/dev/") and value.isprintable()):
        return str(value)
    raise Refused


A_PIN = Rule(f"a BCM pin from 2 to {LAST_PIN}", _pin)
A_PIN_OR_NONE = Rule(f"a BCM pin from 2 to {LAST_PIN}, or 0 if there is none", _pin_or_none)

PARTS_RULES: Rules = {
    "camera": {
        "kind": one_of(*CAMERA_KINDS),
        "frames_per_second": whole_number(1, 30),
        "device": Rule('a device like "/dev/video0", or "" for the first camera', _device),
        "upside_down": YES_OR_NO,
        "focus_cm": whole_number(0, 300),
    },
    "display": {
        "kind": one_of(*DISPLAY_KINDS),
        "bus": one_of("i2c", "spi"),
        "port": whole_number(0, 22),
        "address": whole_number(0x08, 0x77),
        "chip_select": whole_number(0, 1),
        "dc_pin": A_PIN,
        "reset_pin": A_PIN,
        "upside_down": YES_OR_NO,
        "dim_after_seconds": whole_number(10, 86400),
    },
    "buttons": {
        "kind": one_of(*BUTTONS_KINDS),
        **dict.fromkeys(("up", "down", "ok", "back"), A_PIN),
    },
    "beeper": {"kind": one_of(*BEEPER_KINDS), "pin": A_PIN},
    "power": {"button": A_PIN_OR_NONE, "led": A_PIN_OR_NONE},
}


def pin_conflicts(parts: PartsConfig) -> Iterator[str]:
    """A sentence for every pin that two parts want."""
    wanted = list(_wanted_pins(parts))
    for pin, times in Counter(pin for _, pin in wanted).items():
        if times > 1:
            names = " and ".join(f'"{name}"' for name, its in wanted if its == pin)
            yield f"pin {pin} is wanted by {names}. Give each part a pin of its own."


def _wanted_pins(parts: PartsConfig) -> Iterator[tuple[str, int]]:
    """Every part that will be used, with its pins."""
    if parts.display.kind != "none":
        if parts.display.bus == "spi":
            yield "display.dc_pin", parts.display.dc_pin
            yield "display.reset_pin", parts.display.reset_pin
            yield "display.chip_select", CHIP_SELECT_PINS[parts.display.chip_select]
        yield from (("display.bus", pin) for pin in (SPI_PINS if parts.display.bus == "spi" else I2C_PINS))
    if parts.buttons.kind != "none":
        yield from ((f"buttons.{name}", getattr(parts.buttons, name)) for name in ("up", "down", "ok", "back"))
    if parts.beeper.kind != "none":
        yield "beeper.pin", parts.beeper.pin
    yield from ((f"power.{name}", pin) for name in ("button", "led") if (pin := getattr(parts.power, name)))
