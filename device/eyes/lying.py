"""What lay there already: pieces that have not moved since then are no throw, whoever passes over them.

Since when, the eyes say: since a throw was taken or taken back, since somebody began to enter by hand, since other
pieces were looked for, since the device was switched on. Where the pieces had been read by then, the readings are
compared; where they had not, the pictures are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from device.eyes.past import CHANGED, core_of
from vision.base.frame import Frame
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, NumberReading, NumbersReading

LAMP_STEP = 16  # every so many pixels are enough to see that the lamp has changed

AReading = TypeVar("AReading", bound=DiceReading | BallsReading | NumbersReading)


class Lying(Generic[AReading]):
    """The table at one moment. `moved`, if readings are compared, says which pieces have moved between two of them."""

    def __init__(self, moved: Callable[[AReading, AReading], frozenset[int]] | None = None) -> None:
        self._moved = moved
        self._reading: AReading | None = None
        self._picture: Frame | None = None  # none until the table rests
        self._is_stirred = False  # something has moved since

    def remember(self, picture: Frame | None, reading: AReading | None = None) -> None:
        """Whatever lies there now has lain there. Without a picture: whatever lies there when the table rests next."""
        self._picture, self._reading, self._is_stirred = picture, reading, False

    def rest(self, picture: Frame) -> None:
        """Note the table at rest."""
        if self._picture is None:
            self._picture = picture

    def stir(self) -> None:
        """Note that something moves."""
        self._is_stirred = self._is_stirred or self._picture is not None

    def moved_since(self, reading: AReading, picture: Frame) -> frozenset[int]:
        """Which of the pieces in this picture have come to lie where they do since that moment."""
        if self._reading is not None and self._moved is not None:
            return self._moved(self._reading, reading)
        if not self._is_stirred or self._picture is None:
            return frozenset()
        before, lamp = self._picture, lamp_change(self._picture, picture)
        pieces: Sequence[DieReading | BallReading | NumberReading] = reading.pieces
        return frozenset(n for n, piece in enumerate(pieces) if not is_same_there(before, picture, piece, lamp))


def lamp_change(before: Frame, now: Frame) -> NDArray[np.float64]:
    """How much brighter each colour has become all over the picture."""
    then, there = (np.median(each.pixels[::LAMP_STEP, ::LAMP_STEP], axis=(0, 1)) for each in (before, now))
    return np.asarray(np.maximum(there, 1.0) / np.maximum(then, 1.0), np.float64)


def is_same_there(
    before: Frame, now: Frame, piece: DieReading | BallReading | NumberReading, lamp: NDArray[np.float64] | float = 1.0
) -> bool:
    """Whether two pictures show the same where this piece lies, also under another lamp; not if it lies outside.

    A board that was laid out changes the picture as another lamp does, so either may be so.
    """
    then, there = (core_of(each, piece) for each in (before, now))
    if then.shape != there.shape or not there.size:
        return False
    return any(float(np.abs(there - then * one).mean()) <= CHANGED for one in (1.0, lamp))
