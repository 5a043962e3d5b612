"""Who is let in: whoever sits at this machine, and phones that were paired. Everybody else sees the pairing page only.

What a guest may do is decided here, for every request and anew for every event: never by the page in the browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from device.page.hosts import HEADERS, is_near, sentence
from device.parts.door import Door
from device.records.phones import Phone, Role
from device.talks.taps import Opened

COOKIE: Final = "bordbuch"
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers allow; it counts until the device forgets the phone
PAIRING: Final = "/koppeln"
LONGEST_TOKEN: Final = 128
SEE_OTHER: Final = 303


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who was let in: a phone, or without one whoever sits at this machine, who is the owner."""

    phone: Phone | None = None

    @property
    def is_near(self) -> bool:
        return self.phone is None

    @property
    def role(self) -> Role:
        return Role.OWNER if self.phone is None else self.phone.role

    @property
    def player(self) -> str | None:
        return None if self.phone is None else self.phone.player

    @property
    def may_press(self) -> bool:
        """Whether the device's buttons can be pressed from here: they lead everywhere, also to switching off."""
        return self.role is Role.OWNER

    def may_see(self, opened: Opened) -> bool:
        """Whether what is open is for this guest's eyes. Where a sign guards it, only the device can show it."""
        audience = opened.prompt.audience if opened.prompt is not None else None
        return audience is None or (audience == self.player and not opened.has_sign)

    def may_answer(self, opened: Opened) -> bool:
        """Whether this guest may answer what is open: a player of the game, or the owner, and only what they see."""
        if opened.is_lobby:
            return self.role is Role.OWNER
        return self.may_see(opened) and (self.role is Role.OWNER or self.player in opened.players)


# A large screen that everybody sees, whoever opened it there.
ONLOOKER: Final = Guest(Phone(id="", kind="other", number=0, digest="", since=""))


class Admission:
    """Knows every guest by the cookie."""

    def __init__(self, door: Door | None) -> None:
        self._door = door

    def guest(self, request: Request) -> Guest | None:
        """Who asks; None for a stranger."""
        if is_near(request):
            return Guest()
        token = request.cookies.get(COOKIE, "")
        phone = self._door.phones.of_token(token) if self._door and 0 < len(token) <= LONGEST_TOKEN else None
        return None if phone is None else Guest(phone)


class OnlyGuests:
    """Lets strangers through to the pairing page alone."""

    def __init__(self, app: ASGIApp, admission: Admission, is_for_strangers: Callable[[str], bool]) -> None:
        self._app = app
        self._admission = admission
        self._is_for_strangers = is_for_strangers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None
        if scope["type"] == "http" and not self._is_for_strangers(scope["path"]):
            refusal = self._refusal(Request(scope))
        await (self._app if refusal is None else refusal)(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        if self._admission.guest(request) is not None:
            return None
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return RedirectResponse(PAIRING, SEE_OTHER, headers=HEADERS)
        return sentence("This phone is not paired with the device. Open /koppeln to pair it.", 401)


def with_cookie(reply: Response, token: str) -> Response:
    """The same reply, which makes a phone known again; no script and no foreign page ever gets the token."""
    reply.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", path="/")
    return reply
