"""The page beside a real display: who may ask for it, what it may not show, and what must not be loaded before it."""

import errno
import io
import socket
import subprocess
import sys
from functools import partial

import pytest
from PIL import Image

from device.command.bench_life import FIRST_SCREEN
from device.config.wiring import DisplayConfig, PartsConfig
from device.page.answers import PageApp, home_network, this_machine
from device.page.server import PageServer
from device.parts.drivers.assembly import Assembly
from device.parts.drivers.panels import open_panel
from device.parts.protocols import Mirror, View, VirtualPanel
from tests.device.page.guests import door_in, near, phone
from tests.device.parts.drivers.glass import I2cBus, Ssd1306
from tests.device.parts.drivers.waiting import wait_until

NAME = socket.gethostname().lower()


def client(is_ours):
    return near(PageApp(VirtualPanel(), None, lambda: None, lambda: "de", is_ours=is_ours))


HOME_NAMES = [f"{NAME}.{end}" for end in ("local", "local:8017", "fritz.box", "lan", "home.arpa", "FRITZ.BOX:8017")]


@pytest.mark.parametrize("host", ["192.168.178.20:8017", "10.0.0.3", NAME, *HOME_NAMES, "localhost:8017"])
def test_in_the_home_network_the_device_answers_to_its_address_and_name(host):
    assert client(home_network).get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.178.20.evil.example", "", "1.2.3", "local", "other.fritz.box", f"{NAME}.evil.lan"]
)
def test_a_foreign_name_is_refused_even_if_it_leads_here(host):
    assert client(home_network).get("/", headers={"Host": host}).status_code == 403


def test_another_page_in_the_browser_cannot_press_there_either():
    headers = {"Host": "192.168.178.20:8017", "Origin": "http://evil.example"}
    assert client(home_network).post("/press/ok", headers=headers).status_code == 403


def test_without_being_told_so_it_answers_to_this_machine_alone():
    assert client(this_machine).get("/", headers={"Host": "192.168.178.20:8017"}).status_code == 403


@pytest.mark.parametrize(("for_network", "bound"), [(False, "127.0.0.1"), (True, "0.0.0.0")])
def test_it_listens_where_it_is_told_to(monkeypatch, for_network, bound):
    hosts = []
    bind = socket.socket.bind
    monkeypatch.setattr(socket.socket, "bind", lambda self, address: (hosts.append(address[0]), bind(self, address))[1])
    server = PageServer(VirtualPanel(), None, lambda: None, "de", 0, for_network=for_network)
    server.start()
    server.stop()
    assert hosts[0] == bound


def test_what_is_for_one_player_is_on_the_glass_and_never_on_the_page():
    bus = I2cBus(Ssd1306())
    config = PartsConfig(display=DisplayConfig("ssd1306"))
    assembly = Assembly(config, open_glass=partial(open_panel, config.display, bus=bus))
    assert isinstance(assembly.display, Mirror)
    secret, cover = Image.effect_noise((128, 64), 90).convert("1"), Image.new("1", (128, 64))
    assembly.display.show(secret, "the secret card", View(cover, "Ada looks"))
    wait_until(lambda: bus.picture() == secret)
    assert assembly.panel.picture()[1] == cover
    assert assembly.panel.caption == "Ada looks"
    assembly.display.close()


def test_the_first_screen_is_there_before_numpy_opencv_the_web_server_and_the_data_are_loaded():
    subprocess.run([sys.executable, "-c", FIRST_SCREEN], check=True, timeout=60)


SECRET, COVER = Image.effect_noise((128, 64), 90).convert("1"), Image.new("1", (128, 64))


def of_a_phone(panel, folder):
    """The page as a phone sees it, whose owner is the device's."""
    door = door_in(folder)
    page = PageApp(
        panel, None, lambda: b"jpeg", lambda: "de", is_ours=home_network, hides_from_afar=lambda: True, door=door
    )
    return phone(page, door, "Ada", is_owner=True)


def oled_of(client):
    return Image.open(io.BytesIO(client.get("/oled.png").content)).convert("1")


def test_without_a_display_a_private_picture_is_on_this_machine_only_and_covered_in_the_network(tmp_path):
    panel = VirtualPanel()
    afar = of_a_phone(panel, tmp_path)
    panel.show(SECRET, "the secret card", View(COVER, "Ada looks"))
    assert oled_of(near(PageApp(panel, None, lambda: b"jpeg", lambda: "de"))).tobytes() == SECRET.tobytes()
    assert oled_of(afar).tobytes() == COVER.tobytes()
    assert afar.get("/camera.jpg").content != b"jpeg"
    before = panel.open_view()[0]
    panel.show(Image.effect_noise((128, 64), 50).convert("1"), "the next secret", View(COVER, "Ada looks"))
    assert panel.open_view() == (before, View(COVER, "Ada looks")), "how often something changes is nobody's business"
    panel.show(SECRET, "for all")
    assert oled_of(afar).tobytes() == SECRET.tobytes()


def test_a_display_that_fails_at_first_does_not_give_the_page_private_pictures_for_good():
    """Decided anew for each picture: away, back, and away again."""
    bus = I2cBus(Ssd1306())
    config = PartsConfig(display=DisplayConfig("ssd1306"))
    bus.broken = lambda: errno.EREMOTEIO
    assembly = Assembly(config, open_glass=partial(open_panel, config.display, bus=bus))
    assembly.display.show(SECRET, "the secret card", View(COVER, "Ada looks"))
    assert assembly.panel.picture()[1] == SECRET, "whoever holds the device has nothing else to look at"
    assert assembly.panel.open_view()[1].picture == COVER
    bus.broken = lambda: None
    wait_until(lambda: bus.picture() == SECRET, "the display is back")
    assembly.display.show(SECRET, "the secret card, again", View(COVER, "Ada looks"))
    assert assembly.panel.picture()[1] == COVER
    bus.broken = lambda: errno.EREMOTEIO
    assembly.display.show(Image.new("1", (128, 64), 1), "open")
    wait_until(lambda: assembly.display._held.has_failed)
    assembly.display.show(SECRET, "the secret card", View(COVER, "Ada looks"))
    assert assembly.panel.picture()[1] == SECRET
    assembly.display.close()
