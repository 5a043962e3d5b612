"""What dice and balls share: what was seen last, and what of it was taken as an answer.

Two readings are remembered: the last one that was *seen*, against which pieces have moved or not, and the last one that
was *taken*. So a hand that passes over a throw changes nothing, and an old throw is never taken for the next one. A
third thing is what *lay there* (`device.eyes.lying`): a throw is witnessed only if its pieces have moved since.

And the table is remembered as it was before the throw: what lay there already, the board, rockets, a cup, is no piece.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from device.eyes.lying import Lying
from device.eyes.past import Past, PastReader, left_open, not_in
from device.eyes.sight import Sight
from device.eyes.watcher import Agree, Watcher
from games.spine.dialogue import ReadBalls, ReadDice
from vision.base.frame import Frame
from vision.base.reading import BallsReading, DiceReading, Reason, Status

AThrowWanted = TypeVar("AThrowWanted", bound=ReadDice | ReadBalls)
AThrowReading = TypeVar("AThrowReading", bound=DiceReading | BallsReading)


class ThrowWatcher(Watcher[AThrowWanted, AThrowReading]):
    """Watches for pieces that are thrown or shaken."""

    def __init__(self, read: PastReader[AThrowWanted, AThrowReading], agree: Agree[AThrowReading]) -> None:
        super().__init__(lambda frame, wanted: read(frame, wanted, self.past), agree)
        self.past: Past | None = None  # the table before the throw
        self._read_now: AThrowReading | None = None  # what this rest was read as
        self._seen: AThrowReading | None = None
        self._taken: AThrowReading | None = None
        self._takes_next = False  # the next complete reading is no news, unless its pieces have moved
        self._tells_again = False  # the next complete reading is told although nothing has moved
        self._lying: Lying[AThrowReading] = Lying(self._moved)
        self._rests: Frame | None = None  # the newest picture of this rest; none while anything moves
        self._has_stirred = False  # something moved since the last reading that was seen

    # --- what happens around it ---

    def rest(self, frame: Frame) -> None:
        """Note the table at rest, whoever is asked."""
        self._rests = frame
        self._lying.rest(frame)

    def stir(self) -> None:
        self._rests = None
        self._has_stirred = True
        self._lying.stir()

    def remember_lying(self) -> None:
        """Whatever lies there now is no throw, or what comes to rest if anything moves."""
        is_known = not self._has_stirred and not self._takes_next
        self._lying.remember(self._rests, self._seen if is_known else None)

    def settle(self) -> None:
        """What was seen last has been taken into account. What moved since then is still news."""
        self._taken = self._seen
        self._tells_again = False
        self._lying.remember(self._rests, self._seen)

    def settle_unseen(self) -> None:
        """Pieces were taken into account that were not read: the next complete reading is those."""
        self._takes_next = True
        self._tells_again = False
        self.remember_lying()

    def tell_again(self) -> bool:
        """Tell a throw once more that was not taken; False if there is none."""
        has_open_throw = self._seen is not None and self._seen is not self._taken
        self._tells_again = self._tells_again or has_open_throw
        return has_open_throw

    def forget(self) -> None:
        """Tell what lies there with fresh eyes, for example when the throw was undone. It is no throw by itself."""
        self.remember_lying()
        self._taken = None
        self._takes_next = False
        self._tells_again = True

    def look_anew(self) -> None:
        super().look_anew()
        self._read_now = None

    def leave(self, frame: Frame) -> None:
        """A rest ends with this picture: it is the past of the next throw.

        Whether all pieces in it are known is another question: an unsure throw that nobody took may be the board's
        stars, or one die too few. Then the older picture stays, unless what was known still lies there.
        """
        now, known = self._read_now, self._seen
        if now is None:  # nobody asked: if anything was thrown meanwhile, nobody has read it
            self.past = Past(left_open(frame, known.pieces) if known is not None else frame)
            return
        if now.reasons == (Reason.NOTHING,):
            is_known = True
        elif now is known:
            is_known = now.status is Status.SURE or now is self._taken
        else:
            is_known = known is not None and not not_in(known, now)
        if is_known:
            self.past = Past(left_open(frame, known.pieces) if known is not None else frame, is_known=True)
        else:
            self.past = Past(frame) if self.past is None else self.past.then(frame)

    # --- looking ---

    def _moved_since(self, reading: AThrowReading) -> frozenset[int]:
        """Which pieces of what is read now have moved since they lay there."""
        assert self._rests is not None  # nothing is read while anything moves
        return self._lying.moved_since(reading, self._rests)

    def _see(self, reading: AThrowReading) -> AThrowReading | None:
        """Keep a complete reading as the one that was seen last; the one before."""
        before, self._seen = self._seen, reading
        self._has_stirred = False
        return before

    def _trouble_with(self, reading: AThrowReading, wanted: AThrowWanted) -> Sight | None:
        self._read_now = reading
        if len(reading.pieces) == wanted.count:
            return None
        self._miss(reading)
        return Sight(trouble=reading.reasons or (Reason.UNCLEAR,), count=len(reading.pieces))

    @abstractmethod
    def _moved(self, before: AThrowReading, now: AThrowReading) -> frozenset[int]:
        """Which pieces of a reading lie elsewhere than they did in an earlier one."""

    @abstractmethod
    def _miss(self, reading: AThrowReading) -> None:
        """Fewer or more pieces are seen than there should be."""
