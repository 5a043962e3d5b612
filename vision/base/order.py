"""Many pieces in one picture: are there as many as there should be, and in which order are they told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from vision.base.reading import BallReading, DieReading, Reason

APiece = TypeVar("APiece", DieReading, BallReading)


def count_reasons(count: int, expected: int | None) -> tuple[Reason, ...]:
    """The reason to doubt if there are more or fewer pieces than there should be; none if nobody knows."""
    if expected is None or count == expected:
        return ()
    return (Reason.TOO_MANY,) if count > expected else (Reason.TOO_FEW,)


def in_reading_order(pieces: Sequence[APiece]) -> tuple[APiece, ...]:
    """Rows from top to bottom, each from left to right; pieces within half a size in height share a row."""
    rows: list[list[APiece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.y):
        if rows and piece.y - rows[-1][0].y <= 0.5 * piece.size:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return tuple(piece for row in rows for piece in sorted(row, key=lambda piece: piece.x))
