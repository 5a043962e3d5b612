"""The newest camera picture, for however many pages look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from device.errors import CameraFailed

CAMERA_SECONDS: Final = 0.2  # a new camera picture is encoded at most this often


class CameraPicture:
    """The newest camera picture as JPEG; asked for at most a few times a second, however many pages look.

    One that was taken while a player looked alone is that player's: nobody is given it afterwards.
    """

    def __init__(
        self,
        camera_jpeg: Callable[[], bytes | None],
        clock: Callable[[], float] = time.monotonic,
        looks_alone: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._camera_jpeg = camera_jpeg
        self._clock = clock
        self._looks_alone = looks_alone
        self._asked_at = float("-inf")
        self._jpeg: bytes | None = None
        self._whose: str | None = None  # the player who looked alone when it was taken
        self.version = 0

    @property
    def jpeg(self) -> bytes | None:
        return self._jpeg if self._whose == self._looks_alone() else None

    def forget(self) -> None:
        """Keep no picture: what it shows is not for everybody."""
        self._jpeg, self._asked_at = None, float("-inf")

    async def renew(self) -> None:
        """Ask for a new picture, unless that was just done."""
        now, whose = self._clock(), self._looks_alone()
        if now - self._asked_at < CAMERA_SECONDS and whose == self._whose:
            return
        self._asked_at = now
        try:
            jpeg = await asyncio.to_thread(self._camera_jpeg)  # encoding takes long enough to hold the others up
        except CameraFailed:  # the device tells the player; the page shows that there is no picture
            jpeg = None
        if self._looks_alone() != whose:  # meanwhile it has become somebody else's
            jpeg = None
        if (jpeg, whose) != (self._jpeg, self._whose):
            self._jpeg, self._whose = jpeg, whose
            self.version += 1
