"""Several pages to leaf through at one stop: nobody has to press OK on each."""

from __future__ import annotations

from dataclasses import dataclass

from games.spine.dialogue import Notice


@dataclass(frozen=True, kw_only=True)
class ShowPages(Notice):
    """Pages to leaf through with up and down; OK goes on from any of them."""

    pages: tuple[Notice, ...]
