"""One card shown to the camera: told once for every rest, and news only if it was laid there since the last telling.

A card that still lies there when the next question comes, or when the next player takes the device, is no answer to it,
and neither is one over which a hand has passed.
"""

from __future__ import annotations

import math

from device.eyes.sight import Shown, Sight
from device.eyes.watcher import Reader, Watcher
from games.spine.dialogue import ReadShownCard
from vision.base.agreement import agree_on_card
from vision.base.reading import CardReading, Reason, Status

MOVED_BY = 0.1  # of a card's shorter side: nobody lays a card down again so exactly


class ShownWatcher(Watcher[ReadShownCard, CardReading]):
    """Watches for the card under the camera, or that there is none."""

    def __init__(self, read: Reader[ReadShownCard, CardReading]) -> None:
        super().__init__(read, agree_on_card)
        self._is_stirred = False  # something moved since the last telling
        self._lying: CardReading | None = None  # the card that was told last, until there is none

    def stir(self) -> None:
        self._is_stirred = True

    def _is_clear(self, reading: CardReading) -> bool:
        return reading.status is Status.SURE or reading.reasons == (Reason.NOTHING,)

    def _trouble_with(self, reading: CardReading, wanted: ReadShownCard) -> Sight | None:
        is_said = reading.status is not Status.UNREADABLE or set(reading.reasons) & {Reason.NOTHING, Reason.UNCLEAR}
        return None if is_said else Sight(trouble=reading.reasons)

    def _told(self, reading: CardReading, wanted: ReadShownCard) -> Sight:
        is_laid = self._is_stirred and not lies_still(self._lying, reading)
        self._is_stirred = False
        if reading.name is not None or reading.reasons == (Reason.NOTHING,):
            self._lying = reading
        return Sight(seen=Shown(reading, witnessed=is_laid))


def lies_still(before: CardReading | None, now: CardReading) -> bool:
    """Whether the same card is seen in the same place; not if nobody knows where it lies."""
    if before is None or before.name is None or before.name != now.name or not now.corners:
        return False
    if len(before.corners) != len(now.corners):
        return False
    side = min(math.dist(now.corners[0], now.corners[1]), math.dist(now.corners[1], now.corners[2]))
    return all(math.dist(*pair) <= MOVED_BY * side for pair in zip(before.corners, now.corners, strict=True))
