"""An evening in every light on every table top, swept and littered, as one table that is kept in a document.

In the document a table stands between `<!-- NAME -->` and `<!-- end of NAME -->`, and nothing else of it is touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tools.measuring.friction.counts import Counts, together
from tools.measuring.friction.tables import Condition

HEAD = (
    "| light, table top | presses a game | before the first {round} | a {round} | at the end | questions "
    "| false complaints | wrong | stuck | seconds from rest |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def matrix(all_counted: Sequence[tuple[Condition, Counts]], a_round: str) -> str:
    """A row for every light on every table top and one for all; a swept table before the slash, littered behind it."""
    tables = list(dict.fromkeys((condition.light, condition.top) for condition, _ in all_counted))
    rows = [
        _row(f"{light.value}, {top.value}", [one for one in all_counted if (one[0].light, one[0].top) == (light, top)])
        for light, top in tables
    ]
    head = (line.format(round=a_round) for line in HEAD)
    return "\n".join((*head, *rows, _row("**all**", all_counted)))


def written(document: str, name: str, text: str) -> str:
    """The document with this table in the place that is kept for it; ValueError if there is none."""
    place = re.compile(f"(<!-- {re.escape(name)} -->\n).*?(<!-- end of {re.escape(name)} -->)", re.DOTALL)
    if not place.search(document):
        raise ValueError(f"there is no place for a table: <!-- {name} --> and <!-- end of {name} -->")
    return place.sub(lambda found: f"{found[1]}{text}\n{found[2]}", document)


def write(path: Path, name: str, text: str) -> None:
    """Put a table into a document."""
    path.write_text(written(path.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def _row(name: str, some: Sequence[tuple[Condition, Counts]]) -> str:
    sides = [
        [counts for condition, counts in some if condition.is_littered is is_littered] for is_littered in (False, True)
    ]
    columns = zip(*(_cells(side) for side in sides if side), strict=True)
    return f"| {name} | {' | '.join(_beside(cells) for cells in columns)} |"


def _cells(some: Sequence[Counts]) -> tuple[str, ...]:
    total, games = together(some), len(some)
    return (
        f"{total.presses / games:.1f}",
        f"{total.presses_before / games:.1f}",
        f"{total.per_round:.2f}",
        f"{total.presses_after / games:.1f}",
        str(total.questions),
        str(total.complaints),
        str(total.wrong),
        str(total.stuck),
        f"{total.usual_seconds:.2f}",
    )


def _beside(cells: Sequence[str]) -> str:
    """What was counted swept and littered; once where both are the same."""
    return " / ".join(dict.fromkeys(cells))
