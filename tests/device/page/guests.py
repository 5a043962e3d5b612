"""Whoever opens the page in a test: somebody at this machine, a paired phone, or a stranger in the home network."""

from __future__ import annotations

from starlette.testclient import TestClient

from device.page.admission import COOKIE
from device.page.answers import PageApp
from device.parts.door import Door
from device.records.invitations import Invitations
from device.records.phones import Phones

HERE, AT_HOME = "127.0.0.1", "192.168.178.40"
DEVICE = "http://192.168.178.20:8017"


def near(page: PageApp, base_url: str = "http://127.0.0.1:8017") -> TestClient:
    """Somebody at this machine."""
    return TestClient(page.app, base_url=base_url, client=(HERE, 50000))


def stranger(page: PageApp, address: str = AT_HOME) -> TestClient:
    """A phone in the home network that nobody has paired."""
    return TestClient(page.app, base_url=DEVICE, client=(address, 50000), follow_redirects=False)


def phone(page: PageApp, door: Door, player: str | None = None, *, is_owner: bool = False) -> TestClient:
    """A paired phone, of this player."""
    token = door.phones.admit("android")
    kept = door.phones.of_token(token)
    assert kept is not None
    door.phones.give(kept.id, player)
    door.phones.make_owner(kept.id, is_owner)
    client = stranger(page, f"192.168.178.{50 + len(door.phones.all)}")
    client.cookies.set(COOKIE, token)
    return client


def door_in(folder) -> Door:
    return Door(Phones(folder), Invitations(folder))
