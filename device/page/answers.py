"""The page's answers to a browser: pictures and events to look at, presses and table actions by POST only.

The page is for the machine it runs on, or for the home network. A request must name this device as its host, and one
that a foreign web page sends is refused, so that no other page in the browser can press buttons.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Callable
from importlib import resources
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from device.errors import CameraFailed
from device.page.cover import covered_picture
from device.page.table_acts import BadRequest, TablePort, do_at_table, table_state
from device.parts.protocols import Button, VirtualPanel
from device.words.catalogue import read_entries

OUR_HOSTS: Final = frozenset({"127.0.0.1", "localhost"})
NOT_OURS: Final = "This page answers only to 127.0.0.1 and localhost, or in the home network to its address and name."
MOST_STREAMS: Final = 8  # open pages; each keeps a connection for as long as it is looked at
LOOK_SECONDS: Final = 0.05  # how often a stream looks for news
KEEP_ALIVE_SECONDS: Final = 10.0
CAMERA_SECONDS: Final = 0.2  # a new camera picture is encoded at most this often
LONGEST_BODY: Final = 4096
COVERED: Final = -1  # in place of the number of the camera's picture

FILES: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none';"
    " form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class PageApp:
    """The routes and what they need. `app` is the ASGI application."""

    def __init__(
        self,
        panel: VirtualPanel,
        table: TablePort | None,
        camera_jpeg: Callable[[], bytes | None],
        language: Callable[[], str],
        hides_table: Callable[[], bool] = lambda: False,
        is_ours: Callable[[str], bool] = lambda host: host in OUR_HOSTS,
    ) -> None:
        self._panel = panel
        self._table = table
        self._hides_table = hides_table
        self._language = language
        self._camera = CameraPicture(camera_jpeg)
        self._streams = 0
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
        self.app: ASGIApp = _OnlyFromHere(
            Starlette(routes=routes, exception_handlers={BadRequest: _bad_request}), is_ours
        )

    # --- to look at ----------------------------------------------------------------------------------------------

    async def _file(self, request: Request) -> Response:
        name, kind = FILES[request.url.path]
        return Response(
            (resources.files("device.page") / "files" / name).read_bytes(), media_type=kind, headers=HEADERS
        )

    async def _words(self, request: Request) -> Response:
        return JSONResponse(page_words(self._language()), headers=HEADERS)

    async def _oled(self, request: Request) -> Response:
        _, picture = self._panel.picture()
        png = io.BytesIO()
        picture.convert("1").save(png, "PNG")
        return Response(png.getvalue(), media_type="image/png", headers=HEADERS)

    async def _camera_picture(self, request: Request) -> Response:
        await self._renew_camera()
        jpeg = self._cover() if self._hides_table() else self._camera.jpeg  # asked again: renewing takes its time
        if jpeg is None:
            return _sentence("There is no camera picture yet.", 404)
        return Response(jpeg, media_type="image/jpeg", headers=HEADERS)

    async def _renew_camera(self) -> None:
        if self._hides_table():
            self._camera.forget()
        else:
            await self._camera.renew()

    def _cover(self) -> bytes:
        """In place of the table, while one player lays something there that nobody else may see."""
        return covered_picture(self._language())

    async def _events(self, request: Request) -> Response:
        if self._streams >= MOST_STREAMS:
            return _sentence(f"This page is already open {MOST_STREAMS} times. Close one and try again.", 503)
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers=HEADERS)

    async def _stream(self) -> AsyncIterator[str]:
        """The state whenever it changes; a tone is told once, only to pages that were there when it sounded."""
        self._streams += 1
        try:
            yield "retry: 1000\n\n"
            tone_number = max((number for number, _ in self._panel.tones_since(0)), default=0)
            told: dict[str, Any] = {}
            told_at = time.monotonic()
            while not (self.is_stopping or self._panel.is_closed):
                await self._renew_camera()
                state = self._state()
                tones = self._panel.tones_since(tone_number)
                if state != told or tones:
                    told, told_at = state, time.monotonic()
                    tone_number = tones[-1][0] if tones else tone_number
                    yield f"data: {json.dumps({**state, 'tones': [tone.value for _, tone in tones]})}\n\n"
                elif time.monotonic() - told_at > KEEP_ALIVE_SECONDS:
                    told_at = time.monotonic()
                    yield ": still here\n\n"
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._streams -= 1

    def _state(self) -> dict[str, Any]:
        is_hidden = self._hides_table()
        return {
            "oled": self._panel.picture()[0],
            "caption": self._panel.caption,
            "camera": COVERED if is_hidden else self._camera.version,
            "language": self._language(),
            "table": None if self._table is None or is_hidden else table_state(self._table),
        }

    # --- to do ---------------------------------------------------------------------------------------------------

    async def _press(self, request: Request) -> Response:
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
            return _sentence("This device looks at a real table; the page cannot reach it.", 404)
        if self._hides_table():
            return _sentence("One player alone may see the table now.", 409)
        done = do_at_table(self._table, request.path_params["action"], await _json(request))
        return JSONResponse({"done": done, "table": table_state(self._table)}, headers=HEADERS)


class CameraPicture:
    """The newest camera picture as JPEG; asked for at most a few times a second, however many pages look."""

    def __init__(self, camera_jpeg: Callable[[], bytes | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._camera_jpeg = camera_jpeg
        self._clock = clock
        self._asked_at = float("-inf")
        self.jpeg: bytes | None = None
        self.version = 0

    def forget(self) -> None:
        """Keep no picture: what it shows is not for everybody."""
        self.jpeg, self._asked_at = None, float("-inf")

    async def renew(self) -> None:
        """Ask for a new picture, unless that was just done."""
        now = self._clock()
        if now - self._asked_at < CAMERA_SECONDS:
            return
        self._asked_at = now
        try:
            jpeg = await asyncio.to_thread(self._camera_jpeg)  # encoding takes long enough to hold the others up
        except CameraFailed:  # the device tells the player; the page shows that there is no picture
            jpeg = None
        if jpeg != self.jpeg:
            self.jpeg = jpeg
            self.version += 1


class _OnlyFromHere:
    """Lets requests through that are meant for this machine and come from our own page."""

    def __init__(self, app: ASGIApp, is_ours: Callable[[str], bool]) -> None:
        self._app = app
        self._is_ours = is_ours

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refusal(Request(scope), self._is_ours) if scope["type"] == "http" else None
        await (self._app if refusal is None else refusal)(scope, receive, send)


def this_machine(host: str) -> bool:
    """Whether a request for this host was meant for the machine it runs on.

    >>> this_machine("localhost"), this_machine("192.168.1.20")
    (True, False)
    """
    return host in OUR_HOSTS


def home_network(host: str) -> bool:
    """Whether a request for this host can have been meant for this device: any address, or its own name.

    A foreign name is refused even if it leads here: so a web page cannot reach the device under a name of its own.

    >>> home_network("192.168.1.20"), home_network("evil.example")
    (True, False)
    """
    name = socket.gethostname().lower()
    return host in OUR_HOSTS | {name, f"{name}.local"} or re.fullmatch(r"\d+(\.\d+){3}", host) is not None


def _refusal(request: Request, is_ours: Callable[[str], bool]) -> Response | None:
    host = request.headers.get("host", "")
    if not is_ours(host.partition(":")[0].lower()):
        return _sentence(NOT_OURS, 403)
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return _sentence("Another web page may not use this device.", 403)
    if request.method == "POST" and request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return _sentence("Another web page may not use this device.", 403)
    return None


def page_words(language: str) -> dict[str, str]:
    """The page's own texts in one language, by key."""
    text = (resources.files("device.words") / "texts" / "page.toml").read_text(encoding="utf-8")
    entries = read_entries("page.toml", text)
    return {"language": language, **{key: entry.words[language] for key, entry in entries.items()}}


async def _json(request: Request) -> dict[str, Any]:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise BadRequest(f"The request is longer than {LONGEST_BODY} bytes.")
    try:
        values = json.loads(body or b"{}")
    except ValueError as error:
        raise BadRequest("The request is no JSON.") from error
    if not isinstance(values, dict):
        raise BadRequest('The request must be a JSON object, like {"x": 1}.')
    return values


async def _bad_request(request: Request, error: Exception) -> Response:
    return _sentence(str(error), 400)


def _sentence(words: str, status: int) -> Response:
    return PlainTextResponse(words + "\n", status, headers=HEADERS)
