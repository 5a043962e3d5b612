"""Pictures from files, for `read` and `teach`: a file that cannot be one is refused before it fills the memory."""

from __future__ import annotations

import stat
from pathlib import Path

from vision.base.errors import NotAPicture
from vision.base.frame import Frame
from vision.base.picture import picture_from_bytes

MOST_BYTES = 200_000_000  # more than the largest picture that is read needs, even if it were stored without packing


def picture_from_file(path: Path) -> Frame:
    """The picture in a file; OSError if it cannot be read, NotAPicture if it holds none."""
    stat_of = path.stat()
    size, mode = stat_of.st_size, stat_of.st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):  # some never end
        raise NotAPicture("this is a device, not a file; a JPEG or PNG picture is expected")
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):  # some never begin
        raise NotAPicture("this is a pipe, not a file; save the picture first and name its JPEG or PNG file")
    if size > MOST_BYTES:
        raise NotAPicture(f"the file has {size // 1_000_000} megabytes; at most {MOST_BYTES // 1_000_000} are read")
    return picture_from_bytes(path.read_bytes())
