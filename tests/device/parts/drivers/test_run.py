"""`bordbuch run`: a real process watched as systemd watches it, and the whole device made of real drivers."""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

import pytest

from device.app import built
from device.config.configuration import Config
from device.config.wiring import CameraConfig, DisplayConfig, PartsConfig, PowerConfig
from device.errors import DisplayFailed
from device.parts.drivers.assembly import Assembly
from device.parts.drivers.panels import open_panel
from device.parts.first_screen import show_first_screen
from device.parts.kit import is_raspberry_pi, without_auto
from device.parts.protocols import Button, Press
from device.screens.content import List, Message, Waiting
from device.screens.render import render
from games.spine.dialogue import say
from tests.device.parts.drivers.glass import I2cBus, Ssd1306
from tests.device.parts.drivers.waiting import wait_until
from tests.device.running import DEADLINE_SECONDS, Running, welcome

FEED_SECONDS = 0.2

# The service, with a way to make its loop hang as a driver that never comes back would.
HANGING = """
import sys, time, pathlib
from device.talks import service
step = service.Service.step
def hang_on_demand(self):
    while pathlib.Path(sys.argv[1]).exists():
        time.sleep(0.01)
    step(self)
service.Service.step = hang_on_demand
from device.command.main import main
sys.exit(main(sys.argv[2:]))
"""


class Watched:
    """`bordbuch run` with a notify socket, as systemd would start it."""

    def __init__(self, folder, *, text=""):
        self.folder = folder / "state"
        self.folder.mkdir(exist_ok=True)
        welcome(self.folder)
        self.hang = folder / "hang"
        self.runtime = folder / "runtime"
        self.runtime.mkdir(exist_ok=True)
        if text:
            (self.folder / "bordbuch.toml").write_text(text)
        path = folder / "notify"
        path.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.settimeout(DEADLINE_SECONDS)
        environment = os.environ | {
            "NOTIFY_SOCKET": str(path),
            "WATCHDOG_USEC": str(int(3 * FEED_SECONDS * 1e6)),
            "STATE_DIRECTORY": str(self.folder),
            "RUNTIME_DIRECTORY": str(self.runtime),
            "GPIOZERO_PIN_FACTORY": "mock",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", HANGING, str(self.hang), "run", "--port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.socket.close()

    def hear(self):
        return self.socket.recv(100).decode()

    def drain(self):
        """Everything that was said up to now."""
        self.socket.settimeout(0)
        lines = []
        try:
            while True:
                lines.append(self.hear())
        except BlockingIOError:
            return lines
        finally:
            self.socket.settimeout(DEADLINE_SECONDS)

    def page(self):
        return Running(self.process, self.process.stdout.readline().strip())


@pytest.mark.slow
def test_systemd_sees_it_ready_alive_hung_alive_again_and_stopping(tmp_path):
    with Watched(tmp_path) as service:
        assert service.hear() == "READY=1", "the first word, when the loop has turned"
        assert [service.hear() for _ in range(3)] == ["WATCHDOG=1"] * 3
        page = service.page()
        service.hang.touch()
        time.sleep(2 * FEED_SECONDS)
        service.drain()
        time.sleep(5 * FEED_SECONDS)
        assert service.drain() == [], "a loop that hangs does not feed the watchdog"
        assert page.get("/oled.png"), "although the rest of the process lives"
        service.hang.unlink()
        assert service.hear() == "WATCHDOG=1"
        page.wait_for("Bordbuch", "Spielen")
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(timeout=DEADLINE_SECONDS) == 0
        assert service.drain()[-1] == "STOPPING=1"


def test_a_display_that_is_missing_is_told_on_the_page_and_the_rest_goes_on(tmp_path):
    text = "[display]\nkind = 'sh1106'\nport = 22\n[buttons]\nkind = 'gpio'\n[camera]\nkind = 'none'\n"
    with Watched(tmp_path, text=text) as service:
        page = service.page()
        page.wait_for("Achtung", "Keine Anzeige gefunden")
        page.press("ok")
        page.wait_for("Spielen")
        service.process.terminate()
        _, said = service.process.communicate(timeout=DEADLINE_SECONDS)
    assert "The display does not answer" in said
    assert "Traceback" not in said


def test_without_its_camera_a_game_is_played_by_buttons(tmp_path):
    with Watched(tmp_path, text="[camera]\nkind = 'usb'\ndevice = '/dev/video-none'\n") as service:
        page = service.page()
        page.wait_for("Achtung", "Keine Kamera gefunden")
        page.press("ok")
        for row in ("Spielen", "Galaktix", "Gast", "1 ", "1 "):
            page.choose(row)
        while "OK: weiter" in page.words:
            page.press("ok")
        page.wait_for("Keine Kamera")
        page.press("ok")
        page.wait_until(lambda words: "Keine Kamera" not in words)
        service.process.terminate()
        _, said = service.process.communicate(timeout=DEADLINE_SECONDS)
    assert said.count("/dev/video-none") <= 4, "a camera that stays away does not fill the log"
    assert "Traceback" not in said


def test_a_configuration_that_cannot_be_taken_ends_it_with_a_sentence(tmp_path):
    with Watched(tmp_path, text="[display]\nkind = 'lcd'\n") as service:
        assert service.process.wait(timeout=DEADLINE_SECONDS) == 2
        said = service.process.stderr.read()
    assert '"display.kind" is "lcd"' in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_switching_off_by_the_menu_asks_for_it_and_waits_to_be_ended(tmp_path):
    with Watched(tmp_path) as service:
        page = service.page()
        page.choose("Einstellungen")
        page.choose("Ausschalten")
        page.choose("Ja, gute Nacht")
        page.wait_for("Bis zum nächsten Mal")
        assert (service.runtime / "power-off").exists()
        service.process.terminate()
        assert service.process.wait(timeout=DEADLINE_SECONDS) == 0


# --- all real drivers together, at the simulated table ---


class Person:
    """Presses pins and looks at the glass."""

    def __init__(self, device, bus, pins):
        self.device, self.bus, self.pins = device, bus, pins

    def press(self, name):
        pin = self.pins.pin(getattr(self.device.config.parts.buttons, name))
        before = self.device.service.screen
        pin.drive_low()
        time.sleep(0.03)
        pin.drive_high()
        time.sleep(0.03)
        self.wait_for(lambda screen: screen != before)

    def wait_for(self, holds):
        def look():
            self.device.service.step()
            self.device.set_the_table()
            return holds(self.device.service.screen)

        wait_until(look)
        return self.device.service.screen

    def glass(self):
        """What the glass shows, once the bus has caught up with the screen."""
        wait_until(lambda: self.bus.picture() == render(self.device.service.screen), "the picture on the glass")
        return self.bus.picture()


@pytest.fixture
def parts_config():
    return without_auto(
        replace(PartsConfig(), camera=CameraConfig("simulated"), power=PowerConfig(led=16, button=26)), is_pi=True
    )


def test_a_game_is_begun_with_pins_and_seen_on_the_glass(tmp_path, pins, parts_config):
    bus = I2cBus(Ssd1306())
    assembly = Assembly(parts_config, open_glass=partial(open_panel, parts_config.display, bus=bus), pin_factory=pins)
    show_first_screen(assembly.display, "de")
    wait_until(lambda: bus.picture().getbbox() is not None, "the first screen, before anything slow is loaded")
    parts = assembly.finish(lambda: None)
    assert parts.problems == ()
    # Swept: this one throws before a board could have been laid out, and is about pins and glass.
    with built(tmp_path, Config(parts=parts_config), parts, seed=3, is_swept=True) as device:
        person = Person(device, bus, pins)
        person.wait_for(lambda screen: isinstance(screen, List))
        person.glass()
        for _ in range(5):
            person.press("ok")
        while isinstance(device.service.screen, Message):
            person.press("ok")
        assert isinstance(device.service.screen, Waiting)
        person.glass()
        device.table.throw_all()
        person.wait_for(lambda screen: type(screen).__name__ == "DiceSeen")
        person.glass()
        device.service.complain(say("parts.stuck", button=say("button.ok")))
        person.wait_for(lambda screen: isinstance(screen, Message) and "klemmt" in screen.body)
        person.glass()
    assert pins.pin(16).state, "the lamp is lit"
    parts.close()
    assert not bus.chip.is_on
    assert not pins.pin(16).state


def test_every_pin_that_cannot_be_had_is_told_and_the_rest_is_there(pins, parts_config):
    class Refusing:
        def __getattr__(self, name):
            raise OSError("no pins here")

    def no_glass():
        raise DisplayFailed("The display does not answer.")

    assembly = Assembly(parts_config, open_glass=no_glass, pin_factory=Refusing())
    parts = assembly.finish(lambda: None)
    assert [problem.key for problem in parts.problems] == [
        "parts.no_display",
        "parts.no_buttons",
        "parts.no_beeper",
        "parts.no_power_button",
        "parts.no_lamp",
    ]
    assert all(problem.sentence.endswith(".") for problem in parts.problems)
    assert parts.is_on_page
    parts.close()


def test_without_the_pins_package_it_is_said_what_to_install(parts_config, monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    parts = Assembly(
        parts_config, open_glass=lambda: open_panel(DisplayConfig("ssd1306"), bus=I2cBus(Ssd1306()))
    ).finish(lambda: None)
    parts.close()
    assert [problem.key for problem in parts.problems][:2] == ["parts.no_buttons", "parts.no_beeper"]
    for problem in parts.problems:
        assert "gpiozero is not installed" in problem.sentence
        assert "wires" not in problem.sentence


def test_the_display_goes_dark_even_if_another_part_cannot_be_let_go_of(pins, parts_config):
    bus = I2cBus(Ssd1306())
    assembly = Assembly(parts_config, open_glass=partial(open_panel, parts_config.display, bus=bus), pin_factory=pins)
    parts = assembly.finish(lambda: None)
    assert bus.chip.is_on

    def stuck():
        raise OSError("GPIO busy")

    replace(parts, more=(stuck, *parts.more)).close()
    assert not bus.chip.is_on


def test_a_press_on_the_page_wakes_the_display_too(pins, parts_config):
    bus = I2cBus(Ssd1306())
    config = replace(parts_config, display=replace(parts_config.display, dim_after_seconds=0))
    assembly = Assembly(config, open_glass=partial(open_panel, config.display, bus=bus), pin_factory=pins)
    parts = assembly.finish(lambda: None)
    woken = []
    assembly._oled.wake = lambda: woken.append(True)
    assert parts.buttons.presses() == []
    assert not woken
    parts.panel.press(Button.DOWN)
    assert parts.buttons.presses() == [Press(Button.DOWN)]
    assert woken
    parts.close()


def test_what_auto_means_on_a_pi_and_elsewhere(tmp_path):
    on_a_pi, elsewhere = without_auto(PartsConfig(), True), without_auto(PartsConfig(), False)
    assert (on_a_pi.display.kind, on_a_pi.buttons.kind, on_a_pi.beeper.kind) == ("auto", "gpio", "passive")
    assert (elsewhere.display.kind, elsewhere.buttons.kind, elsewhere.beeper.kind) == ("none",) * 3
    assert elsewhere.camera.kind == "simulated"
    mine = replace(PartsConfig(), display=DisplayConfig("sh1106"), camera=CameraConfig("none"))
    assert without_auto(mine, True).display.kind == without_auto(mine, False).display.kind == "sh1106"
    assert without_auto(mine, True).camera.kind == "none"
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert is_raspberry_pi(tmp_path / "model")
    assert not is_raspberry_pi(tmp_path / "nothing")
