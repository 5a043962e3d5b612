"""Who may ask: requests that are meant for this machine, come from our own page, and not too fast.

The page is for the machine it runs on, or for the home network. A request must name this device as its host, and one
that a foreign web page sends is refused, so that no other page in the browser can press buttons.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from device.page.doorkeeper import HERE, visitor_of
from device.page.pace import Pace
from device.parts.door import own_names

OUR_HOSTS: Final = frozenset({"127.0.0.1", "localhost"})
NOT_OURS: Final = "This page answers only to 127.0.0.1 and localhost, or in the home network to its address and name."
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none';"
    " form-action 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without any, a form of our own would come from nowhere
}


class OnlyFromHere:
    """Lets requests through that are meant for this machine and come from our own page."""

    def __init__(self, app: ASGIApp, is_ours: Callable[[str], bool], pace: Pace) -> None:
        self._app = app
        self._is_ours = is_ours
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None
        if scope["type"] == "http":
            request = Request(scope)
            await asyncio.sleep(self._pace.delay(visitor(request)))
            refusal = _refusal(request, self._is_ours)
        await (self._app if refusal is None else refusal)(scope, receive, send)


def this_machine(host: str) -> bool:
    """Whether a request for this host was meant for the machine it runs on.

    >>> this_machine("localhost"), this_machine("192.168.1.20")
    (True, False)
    """
    return host in OUR_HOSTS


def home_network(host: str) -> bool:
    """Whether a request for this host can have been meant for this device: any address, or a name it has at home.

    A foreign name is refused even if it leads here: so a web page cannot reach the device under a name of its own.

    >>> home_network("192.168.1.20"), home_network("evil.example")
    (True, False)
    """
    return host in OUR_HOSTS | own_names() or re.fullmatch(r"\d+(\.\d+){3}", host) is not None


def _refusal(request: Request, is_ours: Callable[[str], bool]) -> Response | None:
    host = request.headers.get("host", "")
    if not is_ours(host.partition(":")[0].lower()):
        return sentence(NOT_OURS, 403)
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return sentence("Another web page may not use this device.", 403)
    if request.method == "POST" and request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return sentence("Another web page may not use this device.", 403)
    return None


def visitor(request: Request) -> str:
    """Who asks."""
    return visitor_of(request.client.host if request.client else "")


def is_near(request: Request) -> bool:
    """Whether somebody sits at this machine, or has come in through it, and may hold the device."""
    return visitor(request) == HERE


def sentence(words: str, status: int) -> Response:
    """A plain sentence as the answer."""
    return PlainTextResponse(words + "\n", status, headers=HEADERS)
