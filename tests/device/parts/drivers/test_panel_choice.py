"""Which chip the display has: it is asked, and where that says nothing, whoever can read the picture."""

import random
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image

from device.config.configuration import load_config, load_settings, save_settings
from device.config.wiring import CameraConfig, DisplayConfig, PartsConfig
from device.parts.drivers.assembly import Assembly
from device.parts.drivers.panel_choice import KINDS, ROUNDS, TURN_SECONDS, choose_panel
from device.parts.drivers.panels import asked_chip, open_panel
from device.parts.kit import without_auto
from device.parts.protocols import Button, Press
from tests.device.parts.drivers.glass import I2cBus, Sh1106, Ssd1306
from tests.device.parts.drivers.waiting import wait_until

PICTURE = Image.frombytes("1", (128, 64), random.Random(4).randbytes(1024))


class Answering(I2cBus):
    """A bus whose chip answers with this status byte, or not at all."""

    def __init__(self, chip, status):
        super().__init__(chip)
        self.status = status

    def read_byte(self, address):
        if self.status is None or address != 0x3C:
            raise OSError(121, "Remote I/O error")
        return self.status


@pytest.mark.parametrize(
    ("status", "kind"),
    [(0x08, "sh1106"), (0x48, "sh1106"), (0x43, "ssd1306"), (0x06, "ssd1306"), (0x0F, None), (None, None)],
)
def test_the_chip_is_asked_and_what_is_not_known_is_not_guessed(status, kind):
    assert asked_chip(DisplayConfig(), bus=Answering(Ssd1306(), status)) == kind
    assert asked_chip(DisplayConfig(bus="spi"), bus=Answering(Ssd1306(), 0x08)) is None


@pytest.mark.parametrize(("chip", "status"), [(Sh1106, 0x48), (Ssd1306, 0x43)])
def test_auto_drives_the_chip_that_answers(chip, status):
    bus = Answering(chip(), status)
    open_panel(DisplayConfig(), bus=bus).display(PICTURE)
    assert bus.picture() == PICTURE


def test_driven_as_the_wrong_chip_nothing_can_be_read():
    bus = I2cBus(Sh1106())
    open_panel(DisplayConfig(kind="ssd1306"), bus=bus).display(PICTURE)
    assert bus.picture() != PICTURE


class Clock:
    seconds = 0.0

    def __call__(self):
        return self.seconds

    def wait(self, seconds):
        self.seconds += seconds


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_can_read_the_picture_presses_ok_and_that_is_the_chip(kind):
    now, clock = [], Clock()

    def presses():
        return [Press(Button.OK)] if now and now[-1] == kind and clock() > 1 else []

    assert choose_panel(now.append, lambda picture: None, presses, PICTURE, clock=clock, wait=clock.wait) == kind
    assert now[-1] == kind


def test_with_nobody_there_it_goes_on_after_a_while_and_other_buttons_are_no_answer():
    used, clock = [], Clock()
    press = lambda: [Press(Button.UP)]  # noqa: E731
    assert choose_panel(used.append, lambda picture: None, press, PICTURE, clock=clock, wait=clock.wait) is None
    assert used[-1] == KINDS[0]
    assert clock() == pytest.approx(2 * ROUNDS * TURN_SECONDS, abs=1)
    assert clock() < 30, "an update has a minute to say that it runs"


def assembled(pins, bus, ask=lambda config: None, kind="auto"):
    config = without_auto(replace(PartsConfig(), camera=CameraConfig("simulated")), is_pi=True)
    config = replace(config, display=replace(config.display, kind=kind))
    return Assembly(config, open_as=partial(open_panel, bus=bus), ask=ask, pin_factory=pins)


def test_the_display_is_opened_anew_as_the_chip_that_was_chosen(pins):
    bus = I2cBus(Sh1106())
    assembly = assembled(pins, bus)
    parts = assembly.finish(lambda: None)
    assert assembly.wants_choice
    assembly.use_panel("sh1106")
    parts.display.show(PICTURE)
    wait_until(lambda: bus.picture() == PICTURE)
    parts.close()


def test_a_chip_that_answers_needs_no_choice_unless_back_is_held_at_the_start(pins, monkeypatch):
    for is_held in (False, True):
        # A mock pin cannot be held down before somebody pulls it up.
        states = dict.fromkeys(Button, False) | {Button.BACK: is_held}
        monkeypatch.setattr(
            "device.parts.drivers.gpio_buttons.GpioButtons.states", lambda buttons, states=states: states
        )
        assembly = assembled(pins, I2cBus(Ssd1306()), ask=lambda config: "ssd1306")
        parts = assembly.finish(lambda: None)
        assert assembly.wants_choice is is_held
        parts.close()


def test_the_answer_is_kept_and_an_owner_who_names_the_chip_is_not_overruled(tmp_path):
    save_settings(tmp_path, replace(load_settings(tmp_path), panel="sh1106"))
    assert load_config(tmp_path).parts.display.kind == "sh1106"
    (tmp_path / "bordbuch.toml").write_text('[display]\nkind = "ssd1309"\n')
    assert load_config(tmp_path).parts.display.kind == "ssd1309"
