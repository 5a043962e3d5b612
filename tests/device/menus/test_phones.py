"""The menu *Handy*: off at first, a code for one more phone, whose each is, and the way out again."""

import cv2
import numpy as np
import pytest

from device.page.answers import PageApp
from device.parts import door as doors
from device.parts.protocols import Button
from device.records.invitations import VALID_SECONDS, Invitations, Verdict
from device.records.phones import Role
from device.screens.content import Code, List, Message
from tests.device.at_the_table import person_at
from tests.device.page.guests import stranger


@pytest.fixture
def person(tmp_path, monkeypatch):
    monkeypatch.setattr(doors, "home_host", lambda: "192.168.178.120")
    with person_at(tmp_path, is_swept=True) as person:
        person.device.door.address.port = 8017
        person.choose("Einstellungen")
        person.choose("Handy")
        yield person


def values(screen):
    return {row.text: row.value for row in screen.rows}


def shown_pin(person):
    person.press(Button.DOWN)
    assert isinstance(person.screen, Message)
    return person.screen.title.removeprefix("PIN ").replace(" ", "")


def test_phones_are_off_at_first_and_then_cannot_be_paired(person):
    assert values(person.screen) == {"Im Heimnetz": "aus", "Handy koppeln": ""}
    assert not person.device.preferences.is_for_phones
    person.choose("Handy koppeln")
    assert isinstance(person.screen, Message) and "Im Heimnetz" in person.screen.body
    assert not person.device.door.invitations.is_open


def test_switched_on_it_stays_on_and_off_again_off(person, tmp_path):
    person.choose("Im Heimnetz")
    assert values(person.screen)["Im Heimnetz"] == "an"
    assert "phones = true" in (tmp_path / "settings.toml").read_text()
    person.choose("Im Heimnetz")
    assert not person.device.preferences.is_for_phones


def scan(person):
    """What a phone's camera reads on the OLED."""
    picture = np.array(person.device.panel.picture()[1].convert("L").resize((768, 384), 0))
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def test_a_scanned_square_pairs_a_phone_and_then_it_is_given_to_somebody(person):
    device = person.device
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    assert isinstance(person.screen, Code)
    link = scan(person)
    start, code = link[:-14], link[-14:]
    assert start == "HTTP://192.168.178.120:8017/K/"
    page = PageApp(device.panel, None, lambda: None, lambda: "de", is_ours=lambda host: True, door=device.door)
    client = stranger(page)
    assert client.post("/koppeln", data={"code": code}).status_code == 303
    person.wait()
    assert person.screen.body == "Gerät 1 ist dabei, als Besitzer. Wem gehört es?"
    person.ok()
    assert values(person.screen) == {"Spielt": "niemand", "Besitzer": "an", "Entfernen": ""}
    person.choose("Spielt")
    person.choose("Neuer")
    person.press(Button.UP, Button.UP, Button.UP)
    person.press(Button.OK, held=True)
    assert device.door.phones.all[0].player == "A"
    assert values(person.screen)["Spielt"] == "A"
    person.choose("Besitzer")
    assert device.door.phones.all[0].role is Role.PLAYER
    person.choose("Entfernen")
    person.choose("Behalten")
    assert len(device.door.phones.all) == 1
    person.choose("Entfernen")
    person.choose("Entfernen")
    assert device.door.phones.all == () and client.get("/words").status_code == 401
    assert values(person.screen) == {"Im Heimnetz": "an", "Handy koppeln": ""}


def test_a_code_works_only_while_it_is_shown(person):
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    link, pin = scan(person), shown_pin(person)
    assert "192.168.178.120:8017" in person.screen.body
    person.press(Button.UP)
    assert isinstance(person.screen, Code)
    person.press(Button.BACK)
    assert isinstance(person.screen, List)
    assert person.device.door.invitations.try_code(link[-14:]) is Verdict.WRONG
    assert person.device.door.invitations.try_pin(pin) is Verdict.WRONG


def test_a_code_that_has_become_too_old_leaves_the_screen_by_itself(person, monkeypatch):
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    now = person.device.door.invitations._clock()
    monkeypatch.setattr(person.device.door.invitations, "_clock", lambda: now + VALID_SECONDS + 1)
    person.wait()
    assert isinstance(person.screen, List)


def test_the_code_is_on_the_device_only_and_covered_wherever_else_its_display_is_seen(person):
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    for _ in range(2):
        _, seen = person.device.panel.open_view()
        assert seen.caption == "Bordbuch\nDer Code steht nur auf dem Gerät."
        assert seen.picture.tobytes() != person.device.panel.picture()[1].tobytes()
        person.press(Button.DOWN)


def test_a_long_name_of_the_device_leaves_the_pin_and_the_address_in_words(person, monkeypatch):
    monkeypatch.setattr(doors, "home_host", lambda: "a-device-with-a-very-long-name.local")
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    assert isinstance(person.screen, Message) and person.screen.title.startswith("PIN ")
    person.press(Button.DOWN)
    assert isinstance(person.screen, Message)


def test_where_the_page_does_not_run_that_is_said(person):
    person.device.door.address.port = None
    person.choose("Im Heimnetz")
    person.choose("Handy koppeln")
    assert isinstance(person.screen, Message) and "Seite läuft gerade nicht" in person.screen.body


def test_what_an_earlier_run_gave_out_works_no_more(tmp_path):
    code = Invitations(tmp_path).invite().code
    with person_at(tmp_path, is_swept=True) as person:
        assert person.device.door.invitations.try_code(code) is Verdict.WRONG
