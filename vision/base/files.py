"""Files written so that a pulled plug leaves the old one or the new one, never half of one.

Imports the standard library only: the device's own files are written with it, too.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".new"  # ending of the file beside the target while it is being written


def write_whole(file: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file; both it and its name are on the disk when this returns.

    `mode` says who may read a new one at most, from its first moment on.
    OSError if the disk refuses: the file is as before then, and nothing is left beside it. Its folder must be there.
    """
    fresh = file.with_name(file.name + UNFINISHED)
    with contextlib.ExitStack() as former:
        old = _still_readable(file, former)
        try:
            _write(fresh, content, mode)
            fresh.replace(file)
        except BaseException:
            with contextlib.suppress(OSError):  # what went wrong before is what matters
                fresh.unlink()
            raise
        try:
            sync(file.parent)
        except OSError:
            with contextlib.suppress(OSError):  # whoever asks next finds the new one, which is whole as well
                _take_back(file, fresh, old, mode)
            raise


def _write(file: Path, content: bytes, mode: int) -> None:
    with open(file, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _still_readable(file: Path, until: contextlib.ExitStack) -> BinaryIO | None:
    """The file as it is now, to be read also after another has taken its name; None if there is none."""
    try:
        return until.enter_context(file.open("rb"))
    except OSError:
        return None


def _take_back(file: Path, fresh: Path, old: BinaryIO | None, mode: int) -> None:
    """Put the old file in the place of the new one, whose name may not have come to the disk."""
    if old is None:
        file.unlink()
        return
    _write(fresh, old.read(), mode)
    fresh.replace(file)


def rename(path: Path, target: Path) -> None:
    """Give a file or a folder another name beside it; on the disk when this returns."""
    path.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file's content or a folder's list of names is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(file: Path, word: str, now: datetime, beside: tuple[str, ...] = ()) -> Path:
    """Give a file a name with the day and the time, so that another can take its place; what is `beside` goes along.

    None of them needs to be there. The names are on the disk when this returns.
    """
    number, ending = 0, f"{word}{now:%Y-%m-%d-%H%M%S}"
    target = file.with_name(file.name + ending)
    while any(target.with_name(target.name + one).exists() for one in ("", *beside)):
        number += 1
        target = file.with_name(f"{file.name}{ending}-{number}")
    for one in ("", *beside):
        with contextlib.suppress(FileNotFoundError):
            file.with_name(file.name + one).rename(target.with_name(target.name + one))
    sync(file.parent)
    return target
