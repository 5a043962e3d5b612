"""What the eyes are asked to look for, and what they say of the table in one step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.spine.dialogue import ReadBalls, ReadDice, ReadLaid, ReadShownCard
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Reason
from vision.table.motion import TableState

Wanted: TypeAlias = ReadDice | ReadLaid | ReadBalls | ReadShownCard


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice of a throw, told once."""

    reading: DiceReading
    moved: frozenset[int] = frozenset()  # which of them lie elsewhere than they were seen last
    witnessed: bool = False  # they have moved since they lay there: only then it is a throw by itself


@dataclass(frozen=True, slots=True)
class Shaken:
    """The balls that fell, told once for every shake."""

    reading: BallsReading
    witnessed: bool = False  # they have moved since they lay there: only then it is a shake by itself


@dataclass(frozen=True, slots=True)
class LaidOut:
    """All number cards on the table, told once for every rest."""

    reading: NumbersReading
    has_strays: bool = False  # something else is seen that may be a card, but lies apart from all others
    laid: frozenset[int] = frozenset()  # which of them were laid since somebody chose by hand or took one back


@dataclass(frozen=True, slots=True)
class Shown:
    """The one card that is shown, or that there is none; told once for every rest."""

    reading: CardReading
    witnessed: bool = False  # it was laid there since the last telling


Seen: TypeAlias = Thrown | Shaken | LaidOut | Shown


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes say in one step. `seen` is set once for every news on the table."""

    state: TableState = TableState.AT_REST
    seen: Seen | None = None
    trouble: tuple[Reason, ...] = ()
    count: int = 0  # how many dice or balls are seen, where that is not as many as there should be
    lying_still: int = 0  # so many dice were not picked up although all should be thrown
    has_failed: bool = False  # there is no picture
    seconds: float | None = None  # when the picture was taken, by the camera's clock; None if there is none
