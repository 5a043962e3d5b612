"""What the page can be asked, asked once by itself before anybody else can.

Much of a web server is imported when it is first needed. Under a flood of connections there may be no file handle left
for that, and the page would break for as long as it runs.
"""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Scope

PATHS: Final = ("/", "/tisch", "/koppeln", "/k/A", "/words", "/oled.png", "/camera.jpg", "/events", "/nowhere")


async def rehearse(app: ASGIApp, host: str = "127.0.0.1") -> None:
    """Ask everything there is to look at; the answers go nowhere, and whoever asked has hung up at once."""
    for path in PATHS:
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", host.encode())],
            "client": (host, 0),
            "server": (host, 80),
        }
        await app(scope, _hang_up, _drop)


async def _hang_up() -> Message:
    return {"type": "http.disconnect"}


async def _drop(message: Message) -> None:
    pass
