"""The eyes of the device: camera, steady gate and reader together, and what is news on the table.

The reader names what lies there; the eyes decide when to look and what is new. Dice that were taken into account once
(`settle`) are no news until they lie elsewhere, so the throw of the last round is never taken for the next one.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from device.errors import CameraFailed
from device.hardware import Camera
from games.dialogue import ReadDice
from vision.frame import Frame
from vision.motion import TableState
from vision.reading import DiceReading, DieReading, Reason, Status

log = logging.getLogger(__name__)

FRAMES_TO_AGREE = 3
FRAMES_AT_MOST = 6  # an unsure reading gets this many frames to become sure before the player is asked
LOOK_AGAIN_EVERY = 5  # steps between two tries while the table is at rest but cannot be read
MOVED_BEYOND = 0.3  # of a die's edge; places of a lying die differ by about 0.05 from frame to frame
MAY_SEEM_TO_LIE = 1  # so many dice of a fresh throw may by chance lie like one of the throw before


class Gate(Protocol):
    """Tells whether the table is at rest."""

    def step(self, frame: Frame) -> TableState: ...


DiceReader = Callable[[Frame, ReadDice], DiceReading]
Agree = Callable[[Sequence[DiceReading]], DiceReading]


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes say in one step. `reading` is set once for every news on the table."""

    state: TableState = TableState.AT_REST
    reading: DiceReading | None = None
    moved: frozenset[int] = frozenset()  # which dice of the reading lie elsewhere than before
    witnessed: bool = False  # the throw was seen happening, it did not lie there from the start
    trouble: tuple[Reason, ...] = ()
    seen: int = 0  # how many dice are seen, for the count that does not fit
    lying_still: int = 0  # so many dice were not picked up although all should be thrown
    has_failed: bool = False  # there is no picture


class Eyes:
    """Looks at the table, one frame a step."""

    def __init__(self, camera: Camera, gate: Gate, read: DiceReader, agree: Agree) -> None:
        self._camera = camera
        self._gate = gate
        self._read = read
        self._agree = agree
        self.frame: Frame | None = None  # the newest picture, for the page
        self._known: DiceReading | None = None  # the dice that are no news
        self._last: DiceReading | None = None  # the last complete reading
        self._frames: list[DiceReading] = []
        self._is_told = False  # this rest has been told
        self._is_settled = False  # whatever lies there in this rest is known
        self._has_moved = False  # something moved since the start
        self._rest_steps = 0
        self._trouble = Sight()
        self._wanted: ReadDice | None = None

    def settle(self) -> None:
        """What lies there now has been taken into account; only what moves from here on is news."""
        self._known = self._last
        self._is_settled = True

    def forget(self) -> None:
        """Look at what lies there with fresh eyes, for example after an undo."""
        self._known = None
        self._is_settled = False
        self._start_reading()

    def places(self) -> list[tuple[float, float]]:
        """Where the dice of the last complete reading lie, in its order."""
        return [(die.x, die.y) for die in self._last.dice] if self._last else []

    def look(self, wanted: ReadDice | None) -> Sight:
        """One step: take a picture, see whether the table rests, and read it if something is wanted and new."""
        try:
            self.frame = self._camera.capture()
        except CameraFailed as error:
            if not self._trouble.has_failed:
                log.warning("the camera gives no picture: %s", error)
            self._trouble = Sight(has_failed=True)
            return self._trouble
        if self._trouble.has_failed:
            log.info("the camera is back")
            self._trouble = Sight()
        state = self._gate.step(self.frame)
        if state is not TableState.AT_REST:
            self._has_moved = True
            self._is_settled = False
            self._start_reading()
            reason = Reason.HAND if state is TableState.HAND else Reason.MOVING
            return Sight(state, trouble=(reason,))
        if wanted is not None and self._wanted is not None and wanted.count != self._wanted.count:
            self._start_reading()
        self._wanted = wanted
        if wanted is None or self._is_told:
            return self._trouble
        return self._look_closely(self.frame, wanted)

    def _start_reading(self) -> None:
        self._frames = []
        self._is_told = False
        self._rest_steps = 0
        self._trouble = Sight()

    def _look_closely(self, frame: Frame, wanted: ReadDice) -> Sight:
        self._rest_steps += 1
        if self._trouble.trouble and self._rest_steps % LOOK_AGAIN_EVERY:
            return self._trouble
        self._frames.append(self._read(frame, wanted))
        self._frames = self._frames[-FRAMES_AT_MOST:]
        if len(self._frames) < FRAMES_TO_AGREE:
            return self._trouble
        reading = self._agree(self._frames[-FRAMES_TO_AGREE:])
        if reading.status is not Status.SURE and len(self._frames) < FRAMES_AT_MOST:
            return self._trouble
        if len(reading.dice) != wanted.count:
            self._trouble = Sight(trouble=reading.reasons or (Reason.UNCLEAR,), seen=len(reading.dice))
            return self._trouble
        return self._news(reading, wanted)

    def _news(self, reading: DiceReading, wanted: ReadDice) -> Sight:
        """A complete reading: tell it if it is news, otherwise keep quiet until something moves."""
        self._is_told = True
        self._last = reading
        self._trouble = Sight()
        if self._is_settled:
            self._known = reading
            return self._trouble
        moved = moved_dice(self._known, reading)
        if not moved:
            self._known = reading
            return self._trouble
        still = wanted.count - len(moved)
        if self._known is not None and wanted.all_thrown and still > MAY_SEEM_TO_LIE:
            self._trouble = Sight(lying_still=still)
            return self._trouble
        return Sight(reading=reading, moved=moved, witnessed=self._has_moved)


def moved_dice(before: DiceReading | None, now: DiceReading) -> frozenset[int]:
    """Which dice lie elsewhere, or show something else, than before; all of them if nothing is known."""
    if before is None:
        return frozenset(range(len(now.dice)))
    return frozenset(n for n, die in enumerate(now.dice) if not any(_lies_as(die, old) for old in before.dice))


def _lies_as(die: DieReading, old: DieReading) -> bool:
    edge = max(die.size, old.size, 1.0)
    is_same_place = math.hypot(die.x - old.x, die.y - old.y) <= MOVED_BEYOND * edge
    is_clear = not (die.reasons or old.reasons)
    return is_same_place and (die.face == old.face or not is_clear)
