"""One Bordbuch per data folder: two that write into the same session would spoil it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.errors import FolderInUse

LOCK_FILE = "bordbuch.lock"


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; FolderInUse if another one has it. A killed process lets go by itself."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_FILE).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FolderInUse(
                f"Another Bordbuch is running with the data in {folder}."
                " End that one, or take another folder: --data DIR"
            ) from error
        yield
