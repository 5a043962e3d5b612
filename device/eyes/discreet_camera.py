"""The camera as everybody behind it has it: what it sees while only one player is to look is marked as private.

Every picture of the device comes through here, so nobody else has to know when the table is hidden.
"""

from __future__ import annotations

from collections.abc import Callable

from device.parts.protocols import Camera
from vision.base.frame import Frame


class DiscreetCamera:
    """As `device.parts.protocols.Camera`; `hides_table` says whether something may lie there for one player alone."""

    def __init__(self, camera: Camera, hides_table: Callable[[], bool]) -> None:
        self._camera = camera
        self._hides_table = hides_table

    def capture(self) -> Frame:
        was_hidden = self._hides_table()  # a picture takes its time, and what was begun in private stays so
        frame = self._camera.capture()
        return frame.in_private() if was_hidden or self._hides_table() else frame

    def refocus(self) -> bool:
        return self._camera.refocus()

    def close(self) -> None:
        self._camera.close()
