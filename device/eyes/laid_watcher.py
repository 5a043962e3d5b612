"""Number cards laid out: all of them are told once for every rest; what is new among them, the game's desk finds.

The table is remembered as it was before the first card: what lay there already, chips, the box, a phone, is no card.
"""

from __future__ import annotations

import math

from device.eyes.lying import Lying
from device.eyes.past import MAY_BE_NO_CARDS, Past, PastReader, is_changed
from device.eyes.sight import LaidOut, Sight
from device.eyes.watcher import Agree, Watcher
from games.spine.dialogue import ReadLaid
from vision.base.frame import Frame
from vision.base.reading import NumbersReading, Reason, Status
from vision.numbers.reader import NumberDoubt


class LaidWatcher(Watcher[ReadLaid, NumbersReading]):
    """Watches number cards. Only a picture in which nothing can be read is tried again."""

    def __init__(self, read: PastReader[ReadLaid, NumbersReading], agree: Agree[NumbersReading]) -> None:
        super().__init__(lambda frame, wanted: read(frame, wanted, self.past), agree)
        self.past: Past | None = None  # the table before the first card
        self._has_cards = False  # some were read surely since cards are asked for
        self._lying: Lying[NumbersReading] = Lying()
        self._rests: Frame | None = None  # the newest picture of this rest; none while anything moves

    def rest(self, frame: Frame) -> None:
        """Note the table at rest, whoever is asked."""
        self._rests = frame
        self._lying.rest(frame)

    def stir(self) -> None:
        self._rests = None
        self._lying.stir()

    def remember_lying(self) -> None:
        """Whatever lies there now was not just laid, nor what comes to rest if anything moves."""
        self._lying.remember(self._rests)

    def begin(self) -> None:
        self.past = None
        self._has_cards = False

    def leave(self, frame: Frame) -> None:
        """A rest ends with this picture; once a card is surely there, it is not the table before the first one."""
        if not self._has_cards:
            self.past = Past(frame) if self.past is None else self.past.then(frame)

    def _is_clear(self, reading: NumbersReading) -> bool:
        return reading.status is not Status.UNSURE

    def _trouble_with(self, reading: NumbersReading, wanted: ReadLaid) -> Sight | None:
        if reading.status is not Status.UNREADABLE or reading.reasons == (Reason.NOTHING,):
            return None
        self._frames = []
        return Sight(trouble=reading.reasons)

    def _told(self, reading: NumbersReading, wanted: ReadLaid) -> Sight:
        if self._may_be_no_cards(reading):
            return Sight()
        if not wanted.known and self._lay_there_before(reading):
            reading = reading.judged(Status.UNREADABLE, (), (Reason.NOTHING,))
        self._has_cards = self._has_cards or (reading.status is Status.SURE and bool(reading.cards))
        unclear = sum(map(has_strays, self._frames))
        assert self._rests is not None  # nothing is read while anything moves
        laid = self._lying.moved_since(reading, self._rests)
        return Sight(seen=LaidOut(reading, has_strays=2 * unclear > len(self._frames), laid=laid))

    def _may_be_no_cards(self, reading: NumbersReading) -> bool:
        """Whether all that is seen is one or two doubtful things that lie there since the table was set."""
        has_moved = self.past is not None
        return is_faint(reading) and not has_moved and not self._has_cards

    def _lay_there_before(self, reading: NumbersReading) -> bool:
        """Whether all that is seen is one or two doubtful things that lay there before the first card did."""
        if self.past is None or self._rests is None or not is_faint(reading):
            return False
        return not any(is_changed(self._rests, self.past.table, card) for card in reading.cards)


def is_faint(reading: NumbersReading) -> bool:
    """Whether all that is seen is one or two doubtful things."""
    return 0 < len(reading.cards) <= MAY_BE_NO_CARDS and all(card.reasons for card in reading.cards)


def has_strays(reading: NumbersReading) -> bool:
    """Whether a reading is unclear although all of its cards are clear: then something lies beside them."""
    is_clear = not any(card.reasons for card in reading.cards)
    together = math.prod(card.confidence for card in reading.cards)
    return Reason.UNCLEAR in reading.reasons and is_clear and together >= NumberDoubt().sure_together
