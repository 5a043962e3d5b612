"""The pairing page: all that a stranger can reach. A code from the square on the OLED, or the PIN that stands there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from html import escape

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from device.page.admission import PAIRING, SEE_OTHER, with_cookie
from device.page.forms import fields_of, one_of
from device.page.hosts import HEADERS, visitor
from device.page.pace import Pace
from device.page.pages import Telling, html_page
from device.parts.door import Door
from device.records.invitations import LETTERS, Verdict
from games.spine.dialogue import Text, say

log = logging.getLogger(__name__)

TRIES_A_SECOND, TRIES_AT_ONCE = 1, 5  # from one address: fingers are slower
FOR_STRANGERS = (PAIRING, "/pair.js", "/game.css", "/table.css", "/icon.svg")
SQUARE = "/k/"  # before the code, in small letters or, as in the square, in capitals


def is_for_strangers(path: str) -> bool:
    """Whether somebody may see this who was not let in."""
    return path in FOR_STRANGERS or path.lower().startswith(SQUARE)


class PairingPages:
    """Shows the form and takes what was entered. Without a door nobody from outside is let in."""

    def __init__(self, door: Door | None, telling: Callable[[], Telling]) -> None:
        self._door = door
        self._telling = telling
        self._pace = Pace(TRIES_A_SECOND, TRIES_AT_ONCE)
        self.routes = [
            Route(PAIRING, self._form),
            Route(PAIRING, self._enter, methods=["POST"]),
            Route("/k/{code}", self._scanned),
            Route("/K/{code}", self._scanned),
        ]

    async def _form(self, request: Request) -> Response:
        return self._page(_pin_form(self._telling()))

    async def _scanned(self, request: Request) -> Response:
        """The code goes into a form that sends itself: looking at an address must not use it up."""
        code = "".join(letter for letter in request.path_params["code"].upper() if letter in LETTERS)
        return self._page(_code_form(self._telling(), code))

    async def _enter(self, request: Request) -> Response:
        fields = await fields_of(request)
        if self._door is None:
            return self._refused(say("pair.closed"), 403)
        if not self._pace.allows(visitor(request)):
            return self._refused(say("pair.too_fast"), 429)
        if self._door.phones.is_full:
            return self._refused(say("phones.full"), 409)
        try:
            if "code" in fields:
                verdict = self._door.invitations.try_code(one_of(fields, "code"))
                wrong = say("pair.wrong_code")
            else:
                pin = "".join(letter for letter in one_of(fields, "pin") if letter.isdecimal())
                verdict = self._door.invitations.try_pin(pin)
                wrong = say("pair.wrong_pin")
            match verdict:
                case Verdict.WRONG:
                    return self._refused(wrong, 403)
                case Verdict.LOCKED:
                    return self._refused(say("pair.locked", n=self._door.invitations.locked_seconds), 429)
                case Verdict.WELCOME:
                    return self._welcome(request)
        except OSError as error:
            log.error("a phone was not let in: %s", error)
            return self._refused(say("settings.not_saved"), 500)

    def _welcome(self, request: Request) -> Response:
        assert self._door is not None
        token = self._door.phones.admit(kind_of(request.headers.get("user-agent", "")))
        log.info("a phone was paired")
        return with_cookie(RedirectResponse("/", SEE_OTHER, headers=HEADERS), token)

    def _refused(self, reason: Text, status: int) -> Response:
        return self._page(_pin_form(self._telling(), reason), status)

    def _page(self, body: str, status: int = 200) -> Response:
        return html_page(self._telling(), body, scripts=("/pair.js",), status=status)


def kind_of(agent: str) -> str:
    """What a browser says of the phone it runs on, to tell phones apart in the list.

    >>> kind_of("Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36")
    'android'
    """
    kinds = {"iPhone": "iphone", "iPad": "ipad", "Android": "android"}
    return next((kind for word, kind in kinds.items() if word in agent), "other")


def _pin_form(telling: Telling, reason: Text | None = None) -> str:
    tell = telling.tell
    said = f'<p class="refused" role="alert">{escape(tell(reason))}</p>' if reason is not None else ""
    return (
        f"<h1>{escape(tell(say('pair.title')))}</h1>{said}"
        f"<p>{escape(tell(say('pair.how')))}</p>"
        f'<form method="post" action="{PAIRING}" class="pair">'
        f'<label for="pin">{escape(tell(say("pair.pin")))}</label>'
        '<input id="pin" name="pin" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}"'
        ' maxlength="7" required>'
        f'<button class="strong">{escape(tell(say("pair.go")))}</button></form>'
        f'<p class="small">{escape(tell(say("pair.honest")))}</p>'
    )


def _code_form(telling: Telling, code: str) -> str:
    tell = telling.tell
    return (
        f"<h1>{escape(tell(say('pair.title')))}</h1><p>{escape(tell(say('pair.scanned')))}</p>"
        f'<form method="post" action="{PAIRING}" class="pair" data-sends-itself>'
        f'<input type="hidden" name="code" value="{escape(code)}">'
        f'<button class="strong">{escape(tell(say("pair.go")))}</button></form>'
        f'<p class="small">{escape(tell(say("pair.honest")))}</p>'
    )
