"""The journal to be read only, also where its folder cannot be written to: another user's, or a card that is locked."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device.errors import JournalError
from device.records.journal import Journal
from device.records.journal_file import FILE_NAME

WAL = "-wal"  # beside the journal: what was written last


@contextmanager
def journal_to_read(folder: Path) -> Iterator[Journal]:
    """The journal in this folder, or a copy of it that goes away again if the folder may only be read."""
    file = folder / FILE_NAME
    if os.access(folder, os.W_OK) or not file.exists():
        with Journal.open(folder) as journal:
            yield journal
        return
    with tempfile.TemporaryDirectory(prefix="bordbuch-") as copy:  # nobody else may look into it
        try:
            _copy(file, Path(copy) / FILE_NAME)
            journal = Journal.open(Path(copy))
        except JournalError as error:
            raise JournalError(str(error).replace(copy, str(folder)), error.words) from error
        with journal:
            yield journal


def _copy(file: Path, target: Path) -> None:
    """SQLite's own copy where it can be had; else nobody has the journal open, and its files can be copied."""
    try:
        with (
            closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as journal,
            closing(sqlite3.connect(target)) as copy,
        ):
            journal.backup(copy)
    except sqlite3.Error:
        shutil.copyfile(file, target)
        newest = file.with_name(file.name + WAL)
        if newest.exists():
            shutil.copyfile(newest, target.with_name(target.name + WAL))
