"""The OLED: luma's real drivers on a recording bus, whose bytes are decoded to what the glass would show."""

import errno
import random
import sys
import time
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import gpiozero
import pytest
from PIL import Image

from device.boxes.shipped import SHIPPED
from device.config.wiring import PANEL_KINDS, DisplayConfig
from device.errors import DisplayFailed
from device.parts.drivers.glass_care import BRIGHT, DIM, SHIFTS, GlassCare, shifted
from device.parts.drivers.oled import Oled
from device.parts.drivers.panels import GREY_PANELS, GpiozeroPins, open_panel
from device.parts.kit import WakingButtons
from device.parts.protocols import Button, Press
from device.screens.render import render
from tests.device.parts.drivers.glass import I2cBus, Sh1106, SpiBus, Ssd1306
from tests.device.parts.drivers.waiting import wait_until
from tools.screens.gallery import examples

CHIPS = {"ssd1306": Ssd1306, "sh1106": Sh1106}
SCREENS = [render(screen) for screen in list(examples(SHIPPED).values())[::9]]


def noise(seed):
    rng = random.Random(seed)
    return Image.frombytes("1", (128, 64), rng.randbytes(128 * 64 // 8))


def opened(kind, bus, **more):
    return open_panel(DisplayConfig(kind=kind, **more), bus=bus)


@pytest.mark.parametrize("kind", CHIPS)
def test_the_glass_shows_every_screen_pixel_by_pixel(kind):
    bus = I2cBus(CHIPS[kind]())
    panel = opened(kind, bus)
    assert bus.picture().getbbox() is None, "it starts dark, whatever its memory held"
    for picture in (*SCREENS, noise(1)):
        panel.display(picture)
        assert bus.picture() == picture


@pytest.mark.parametrize("kind", CHIPS)
def test_a_panel_mounted_upside_down_is_turned(kind):
    bus = I2cBus(CHIPS[kind]())
    opened(kind, bus, upside_down=True).display(noise(2))
    assert bus.picture() == noise(2).transpose(Image.Transpose.ROTATE_180)


@pytest.mark.parametrize("kind", CHIPS)
def test_over_spi_the_same_picture_arrives(kind, pins):
    chip = CHIPS[kind]()
    config = DisplayConfig(kind=kind, bus="spi", chip_select=1)
    bus = SpiBus(chip, pins.pin(config.dc_pin))
    panel = open_panel(config, bus=bus, gpio=GpiozeroPins(pins))
    assert bus.opened == (0, 1)
    assert pins.pin(config.reset_pin).state == 1, "the chip is out of its reset"
    panel.display(noise(3))
    assert chip.picture() == noise(3)
    panel.cleanup()
    assert not chip.is_on
    assert bus.opened is None


def test_a_chip_that_is_another_one_is_seen_to_be_wrong():
    """The decoder is no yes-man: an SH1106 driven as an SSD1306 shows garbage."""
    bus = I2cBus(Sh1106())
    opened("ssd1306", bus).display(noise(4))
    assert bus.picture() != noise(4)


class Counting:
    """A chip that only counts what it is given."""

    def __init__(self):
        self.sent = 0

    def data(self, byte):
        self.sent += 1

    def command(self, byte):
        pass


@pytest.mark.parametrize("kind", [kind for kind in PANEL_KINDS if kind not in CHIPS])
@pytest.mark.parametrize("line", ["i2c", "spi"])
def test_the_other_panels_take_our_pictures(kind, line, pins):
    """No data sheet decoded here: luma's classes exist under these names, open at 128x64 and send whole pictures."""
    chip, config = Counting(), DisplayConfig(kind=kind, bus=line)
    if line == "i2c" and kind in GREY_PANELS:
        with pytest.raises(DisplayFailed, match="SPI"):
            open_panel(config, bus=I2cBus(chip))
        return
    bus = I2cBus(chip) if line == "i2c" else SpiBus(chip, pins.pin(config.dc_pin))
    panel = open_panel(config, bus=bus, gpio=GpiozeroPins(pins))
    before = chip.sent
    panel.display(noise(5))
    assert chip.sent - before >= 128 * 64 // 8
    panel.contrast(DIM)
    panel.cleanup()


def test_a_panel_that_is_not_there_is_said_with_what_to_check():
    with pytest.raises(DisplayFailed, match=r"address.*0x3c"):
        opened("ssd1306", I2cBus(Ssd1306(), address=0x3D))
    with pytest.raises(DisplayFailed, match="I2C"):
        open_panel(DisplayConfig(port=22))
    with pytest.raises(DisplayFailed, match="SPI"):
        open_panel(DisplayConfig(bus="spi"), gpio=GpiozeroPins())


def test_a_display_by_spi_comes_back_with_its_pins(pins):
    """Nothing of the panel that went away may keep its two pins, nor what is remembered of why it did."""
    config = DisplayConfig(kind="ssd1306", bus="spi")
    bus = SpiBus(Ssd1306(), pins.pin(config.dc_pin))
    bus.is_there = False
    problems = []
    for _ in range(2):
        with pytest.raises(DisplayFailed, match="SPI device not found") as caught:
            open_panel(config, bus=bus, gpio=GpiozeroPins(pins))
        problems.append(caught.value)
    bus.is_there = True
    panel = open_panel(config, bus=bus, gpio=GpiozeroPins(pins))
    panel.cleanup()
    again = open_panel(config, bus=bus, gpio=GpiozeroPins(pins))
    again.display(noise(4))
    assert bus.chip.picture() == noise(4)


def test_a_pin_that_somebody_else_has_is_said_and_does_not_end_the_program(pins):
    taken = gpiozero.LED(24, pin_factory=pins)
    with pytest.raises(DisplayFailed, match=r"24 is already in use.*dc_pin"):
        open_panel(DisplayConfig(bus="spi"), bus=SpiBus(Ssd1306(), pins.pin(24)), gpio=GpiozeroPins(pins))
    taken.close()


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def bus():
    return I2cBus(Ssd1306())


def oled(bus, **more):
    return Oled(partial(opened, "ssd1306", bus), **more)


def test_only_what_differs_is_sent(bus):
    display = oled(bus)
    display.show(noise(1))
    wait_until(lambda: bus.picture() == noise(1))
    before = bus.bytes
    for _ in range(50):
        display.show(noise(1))
    display.show(noise(2))
    wait_until(lambda: bus.picture() == noise(2))
    assert bus.bytes - before < 1300, "one picture, not fifty"
    display.close()


def test_at_the_end_the_panel_is_off_and_the_last_picture_was_shown(bus):
    display = oled(bus)
    shown = []
    bus.chip.command, obey = (
        lambda byte: (shown.append(bus.chip.picture()) if byte == 0xAE else None, obey(byte)),
        (bus.chip.command),
    )
    display.show(noise(7))
    display.close()
    assert shown[-1] == noise(7), "what was shown last, just before it went dark"
    assert not bus.chip.is_on


def test_random_errors_on_the_bus_are_survived(bus):
    rng = random.Random(5)
    display = oled(bus)
    bus.broken = lambda: rng.choice([errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT]) if rng.random() < 0.01 else None
    for number in range(20):
        display.show(noise(number))
        wait_until(lambda number=number: bus.picture() == noise(number), f"picture {number}")
    assert not display.has_failed
    display.close()


def test_a_panel_unplugged_and_plugged_in_again_shows_the_newest_picture(bus):
    display = oled(bus)
    display.show(noise(1))
    wait_until(lambda: bus.picture() == noise(1))
    bus.broken = lambda: errno.EREMOTEIO
    display.show(noise(2))
    before = bus.writes
    wait_until(lambda: bus.writes > before + 4)
    bus.chip.reset()  # it lost its power, and with it everything it was told
    display.show(noise(3))
    bus.broken = lambda: None
    wait_until(lambda: bus.picture() == noise(3))
    display.close()


def test_a_panel_that_stays_away_is_tried_ever_less_often(bus):
    clock = Clock()
    display = oled(bus, clock=clock)
    wait_until(lambda: bus.picture() == Image.new("1", (128, 64)))
    bus.broken = lambda: errno.EREMOTEIO
    display.show(noise(1))
    wait_until(lambda: display.has_failed)
    before = bus.writes
    for _ in range(200):
        clock.now += 5.0
        display.show(noise(int(clock.now)))  # the game goes on meanwhile
        time.sleep(0.001)
    assert 5 < bus.writes - before < 60
    display.close()


def test_a_panel_that_is_plugged_in_after_the_start_is_found(bus):
    bus.broken = lambda: errno.EREMOTEIO
    display = oled(bus)
    assert "does not answer" in str(display.problem)
    display.show(noise(1))
    bus.broken = lambda: None
    wait_until(lambda: bus.picture() == noise(1))
    display.close()


def test_a_press_makes_it_look_for_a_panel_that_was_away_for_long(bus):
    bus.broken, clock = (lambda: errno.EREMOTEIO), Clock()
    display = oled(bus, clock=clock)
    display._next_try = clock() + 60  # as after many tries
    bus.broken = lambda: None
    display.show(noise(1))
    time.sleep(0.05)
    assert bus.picture() != noise(1)
    display.wake()
    wait_until(lambda: bus.picture() == noise(1))
    display.close()


def test_a_display_that_is_gone_at_the_end_does_not_hold_anybody_up(bus):
    display = oled(bus)
    bus.broken = lambda: errno.EIO
    display.close()


def test_idle_it_dims_and_wanders_and_any_press_wakes_it(bus):
    clock = Clock()
    display = oled(bus, dim_after_seconds=120, clock=clock)
    display.show(noise(1))
    wait_until(lambda: bus.picture() == noise(1))
    assert bus.chip.contrast == BRIGHT
    seen = set()
    for _ in range(8):
        clock.now += 61
        display.show(noise(1))  # nothing new
        look = display._care.look(clock.now)
        wait_until(lambda look=look: bus.picture() == shifted(noise(1), look.shift))
        seen.add(look.shift)
    assert bus.chip.contrast == DIM
    assert seen == set(SHIFTS)
    display.wake()
    wait_until(lambda: bus.picture() == noise(1))
    assert bus.chip.contrast == BRIGHT
    display.close()


def test_after_half_an_hour_it_is_dark_until_a_press_or_news(bus):
    clock = Clock()
    display = oled(bus, dim_after_seconds=120, clock=clock)
    display.show(noise(1))
    wait_until(lambda: bus.picture() == noise(1))
    clock.now += 29 * 60
    display.show(noise(1))
    wait_until(lambda: bus.chip.contrast == DIM)
    assert not display._care.look(clock.now).is_dark
    clock.now += 61
    display.show(noise(1))
    wait_until(lambda: bus.picture().getbbox() is None)
    assert display.wake() is True
    wait_until(lambda: bus.picture() == noise(1))
    assert display.wake() is False
    clock.now += 31 * 60
    display.show(noise(2))  # a die was thrown
    wait_until(lambda: bus.picture() == noise(2))
    display.close()


def test_it_goes_dark_on_time_also_when_nothing_calls():
    care = GlassCare(dim_after_seconds=120)
    care.stir(0.0)
    assert care.next_change(1790.0) == 10.0
    assert care.next_change(5000.0) > 0


def test_the_press_that_wakes_a_dark_display_does_nothing_else():
    """Nobody could see what it would do; the next one counts, and on the page, which is never dark, every one."""
    dark = [True]
    waking = WakingButtons(lambda: dark.pop() if dark else False)
    pending = []
    waking.buttons = SimpleNamespace(presses=lambda: [pending.pop(0)] if pending else [], close=lambda: None)
    waking.touched()
    assert waking.presses() == []  # the finger is still on it
    pending.append(Press(Button.OK))
    assert waking.presses() == []
    waking.touched()
    pending.append(Press(Button.OK))
    assert waking.presses() == [Press(Button.OK)]


def test_what_blinks_is_no_news_but_another_picture_is():
    care = GlassCare(dim_after_seconds=10)
    care.show(noise(1), 0.0)
    for tenths in range(120):
        care.show(noise(tenths % 2), tenths / 10)
    assert care.look(11.9).contrast == DIM
    care.show(noise(3), 12.0)
    assert care.look(12.1).contrast == BRIGHT


def test_a_shifted_picture_loses_one_line_and_no_more():
    assert shifted(noise(1), (1, 1)).crop((1, 1, 128, 64)) == noise(1).crop((0, 0, 127, 63))


def test_the_configured_address_is_used():
    bus = I2cBus(Ssd1306(), address=0x3D)
    config = replace(DisplayConfig(), address=0x3D)
    open_panel(config, bus=bus).display(noise(1))
    assert bus.picture() == noise(1)


def test_without_the_drivers_package_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    with pytest.raises(DisplayFailed, match=r"luma\.oled is not installed here.*bordbuch\[pi\]"):
        open_panel(DisplayConfig(kind="ssd1306"))
