"""How a result comes from the lines; `games.number_up.vocabulary` names these ways for level files.

A check marker counts 10, a -10
marker -10, a number chip its number, which is never 10.
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


def total(tally: Tally) -> int:
    """The points of all lines, added up.

    >>> total(Tally([10, 10, 10, 7, 5], [10, 10, 10, 3, 0]))
    75
    """
    return sum(tally.rows) + sum(tally.columns) + sum(tally.diagonals)


def lowest_line(tally: Tally) -> int:
    """The points of the lowest line alone."""
    return min(tally.all)


def lowest_lines(tally: Tally) -> int:
    """The points of the three lowest lines, added up."""
    return sum(sorted(tally.all)[:LOWEST_COUNTED])


def weaker_side(tally: Tally) -> int:
    """The lower of the rows' sum and the columns' sum, and the diagonals."""
    return min(sum(tally.rows), sum(tally.columns)) + sum(tally.diagonals)


def crossings(tally: Tally) -> int:
    """For each number the lower of that row and that column, and the diagonals."""
    return sum(map(min, tally.rows, tally.columns)) + sum(tally.diagonals)


def without_best(tally: Tally) -> int:
    """Everything but the three best lines."""
    return sum(sorted(tally.all)[:-BEST_STRUCK])


def checks_only(tally: Tally) -> int:
    """Check markers and -10 markers, but no number chips."""
    return sum([worth for worth in tally.all if worth == CHECK_WORTH or worth < 0])


def sweep(tally: Tally) -> int:
    """20 points if every line has a check marker."""
    return SWEEP_BONUS if all(worth == CHECK_WORTH for worth in tally.all) else 0


def edges(tally: Tally) -> int:
    """5 points for each check marker at the four edges of the grid."""
    outer = (tally.rows[0], tally.rows[-1], tally.columns[0], tally.columns[-1])
    return EDGE_BONUS * outer.count(CHECK_WORTH)


def heart(tally: Tally) -> int:
    """10 points if all rows and columns over the start card have a check marker."""
    size = len(tally.rows)
    middle = range((size - 1) // 2, size // 2 + 1)
    is_whole = all(tally.rows[number] == tally.columns[number] == CHECK_WORTH for number in middle)
    return HEART_BONUS if is_whole else 0


def open_cost(tally: Tally) -> int:
    """Less 5 points for each line without a check marker."""
    return -OPEN_COST * sum([worth != CHECK_WORTH for worth in tally.all])
