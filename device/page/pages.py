"""Pages made by the server: the frame around them, and the words in the device's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from starlette.responses import Response

from device.page.hosts import HEADERS
from device.words.catalogue import Catalogue
from games.spine.dialogue import Bilingual, Text


@dataclass(frozen=True, slots=True)
class Telling:
    """A language, and what tells texts in it."""

    language: str
    tell: Callable[[Text | Bilingual], str]


def telling_in(words: Callable[[str], Catalogue], language: Callable[[], str]) -> Callable[[], Telling]:
    """What tells texts in the language that is set now; each catalogue is read once."""

    @lru_cache(maxsize=2)
    def of(name: str) -> Telling:
        return Telling(name, words(name).tell)

    return lambda: of(language())


def html_page(
    telling: Telling, body: str, *, scripts: tuple[str, ...] = (), status: int = 200, kind: str = "phone"
) -> Response:
    """A whole page around this body, which is HTML already; the kind tells the style sheet what it is for."""
    links = "".join(f'<script src="{escape(script)}" type="module"></script>' for script in scripts)
    page = (
        f'<!doctype html><html lang="{escape(telling.language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Bordbuch</title>'
        '<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/game.css">'
        '<link rel="stylesheet" href="/table.css">'
        f'{links}</head><body class="{kind} game"><main>{body}</main></body></html>'
    )
    return Response(page, status, media_type="text/html; charset=utf-8", headers=HEADERS)
