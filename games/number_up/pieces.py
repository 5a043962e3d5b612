"""The pieces of Number UP: cards, the grid and its lines, markers, levels and the state of a game, all frozen.

What a screen needs stands on `State`: `grid` (row by row, None where no card lies), `lines` (row, column or diagonal,
with what lies there, its points now and its marker), `hand`, `discards_left`, `points` (the total now) and `level`.
A `State` is what prompts carry as their `scene`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import compress
from typing import NamedTuple

from games.books.medals import Targets
from games.number_up.final_scores import CHECK_WORTH, Tally
from games.number_up.line_scores import NumberCard
from games.number_up.vocabulary import FinalScore, LineScore
from games.spine.dialogue import Bilingual

COLOURS = ("red", "orange", "yellow", "light_green", "dark_green", "light_blue", "dark_blue", "purple")
VALUES = (1, 2, 3, 4, 5, 6)
SIZES = (5, 6)  # the two sides of the start card
MINUS_WORTH = -10  # the back of a check marker


class Place(NamedTuple):
    """A place in the grid, counted from 0 at the top left."""

    row: int
    col: int


class LineKind(Enum):
    """The directions in which lines run."""

    ROW = "row"
    COLUMN = "column"
    DIAGONAL = "diagonal"


@dataclass(frozen=True, slots=True)
class Line:
    """A row, a column or a diagonal: `number` counts from 0; diagonal 0 falls to the right, diagonal 1 rises."""

    kind: LineKind
    number: int
    cells: tuple[int, ...]  # indices into the grid, left to right or top to bottom


@cache
def lines_of(size: int, counted: tuple[bool, ...]) -> tuple[Line, ...]:
    """All lines of a grid in the directions that count: rows, columns, diagonals."""
    steps = range(size)
    cells = {
        LineKind.ROW: [tuple(row * size + col for col in steps) for row in steps],
        LineKind.COLUMN: [tuple(row * size + col for row in steps) for col in steps],
        LineKind.DIAGONAL: [
            tuple(step * size + step for step in steps),
            tuple((size - 1 - step) * size + step for step in steps),
        ],
    }
    return tuple(
        Line(kind, number, along) for kind in compress(LineKind, counted) for number, along in enumerate(cells[kind])
    )


@cache
def lines_through(size: int, counted: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """For every place of the grid: the numbers of the lines it lies in."""
    lines = lines_of(size, counted)
    return tuple(
        tuple(number for number, line in enumerate(lines) if cell in line.cells) for cell in range(size * size)
    )


@cache
def start_cells(size: int) -> tuple[int, ...]:
    """The places on the start card: the centre, or the four in the middle where there is no single one."""
    middle = (size - 1) // 2, size // 2
    return tuple(sorted({row * size + col for row in middle for col in middle}))


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For every place of the grid: the places left, right, above and below."""
    found = []
    for row in range(size):
        for col in range(size):
            around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            found.append(tuple(r * size + c for r, c in around if 0 <= r < size and 0 <= c < size))
    return tuple(found)


# --- levels ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineRule:
    """How a line's points are found and how many bring a check marker.

    With several scores the best of them counts, or their sum if `adds`.
    """

    scores: tuple[LineScore, ...]
    target: int
    adds: bool = False

    def points(self, places: list[NumberCard | None]) -> int:
        """What these places of a line are worth; None is a free place."""
        if len(self.scores) == 1:
            return self.scores[0].points(places)
        found = [score.points(places) for score in self.scores]
        return sum(found) if self.adds else max(found)

    @property
    def matters(self) -> list[object]:
        """All that points hang on, as plain values."""
        return [[score.matters for score in self.scores], self.target, self.adds]


@dataclass(frozen=True, slots=True)
class Level:
    """One page of the book: which cards are played in which grid, how lines count, and what earns a medal."""

    number: int
    chapter: int
    name: Bilingual
    rule: Bilingual  # the level's twist in one sentence
    size: int
    values: tuple[int, ...]
    colours: int  # how many; which ones is the player's choice
    rows: LineRule | None  # None where the lines of that direction do not count
    columns: LineRule | None
    diagonals: LineRule | None
    finals: tuple[FinalScore, ...]  # added up
    targets: Targets
    made_by: str  # where the targets come from
    discards: int = 0  # how many cards may be thrown away
    hand: int = 1  # how many cards lie open to choose from
    minus_below: int = 0  # a full line with fewer points gets a -10 marker instead of a number chip
    is_house: bool = False  # one of the shipped levels, which no printed book has

    @property
    def id(self) -> str:
        """The level as set-up lines and the command line name it."""
        return str(self.number)

    @property
    def matters(self) -> list[object]:
        """All that play hangs on, as plain values."""
        return [
            [self.number, self.size, self.values, self.colours],
            [rule.matters if rule else [] for rule in (self.rows, self.columns, self.diagonals)],
            [final.matters for final in self.finals],
            [self.discards, self.hand, self.minus_below],
        ]

    @property
    def deck_size(self) -> int:
        """How many cards are shuffled."""
        return len(self.values) * self.colours

    @property
    def counted(self) -> tuple[bool, bool, bool]:
        """Whether rows, columns and diagonals count."""
        return self.rows is not None, self.columns is not None, self.diagonals is not None

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the grid that count: rows, columns, then diagonals."""
        return lines_of(self.size, self.counted)

    @property
    def lines_by_cell(self) -> tuple[tuple[int, ...], ...]:
        """For every place of the grid: the numbers of the lines it lies in."""
        return lines_through(self.size, self.counted)

    def rule_of(self, line: Line) -> LineRule:
        """The rule by which this line counts."""
        if line.kind is LineKind.ROW:
            rule = self.rows
        else:
            rule = self.columns if line.kind is LineKind.COLUMN else self.diagonals
        assert rule is not None  # or it would be none of the lines
        return rule

    def final_points(self, worths: list[int]) -> int:
        """The result of a game whose lines, in the order of `lines`, are worth so much."""
        tally = self.tally(worths)
        return sum([final.points(tally) for final in self.finals])

    def tally(self, worths: list[int]) -> Tally:
        """What the lines are worth, sorted by rows, columns and diagonals."""
        sorted_out: dict[LineKind, list[int]] = {kind: [] for kind in LineKind}
        for line, worth in zip(self.lines, worths, strict=True):
            sorted_out[line.kind].append(worth)
        return Tally(*sorted_out.values())


# --- the game --------------------------------------------------------------------------------------------------


class MarkKind(Enum):
    """What can be put at the end of a line."""

    CHECK = "check"
    CHIP = "chip"
    MINUS = "minus"


@dataclass(frozen=True, slots=True)
class Mark:
    """A check marker, a number chip or a -10 marker, and what it counts at the end."""

    kind: MarkKind
    worth: int


CHECK = Mark(MarkKind.CHECK, CHECK_WORTH)
MINUS = Mark(MarkKind.MINUS, MINUS_WORTH)


@dataclass(frozen=True, slots=True)
class LineView:
    """One line as a screen shows it."""

    line: Line
    points: int  # what lies there now
    target: int
    mark: Mark | None  # None while the line is open


@dataclass(frozen=True, slots=True)
class State:
    """A game of Number UP at one moment. `games.number_up.rules` makes the next one; nothing else does."""

    level: Level
    grid: tuple[NumberCard | None, ...]  # row by row
    marks: tuple[Mark | None, ...]  # by line, in the order of `level.lines`
    hand: tuple[NumberCard, ...] = ()  # the open cards that are known; the camera need not see them all
    discarded: int = 0
    thrown: tuple[NumberCard, ...] = ()  # the discarded cards that are known
    newest: int | None = field(default=None, compare=False)  # where in the grid a card was laid last

    @property
    def laid(self) -> int:
        """How many cards lie in the grid."""
        return len(self.grid) - self.grid.count(None)

    @property
    def is_over(self) -> bool:
        """Whether all places are filled."""
        return None not in self.grid

    @property
    def discards_left(self) -> int:
        """How many cards may still be thrown away."""
        return self.level.discards - self.discarded

    @property
    def lines(self) -> tuple[LineView, ...]:
        """All lines as a screen shows them."""
        return tuple(self._view(line, mark) for line, mark in zip(self.level.lines, self.marks, strict=True))

    def _view(self, line: Line, mark: Mark | None) -> LineView:
        rule = self.level.rule_of(line)
        return LineView(line, rule.points([self.grid[cell] for cell in line.cells]), rule.target, mark)

    @property
    def worths(self) -> list[int]:
        """What each line counts if the game ended now: its marker, or what lies there while it is open."""
        return [view.mark.worth if view.mark is not None else view.points for view in self.lines]

    @property
    def points(self) -> int:
        """The result if the game ended now."""
        return self.level.final_points(self.worths)
