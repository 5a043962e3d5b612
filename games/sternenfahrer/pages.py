"""A page of the game: something to read, and below it what can be done next."""

from __future__ import annotations

from dataclasses import dataclass

from games.spine.dialogue import Choose, SheetRow, Text

ON = "on"  # the one way on from a page that is only read


@dataclass(frozen=True, kw_only=True)
class Page(Choose):
    """What can be done next, beside a few lines or all players' figures; the words are its title."""

    lines: tuple[Text, ...] = ()
    columns: tuple[Text, ...] = ()
    rows: tuple[SheetRow, ...] = ()
