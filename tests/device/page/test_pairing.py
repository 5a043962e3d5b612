"""Pairing a phone, and what each kind of guest can reach: strangers nothing but the way in."""

import asyncio
import re

import pytest
from starlette.routing import Route

from device.page.admission import COOKIE
from device.page.answers import PageApp
from device.page.hosts import home_network
from device.page.pairing import kind_of
from device.parts.door import Door
from device.parts.protocols import VirtualPanel
from device.records.invitations import TRIES, VALID_SECONDS, Invitations
from device.records.phones import MOST_PHONES, Phones, Role
from tests.device.page.fake_table import FakeTable, table_state
from tests.device.page.guests import near, phone, stranger

PRIVATE = ("/", "/tisch", "/geraet", "/words", "/events", "/events?view=table", "/oled.png", "/camera.jpg", "/alive")
ACTS = ("/press/ok", "/table/throw_all", "/antwort")


class Clock:
    seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(tmp_path, clock):
    return Door(Phones(tmp_path), Invitations(tmp_path, clock))


@pytest.fixture
def panel():
    return VirtualPanel()


@pytest.fixture
def page(panel, door):
    return PageApp(panel, FakeTable(table_state()), lambda: b"jpeg", lambda: "de", is_ours=home_network, door=door)


# --- strangers ---


@pytest.mark.parametrize("path", PRIVATE)
def test_a_stranger_who_looks_is_led_to_the_pairing_page(page, path):
    reply = stranger(page).get(path, headers={"Accept": "text/html,*/*"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/koppeln")


@pytest.mark.parametrize("path", PRIVATE)
@pytest.mark.parametrize("cookie", [None, "", "wrong", "x" * 5000, "é"])
def test_a_stranger_gets_nothing_whatever_the_cookie(page, path, cookie):
    client = stranger(page)
    headers = {} if cookie is None else {"Cookie": f"{COOKIE}={cookie}".encode()}
    reply = client.get(path, headers=headers)
    assert (reply.status_code, "not paired" in reply.text) == (401, True)


@pytest.mark.parametrize("path", ACTS)
def test_a_stranger_does_nothing(page, panel, path):
    assert stranger(page).post(path).status_code == 401
    assert panel.presses() == []


def routes(page):
    """All addresses of the page, with something in place of what varies."""
    app = page.app
    while not hasattr(app, "routes"):
        app = app._app
    return {re.sub(r"{\w+}", "x", route.path) for route in app.routes if isinstance(route, Route)}


def test_nothing_is_reachable_for_a_stranger_but_the_pairing_page_and_what_it_is_drawn_with(page):
    client = stranger(page)
    asked = routes(page)
    reached = {path for path in asked if client.get(path).status_code not in (401, 405)}
    assert len(asked) > 12
    assert reached == {"/koppeln", "/k/x", "/K/x", "/pair.js", "/game.css", "/table.css", "/icon.svg"}


def test_without_a_door_nobody_from_outside_gets_in(panel):
    page = PageApp(panel, None, lambda: None, lambda: "de", is_ours=home_network)
    assert stranger(page).post("/koppeln", data={"pin": "123456"}).status_code == 403
    assert stranger(page).get("/words").status_code == 401
    assert near(page).get("/words").status_code == 200


# --- coming in ---


def test_the_code_of_the_square_pairs_and_looking_at_it_does_not_use_it_up(page, door):
    code = door.invitations.invite().code
    client = stranger(page)
    for _ in range(2):
        shown = client.get(f"/K/{code}")
        assert shown.status_code == 200 and f'value="{code}"' in shown.text and "data-sends-itself" in shown.text
    reply = client.post("/koppeln", data={"code": code})
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    assert client.get("/").status_code == 200
    assert door.phones.all[0].role is Role.OWNER


def test_the_pin_pairs_with_or_without_a_gap(page, door):
    for shape in ("{}{}", "{} {}"):
        pin = door.invitations.invite().pin
        reply = stranger(page).post("/koppeln", data={"pin": shape.format(pin[:3], pin[3:])})
        assert reply.status_code == 303
    assert len(door.phones.all) == 2


def test_the_cookie_is_for_this_device_alone_and_for_no_script(page, door):
    reply = stranger(page).post("/koppeln", data={"code": door.invitations.invite().code})
    name, *flags = reply.headers["set-cookie"].split("; ")
    assert {flag.lower() for flag in flags} == {"httponly", "samesite=strict", "path=/", "max-age=34560000"}
    token = name.removeprefix(f"{COOKIE}=")
    assert len(token) >= 43 and door.phones.of_token(token) is not None


def test_a_wrong_a_used_and_an_old_code_are_refused_in_words(page, door, clock):
    client = stranger(page)
    used = door.invitations.invite().code
    assert client.post("/koppeln", data={"code": used}).status_code == 303
    client.cookies.clear()
    old = door.invitations.invite().code
    clock.seconds += VALID_SECONDS + 1
    for code in ("A" * 14, used, old):
        reply = client.post("/koppeln", data={"code": code})
        assert reply.status_code == 403 and "Dieser Code gilt nicht mehr." in reply.text
        assert "set-cookie" not in reply.headers
    assert len(door.phones.all) == 1


def test_five_wrong_pins_from_anywhere_lock_and_the_square_still_works(page, door, clock):
    one = door.invitations.invite()
    wrong = f"{(int(one.pin) + 1) % 1_000_000:06}"
    for number in range(TRIES):
        reply = stranger(page, f"192.168.178.{100 + number}").post("/koppeln", data={"pin": wrong})
        assert reply.status_code == 403 and "Diese PIN stimmt nicht" in reply.text
    locked = stranger(page, "192.168.178.120").post("/koppeln", data={"pin": one.pin})
    assert locked.status_code == 429 and "Warte 60 Sekunden" in locked.text
    assert door.phones.all == ()
    assert stranger(page, "192.168.178.121").post("/koppeln", data={"code": one.code}).status_code == 303


def test_one_address_cannot_try_as_fast_as_it_likes(page, door):
    client = stranger(page)
    told = [client.post("/koppeln", data={"code": "B" * 14}).status_code for _ in range(8)]
    assert told[:5] == [403] * 5 and 429 in told


def test_when_there_are_enough_phones_no_more_come_in(page, door):
    for _ in range(MOST_PHONES):
        door.phones.admit("other")
    reply = stranger(page).post("/koppeln", data={"code": door.invitations.invite().code})
    assert reply.status_code == 409 and len(door.phones.all) == MOST_PHONES


@pytest.mark.parametrize("body", ["", "pin=", "pin=1&pin=2", "code=A&code=B", "x=1", "pin=%ff", "&" * 200, "\xff"])
def test_nonsense_lets_nobody_in(page, door, body):
    door.invitations.invite()
    reply = stranger(page).post("/koppeln", content=body.encode("latin-1"))
    assert reply.status_code in (400, 403) and door.phones.all == ()


def test_a_foreign_page_cannot_pair_in_somebodys_name(page, door):
    code = door.invitations.invite().code
    reply = stranger(page).post("/koppeln", data={"code": code}, headers={"Origin": "http://evil.example"})
    assert reply.status_code == 403 and door.invitations.is_open


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "iphone"),
        ("Mozilla/5.0 (iPad; CPU OS 12_2)", "ipad"),
        ("", "other"),
    ],
)
def test_phones_are_told_apart_by_their_kind(agent, kind):
    assert kind_of(agent) == kind


# --- what guests may do ---


@pytest.mark.parametrize(
    ("player", "is_owner", "status"), [(None, False, 403), ("Ada", False, 403), ("Ada", True, 200)]
)
def test_only_the_owner_presses_buttons_since_they_lead_to_switching_off(page, door, panel, player, is_owner, status):
    client = phone(page, door, player, is_owner=is_owner)
    assert client.post("/press/ok").status_code == status
    assert client.post("/table/throw_all", content="{}").status_code == status
    assert len(panel.presses()) == (status == 200)
    assert client.get("/oled.png").status_code == 200
    assert client.get("/geraet").status_code == (200 if is_owner else 303)


def test_whoever_is_forgotten_is_out_at_once(page, door):
    client = phone(page, door)
    assert client.get("/words").status_code == 200
    door.phones.forget(door.phones.all[0].id)
    assert client.get("/words").status_code == 401


def test_the_page_of_this_machine_is_the_owners_without_pairing(page, panel):
    client = near(page)
    assert 'id="oled"' in client.get("/").text
    assert client.post("/press/ok").status_code == 200
    assert len(panel.presses()) == 1


def test_an_open_page_of_a_phone_that_is_sent_away_is_told_nothing_more(page, door):
    client = phone(page, door)
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/events",
        "query_string": b"view=table",
        "headers": [(b"host", b"192.168.178.20"), (b"cookie", f"{COOKIE}={client.cookies[COOKIE]}".encode())],
        "client": ("192.168.178.51", 1),
    }
    told = []

    async def stays():
        await asyncio.Event().wait()

    async def hear(message):
        told.append(message)
        if b"asked" in message.get("body", b""):
            door.phones.forget(door.phones.all[0].id)

    asyncio.run(asyncio.wait_for(page.app(scope, stays, hear), 30))
    assert told[0]["status"] == 200 and told[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    assert sum(b"data: " in message.get("body", b"") for message in told) == 1


def test_21_3_a_disk_that_refuses_while_a_phone_is_paired_gets_a_sentence_and_lets_nobody_in(page, door, monkeypatch):
    invitation = door.invitations.invite()

    def refuse(path, missing_ok=False):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as bad_disk:
        bad_disk.setattr("pathlib.Path.unlink", refuse)
        reply = stranger(page).post("/koppeln", data={"pin": invitation.pin})
    assert reply.status_code == 500 and "refused" in reply.text and "set-cookie" not in reply.headers
    assert door.phones.all == ()
    assert stranger(page).post("/koppeln", data={"pin": invitation.pin}).status_code == 303
