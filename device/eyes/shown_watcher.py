"""One card shown to the camera: told once for every rest, and news only if it was laid there since the last telling.

A card that still lies there when the next question comes, or when the next player takes the device, is no answer to it.
"""

from __future__ import annotations

from device.eyes.sight import Shown, Sight
from device.eyes.watcher import Reader, Watcher
from games.spine.dialogue import ReadShownCard
from vision.base.agreement import agree_on_card
from vision.base.reading import CardReading, Reason, Status


class ShownWatcher(Watcher[ReadShownCard, CardReading]):
    """Watches for the card under the camera, or that there is none."""

    def __init__(self, read: Reader[ReadShownCard, CardReading]) -> None:
        super().__init__(read, agree_on_card)
        self._is_stirred = False  # something moved since the last telling

    def stir(self) -> None:
        self._is_stirred = True

    def _is_clear(self, reading: CardReading) -> bool:
        return reading.status is Status.SURE or reading.reasons == (Reason.NOTHING,)

    def _trouble_with(self, reading: CardReading, wanted: ReadShownCard) -> Sight | None:
        is_said = reading.status is not Status.UNREADABLE or set(reading.reasons) & {Reason.NOTHING, Reason.UNCLEAR}
        return None if is_said else Sight(trouble=reading.reasons)

    def _told(self, reading: CardReading, wanted: ReadShownCard, witnessed: bool) -> Sight:
        is_laid, self._is_stirred = self._is_stirred, False
        return Sight(seen=Shown(reading, witnessed=is_laid))
