"""What a reader says about a picture: places, values and how far each may be trusted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Status(Enum):
    """How far a reading may be trusted as a whole."""

    SURE = "sure"  # every value may be taken without asking
    UNSURE = "unsure"  # the values are the best guess; ask
    UNREADABLE = "unreadable"  # there is nothing to guess from


class Reason(Enum):
    """Why a reading is not sure. The device has a sentence for each."""

    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    GLARE = "glare"
    BLURRED = "blurred"
    HAND = "hand"
    MOVING = "moving"
    NOTHING = "nothing"  # nothing on the table that could be meant
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"
    COCKED = "cocked"  # a die on its edge or leaning
    COVERED = "covered"  # partly hidden or out of the picture
    UNCLEAR = "unclear"  # two values are about as likely
    NO_PICTURE = "no_picture"  # the file or frame is no picture
    CAMERA_MOVED = "camera_moved"  # the table no longer lies where the empty-table picture shows it


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: the top face, where its centre is (pixels of the picture's own size), and how sure that is."""

    face: str
    x: float
    y: float
    confidence: float  # 0..1
    others: tuple[tuple[str, float], ...] = ()  # the likeliest other faces, likeliest first
    size: float = 0.0  # edge length of the top face in pixels
    reasons: tuple[Reason, ...] = ()

    @property
    def value(self) -> str:
        """The top face, under the name that all kinds of pieces share."""
        return self.face

    def named(self, value: str) -> DieReading:
        """The same piece with another value."""
        return replace(self, face=value)


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice in a picture, in reading order (top to bottom by rows, left to right)."""

    status: Status
    dice: tuple[DieReading, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def pieces(self) -> tuple[DieReading, ...]:
        """The dice, under the name that all kinds of pieces share."""
        return self.dice

    def judged(self, status: Status, pieces: tuple[DieReading, ...], reasons: tuple[Reason, ...]) -> DiceReading:
        """The same reading with another status, and with these pieces and reasons."""
        return DiceReading(status, pieces, reasons)


@dataclass(frozen=True, slots=True)
class BallReading:
    """One ball: its colour, where its centre is (pixels of the picture's own size), and how sure that is."""

    colour: str
    x: float
    y: float
    confidence: float  # 0..1
    others: tuple[tuple[str, float], ...] = ()  # the likeliest other colours, likeliest first
    size: float = 0.0  # diameter in pixels
    reasons: tuple[Reason, ...] = ()

    @property
    def value(self) -> str:
        """The colour, under the name that all kinds of pieces share."""
        return self.colour

    def named(self, value: str) -> BallReading:
        """The same piece with another value."""
        return replace(self, colour=value)


@dataclass(frozen=True, slots=True)
class BallsReading:
    """All balls in a picture, in reading order (top to bottom by rows, left to right)."""

    status: Status
    balls: tuple[BallReading, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def pieces(self) -> tuple[BallReading, ...]:
        """The balls, under the name that all kinds of pieces share."""
        return self.balls

    def judged(self, status: Status, pieces: tuple[BallReading, ...], reasons: tuple[Reason, ...]) -> BallsReading:
        """The same reading with another status, and with these pieces and reasons."""
        return BallsReading(status, pieces, reasons)


@dataclass(frozen=True, slots=True)
class CardReading:
    """One shown card by its taught name, None if it was not taught; the confidence is that of either answer."""

    status: Status
    name: str | None = None
    confidence: float = 0.0  # 0..1
    reasons: tuple[Reason, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()  # (x, y) in pixels, clockwise from the taught picture's top left
    others: tuple[tuple[str, float], ...] = ()  # the likeliest other cards, likeliest first


@dataclass(frozen=True, slots=True)
class NumberReading:
    """One number card: its place in the grid as it is read, its digit and colour, and how sure that is."""

    row: int
    col: int
    digit: int  # 1..6
    colour: str
    x: float  # of its centre, in pixels of the picture's own size
    y: float
    confidence: float  # 0..1
    others: tuple[tuple[tuple[int, str], float], ...] = ()  # the likeliest other pairs of digit and colour
    size: float = 0.0  # height of the digit in pixels
    reasons: tuple[Reason, ...] = ()

    @property
    def value(self) -> tuple[int, str]:
        """Digit and colour as one name, as all kinds of pieces have one."""
        return self.digit, self.colour

    def named(self, value: tuple[int, str]) -> NumberReading:
        """The same piece with another value."""
        return replace(self, digit=value[0], colour=value[1])


@dataclass(frozen=True, slots=True)
class NumbersReading:
    """All number cards in a picture, row by row; rows and columns are counted from the first occupied ones."""

    status: Status
    cards: tuple[NumberReading, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def pieces(self) -> tuple[NumberReading, ...]:
        """The number cards, under the name that all kinds of pieces share."""
        return self.cards

    def judged(self, status: Status, pieces: tuple[NumberReading, ...], reasons: tuple[Reason, ...]) -> NumbersReading:
        """The same reading with another status, and with these pieces and reasons."""
        return NumbersReading(status, pieces, reasons)
