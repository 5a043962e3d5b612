"""Answers: small values that come back from one line of text, whoever gave them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote, unquote

from games.spine.errors import UnreadableLine


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the offered options."""

    key: str

    def to_line(self) -> str:
        return f"choose {quote(self.key)}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was asked for."""

    value: int

    def to_line(self) -> str:
        return f"number {self.value}"


@dataclass(frozen=True, slots=True)
class Dice:
    """The top faces of the dice, in the order in which they lie (pips are "1" to "6")."""

    faces: tuple[str, ...]

    def to_line(self) -> str:
        return " ".join(("dice", *map(quote, self.faces)))


@dataclass(frozen=True, slots=True)
class Balls:
    """The colours of the balls that fell."""

    colours: tuple[str, ...]

    def to_line(self) -> str:
        return " ".join(("balls", *map(quote, self.colours)))


@dataclass(frozen=True, slots=True, order=True)
class LaidCard:
    """A card in a grid; rows and columns count from the top-left place of the grid, from 0."""

    row: int
    col: int
    value: int
    colour: str


@dataclass(frozen=True, slots=True)
class Laid:
    """All cards that lie in the grid."""

    cards: tuple[LaidCard, ...]

    def to_line(self) -> str:
        return " ".join(("laid", *(f"{c.row},{c.col},{c.value},{quote(c.colour)}" for c in self.cards)))


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One printed card, by its taught name."""

    name: str

    def to_line(self) -> str:
        return f"card {quote(self.name)}"


@dataclass(frozen=True, slots=True)
class Noted:
    """Seen and understood; also "the device is in my hands"."""

    def to_line(self) -> str:
        return "ok"


Answer: TypeAlias = Chosen | Number | Dice | Balls | Laid | ShownCard | Noted


def answer_from_line(line: str) -> Answer:
    """The answer that `to_line` wrote; UnreadableLine with the line in it if it is none.

    >>> answer_from_line("dice pink tool")
    Dice(faces=('pink', 'tool'))
    """
    word, *rest = line.split(" ") if line else [""]
    parts = tuple(unquote(part) for part in rest)
    try:
        match word:
            case "choose" if len(parts) == 1:
                return Chosen(parts[0])
            case "number" if len(parts) == 1:
                return Number(int(parts[0]))
            case "dice":
                return Dice(parts)
            case "balls":
                return Balls(parts)
            case "laid":
                return Laid(tuple(_laid_card(part) for part in rest))
            case "card" if len(parts) == 1:
                return ShownCard(parts[0])
            case "ok" if not parts:
                return Noted()
    except ValueError as error:
        raise UnreadableLine(f"cannot read the answer {line!r}: {error}") from error
    raise UnreadableLine(f"cannot read the answer {line!r}")


def _laid_card(part: str) -> LaidCard:
    row, col, value, colour = part.split(",")
    return LaidCard(int(row), int(col), int(value), unquote(colour))
