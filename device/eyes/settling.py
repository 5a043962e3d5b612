"""The steady gate of the device, which also says when the table is about to rest.

A throw is told once the table has been quiet for a while and three frames agree. The last frames of that while show the
same table, so they are read ahead, and the reading is there as soon as the table rests.
"""

from __future__ import annotations

from device.eyes.watcher import FRAMES_TO_AGREE
from vision.table.motion import SteadyGate, TableState


class SettlingGate(SteadyGate):
    """A steady gate whose last quiet frames before a rest can be told from motion."""

    @property
    def is_settling(self) -> bool:
        """Whether nothing has moved for some frames, no hand is seen, and it is only too early to call that rest."""
        ahead = FRAMES_TO_AGREE - 1  # the frame with which the rest begins is read as well
        return self.state is TableState.MOVING and self._quiet_frames >= self._settings.quiet_frames - ahead
