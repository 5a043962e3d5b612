"""The page's answers to a browser: pictures and events to look at, presses and table actions by POST only."""

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
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from device.errors import CameraFailed
from device.page.cover import covered_picture
from device.page.hosts import HEADERS, OnlyFromHere, home_network, is_near, sentence, this_machine, visitor
from device.page.pace import Pace
from device.page.streams import MOST_STREAMS, Stream, Streams
from device.page.table_acts import BadRequest, TablePort, do_at_table, table_state
from device.parts.protocols import Button, VirtualPanel
from device.words.catalogue import read_entries

__all__ = ["MOST_STREAMS", "CameraPicture", "PageApp", "home_network", "page_words"]

LOOK_SECONDS: Final = 0.05  # how often a stream looks for news
KEEP_ALIVE_SECONDS: Final = 10.0
CAMERA_SECONDS: Final = 0.2  # a new camera picture is encoded at most this often
LONGEST_BODY: Final = 4096
LONGEST_PAGE_NAME: Final = 32
COVERED: Final = -1  # in place of the number of the camera's picture

FILES: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
ACTS_A_SECOND: Final = 20  # presses and what hands do at the table, more than fingers can
ACTS_AT_ONCE: Final = 25  # few enough for one step of the loop
REQUESTS_A_SECOND: Final = 200  # a page that is looked at asks for some thirty; who asks faster waits
REQUESTS_AT_ONCE: Final = 100


class PageApp:
    """The routes and what they need. `app` is the ASGI application."""

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
        self.is_stopping = False
        routes = [Route(path, self._file) for path in FILES]
        routes += [
            Route("/words", self._words),
            Route("/events", self._events),
            Route("/oled.png", self._oled),
            Route("/camera.jpg", self._camera_picture),
            Route("/press/{button}", self._press, methods=["POST"]),
            Route("/table/{action}", self._at_table, methods=["POST"]),
        ]
        self.app: ASGIApp = OnlyFromHere(
            Starlette(routes=routes, exception_handlers={BadRequest: _bad_request}),
            is_ours,
            Pace(REQUESTS_A_SECOND, REQUESTS_AT_ONCE),
        )

    # --- to look at ----------------------------------------------------------------------------------------------

    async def _file(self, request: Request) -> Response:
        content, kind = self._files[request.url.path]
        return Response(content, media_type=kind, headers=HEADERS)

    async def _words(self, request: Request) -> Response:
        return JSONResponse(page_words(self._language()), headers=HEADERS)

    async def _oled(self, request: Request) -> Response:
        self._streams.seen(visitor(request), _page(request))
        picture = self._panel.picture()[1] if is_near(request) else self._panel.open_view()[1].picture
        png = io.BytesIO()
        picture.convert("1").save(png, "PNG")
        return Response(png.getvalue(), media_type="image/png", headers=HEADERS)

    async def _camera_picture(self, request: Request) -> Response:
        self._streams.seen(visitor(request), _page(request))
        near = is_near(request)
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
        return _EventStream(self._told_to(stream, is_near(request)), lambda: self._streams.end(stream))

    async def _told_to(self, stream: Stream, near: bool) -> AsyncIterator[str]:
        """The state whenever it changes; a tone is told once, only to pages that were there when it sounded."""
        yield "retry: 1000\n\n"
        tone_number = max((number for number, _ in self._panel.tones_since(0)), default=0)
        told: dict[str, Any] = {}
        told_at = time.monotonic()
        while not (stream.is_over or self.is_stopping or self._panel.is_closed):
            await self._renew_camera(near)
            state = self._state(near)
            tones = self._panel.tones_since(tone_number)
            if state != told or tones:
                told, told_at = state, time.monotonic()
                tone_number = tones[-1][0] if tones else tone_number
                yield f"data: {json.dumps({**state, 'tones': [tone.value for _, tone in tones]})}\n\n"
            elif time.monotonic() - told_at > KEEP_ALIVE_SECONDS:
                told_at = time.monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(LOOK_SECONDS)

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

    async def _press(self, request: Request) -> Response:
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
        if self._table is None:
            return sentence("This device looks at a real table; the page cannot reach it.", 404)
        if not self._acts.allows(visitor(request)):
            return self._too_fast()
        values = await _json(request)
        if self._is_hidden(is_near(request)):  # asked only now: a request may take its time to arrive
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


class CameraPicture:
    """The newest camera picture as JPEG; asked for at most a few times a second, however many pages look.

    One that was taken while a player looked alone is that player's: nobody is given it afterwards.
    """

    def __init__(
        self,
        camera_jpeg: Callable[[], bytes | None],
        clock: Callable[[], float] = time.monotonic,
        looks_alone: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._camera_jpeg = camera_jpeg
        self._clock = clock
        self._looks_alone = looks_alone
        self._asked_at = float("-inf")
        self._jpeg: bytes | None = None
        self._whose: str | None = None  # the player who looked alone when it was taken
        self.version = 0

    @property
    def jpeg(self) -> bytes | None:
        return self._jpeg if self._whose == self._looks_alone() else None

    def forget(self) -> None:
        """Keep no picture: what it shows is not for everybody."""
        self._jpeg, self._asked_at = None, float("-inf")

    async def renew(self) -> None:
        """Ask for a new picture, unless that was just done."""
        now, whose = self._clock(), self._looks_alone()
        if now - self._asked_at < CAMERA_SECONDS and whose == self._whose:
            return
        self._asked_at = now
        try:
            jpeg = await asyncio.to_thread(self._camera_jpeg)  # encoding takes long enough to hold the others up
        except CameraFailed:  # the device tells the player; the page shows that there is no picture
            jpeg = None
        if self._looks_alone() != whose:  # meanwhile it has become somebody else's
            jpeg = None
        if (jpeg, whose) != (self._jpeg, self._whose):
            self._jpeg, self._whose = jpeg, whose
            self.version += 1


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


async def _json(request: Request) -> dict[str, Any]:
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise BadRequest(f"The request is longer than {LONGEST_BODY} bytes.")
    except ClientDisconnect as error:  # nobody hears the answer any more, and the log need not, either
        raise BadRequest("The request broke off.") from error
    try:
        values = json.loads(body or b"{}")
    except ValueError as error:
        raise BadRequest("The request is no JSON.") from error
    except RecursionError as error:
        raise BadRequest("The request is JSON within JSON within JSON, too deep to be meant.") from error
    if not isinstance(values, dict):
        raise BadRequest('The request must be a JSON object, like {"x": 1}.')
    return values


async def _bad_request(request: Request, error: Exception) -> Response:
    return sentence(str(error), 400)
