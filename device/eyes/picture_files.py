"""Pictures from files, for `read` and `teach`: a file that cannot be one is refused before it fills the memory."""

from __future__ import annotations

from pathlib import Path

from vision.base.errors import NotAPicture
from vision.base.frame import Frame
from vision.base.picture import picture_from_bytes

MOST_BYTES = 200_000_000  # more than the largest picture that is read needs, even if it were stored without packing


def picture_from_file(path: Path) -> Frame:
    """The picture in a file; OSError if it cannot be read, NotAPicture if it holds none."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise NotAPicture(f"the file has {size // 1_000_000} megabytes; at most {MOST_BYTES // 1_000_000} are read")
    if path.is_char_device() or path.is_block_device():  # some never end
        raise NotAPicture("this is a device, not a file; a JPEG or PNG picture is expected")
    return picture_from_bytes(path.read_bytes())
