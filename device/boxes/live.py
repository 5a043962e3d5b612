"""What a page shows of a game while it is on: pictures, figures and lines that everybody may see, all words told.

A box makes them of the newest scene that is for everybody; the page only puts them into HTML. Nothing in here may tell
what one player alone knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from device.paper.shapes import Colour, Sheet
from games.spine.dialogue import Answer, Text


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, and the same in words for whoever cannot see it. What is not `wide` need not fill the page."""

    sheet: Sheet
    words: tuple[str, ...]
    is_wide: bool = True


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure with its name, such as the points; `is_main` for the one that everybody looks for."""

    name: str
    value: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Figures in a row."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """Whose it is: a letter on the player's colour, so that the colour is never the only sign."""

    letter: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's row of figures."""

    name: str
    figures: tuple[str, ...]
    badge: Badge | None = None
    is_active: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """All players' figures, a column for each kind; the title tells what they are."""

    title: str
    columns: tuple[str, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences below a heading; folded if they are for whoever wants to look back."""

    title: str
    lines: tuple[str, ...]
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """One thing to be chosen of several at once: its name, the keys and names of what it can be, and what it is now."""

    name: Text
    rows: tuple[tuple[str, str], ...]
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Blanks:
    """What a page lets somebody fill in where one prompt takes several things, and the answer they make."""

    blanks: tuple[Blank, ...]
    answer: Callable[[Sequence[str]], Answer]


LivePart: TypeAlias = Picture | Facts | Figures | Lines


@dataclass(frozen=True, slots=True)
class LiveView:
    """The game as a page shows it: what it is, how far it is, and its parts from top to bottom."""

    title: str
    parts: tuple[LivePart, ...]  # what a player decides by, above the question
    more: tuple[LivePart, ...] = ()  # the rest, below it
    where: str = ""  # the round or turn
