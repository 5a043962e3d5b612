"""The page's answers to a browser: pictures and events to look at, presses, taps and table actions by POST only."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from device.page.admission import SEE_OTHER, Admission, Guest, OnlyGuests
from device.page.camera_picture import CameraPicture
from device.page.cover import covered_picture
from device.page.forms import json_of
from device.page.hosts import HEADERS, OnlyFromHere, home_network, sentence, this_machine, visitor
from device.page.pace import Pace
from device.page.pages import telling_in
from device.page.pairing import PairingPages, is_for_strangers
from device.page.streams import MOST_STREAMS, Stream, Streams
from device.page.table_acts import BadRequest, TablePort, do_at_table, table_state
from device.page.table_pages import TablePages, who
from device.parts.door import Door
from device.parts.protocols import Button, VirtualPanel
from device.talks.taps import Taps
from device.words.catalogue import Catalogue, read_entries

__all__ = ["MOST_STREAMS", "CameraPicture", "PageApp", "home_network", "page_words"]

LOOK_SECONDS: Final = 0.05  # how often a stream looks for news
KEEP_ALIVE_SECONDS: Final = 10.0
LONGEST_PAGE_NAME: Final = 32
COVERED: Final = -1  # in place of the number of the camera's picture

DEVICE: Final = "/geraet"
FILES: Final = {
    DEVICE: ("index.html", "text/html; charset=utf-8"),
    "/game.css": ("game.css", "text/css; charset=utf-8"),
    "/game.js": ("game.js", "text/javascript; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/pair.js": ("pair.js", "text/javascript; charset=utf-8"),
    "/table.css": ("table.css", "text/css; charset=utf-8"),
    "/table.js": ("table.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
ACTS_A_SECOND: Final = 20  # presses and what hands do at the table, more than fingers can
ACTS_AT_ONCE: Final = 25  # few enough for one step of the loop
REQUESTS_A_SECOND: Final = 200  # a page that is looked at asks for some thirty; who asks faster waits
REQUESTS_AT_ONCE: Final = 100


class PageApp:
    """The routes and what they need. `app` is the ASGI application.

    Whoever sits at this machine is the owner; everybody else comes in by the `door`, or without one not at all.
    """

    def __init__(
        self,
        panel: VirtualPanel,
        table: TablePort | None,
        camera_jpeg: Callable[[], bytes | None],
        language: Callable[[], str],
        hides_table: Callable[[], bool] = lambda: False,
        is_ours: Callable[[str], bool] = this_machine,
        streams: Streams | None = None,
        looks_alone: Callable[[], str | None] = lambda: None,
        hides_from_afar: Callable[[], bool] = lambda: False,
        door: Door | None = None,
        taps: Taps | None = None,
        words: Callable[[str], Catalogue] = Catalogue.load,
    ) -> None:
        self._hides_from_afar = hides_from_afar
        self._panel = panel
        self._table = table
        self._hides_table = hides_table
        self._language = language
        self._camera = CameraPicture(camera_jpeg, looks_alone=looks_alone)
        self._streams = Streams() if streams is None else streams
        self._acts = Pace(ACTS_A_SECOND, ACTS_AT_ONCE)
        self._files = {path: (_file_bytes(name), kind) for path, (name, kind) in FILES.items()}
        self._admission = Admission(door)
        telling = telling_in(words, language)
        self._telling = telling
        self._tables = TablePages(Taps() if taps is None else taps, door, telling)
        self.is_stopping = False
        routes = [Route(path, self._file) for path in FILES]
        routes += PairingPages(door, telling).routes
        routes += [
            Route("/", self._home),
            Route("/tisch", self._table_page),
            Route("/tafel", self._board),
            Route("/antwort", self._answer, methods=["POST"]),
            Route("/alive", self._alive),
            Route("/words", self._words),
            Route("/events", self._events),
            Route("/oled.png", self._oled),
            Route("/camera.jpg", self._camera_picture),
            Route("/press/{button}", self._press, methods=["POST"]),
            Route("/table/{action}", self._at_table, methods=["POST"]),
        ]
        self.app: ASGIApp = OnlyFromHere(
            OnlyGuests(
                Starlette(routes=routes, exception_handlers={BadRequest: _bad_request}),
                self._admission,
                is_for_strangers,
            ),
            is_ours,
            Pace(REQUESTS_A_SECOND, REQUESTS_AT_ONCE),
        )

    # --- to look at ----------------------------------------------------------------------------------------------

    def _guest(self, request: Request) -> Guest:
        """Who asks; strangers have not come so far, unless they were sent away in this very moment."""
        guest = self._admission.guest(request)
        if guest is None:
            raise HTTPException(401)
        return guest

    async def _home(self, request: Request) -> Response:
        """The device itself for whoever sits at its machine, the table for a phone."""
        guest = self._guest(request)
        return self._device() if guest.is_near else self._tables.page(guest)

    async def _table_page(self, request: Request) -> Response:
        return self._tables.page(self._guest(request))

    async def _board(self, request: Request) -> Response:
        self._guest(request)
        return self._tables.board()

    def _device(self) -> Response:
        content, kind = self._files[DEVICE]
        return Response(content, media_type=kind, headers=HEADERS)

    async def _alive(self, request: Request) -> Response:
        self._streams.seen(visitor(request), _page(request))
        return Response(status_code=204, headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        if request.url.path == DEVICE and not self._guest(request).may_press:
            return RedirectResponse("/", SEE_OTHER, headers=HEADERS)
        content, kind = self._files[request.url.path]
        return Response(content, media_type=kind, headers=HEADERS)

    async def _words(self, request: Request) -> Response:
        return JSONResponse(page_words(self._language()), headers=HEADERS)

    async def _oled(self, request: Request) -> Response:
        self._streams.seen(visitor(request), _page(request))
        picture = self._panel.picture()[1] if self._guest(request).is_near else self._panel.open_view()[1].picture
        png = io.BytesIO()
        picture.convert("1").save(png, "PNG")
        return Response(png.getvalue(), media_type="image/png", headers=HEADERS)

    async def _camera_picture(self, request: Request) -> Response:
        self._streams.seen(visitor(request), _page(request))
        near = self._guest(request).is_near
        await self._renew_camera(near)
        jpeg = self._cover() if self._is_hidden(near) else self._camera.jpeg  # asked again: renewing takes its time
        if jpeg is None:
            return sentence("There is no camera picture yet.", 404)
        return Response(jpeg, media_type="image/jpeg", headers=HEADERS)

    def _is_hidden(self, near: bool) -> bool:
        """Whether the table is not for this visitor now; whoever is near may hold the device, nobody else does."""
        return self._hides_table() or (not near and self._hides_from_afar())

    async def _renew_camera(self, near: bool) -> None:
        if self._hides_table():
            self._camera.forget()
        elif not self._is_hidden(near):
            await self._camera.renew()

    def _cover(self) -> bytes:
        """In place of the table, while one player lays something there that nobody else may see."""
        return covered_picture(self._language())

    async def _events(self, request: Request) -> Response:
        who = visitor(request)
        stream = self._streams.open(who, _page(request))
        if stream is None:
            return sentence(
                f"This page is already open {len(self._streams.rivals(who))} times. Close one and try again.", 503
            )
        return _EventStream(self._told_to(stream, request), lambda: self._streams.end(stream))

    async def _told_to(self, stream: Stream, request: Request) -> AsyncIterator[str]:
        """The state whenever it changes; a tone is told once, only to pages that were there when it sounded."""
        yield "retry: 1000\n\n"
        tone_number = max((number for number, _ in self._panel.tones_since(0)), default=0)
        told: dict[str, Any] = {}
        told_at = time.monotonic()
        views = {"table": self._table_view, "board": self._board_view}
        view = views.get(request.query_params.get("view", ""), self._device_view)
        while not (stream.is_over or self.is_stopping or self._panel.is_closed):
            guest = self._admission.guest(request)  # asked anew: it may have been sent away, or be another player's
            if guest is None:
                return
            state = await view(guest)
            tones = self._panel.tones_since(tone_number)
            if state != told or tones:
                told, told_at = state, time.monotonic()
                tone_number = tones[-1][0] if tones else tone_number
                yield f"data: {json.dumps({**state, 'tones': [tone.value for _, tone in tones]})}\n\n"
            elif time.monotonic() - told_at > KEEP_ALIVE_SECONDS:
                told_at = time.monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(LOOK_SECONDS)

    async def _device_view(self, guest: Guest) -> dict[str, Any]:
        await self._renew_camera(guest.is_near)
        return self._state(guest.is_near) | self._game(guest)

    async def _table_view(self, guest: Guest) -> dict[str, Any]:
        """The table on a phone. Also whoever sits at this machine sees here what everybody may see."""
        version, view = self._panel.open_view()
        return self._game(guest) | {
            "who": self._telling().tell(who(guest)),
            "role": guest.role.value,
            "oled": version,
            "caption": view.caption,
            "language": self._language(),
        }

    def _game(self, guest: Guest) -> dict[str, Any]:
        """The game in colour, and what this guest is asked."""
        live, more = self._tables.live_html()
        return {"asked": self._tables.asked_html(guest), "live": live, "more": more}

    async def _board_view(self, guest: Guest) -> dict[str, Any]:
        """The game on a large screen: whoever opened it, everybody looks."""
        live, more = self._tables.live_html()
        return {"asked": self._tables.watched_html(), "live": live, "more": more, "language": self._language()}

    def _state(self, near: bool = True) -> dict[str, Any]:
        is_hidden = self._is_hidden(near)
        version, view = self._panel.open_view()
        return {
            "oled": self._panel.picture()[0] if near else version,
            "caption": self._panel.caption if near else view.caption,
            "camera": COVERED if is_hidden else self._camera.version,
            "language": self._language(),
            "table": None if self._table is None or is_hidden else table_state(self._table),
        }

    # --- to do ---------------------------------------------------------------------------------------------------

    async def _answer(self, request: Request) -> Response:
        if not self._acts.allows(visitor(request)):
            return self._too_fast()
        return await self._tables.answer(request, self._guest(request))

    async def _press(self, request: Request) -> Response:
        if not self._guest(request).may_press:
            return sentence("Only the owner's phone may press the device's buttons.", 403)
        if not self._acts.allows(visitor(request)):
            return self._too_fast()
        name, held = request.path_params["button"], request.query_params.get("held", "0")
        if name not in {button.value for button in Button}:
            known = ", ".join(button.value for button in Button)
            raise BadRequest(f'There is no button "{name}". There are: {known}.')
        if held not in ("0", "1"):
            raise BadRequest('"held" must be 0 or 1.')
        self._panel.press(Button(name), held=held == "1")
        return JSONResponse({"done": True}, headers=HEADERS)

    async def _at_table(self, request: Request) -> Response:
        if not self._guest(request).may_press:
            return sentence("Only the owner's phone may reach the table.", 403)
        if self._table is None:
            return sentence("This device looks at a real table; the page cannot reach it.", 404)
        if not self._acts.allows(visitor(request)):
            return self._too_fast()
        values = await json_of(request)
        if self._is_hidden(self._guest(request).is_near):  # asked only now: a request may take its time to arrive
            return sentence("One player alone may see the table now.", 409)
        done = do_at_table(self._table, request.path_params["action"], values)
        return JSONResponse({"done": done, "table": table_state(self._table)}, headers=HEADERS)

    def _too_fast(self) -> Response:
        return sentence(page_words(self._language())["page.too_fast"], 429)


class _EventStream(StreamingResponse):
    """A stream that is ended however it ends, also if nobody was there any more when it began."""

    def __init__(self, told: AsyncIterator[str], end: Callable[[], None]) -> None:
        super().__init__(told, media_type="text/event-stream", headers=HEADERS)
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()


def _file_bytes(name: str) -> bytes:
    return (resources.files("device.page") / "files" / name).read_bytes()


def _page(request: Request) -> str:
    """By what name the page calls itself, if it does."""
    return request.query_params.get("page", "")[:LONGEST_PAGE_NAME]


@lru_cache(maxsize=2)
def page_words(language: str) -> dict[str, str]:
    """The page's own texts in one language, by key."""
    text = (resources.files("device.words") / "texts" / "page.toml").read_text(encoding="utf-8")
    entries = read_entries("page.toml", text)
    return {"language": language, **{key: entry.words[language] for key, entry in entries.items()}}


async def _bad_request(request: Request, error: Exception) -> Response:
    return sentence(str(error), 400)
