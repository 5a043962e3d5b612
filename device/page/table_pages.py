"""The table on a phone: what is open now, kept up to date by the event stream, and the answers tapped there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from device.boxes.live import LiveView
from device.page.admission import ONLOOKER, SEE_OTHER, Guest
from device.page.forms import fields_of, one_of
from device.page.hosts import HEADERS, sentence
from device.page.live_html import live_html, more_html
from device.page.pages import Telling, html_page
from device.page.prompt_html import Drawn
from device.page.tapped import answer_of
from device.parts.door import Door
from device.records.phones import Role
from device.talks.taps import Asked, Tap, Taps
from games.spine.dialogue import Text, say

log = logging.getLogger(__name__)

REPLY_SECONDS: Final = 10.0  # the loop takes a tap in its next step; on a small machine one look takes some seconds


class TablePages:
    """Draws for each guest what that guest may see, and passes taps on."""

    def __init__(self, taps: Taps, door: Door | None, telling: Callable[[], Telling]) -> None:
        self._taps = taps
        self._door = door
        self._telling = telling
        self._drawn: dict[tuple[Guest, str, bool], tuple[Asked, str]] = {}  # the newest, for all who look at the same
        self._live: dict[str, tuple[Asked, tuple[str, str]]] = {}  # by language; everybody sees the same

    def asked_html(self, guest: Guest) -> str:
        """What is open, for this guest."""
        asked, telling = self._taps.asked, self._telling()
        audience = asked.opened.prompt.audience if asked.opened.prompt is not None else None
        key = (guest, telling.language, audience is not None and self._has_phone(audience))
        known = self._drawn.get(key)
        if known is None or known[0] is not asked:
            self._drawn = {other: drawn for other, drawn in self._drawn.items() if drawn[0] is asked}
            self._drawn[key] = known = (asked, Drawn(guest, telling, self._has_phone).html(asked))
        return known[1]

    def live_html(self) -> tuple[str, str]:
        """The game that is on, as everybody may see it, above and below the question; nothing where no game is on."""
        asked, telling = self._taps.asked, self._telling()
        known = self._live.get(telling.language)
        if known is None or known[0] is not asked:
            view = _live_of(asked, telling)
            self._live[telling.language] = known = (asked, (live_html(view), more_html(view)))
        return known[1]

    def watched_html(self) -> str:
        """What is open, for a large screen."""
        return Drawn(ONLOOKER, self._telling(), self._has_phone).watched(self._taps.asked)

    def board(self) -> Response:
        """The game for a large screen that nobody touches."""
        telling = self._telling()
        live, more = self.live_html()
        body = (
            f'<p id="lost" class="banner" role="alert" hidden>{escape(telling.tell(say("phone.lost")))}</p>'
            f'<h1 class="unseen">Bordbuch</h1><section id="live">{live}</section>'
            f'<section id="asked" aria-live="polite">{self.watched_html()}</section><section id="more">{more}</section>'
        )
        return html_page(telling, body, scripts=("/table.js",), kind="board")

    def _has_phone(self, player: str) -> bool:
        return self._door is not None and self._door.phones.belongs_to(player)

    def page(self, guest: Guest) -> Response:
        """The whole page."""
        telling = self._telling()
        live, more = self.live_html()
        device = (
            f'<a class="quiet" href="/geraet">{escape(telling.tell(say("phone.device")))}</a>'
            if guest.role is Role.OWNER
            else ""
        )
        body = (
            f'<p id="lost" class="banner" role="alert" hidden>{escape(telling.tell(say("phone.lost")))}</p>'
            f'<header><h1>Bordbuch</h1>{device}<p id="who">{escape(telling.tell(who(guest)))}</p></header>'
            f'<section id="live">{live}</section>'
            f'<section id="asked" aria-live="polite">{self.asked_html(guest)}</section>'
            '<p id="said" role="status" aria-live="polite"></p>'
            f'<section id="more">{more}</section>'
            f'<figure><img id="oled" src="/oled.png" width="128" height="64" alt="">'
            f"<figcaption>{escape(telling.tell(say('phone.oled')))}</figcaption></figure>"
        )
        return html_page(telling, body, scripts=("/table.js",))

    async def answer(self, request: Request, guest: Guest) -> Response:
        """Take a tap: to the loop and back with what became of it."""
        fields = await fields_of(request)
        asked, number = self._taps.asked, one_of(fields, "number")
        late = self._taps.too_late(Tap(number, None))
        if late is not None:
            return self._reply(request, late)
        if not guest.may_answer(asked.opened):
            return sentence("This is not yours to answer.", 403)
        tap = Tap(number, answer_of(asked.opened, fields), guest.player)
        if not self._taps.put(tap):
            return self._reply(request, say("tap.no_reply"))
        try:
            refused = await asyncio.wait_for(asyncio.wrap_future(tap.reply), REPLY_SECONDS)
        except TimeoutError:
            refused = say("tap.no_reply")
        return self._reply(request, refused)

    def _reply(self, request: Request, refused: Text | None) -> Response:
        told = None if refused is None else self._telling().tell(refused)
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"refused": told}, 200 if told is None else 409, headers=HEADERS)
        if told is None:
            return RedirectResponse("/tisch", SEE_OTHER, headers=HEADERS)
        on = self._telling().tell(say("tap.ok"))
        body = f'<p class="words" role="alert">{escape(told)}</p><a class="strong" href="/tisch">{escape(on)}</a>'
        return html_page(self._telling(), body, status=409)


def _live_of(asked: Asked, telling: Telling) -> LiveView | None:
    """What the game's box shows; a box that fails at it, perhaps a package's, must not cost anybody the page."""
    box = asked.opened.box
    try:
        return None if box is None else box.live(asked.opened.scene, telling.tell)
    except Exception:
        log.exception("the game cannot be drawn on the page")
        return None


def who(guest: Guest) -> Text:
    """What this guest is here, in words."""
    if guest.player is not None:
        return say("phone.you_play", player=guest.player)
    return say("phone.you_own" if guest.role is Role.OWNER else "phone.you_look")
