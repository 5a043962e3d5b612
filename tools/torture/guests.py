"""What phones do of an evening: be let in, belong to somebody, answer by tapping; and what strangers try."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

from device.parts.protocols import Button, Press
from device.screens.content import Code, List, Message
from tools.torture.pages import ADDRESSES, HERE, Form, Reply, Visitor, nonsense
from tools.torture.seat import Move, Seat

DOWN, OK, BACK = Press(Button.DOWN), Press(Button.OK), Press(Button.BACK)
OPENINGS = ("/", "/tisch", "/koppeln", "/k/ABC", "/words", "/oled.png", "/geraet", "/events?page=x", "/camera.jpg")
TAPS = 30


def asks(seat: Seat, visitor: Visitor, path: str, fields: dict[str, str] | bytes | None = None) -> Iterator[Move]:
    """Ask the page, and let the loop take one step for it; `seat.pages.reply` has what came back."""
    yield Move(act=lambda _: seat.pages.ask(visitor, path, fields))


def at_the_phones_menu(seat: Seat) -> bool:
    return seat.game is None and isinstance(seat.screen, List) and seat.screen.title == seat.told("phones.title")


def pair(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """From the open menu *Handy*: switch it on, show the way in, and let one phone use it, or try to."""
    screen = seat.screen
    assert isinstance(screen, List)
    if not seat.device.preferences.is_for_phones:
        yield from _to(seat, "phones.open")
        yield Move(OK)
    yield from _to(seat, "phones.pair")
    yield Move(OK)
    visitor, fields = Visitor(rng.choice(ADDRESSES)), _way_in(seat, rng)
    if rng.random() < 0.2:
        yield from asks(seat, visitor, "/koppeln", {"pin": f"{rng.randrange(10**6):06}"})
        seat.pages.reply()
    if fields is None and isinstance(seat.screen, Code):
        yield Move(DOWN)
        fields = _way_in(seat, rng)
    if fields is not None:
        yield from asks(seat, visitor, "/koppeln", fields)
        token = seat.pages.reply().token
        if token:
            seat.pages.phones.append(Visitor(visitor.address, token))
    for _ in range(rng.randrange(8)):  # whose is it?
        yield Move(rng.choices((OK, DOWN, BACK), (5, 5, 1))[0])


def _way_in(seat: Seat, rng: random.Random) -> dict[str, str] | None:
    """What can be read on the display: the square, or on its other page the PIN."""
    match seat.screen:
        case Code(code=link) if "/K/" in link:
            return None if rng.random() < 0.4 else {"code": link.rpartition("/")[2]}
        case Message(title=title) if title.startswith("PIN "):
            return {"pin": title.removeprefix("PIN ")}
    return None


def _to(seat: Seat, key: str) -> Iterator[Move]:
    words = seat.told(key)
    for _ in range(20):
        screen = seat.screen
        if not isinstance(screen, List) or screen.rows[screen.cursor].text == words:
            return
        yield Move(DOWN)


def tapping(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Somebody answers on a phone, or at this machine, for a while; sometimes nonsense, sometimes too late."""
    visitor = rng.choice([*seat.pages.phones, Visitor(HERE)])
    if visitor.token and seat.game is not None and rng.random() < 0.5:
        yield from _belongs(seat, visitor, rng)
    old = ""
    for _ in range(rng.randrange(1, TAPS)):
        yield from asks(seat, visitor, "/tisch")
        form = Form(seat.pages.reply().body)
        fields: dict[str, str] | bytes | None = form.filled(rng)
        if rng.random() < 0.1:
            fields = nonsense(form.number or old, rng)
        elif old and rng.random() < 0.05:
            fields = {"number": old, "ok": "1"}
        if fields is not None:
            yield from asks(seat, visitor, "/antwort", fields)
            seat.pages.reply()
        old = form.number or old
        if rng.random() < 0.3:
            yield Move(rng.choice((OK, DOWN, BACK)))


def _belongs(seat: Seat, visitor: Visitor, rng: random.Random) -> Iterator[Move]:
    """The phone is one of the players', or the owner's, or nobody's."""
    phones, game = seat.device.door.phones, seat.game
    phone = phones.of_token(visitor.token)
    if phone is None or game is None:
        return
    player = rng.choice((None, *game.session.setup.players))
    with suppress(OSError):  # a disk that refuses; in the menu that is said
        if rng.random() < 0.2:
            phones.make_owner(phone.id, rng.random() < 0.5)
        phones.give(phone.id, player)
    yield Move()


def strangers(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Somebody in the home network who was not let in, or no longer is, tries all doors."""
    visitor = Visitor(rng.choice(ADDRESSES), rng.choice(("", "x" * 43, "ä", "x" * 2000)))
    before = seat.device.door.phones.all
    for path in rng.sample(OPENINGS, 3):
        yield from asks(seat, visitor, path)
        if _is_let_in(reply := seat.pages.reply(), path):
            raise AssertionError(f"a stranger gets {reply.status} for {path}")
    for path in ("/antwort", "/press/ok", "/table/throw_all"):
        yield from asks(seat, visitor, path, nonsense("1", rng))
        if seat.pages.reply().status not in (401, 429):
            raise AssertionError(f"a stranger may use {path}")
    if seat.device.door.phones.all != before:
        raise AssertionError("a stranger was let in")


def _is_let_in(reply: Reply, path: str) -> bool:
    return reply.status == 200 and not path.startswith(("/koppeln", "/k/"))
