"""What lay there before the throw is no die: the table at its last rest, and how a reading is held against it.

Nothing depends on the past. A device that was just switched on has none, and then a single picture must do. Where the
past may be wrong, because somebody moved the board or the lamp, more seems to be new than is, and the picture alone is
read as well. Pieces that were known to lie there are left open in it: who keeps three dice and throws two sees five.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

import numpy as np

from vision.base.frame import Frame
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason, Status
from vision.table.past import has_news

LEFT_OPEN = 1.2  # of a piece's size, around its middle: its sides and most of its shadow
SAME_PLACE = 0.5  # of a piece's size
HALF_WAY = 128  # of 256 levels: so far from what was there that whatever lies there now is new

AThrowReading = TypeVar("AThrowReading", DiceReading, BallsReading)
AnyPiece = TypeVar("AnyPiece", DieReading, BallReading)
APiece: TypeAlias = DieReading | BallReading


def left_open(frame: Frame, pieces: Sequence[APiece]) -> Frame:
    """A picture of the past in which nothing can lie at these pieces' places that would not be new."""
    pixels = frame.pixels.copy()
    for piece in pieces:
        reach = LEFT_OPEN * max(piece.size, 1.0)
        rows = slice(max(0, round(piece.y - reach)), max(0, round(piece.y + reach) + 1))
        columns = slice(max(0, round(piece.x - reach)), max(0, round(piece.x + reach) + 1))
        pixels[rows, columns] += np.uint8(HALF_WAY)  # levels wrap around
    return replace(frame, pixels=pixels)


def read_new(
    frame: Frame, before: Frame | None, count: int, read: Callable[[Frame | None], AThrowReading]
) -> AThrowReading:
    """Read what is new since `before`, and the picture alone where that does not tell all; the better one is taken.

    `read` reads the frame, with or without an earlier picture. Two sure readings that differ make none.
    """
    news = None if before is None else has_news(frame, before)
    if news is None:
        return read(None)
    if not news:
        alone = read(None)
        return alone if alone.status is Status.SURE else alone.judged(Status.UNREADABLE, (), (Reason.NOTHING,))
    new, alone = read(before), read(None)
    if is_whole(new, count) and new.status is Status.SURE:
        is_denied = is_whole(alone, count) and alone.status is Status.SURE and not_in(alone, new)
        return doubted(new, new.pieces) if is_denied else new
    if is_whole(alone, count) and alone.status is Status.SURE:
        return alone
    if is_whole(new, count) or not is_whole(alone, count):
        return new
    return doubted(alone, not_in(alone, new))


def is_whole(reading: DiceReading | BallsReading, count: int) -> bool:
    """Whether as many pieces are read as there should be."""
    return len(reading.pieces) == count


def not_in(reading: DiceReading | BallsReading, other: DiceReading | BallsReading) -> tuple[APiece, ...]:
    """The pieces of a reading that another one does not see at their place, or names differently."""

    def is_seen(piece: APiece) -> bool:
        return any(
            twin.value == piece.value
            and math.dist((twin.x, twin.y), (piece.x, piece.y)) <= SAME_PLACE * max(piece.size, 1.0)
            for twin in other.pieces
        )

    return tuple(piece for piece in reading.pieces if not is_seen(piece))


def doubted(reading: AThrowReading, doubtful: Sequence[APiece]) -> AThrowReading:
    """The same reading, with a doubt about these pieces that no further frame can take away."""

    def judged(piece: AnyPiece) -> AnyPiece:
        if piece not in doubtful:
            return piece
        return replace(piece, reasons=tuple(dict.fromkeys((*piece.reasons, Reason.UNCLEAR))))

    pieces = tuple(map(judged, reading.pieces))
    status = Status.UNSURE if reading.status is Status.SURE else reading.status
    reasons = tuple(dict.fromkeys((*reading.reasons, Reason.UNCLEAR))) if doubtful else reading.reasons
    return reading.judged(status, pieces, reasons)
