"""How a result comes from the lines; `games.number_up.vocabulary` names these ways for level files.

A check marker counts 10, a -10 marker -10, a number chip its number, which is never 10. A direction that does not count
has no lines. What stands behind the tally is what an owner may set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CHECK_WORTH = 10
SWEEP_BONUS = 20
EDGE_BONUS = 5
HEART_BONUS = 10
OPEN_COST = 5
BEST_STRUCK = 3
LOWEST_COUNTED = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """What the lines are worth at the end."""

    rows: Sequence[int]
    columns: Sequence[int]
    diagonals: Sequence[int] = ()

    @property
    def all(self) -> list[int]:
        """What every line is worth: rows, then columns, then diagonals."""
        return [*self.rows, *self.columns, *self.diagonals]

    @property
    def directions(self) -> list[Sequence[int]]:
        """The lines by direction; a direction that does not count is left out."""
        return [lines for lines in (self.rows, self.columns, self.diagonals) if lines]


def total(tally: Tally) -> int:
    """The points of all lines, added up.

    >>> total(Tally([10, 10, 10, 7, 5], [10, 10, 10, 3, 0]))
    75
    """
    return sum(tally.rows) + sum(tally.columns) + sum(tally.diagonals)


def lowest_line(tally: Tally) -> int:
    """The points of the lowest line alone."""
    return min(tally.all)


def lowest_of_each(tally: Tally) -> int:
    """The lowest row, the lowest column and the lowest diagonal, as far as they count, added up."""
    return sum([min(lines) for lines in tally.directions])


def lowest_lines(tally: Tally, count: int = LOWEST_COUNTED) -> int:
    """The points of the three lowest lines, added up."""
    return sum(sorted(tally.all)[:count])


def weaker_side(tally: Tally) -> int:
    """The lower of the rows' sum and the columns' sum, and the diagonals."""
    return min([sum(lines) for lines in (tally.rows, tally.columns) if lines], default=0) + sum(tally.diagonals)


def crossings(tally: Tally) -> int:
    """For each number the lower of that row and that column, and the diagonals."""
    if not tally.rows or not tally.columns:
        return total(tally)
    return sum(map(min, tally.rows, tally.columns)) + sum(tally.diagonals)


def without_best(tally: Tally, count: int = BEST_STRUCK) -> int:
    """Everything but the three best lines."""
    return sum(sorted(tally.all)[:-count])


def checks_only(tally: Tally) -> int:
    """Check markers and -10 markers, but no number chips."""
    return sum([worth for worth in tally.all if worth == CHECK_WORTH or worth < 0])


def sweep(tally: Tally, points: int = SWEEP_BONUS) -> int:
    """20 points if every line has a check marker."""
    return points if all(worth == CHECK_WORTH for worth in tally.all) else 0


def edges(tally: Tally, points: int = EDGE_BONUS) -> int:
    """5 points for each check marker at the four edges of the grid."""
    outer = [worth for lines in (tally.rows, tally.columns) if lines for worth in (lines[0], lines[-1])]
    return points * outer.count(CHECK_WORTH)


def heart(tally: Tally, points: int = HEART_BONUS) -> int:
    """10 points if all rows and columns over the start card have a check marker."""
    crossing = [lines for lines in (tally.rows, tally.columns) if lines]
    middle = [lines[number] for lines in crossing for number in range((len(lines) - 1) // 2, len(lines) // 2 + 1)]
    return points if middle and all(worth == CHECK_WORTH for worth in middle) else 0


def open_cost(tally: Tally, points: int = OPEN_COST) -> int:
    """Less 5 points for each line without a check marker."""
    return -points * sum([worth != CHECK_WORTH for worth in tally.all])
