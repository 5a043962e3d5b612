"""`bordbuch check` and its screen: every part tried, every fault named, in words and for scripts."""

import errno
import json
import os
import shutil
import subprocess
import sys
import threading
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from functools import partial

import numpy as np
import pytest

from device.command.check_data import sentence_of
from device.command.check_parts import check_beeper, check_buttons, check_camera, check_device, check_display
from device.config.configuration import Config
from device.config.lock import only_one
from device.config.wiring import BeeperConfig, ButtonsConfig, CameraConfig, DisplayConfig
from device.errors import CameraFailed
from device.parts.drivers.gpio_buttons import GpioButtons
from device.parts.drivers.panels import open_panel
from device.parts.drivers.power import Supply
from device.parts.health import Verdict, check_disk, check_light, check_power, check_time, check_versions
from device.parts.protocols import Button, Tone
from device.screens.content import Message, TryOut
from tests.device.at_the_table import person_at
from tests.device.parts.drivers.glass import I2cBus, Sh1106
from tests.device.texts import catalogue
from vision.base.frame import Frame

TELL = catalogue("de", is_strict=True).tell


def said(finding):
    return finding.verdict, TELL(finding.words)


# --- the house ---


def test_a_disk_with_room_is_fine_and_nothing_is_left_on_it(tmp_path):
    assert said(check_disk(tmp_path))[0] is Verdict.FINE
    assert list(tmp_path.iterdir()) == []


Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(("free", "verdict"), [(5, Verdict.FAILED), (100, Verdict.NOTE), (5000, Verdict.FINE)])
def test_little_room_is_told(tmp_path, monkeypatch, free, verdict):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free * 2**20))
    finding = check_disk(tmp_path)
    assert finding.verdict is verdict
    assert str(free) in TELL(finding.words)


def test_a_disk_that_takes_nothing_is_told(tmp_path, monkeypatch):
    def refuse(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    assert said(check_disk(tmp_path)) == (
        Verdict.FAILED,
        "Der Speicher nimmt nichts an. Ist er voll oder schreibgeschützt?",
    )
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    assert check_disk(tmp_path / "file" / "below").verdict is Verdict.FAILED


NOW = datetime(2026, 11, 16, 20, 58, tzinfo=UTC)


@pytest.mark.parametrize(
    ("built", "is_set", "verdict"),
    [
        (NOW - timedelta(days=9), True, Verdict.FINE),
        (NOW - timedelta(days=9), None, Verdict.FINE),
        (NOW - timedelta(days=9), False, Verdict.NOTE),
        (NOW + timedelta(days=1), True, Verdict.FAILED),
    ],
)
def test_the_clock_is_doubted_if_it_cannot_be_right(built, is_set, verdict):
    assert check_time(NOW, built, is_set=is_set).verdict is verdict


def test_the_time_is_told():
    assert TELL(check_time(NOW, NOW, is_set=True).words) == "Es ist der 16.11.2026, 20:58 Uhr."


def test_versions_are_told_and_what_is_missing(monkeypatch):
    assert "OpenCV" in TELL(check_versions().words)
    monkeypatch.setattr("device.parts.health._version", lambda name: None if name == "numpy" else "1.0")
    finding = check_versions()
    assert finding.verdict is Verdict.FAILED
    assert "numpy" in TELL(finding.words)


@pytest.mark.parametrize(
    ("supply", "verdict"),
    [
        (None, Verdict.SKIPPED),
        (Supply.GOOD, Verdict.FINE),
        (Supply.WAS_LOW, Verdict.NOTE),
        (Supply.LOW, Verdict.FAILED),
    ],
)
def test_power_is_judged(supply, verdict):
    finding = check_power(supply)
    assert finding.verdict is verdict
    assert TELL(finding.words)


# --- the parts ---


def grey(level):
    return Frame(np.full((108, 192, 3), level, np.uint8))


def test_light_is_judged():
    assert said(check_light(None))[0] is Verdict.FAILED
    assert "zu dunkel" in said(check_light(grey(5)))[1]
    assert "zu hell" in said(check_light(grey(255)))[1]
    assert said(check_light(grey(120)))[0] is Verdict.FINE


class Settling:
    """A camera that is dark until it has adjusted itself."""

    def __init__(self):
        self.frames = 0
        self.is_closed = False

    def capture(self):
        self.frames += 1
        is_ready = self.frames > 5
        return Frame(grey(120 if is_ready else 3).pixels, metadata={"locked": float(is_ready)})

    def close(self):
        self.is_closed = True


def test_a_camera_is_judged_when_it_has_settled_and_let_go_of():
    camera = Settling()
    assert check_camera(CameraConfig("pi"), lambda _: camera).verdict is Verdict.FINE
    assert camera.is_closed


def test_a_camera_that_is_not_there_or_stops_is_told():
    def nothing(_):
        raise CameraFailed("There is no camera at USB.")

    finding = check_camera(CameraConfig("usb"), nothing)
    assert finding.verdict is Verdict.FAILED
    assert "There is no camera at USB." in sentence_of(finding, TELL)
    assert check_camera(CameraConfig("none")).verdict is Verdict.SKIPPED


def test_the_test_picture_is_on_the_glass_and_goes_off_again():
    bus, seen = I2cBus(Sh1106()), []
    config = DisplayConfig("sh1106")
    finding = check_display(config, TELL, partial(open_panel, bus=bus), lambda _: seen.append(bus.picture()))
    assert finding.verdict is Verdict.FINE
    (picture,) = seen
    assert all(picture.getpixel((x, y)) for x in range(2, 126) for y in (0, 63)), "the rim is lit"
    assert not bus.chip.is_on
    bus.broken = lambda: errno.EREMOTEIO
    assert check_display(config, TELL, partial(open_panel, bus=bus)).verdict is Verdict.FAILED


def test_every_button_is_asked_for_in_turn(pins):
    asked = []

    def ask(name):
        asked.append(name)
        pin = pins.pin(dict(zip(("Hoch", "Runter", "OK", "Zurück"), (5, 6, 13, 19), strict=True))[name])
        if name != "OK":  # its wire is loose
            pin.drive_low()
            threading.Timer(0.08, pin.drive_high).start()

    finding = check_buttons(ButtonsConfig("gpio"), TELL, ask, pins, patience=0.5)
    assert asked == ["Hoch", "Runter", "OK", "Zurück"]
    assert said(finding) == (Verdict.FAILED, "Nichts gespürt von: OK. Sieh nach den Drähten.")


def test_a_contact_that_is_always_closed_is_told(pins, monkeypatch):
    with monkeypatch.context() as soldered:
        # A mock pin goes up as soon as its pull-up is switched on; one that is soldered to ground does not.
        soldered.setattr(GpioButtons, "states", lambda _: {Button.OK: False, Button.BACK: True})
        assert "Zurück" in said(check_buttons(ButtonsConfig("gpio"), TELL, None, pins))[1]
    assert check_buttons(ButtonsConfig("gpio"), TELL, None, pins).verdict is Verdict.SKIPPED


def test_the_beeper_plays_or_is_told(pins, monkeypatch):
    monkeypatch.setattr("device.command.check_parts.MELODIES", dict.fromkeys(Tone, ()))
    monkeypatch.setattr("device.parts.drivers.gpio_beeper.MELODIES", dict.fromkeys(Tone, ((880, 0.0),)))
    assert check_beeper(BeeperConfig("passive"), pins).verdict is Verdict.FINE
    assert check_beeper(BeeperConfig("none")).verdict is Verdict.SKIPPED
    assert check_beeper(BeeperConfig("passive"), object()).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("look", "modules", "package"),
    [
        (lambda: check_camera(CameraConfig("pi")), ["picamera2"], "picamera2"),
        (lambda: check_camera(CameraConfig("auto", device="/dev/none")), ["picamera2"], "picamera2"),
        (lambda: check_display(DisplayConfig("ssd1306"), TELL), ["luma", "luma.core", "luma.oled"], "luma.oled"),
        (lambda: check_buttons(ButtonsConfig("gpio"), TELL, None), ["gpiozero"], "gpiozero"),
        (lambda: check_beeper(BeeperConfig("passive")), ["gpiozero"], "gpiozero"),
    ],
)
def test_a_missing_package_is_named_and_nobody_is_sent_to_look_at_wires(monkeypatch, look, modules, package):
    for name in modules:
        monkeypatch.setitem(sys.modules, name, None)
    finding = look()
    assert (finding.verdict, finding.figures["package"]) == (Verdict.FAILED, package)
    assert package in TELL(finding.words)
    assert "install" in str(finding.figures["error"])
    for word in ("Draht", "Drähten", "fest", "wires", "firmly"):
        assert word not in TELL(finding.words) + str(finding.figures["error"])


def test_pins_that_no_package_moves_are_told_apart_from_pins_that_are_taken(monkeypatch):
    class BadPinFactory(Exception):
        """As gpiozero says it."""

    def refused(*_, **__):
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr("device.command.check_parts.GpioButtons", refused)
    monkeypatch.setattr("device.errors.find_spec", lambda name: None)
    assert check_buttons(ButtonsConfig("gpio"), TELL, None).figures["package"] == "lgpio"
    monkeypatch.setattr("device.errors.find_spec", lambda name: "it is there")
    assert "package" not in check_buttons(ButtonsConfig("gpio"), TELL, None).figures


def test_a_running_bordbuch_keeps_its_parts(tmp_path):
    with only_one(tmp_path):
        findings = {finding.part: finding for finding in check_device(tmp_path, Config(), None)}
    assert findings["camera"].verdict is Verdict.SKIPPED
    assert "läuft gerade" in TELL(findings["buttons"].words)
    assert findings["disk"].verdict is Verdict.FINE


# --- the command ---


def check(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "device.command.main", "check", *map(str, arguments)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def test_the_command_has_a_line_for_everything_and_says_by_its_code_if_anything_failed(tmp_path):
    (tmp_path / "bordbuch.toml").write_text("[display]\nkind = 'ssd1306'\nport = 22\n")
    done = check("--data", tmp_path, "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert not answer["fine"]
    verdicts = {part["part"]: part["verdict"] for part in answer["parts"]}
    assert list(verdicts) == ["camera", "display", "buttons", "beeper", "disk", "time", "versions", "power"]
    assert (verdicts["display"], verdicts["camera"], verdicts["disk"]) == ("failed", "fine", "fine")
    done = check("--data", tmp_path / "other", "--lang", "en")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4 + 8
    assert "Camera: fine." in done.stdout


# --- on the device ---


def test_the_device_checks_itself_in_its_menu(tmp_path):
    with person_at(tmp_path) as person:
        person.choose("Einstellungen")
        person.choose("Prüfen")
        rows = {row.text: row.value for row in person.screen.rows}
        assert (rows["Kamera"], rows["Speicher"], rows["Tasten"]) == ("gut", "gut", "probier")
        person.choose("Speicher")
        assert isinstance(person.screen, Message)
        assert "MB frei" in person.screen.body
        person.ok()
        person.choose("Piepser")
        assert "Vier Töne" in person.screen.body
        person.ok()
        person.choose("Tasten")
        assert isinstance(person.screen, TryOut)
        assert [done for _, done in person.screen.buttons] == [False] * 4
        for button in (Button.BACK, Button.UP, Button.OK, Button.DOWN):
            person.press(button)
        assert [done for _, done in person.screen.buttons] == [True] * 4
        assert person.ok().title == "Wie geht es mir?"
