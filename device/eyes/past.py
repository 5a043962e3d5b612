"""What lay there before the throw is no die: the table at its last rest, and how a reading is held against it.

Nothing depends on the past. A device that was just switched on has none, and then a single picture must do. Where the
past may be wrong, because somebody moved the board or the lamp, more seems to be new than is, and the picture alone is
read as well. Pieces that were known to lie there are left open in it: who keeps three dice and throws two sees five.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.reading import (
    BallReading,
    BallsReading,
    DiceReading,
    DieReading,
    NumberReading,
    NumbersReading,
    Reason,
    Status,
)
from vision.table.past import news_share

LEFT_OPEN = 1.0  # of a piece's size, around its middle: its sides and most of its shadow
SAME_PLACE = 0.5  # of a piece's size
# Of the picture: more than dice or a ship make, thrown and taken up again; a board that is laid out makes 0.3.
REARRANGED = 0.12
MAY_BE_NO_CARDS = 2  # so many doubtful cards may be chips or a phone that lay there before
CORE = 0.35  # of a piece's size, around its middle: what surely is the piece
# Levels on average. On 20 littered tables of the simulator, in every light, 100 dice changed by 57 and more, 747 places
# of board and table by 7 at most.
CHANGED = 20.0
HALF_WAY = 128  # of 256 levels: so far from what was there that whatever lies there now is new

AThrowReading = TypeVar("AThrowReading", DiceReading, BallsReading)
AnyPiece = TypeVar("AnyPiece", DieReading, BallReading)
AWanted = TypeVar("AWanted")
AnyReading = TypeVar("AnyReading")
APiece: TypeAlias = DieReading | BallReading | NumberReading
AReading: TypeAlias = DiceReading | BallsReading | NumbersReading


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """The table at rest before a throw."""

    table: Frame
    is_known: bool = False  # all pieces on it were known: what is as in this picture is none

    def then(self, frame: Frame) -> Past:
        """The past after a rest in which not all pieces were known: this one, as long as the table is the same."""
        share = news_share(frame, self.table)
        return self if share is not None and share <= REARRANGED else Past(frame)


# Reads a picture, held against an earlier one where there is one; None: nobody knows how to read such pieces.
PastReader: TypeAlias = Callable[[Frame, AWanted, Past | None], AnyReading | None]


def left_open(frame: Frame, pieces: Sequence[APiece]) -> Frame:
    """A picture of the past in which nothing can lie at these pieces' places that would not be new."""
    pixels = frame.pixels.copy()
    for piece in pieces:
        reach = LEFT_OPEN * max(piece.size, 1.0)
        rows = slice(max(0, round(piece.y - reach)), max(0, round(piece.y + reach) + 1))
        columns = slice(max(0, round(piece.x - reach)), max(0, round(piece.x + reach) + 1))
        pixels[rows, columns] += np.uint8(HALF_WAY)  # levels wrap around
    return frame.showing(pixels)


def read_new(
    frame: Frame, past: Past | None, count: int, read: Callable[[Frame | None], AThrowReading]
) -> AThrowReading:
    """Read what is new, and the picture alone as well; the better reading is taken.

    `read` reads the frame, with or without an earlier picture. Two sure readings that differ make none.
    """
    alone = read(None)
    share = None if past is None else news_share(frame, past.table)
    if past is None or share is None:
        return alone
    is_sure_alone = is_whole(alone, count) and alone.status is Status.SURE
    if share == 0:
        has_none = past.is_known and not is_sure_alone
        return alone.judged(Status.UNREADABLE, (), (Reason.NOTHING,)) if has_none else alone
    new = read(past.table)
    if is_whole(new, count) and new.status is Status.SURE:
        if any(is_changed(frame, past.table, piece) for piece in overlooked(alone, new)):
            return alone  # it is as new as the others, and was left out only with the past in mind
        return doubted(new, new.pieces) if is_sure_alone and not_in(alone, new) else new
    if is_sure_alone:
        return alone
    if past.is_known or is_whole(new, count) or not is_whole(alone, count):
        return new
    return doubted(alone, not_in(alone, new))


def overlooked(reading: AThrowReading, other: AThrowReading) -> tuple[APiece, ...]:
    """The pieces of a reading that are in no doubt, and where another one sees none at all."""

    def is_near(piece: APiece, twin: APiece) -> bool:
        return math.dist((twin.x, twin.y), (piece.x, piece.y)) <= SAME_PLACE * max(piece.size, 1.0)

    clear = (piece for piece in reading.pieces if not piece.reasons)
    return tuple(piece for piece in clear if not any(is_near(piece, twin) for twin in other.pieces))


def is_changed(frame: Frame, before: Frame, piece: APiece) -> bool:
    """Whether the table looked otherwise where this piece lies."""
    now, then = (core_of(each, piece) for each in (frame, before))
    return now.shape == then.shape and now.size > 0 and float(np.abs(now - then).mean()) > CHANGED


def core_of(frame: Frame, piece: APiece) -> NDArray[np.int16]:
    """The part of a picture that surely is this piece; of no size if that lies outside."""
    reach = CORE * max(piece.size, 1.0)
    rows = slice(max(0, round(piece.y - reach)), max(0, round(piece.y + reach) + 1))
    columns = slice(max(0, round(piece.x - reach)), max(0, round(piece.x + reach) + 1))
    return frame.pixels[rows, columns].astype(np.int16)


def read_new_cards(frame: Frame, past: Past | None, read: Callable[[Frame | None], NumbersReading]) -> NumbersReading:
    """Read all number cards, leaving out what lay there before the first one where the picture alone is not sure.

    A table that was set when the device was switched on may have cards in its past: then the picture alone counts.
    """
    alone = read(None)
    if past is None or alone.status is Status.SURE or not news_share(frame, past.table):
        return alone
    new = read(past.table)
    old = not_in(alone, new)
    is_better = new.status is Status.SURE and len(old) <= MAY_BE_NO_CARDS and all(card.reasons for card in old)
    return new if is_better else alone


def is_whole(reading: DiceReading | BallsReading, count: int) -> bool:
    """Whether as many pieces are read as there should be."""
    return len(reading.pieces) == count


def not_in(reading: AReading, other: AReading) -> tuple[APiece, ...]:
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
