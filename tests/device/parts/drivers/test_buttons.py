"""Buttons: the logic of presses in pure time, and gpiozero's real classes on mock pins, pressed from other threads."""

import threading
import time

import pytest

from device.config.wiring import ButtonsConfig
from device.parts.drivers.gpio_buttons import GpioButtons
from device.parts.drivers.press_logic import HOLD_SECONDS, REPEAT_AFTER_SECONDS, REPEAT_SECONDS, STUCK_SECONDS, Contact
from device.parts.protocols import Button, Press
from tests.device.parts.drivers.waiting import wait_until

LOOK = 0.1  # the loop looks ten times a second


def presses(button, *edges, until, look=LOOK, begin_down=False):
    """What is pressed if the contact changes at these times, looked at every now and then."""
    contact = Contact(button)
    if begin_down:
        contact.begin_down(0.0)
    pressed, left, now = [], list(edges), 0.0
    while now <= until:
        while left and left[0][0] <= now:
            at, is_down = left.pop(0)
            contact.edge(is_down, at)
        pressed += contact.look(now)
        now += look
    return pressed


def bounced(at, is_down, times=5, step=0.002):
    """A contact that opens and closes some times before it stays."""
    return [(at + n * step, is_down if n % 2 == 0 else not is_down) for n in range(2 * times + 1)]


@pytest.mark.parametrize("look", [0.01, 0.1, 0.35])
@pytest.mark.parametrize("button", Button)
def test_a_short_press_is_one_press_however_the_contact_bounces(button, look):
    edges = [*bounced(0.2, True), *bounced(0.5, False)]
    assert presses(button, *edges, until=2.0, look=look) == [Press(button)]


@pytest.mark.parametrize("button", [Button.OK, Button.BACK])
@pytest.mark.parametrize("look", [0.01, 0.1, 3.0])
def test_a_long_press_is_one_held_press_even_if_nobody_looked_meanwhile(button, look):
    edges = [*bounced(0.2, True), *bounced(0.2 + HOLD_SECONDS + 0.5, False)]
    assert presses(button, *edges, until=6.0, look=look) == [Press(button, held=True)]


def test_a_long_press_is_told_while_the_finger_is_still_down():
    assert presses(Button.OK, (0.2, True), until=0.2 + HOLD_SECONDS + LOOK) == [Press(Button.OK, held=True)]


def test_stepping_repeats_while_held_and_stops_when_let_go():
    held = 2.0
    pressed = presses(Button.DOWN, (0.2, True), (0.2 + held, False), until=4.0, look=0.01)
    expected = 1 + (held - REPEAT_AFTER_SECONDS) / REPEAT_SECONDS
    assert abs(len(pressed) - expected) <= 2
    assert set(pressed) == {Press(Button.DOWN)}


def test_a_loop_that_was_slow_does_not_make_up_for_missed_repeats():
    assert len(presses(Button.UP, (0.1, True), (5.0, False), until=8.0, look=2.0)) <= 4


def test_a_touch_shorter_than_the_bounce_is_none():
    assert presses(Button.OK, (0.2, True), (0.21, False), until=1.0) == []


def test_two_presses_between_two_looks_are_two():
    edges = [(0.01, True), (0.06, False), (0.12, True), (0.18, False)]
    assert presses(Button.OK, *edges, until=1.0, look=0.3) == [Press(Button.OK)] * 2


@pytest.mark.parametrize("button", Button)
def test_a_button_that_is_stuck_falls_silent_and_comes_back_when_it_is_free(button):
    contact = Contact(button)
    contact.edge(True, 0.0)
    for tenth in range(int(STUCK_SECONDS * 10) + 20):
        contact.look(tenth / 10)
    assert contact.is_stuck
    assert contact.look(1000.0) == []
    contact.edge(False, 1000.5)
    assert contact.look(1001.0) == []
    assert not contact.is_stuck
    contact.edge(True, 1002.0)
    contact.edge(False, 1002.2)
    assert contact.look(1003.0) == [Press(button)]


def test_a_button_held_while_switching_on_says_nothing():
    assert presses(Button.BACK, (3.0, False), (4.0, True), (4.2, False), until=6.0, begin_down=True) == [
        Press(Button.BACK)
    ]


# --- on mock pins ---


@pytest.fixture
def buttons(pins):
    buttons = GpioButtons(ButtonsConfig(), pin_factory=pins)
    yield buttons
    buttons.close()


def finger(*acts):
    """Press pins from another thread, as the real ones report from one."""
    thread = threading.Thread(target=lambda: [act() for act in acts])
    thread.start()
    thread.join()


def collect(buttons, count):
    """Look as the loop does until so many presses have come."""
    found = []

    def look():
        found.extend(buttons.presses())
        return len(found) >= count

    wait_until(look, f"{count} presses, had {found}")
    return found


def pause(seconds):
    return lambda: time.sleep(seconds)


@pytest.mark.parametrize("button", Button)
def test_every_button_has_its_pin(pins, buttons, button):
    pin = pins.pin(getattr(ButtonsConfig(), button.value))
    finger(pin.drive_low, pause(0.05), pin.drive_high)
    assert collect(buttons, 1) == [Press(button)]
    time.sleep(0.05)
    assert buttons.presses() == []


def test_a_bouncing_contact_is_one_press(pins, buttons):
    pin = pins.pin(13)
    finger(*[pin.drive_low, pin.drive_high] * 6, pin.drive_low, pause(0.06), *[pin.drive_high, pin.drive_low] * 6)
    finger(pin.drive_high)
    assert collect(buttons, 1) == [Press(Button.OK)]
    time.sleep(0.05)
    assert buttons.presses() == []


def test_holding_is_told_before_the_finger_goes_up(pins, buttons):
    finger(pins.pin(19).drive_low)
    assert collect(buttons, 1) == [Press(Button.BACK, held=True)]
    finger(pins.pin(19).drive_high)
    time.sleep(0.05)
    assert buttons.presses() == []


def test_stepping_repeats_on_the_pins_too(pins, buttons):
    finger(pins.pin(5).drive_low)
    assert collect(buttons, 3) == [Press(Button.UP)] * 3
    finger(pins.pin(5).drive_high)


def test_an_edge_that_gets_lost_is_noticed_by_looking_at_the_pin(pins, buttons):
    pin = pins.pin(13)
    finger(pin.drive_low)
    pin.when_changed = None  # the report of the release does not come through
    time.sleep(0.05)
    buttons.presses()
    finger(pin.drive_high)
    assert collect(buttons, 1) == [Press(Button.OK)]


def test_a_stuck_button_is_told_once_and_the_others_go_on(pins):
    clock = [0.0]
    buttons = GpioButtons(ButtonsConfig(), pin_factory=pins, clock=lambda: clock[0])
    finger(pins.pin(13).drive_low)
    told = []
    for _ in range(400):
        clock[0] += 0.1
        buttons.presses()
        told += buttons.stuck()
    assert told == [Button.OK]
    finger(pins.pin(5).drive_low)
    clock[0] += 0.1
    assert buttons.presses() == [Press(Button.UP)]
    buttons.close()


def test_any_touch_is_reported_for_waking_the_display(pins):
    touched = []
    buttons = GpioButtons(ButtonsConfig(), pin_factory=pins, on_touch=lambda: touched.append(True))
    finger(pins.pin(6).drive_low)
    collect(buttons, 1)
    assert touched
    buttons.close()


def test_closing_frees_the_pins(pins):
    for _ in range(2):
        GpioButtons(ButtonsConfig(), pin_factory=pins).close()
