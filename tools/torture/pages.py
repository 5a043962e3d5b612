"""The page of a device at a seat, asked without a network: by whoever sits at its machine, by phones, and by strangers.

A question that waits for the loop's reply, as a tap does, waits until the next step. Whatever breaks in an answer is
raised here: a browser would only see that something went wrong.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.types import Message, Scope

from device.page import answers, pairing
from device.page.admission import COOKIE
from device.page.answers import PageApp
from device.page.hosts import home_network

if TYPE_CHECKING:
    from device.app import Device

HERE = "127.0.0.1"
DEVICE = "192.168.178.20"
ADDRESSES = tuple(f"192.168.178.{number}" for number in range(40, 60))
FAST = 10**6  # a second: here the fingers have no time of their own
PATIENCE = 20.0
BROKEN = 500


class PageBroke(Exception):
    """The page answered that something went wrong, although no disk refused anything."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: with the token of a phone, or without; a phone is none of ours until it has one."""

    address: str
    token: str = field(default="", repr=False)


@dataclass(slots=True)
class Reply:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def token(self) -> str:
        """What a phone that was let in is known by from now on; nothing if it was not."""
        name, _, rest = self.headers.get("set-cookie", "").partition("=")
        return rest.partition(";")[0] if name == COOKIE else ""


@contextmanager
def _fast() -> Iterator[None]:
    """Let a page that is made meanwhile take what comes as fast as it comes."""
    limits = [(answers, "ACTS"), (pairing, "TRIES")]
    names = [(module, f"{one}_{ending}") for module, one in limits for ending in ("A_SECOND", "AT_ONCE")]
    before = [(module, name, getattr(module, name)) for module, name in names]
    try:
        for module, name, _ in before:
            setattr(module, name, FAST)
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


class Pages:
    """Asks one thing after the other; `ask` begins, `reply` has the answer once the loop has taken its step."""

    def __init__(self, device: Device) -> None:
        with _fast():
            self._app = PageApp(
                device.panel,
                device.table,
                device.camera_jpeg,
                lambda: device.preferences.language,
                device.hides_table,
                home_network,
                looks_alone=device.looks_alone,
                hides_from_afar=device.hides_table_from_afar,
                door=device.door,
                taps=device.service.taps,
                words=device.words,
            ).app
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[Reply] | None = None
        self._taps = device.service.taps
        self.may_refuse = False  # a disk that refuses is told with the status of something broken
        self.phones: list[Visitor] = []  # that were let in here, whether or not they still are
        self.asked = 0

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._loop.run_until_complete(asyncio.gather(self._task, return_exceptions=True))
        self._loop.close()

    def ask(self, visitor: Visitor, path: str, fields: dict[str, str] | bytes | None = None) -> None:
        """Begin to ask; with fields it is a form that is sent."""
        self.asked += 1
        self._task = self._loop.create_task(self._answered(visitor, path, fields))
        while not self._task.done() and not self._taps._waiting:
            self._loop.run_until_complete(asyncio.sleep(0))

    def reply(self) -> Reply:
        """The answer; PageBroke if it is none."""
        assert self._task is not None
        task, self._task = self._task, None
        reply = self._loop.run_until_complete(asyncio.wait_for(task, PATIENCE))
        if reply.status >= BROKEN and not self.may_refuse:
            raise PageBroke(f"{reply.status}: {reply.body[:200]!r}")
        return reply

    async def _answered(self, visitor: Visitor, path: str, fields: dict[str, str] | bytes | None) -> Reply:
        body = fields if isinstance(fields, bytes) else urlencode(fields or {}).encode()
        address = HERE if visitor.address == HERE else DEVICE
        headers = [(b"host", address.encode()), (b"accept", b"text/html")]
        headers += [(b"cookie", f"{COOKIE}={visitor.token}".encode())] if visitor.token else []
        path, _, query = path.partition("?")
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET" if fields is None else "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": (visitor.address, 50000),
            "server": (address, 80),
        }
        reply, is_sent = Reply(), False

        async def receive() -> Message:
            nonlocal is_sent
            if is_sent:
                await asyncio.sleep(PATIENCE)
            is_sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                reply.status = message["status"]
                reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                reply.body += message.get("body", b"")

        await self._app(scope, receive, send)
        return reply


# --- what stands on a page ---


class Form(HTMLParser):
    """The buttons and fields of what is open."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.number = ""
        self.buttons: list[tuple[str, str]] = []
        self.pills: dict[str, list[str]] = {}
        self.range: tuple[int, int] | None = None
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        if tag == "button" and "name" in had:
            self.buttons.append((had["name"], had["value"]))
        elif tag == "input" and had.get("type") == "hidden":
            self.number = had["value"]
        elif tag == "input" and had.get("type") == "radio":
            self.pills.setdefault(had["name"], []).append(had["value"])
        elif tag == "input" and had.get("type") == "number":
            self.range = int(had["min"]), int(had["max"])

    def filled(self, rng: random.Random, *, back: float = 0.1) -> dict[str, str] | None:
        """Filled in by chance, with one button tapped; None if there is nothing to be tapped."""
        forward = [button for button in self.buttons if button[0] != "back"]
        buttons = self.buttons if not forward or rng.random() < back else forward
        if not self.number or not buttons:
            return None
        name, value = rng.choice(buttons)
        fields = {"number": self.number, name: value}
        if name == "enter":
            fields |= {pill: rng.choice(values) for pill, values in self.pills.items()}
            fields |= {"value": str(rng.randint(*self.range))} if self.range else {}
        return fields


def nonsense(number: str, rng: random.Random) -> dict[str, str] | bytes:
    """A form that no page has."""
    return rng.choice(
        (
            {"number": number, "choice": "no such row"},
            {"number": number, "value": rng.choice(("-1", "999999", "1e9", ""))},
            {"number": number, "piece-0": "pink", "piece-11": "pink"},
            {"number": number, "place": "9,9", "colour": "red", "digit": "7"},
            {"number": f"{number}0", "ok": "1"},
            {"number": number},
            {},
            b"number=" + number.encode() + b"&ok=1" * 40,
            b"[" * 4000,
            rng.randbytes(60),
        )
    )
