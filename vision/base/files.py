"""Files written so that a pulled plug leaves the old one or the new one, never half of one.

Imports the standard library only: the device's own files are written with it, too.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

UNFINISHED = ".new"  # ending of the file beside the target while it is being written


def write_whole(file: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file; both it and its name are on the disk when this returns.

    `mode` says who may read a new one at most, from its first moment on.
    OSError if the disk refuses: the file is as before then, and nothing is left beside it. Its folder must be there.
    """
    fresh = file.with_name(file.name + UNFINISHED)
    try:
        with open(fresh, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):  # what went wrong before is what matters
            fresh.unlink()
        raise
    sync(file.parent)


def sync(path: Path) -> None:
    """Wait until a file's content or a folder's list of names is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
