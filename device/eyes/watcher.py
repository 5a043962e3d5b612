"""How one kind of piece is watched: read until the frames of a rest agree, then told, or told what is in the way.

The eyes hand a watcher the frames of a resting table. Which readings are agreed on, what is trouble and what is news
differs from kind to kind; how often is looked does not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from device.eyes.sight import Sight, Wanted
from vision.base.frame import Frame
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Status

FRAMES_TO_AGREE = 3
FRAMES_AT_MOST = 6  # an unsure reading gets this many frames to become sure before the player is asked
LOOK_AGAIN_EVERY = 5  # steps between two tries while the table is at rest but cannot be read

AWanted = TypeVar("AWanted", bound=Wanted)
AReading = TypeVar("AReading", bound=DiceReading | NumbersReading | BallsReading | CardReading)

Reader: TypeAlias = Callable[[Frame, AWanted], AReading | None]  # None: nobody knows how to read such pieces
Agree: TypeAlias = Callable[[Sequence[AReading]], AReading]  # one reading of several frames of the same resting table


class Watcher(ABC, Generic[AWanted, AReading]):
    """Watches for one kind of piece, one frame of a resting table after the other."""

    def __init__(self, read: Reader[AWanted, AReading], agree: Agree[AReading]) -> None:
        self.read = read
        self._agree = agree
        self._frames: list[AReading] = []
        self._is_read = False  # this rest has been read
        self._rest_steps = 0
        self._quiet = Sight()  # what is said while there is no news

    # --- what happens around it ---

    def begin(self) -> None:
        """Note that the eyes begin to look for other pieces than before, these or not."""

    def stir(self) -> None:
        """Note that something moves on the table."""

    def look_anew(self) -> None:
        """Begin to read anew, for a new rest or another prompt."""
        self._frames = []
        self._is_read = False
        self._rest_steps = 0
        self._quiet = Sight()

    def look_again(self) -> None:
        """Read what rests there once more; a reading that is under way goes on."""
        if self._is_read:
            self.look_anew()

    def drop_trouble(self) -> None:
        """Whatever was in the way need not be so any more."""
        self._quiet = Sight()

    # --- looking ---

    def look(self, frame: Frame, wanted: AWanted) -> Sight:
        """What one more frame of this rest tells."""
        if self._is_read:
            return self._quiet
        self._rest_steps += 1
        if self._quiet.trouble and self._rest_steps % LOOK_AGAIN_EVERY:
            return self._quiet
        reading = self._agreed(self.read(frame, wanted))
        if reading is None:
            return self._quiet
        trouble = self._trouble_with(reading, wanted)
        if trouble is not None:
            self._quiet = trouble
            return trouble
        self._is_read = True
        sight = self._told(reading, wanted)
        self._quiet = sight if sight.seen is None else Sight()
        return sight

    def look_ahead(self, frame: Frame, wanted: AWanted) -> None:
        """Read a frame of a table that is about to rest; what it shows is told with the first one of the rest."""
        if len(self._frames) < FRAMES_TO_AGREE - 1:
            newest = self.read(frame, wanted)
            self._frames = self._frames if newest is None else [*self._frames, newest]

    def _agreed(self, newest: AReading | None) -> AReading | None:
        """What the last frames of this rest say together; None while more of them are needed."""
        if newest is None:
            return None
        self._frames = [*self._frames, newest][-FRAMES_AT_MOST:]
        if len(self._frames) < FRAMES_TO_AGREE:
            return None
        reading = self._agree(self._frames[-FRAMES_TO_AGREE:])
        return reading if self._is_clear(reading) or len(self._frames) >= FRAMES_AT_MOST else None

    # --- what differs from kind to kind ---

    def _is_clear(self, reading: AReading) -> bool:
        """Whether more frames are not needed."""
        return reading.status is Status.SURE

    @abstractmethod
    def _trouble_with(self, reading: AReading, wanted: AWanted) -> Sight | None:
        """What keeps a reading from being taken, so that it is tried again; None if nothing does."""

    @abstractmethod
    def _told(self, reading: AReading, wanted: AWanted) -> Sight:
        """What a reading that can be taken tells. What tells no pieces is said until something changes."""
