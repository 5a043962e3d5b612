"""One card shown to the camera: read over several frames, and news only if it was laid there since the last telling.

A card that still lies there when the next question comes, or when the next player takes the device, is no answer to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.spine.dialogue import ReadShownCard
from vision.base.agreement import agree_on_card
from vision.base.frame import Frame
from vision.base.reading import CardReading, Reason, Status

ShownReader: TypeAlias = Callable[[Frame, ReadShownCard], CardReading | None]  # None: no card was taught

FRAMES_TO_AGREE = 3
FRAMES_AT_MOST = 6  # an unsure reading gets this many frames to become sure before the player is asked


class CardSight:
    """What is known of the card under the camera."""

    def __init__(self, read: ShownReader) -> None:
        self._read = read
        self._frames: list[CardReading] = []
        self._is_stirred = False  # something moved since the last telling

    def stir(self) -> None:
        """Something moves on the table."""
        self._is_stirred = True

    def look_anew(self) -> None:
        """A new rest, or somebody else who asks."""
        self._frames = []

    def look(self, frame: Frame, wanted: ReadShownCard) -> CardReading | None:
        """What the frames of this rest say together; None while more of them are needed, or nothing was taught."""
        newest = self._read(frame, wanted)
        if newest is None:
            return None
        self._frames = [*self._frames, newest][-FRAMES_AT_MOST:]
        if len(self._frames) < FRAMES_TO_AGREE:
            return None
        reading = agree_on_card(self._frames[-FRAMES_TO_AGREE:])
        is_empty = reading.reasons == (Reason.NOTHING,)
        is_settled = reading.status is Status.SURE or is_empty or len(self._frames) >= FRAMES_AT_MOST
        return reading if is_settled else None

    def tell(self) -> bool:
        """Whether the card that is told now was laid there since the last telling."""
        is_news, self._is_stirred = self._is_stirred, False
        return is_news
