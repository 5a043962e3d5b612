"""From single dice to the reading of a whole throw, and how far it may be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from vision.base.order import in_reading_order
from vision.base.reading import DiceReading, DieReading, Reason, Status


def reading_of(dice: Sequence[DieReading], reasons: Sequence[Reason], sure_confidence: float) -> DiceReading:
    """Put dice into reading order and say how far the whole may be trusted."""
    gathered = dict.fromkeys([*reasons, *(reason for die in dice for reason in die.reasons)])
    if not gathered and any(die.confidence < sure_confidence for die in dice):
        gathered[Reason.UNCLEAR] = None
    status = Status.UNSURE if gathered else Status.SURE
    return DiceReading(status, in_reading_order(dice), tuple(gathered))
