"""Beeper, lamp, power and the words to systemd."""

import contextlib
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.config.wiring import CameraConfig
from device.errors import CameraFailed
from device.parts.drivers.assembly import CameraKeeper, News
from device.parts.drivers.gpio_beeper import MELODIES, GpioBeeper
from device.parts.drivers.notify import Notifier
from device.parts.drivers.power import (
    GIVE_UP_SECONDS,
    Lamp,
    PowerButton,
    PowerSwitch,
    Supply,
    _supply_by_monitor,
    supply,
)
from device.parts.protocols import Tone
from tests.device.parts.drivers.waiting import wait_until

# --- the beeper ---


def test_a_tone_is_played_at_its_pitch_and_ends_in_silence(pins):
    beeper = GpioBeeper(12, pin_factory=pins)
    pin, heard = pins.pin(12), []
    frequency = type(pin).frequency

    class Heard(type(pin)):
        @property
        def frequency(self):
            return frequency.fget(self)

        @frequency.setter
        def frequency(self, value):
            heard.append(value)
            frequency.fset(self, value)

    pin.__class__ = Heard
    beeper.beep(Tone.FANFARE)
    wanted = [hertz for hertz, _ in MELODIES[Tone.FANFARE] if hertz]
    wait_until(lambda: [value for value in heard if value] == wanted, "the melody")
    wait_until(lambda: pin.state == 0, "silence")
    beeper.close()


def test_an_active_beeper_goes_on_and_off(pins):
    beeper = GpioBeeper(12, is_active=True, pin_factory=pins)
    beeper.beep(Tone.DONE)
    wait_until(lambda: pins.pin(12).state == 1)
    wait_until(lambda: pins.pin(12).state == 0)
    beeper.close()


def test_nobody_waits_for_the_beeper_and_too_many_tones_are_dropped(pins):
    beeper = GpioBeeper(12, pin_factory=pins)
    for _ in range(1000):
        beeper.beep(Tone.SEEN)
    beeper.close()
    assert pins.pin(12).state in (0, None)


def test_a_beeper_whose_pin_fails_ends_alone(pins, caplog):
    beeper = GpioBeeper(12, pin_factory=pins)

    class Broken:
        value = frequency = None

        def off(self):
            raise OSError("gone")

        def close(self):
            pass

        def __setattr__(self, name, value):
            raise OSError("gone")

    beeper._piezo = Broken()
    beeper.beep(Tone.SEEN)
    beeper._thread.join(5)
    beeper.beep(Tone.SEEN)
    beeper.close()
    assert "goes on without it" in caplog.text


# --- power ---


def test_the_lamp_is_lit_until_the_end(pins):
    lamp = Lamp(16, pins)
    assert pins.pin(16).state
    lamp.close()
    assert not pins.pin(16).state


def test_the_power_button_has_to_be_held(pins, monkeypatch):
    monkeypatch.setattr("device.parts.drivers.power.BUTTON_SECONDS", 0.1)
    asked = threading.Event()
    button = PowerButton(26, asked.set, pins)
    pins.pin(26).drive_low()
    pins.pin(26).drive_high()
    assert not asked.wait(0.2), "a touch is not enough"
    pins.pin(26).drive_low()
    assert asked.wait(5)
    button.close()


def test_switching_off_asks_whoever_may_do_it_and_gives_up_waiting_at_last(tmp_path):
    now, stopped = [0.0], []
    power = PowerSwitch({"RUNTIME_DIRECTORY": str(tmp_path)}, lambda: stopped.append(1), lambda: now[0])
    power.step()
    power.switch_off()
    power.switch_off()
    assert (tmp_path / "power-off").exists()
    power.step()
    assert not stopped, "the Pi ends us when it goes down"
    now[0] = GIVE_UP_SECONDS + 1
    power.step()
    assert stopped


@pytest.mark.parametrize("environment", [{}, {"RUNTIME_DIRECTORY": "/nowhere/at/all"}])
def test_where_nobody_can_be_asked_only_bordbuch_ends(environment):
    stopped = []
    PowerSwitch(environment, lambda: stopped.append(1)).switch_off()
    assert stopped


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("0", Supply.GOOD),
        ("50000", Supply.WAS_LOW),
        ("50005", Supply.LOW),
        ("0x1\n", Supply.LOW),
        ("80008", Supply.GOOD),
    ],
)
def test_the_pis_power_is_told(tmp_path, flags, said):
    (tmp_path / "throttled").write_text(flags)
    assert supply((str(tmp_path / "nothing"), str(tmp_path / "throttled"))) is said


def test_newer_kernels_tell_it_elsewhere(tmp_path):
    assert _supply_by_monitor(str(tmp_path)) is None
    for number, (name, alarm) in enumerate([("cpu_thermal", "0"), ("rpi_volt", "1")]):
        folder = Path(tmp_path / f"hwmon{number}")
        folder.mkdir()
        (folder / "name").write_text(name + "\n")
        (folder / "in0_lcrit_alarm").write_text(alarm + "\n")
    assert _supply_by_monitor(str(tmp_path)) is Supply.LOW


# --- systemd ---


@pytest.fixture
def listener(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def heard(listener):
    lines = []
    while True:
        try:
            lines.append(listener.recv(100).decode())
        except BlockingIOError:
            return lines


def test_ready_once_then_the_watchdog_three_times_within_its_limit(tmp_path, listener):
    now = [1000.0]
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000000"}
    notifier = Notifier(environment, lambda: now[0])
    assert heard(listener) == []
    notifier.alive()
    assert heard(listener) == ["READY=1", "WATCHDOG=1"]
    for _ in range(300):  # thirty seconds of a loop that turns ten times a second
        now[0] += 0.1
        notifier.alive()
    assert heard(listener) in (["WATCHDOG=1"] * 2, ["WATCHDOG=1"] * 3)
    notifier.stopping()
    assert heard(listener) == ["STOPPING=1"]


def test_while_something_takes_long_the_watchdog_is_fed_and_before_the_start_more_time_is_asked_for(tmp_path, listener):
    now = [1000.0]
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000000"}
    notifier = Notifier(environment, lambda: now[0])
    for _ in range(300):
        now[0] += 0.1
        notifier.going_on()
    assert heard(listener) == ["EXTEND_TIMEOUT_USEC=30000000"] * 3
    notifier.alive()
    heard(listener)
    for _ in range(300):
        now[0] += 0.1
        notifier.going_on()
    assert heard(listener) in (["WATCHDOG=1"] * 2, ["WATCHDOG=1"] * 3)


def test_ready_is_said_even_if_systemd_is_busy_for_a_moment(tmp_path, listener):
    """Lost, it would never be said again, and systemd would end a service that is well."""
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as others, contextlib.suppress(BlockingIOError):
        others.setblocking(False)
        while True:
            others.sendto(b"others", address)
    lines = []
    later = threading.Timer(0.2, lambda: lines.extend(heard(listener)))
    later.start()
    Notifier({"NOTIFY_SOCKET": address}, time.monotonic).alive()
    later.join()
    lines += heard(listener)
    assert [line for line in lines if line != "others"] == ["READY=1"]


def test_a_name_without_a_file_is_spoken_to_as_well():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0bordbuch-test-notify")
        Notifier({"NOTIFY_SOCKET": "@bordbuch-test-notify"}, lambda: 0.0).alive()
        listener.setblocking(False)
        assert heard(listener) == ["READY=1"]


@pytest.mark.parametrize(
    "environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}, {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "soon"}]
)
def test_where_nobody_listens_nothing_happens(environment):
    notifier = Notifier(environment, lambda: 0.0)
    notifier.alive()
    notifier.stopping()


def test_too_little_power_is_told_once_wherever_the_device_is():
    """A supply that sags shows itself only now and then, so it is looked at again and again."""
    said, clock = [Supply.GOOD, Supply.GOOD, Supply.WAS_LOW, Supply.LOW], SimpleNamespace(now=0.0)
    news = News(None, None, supply=lambda: said.pop(0), clock=lambda: clock.now)
    told = []
    for _ in range(200):
        told += news()
        clock.now += 1
    assert [words.key for words in told] == ["check.power.low"]
    assert said == [Supply.LOW], "looked at every half minute, and no more when it has been told"


def test_a_machine_that_says_nothing_about_its_power_is_left_alone():
    assert News(None, None, supply=lambda: None)() == []


def test_a_camera_that_hangs_ends_the_service_so_that_it_is_started_afresh():
    keeper = CameraKeeper(CameraConfig("pi"))
    keeper._camera = SimpleNamespace(is_stuck=True, has_tried=True, problem=None)
    news = News(None, keeper, supply=lambda: None)
    for _ in range(3):
        with pytest.raises(CameraFailed, match="hangs"):
            news()
