"""A secret card under the camera: when its player has looked, no file, no answer of the page, no log has it.

The whole device on the simulated table. Every private picture the camera takes is remembered here, as the page would
pack it; what the page gives out is compared with that at every moment, also between a press and the next look.
"""

import logging
from dataclasses import replace

import cv2
import pytest

from device.page.answers import PageApp
from device.parts.protocols import Button
from tests.device.at_the_table import person_at
from tests.device.boxes.galaktico.test_at_the_table import CARD_NAMES, Player
from tests.device.page.guests import near
from tests.games.galaktico.playing import ADA, cards_in_order

pytestmark = pytest.mark.slow

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"PK\x03\x04", b"BM", b"\x93NUMPY", b"RIFF")
KNOWN_FILES = {"journal.db", "journal.db-wal", "journal.db-shm", "bordbuch.lock", "settings.toml"}


class Guest:
    """Looks at the page whenever anything has happened."""

    def __init__(self, device, is_on_page):
        self.device = replace(device, is_on_page=lambda: is_on_page)
        self.private, self.open, self.shown_alone, self.shown = set(), set(), set(), set()
        page = PageApp(
            device.panel,
            device.table,
            self.device.camera_jpeg,
            lambda: "de",
            self.device.hides_table,
            looks_alone=self.device.looks_alone,
        )
        self.page, self.client = page, near(page)
        look = device.eyes.look

        def watched(wanted):
            self.ask()  # after the press, before the next picture
            sight = look(wanted)
            frame = device.eyes.frame
            jpeg = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
            (self.private if frame.is_private else self.open).add(jpeg)
            self.ask()
            return sight

        device.eyes.look = watched

    def ask(self):
        self.page._camera._asked_at = float("-inf")  # whoever asks often enough gets every picture
        got = self.client.get("/camera.jpg").content
        (self.shown if self.device.looks_alone() is None else self.shown_alone).add(got)


@pytest.mark.parametrize("is_on_page", [True, False], ids=["the page is the device", "with an OLED"])
def test_20_10_nothing_of_a_card_shown_in_secret_stays(tmp_path, caplog, is_on_page):
    caplog.set_level(logging.DEBUG)
    with person_at(tmp_path) as person:
        player = Player(person)
        player.begin()
        guest = Guest(person.device, is_on_page)
        cards = cards_in_order(ADA)
        player.show(cards[0])
        for name in cards[1:-1]:
            person.choose(name)
        player.lay(cards[0])
        player.wait(6)
        person.choose(cards[-1])
        person.choose("Fertig")
        player.wait(2)
        person.press(Button.BACK, held=True)
        person.choose("Pause")
        player.wait(2)
        person.choose("Einstellungen")
        player.wait(2)
        assert len(guest.private) > 20, "the camera saw nothing in private"
        assert bool(guest.shown_alone & guest.private) == is_on_page, "the search does not find what was shown"
        assert not guest.shown & guest.private
        assert len(guest.shown) > 1 or not is_on_page
        for path in ("/", "/words", "/oled.png", "/page.js"):
            assert guest.client.get(path).content not in guest.private
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert file.name in KNOWN_FILES or file.parent.name == "secrets", file
            assert not file.read_bytes().startswith(PICTURES), file
            assert not any(jpeg[200:264] in file.read_bytes() for jpeg in guest.private)
    assert not [name for name in CARD_NAMES if name in caplog.text]
