"""The pieces of Pasch: dice, the lines of a sheet, levels, and the state of a game, all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from games.books.medals import Targets
from games.spine.dialogue import Bilingual

DICE = 5
PIPS = (1, 2, 3, 4, 5, 6)
FACES = tuple(map(str, PIPS))  # as the camera names them
SEATS = (1, 2, 3, 4)
BONUS_FROM = 60  # points in the number lines

Roll: TypeAlias = tuple[int, ...]  # the pips of some dice, in rising order


class Line(IntEnum):
    """The thirteen lines in the order of the sheet; the first six are the number lines."""

    ONES, TWOS, THREES, FOURS, FIVES, SIXES = 1, 2, 3, 4, 5, 6
    THREE_ALIKE, FOUR_ALIKE, FIVE_ALIKE = 7, 8, 9
    TWO_AND_THREE, SHORT_ROW, LONG_ROW, ALL = 10, 11, 12, 13


@dataclass(frozen=True, slots=True)
class Level:
    """One page of the book: its own rule, and what earns a medal."""

    number: int
    chapter: int
    name: Bilingual
    rule: Bilingual
    targets: Targets
    made_by: str  # where the targets come from
    throws: int = 3  # a turn
    bonus: int = 30  # 0: there is none
    double: tuple[Line, ...] = ()  # lines that count twice

    @property
    def id(self) -> str:
        return str(self.number)

    @property
    def matters(self) -> list[object]:
        return [self.number, self.throws, self.bonus, self.double]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player has entered, line by line; None is still open."""

    entered: tuple[int | None, ...] = (None,) * len(Line)

    @property
    def open_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in Line if self.entered[line - 1] is None)

    @property
    def numbers(self) -> int:
        """The points in the number lines so far."""
        return sum(points or 0 for points in self.entered[: Line.SIXES])


@dataclass(frozen=True, slots=True)
class State:
    """A game of Pasch at one moment. `pasch.rules` makes the next one; nothing else does."""

    level: Level
    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]  # by seat
    seat: int = 0  # whose turn it is
    dice: Roll = ()  # none before the first throw of a turn
    throws: int = 0  # how many are left

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.seat]
