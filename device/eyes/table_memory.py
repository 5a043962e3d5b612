"""The empty table, remembered as a picture in the data folder: it tells pieces from pattern and a camera that moved."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2

from device.eyes.picture_files import picture_from_file
from vision.base.errors import NotAPicture
from vision.base.files import write_whole
from vision.base.frame import Frame
from vision.table.place import Place, remember_place

log = logging.getLogger(__name__)

TABLE_FILE = "empty-table.png"


class TableMemory:
    """What the table looks like when nothing lies on it. `place` is None until the owner has shown it once."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / TABLE_FILE
        self.place: Place | None = None
        if self._file.is_file():
            try:
                self.place = remember_place([picture_from_file(self._file)])
            except (OSError, NotAPicture) as error:
                log.warning("%s: the empty table is forgotten: %s", self._file, error)

    def remember(self, frame: Frame) -> None:
        """Keep this picture of the empty table; OSError if the disk refuses, the old one stays then.

        PrivatePicture, and the old one stays, if it was taken while only one player was to look.
        """
        done, data = cv2.imencode(".png", frame.to_keep().pixels)
        if not done:
            raise OSError("the picture could not be packed")
        write_whole(self._file, data.tobytes())
        self.place = remember_place([frame])

    def forget(self) -> None:
        """Read without the picture from now on; OSError if the disk refuses."""
        self._file.unlink(missing_ok=True)
        self.place = None
