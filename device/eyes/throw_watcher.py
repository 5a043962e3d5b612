"""What dice and balls share: what was seen last, and what of it was taken as an answer.

Two readings are remembered: the last one that was *seen*, against which pieces have moved or not, and the last one that
was *taken*. So a hand that passes over a throw changes nothing, and an old throw is never taken for the next one.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from device.eyes.sight import Sight
from device.eyes.watcher import Agree, Reader, Watcher
from games.spine.dialogue import ReadBalls, ReadDice
from vision.base.reading import BallsReading, DiceReading, Reason

AThrowWanted = TypeVar("AThrowWanted", bound=ReadDice | ReadBalls)
AThrowReading = TypeVar("AThrowReading", bound=DiceReading | BallsReading)


class ThrowWatcher(Watcher[AThrowWanted, AThrowReading]):
    """Watches for pieces that are thrown or shaken."""

    def __init__(self, read: Reader[AThrowWanted, AThrowReading], agree: Agree[AThrowReading]) -> None:
        super().__init__(read, agree)
        self._seen: AThrowReading | None = None
        self._taken: AThrowReading | None = None
        self._takes_next = False  # the next complete reading is no news, whatever it is
        self._tells_again = False  # the next complete reading is told although nothing has moved

    def settle(self) -> None:
        """What was seen last has been taken into account."""
        self._taken = self._seen
        self._tells_again = False

    def settle_unseen(self) -> None:
        """Pieces were taken into account that were not read: the next complete reading is those."""
        self._takes_next = True
        self._tells_again = False

    def tell_again(self) -> bool:
        """Tell a throw once more that was not taken; False if there is none."""
        has_open_throw = self._seen is not None and self._seen is not self._taken
        self._tells_again = self._tells_again or has_open_throw
        return has_open_throw

    def forget(self) -> None:
        """Tell what lies there with fresh eyes, for example when the throw was undone."""
        self._taken = None
        self._tells_again = True

    def _trouble_with(self, reading: AThrowReading, wanted: AThrowWanted) -> Sight | None:
        if len(reading.pieces) == wanted.count:
            return None
        self._miss(reading)
        return Sight(trouble=reading.reasons or (Reason.UNCLEAR,), count=len(reading.pieces))

    @abstractmethod
    def _miss(self, reading: AThrowReading) -> None:
        """Fewer or more pieces are seen than there should be."""
