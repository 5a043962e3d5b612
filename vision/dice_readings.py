"""From single dice to the reading of a whole throw: their number, their order, how far it may be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from vision.reading import DiceReading, DieReading, Reason, Status


def count_reasons(count: int, expected: int | None) -> tuple[Reason, ...]:
    """Whether there are as many dice as there should be."""
    if expected is None or count == expected:
        return ()
    return (Reason.TOO_MANY,) if count > expected else (Reason.TOO_FEW,)


def reading_of(dice: Sequence[DieReading], reasons: Sequence[Reason], sure_confidence: float) -> DiceReading:
    """Put dice into reading order and say how far the whole may be trusted."""
    gathered = dict.fromkeys([*reasons, *(reason for die in dice for reason in die.reasons)])
    if not gathered and any(die.confidence < sure_confidence for die in dice):
        gathered[Reason.UNCLEAR] = None
    status = Status.UNSURE if gathered else Status.SURE
    return DiceReading(status, in_reading_order(dice), tuple(gathered))


def in_reading_order(dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """Rows from top to bottom, each from left to right; dice within half an edge in height share a row."""
    rows: list[list[DieReading]] = []
    for die in sorted(dice, key=lambda die: die.y):
        if rows and die.y - rows[-1][0].y <= 0.5 * die.size:
            rows[-1].append(die)
        else:
            rows.append([die])
    return tuple(die for row in rows for die in sorted(row, key=lambda die: die.x))
