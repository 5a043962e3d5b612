"""Daily copies of the book, made by SQLite itself while it is in use. The secrets of open games are not in them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from device.records.journal_file import COPIES, COPIES_FOLDER, FILE_NAME, keep_from_others
from device.records.newest_pages import WAL
from vision.base.files import UNFINISHED, rename, sync

KEPT = 7


def copies_of(folder: Path) -> list[Path]:
    """The copies in this data folder, the newest first."""
    return sorted((folder / COPIES_FOLDER).glob(COPIES), reverse=True)


def bad_copies(folder: Path) -> list[tuple[Path, str]]:
    """Copies nobody could go on from, and why; nothing is written to look at them."""
    bad = []
    for file in copies_of(folder):
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as connection:
                (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                connection.execute("SELECT count(*) FROM sessions").fetchone()
        except (sqlite3.Error, UnicodeError) as error:
            finding = str(error)
        if finding != "ok":
            bad.append((file, finding))
    return bad


def copy_of_today(folder: Path, connection: sqlite3.Connection, now: datetime) -> Path | None:
    """Copy the book unless that was done today, and let only the last seven stay; None if it was.

    OSError or sqlite3.Error if it cannot be done; the copies there are stay then.
    """
    target = folder / COPIES_FOLDER / f"{FILE_NAME}.{now:%Y-%m-%d}"
    if target.exists():
        return None
    target.parent.mkdir(mode=0o750, exist_ok=True)
    copy(connection, target)
    for old in copies_of(folder)[KEPT:]:
        old.unlink(missing_ok=True)
    sync(target.parent)
    return target


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy an open book to a file of its own; it is whole under its name or not there at all."""
    fresh = target.with_name(target.name + UNFINISHED)
    try:
        fresh.unlink(missing_ok=True)
        with closing(sqlite3.connect(fresh)) as other:
            connection.backup(other)
            other.execute("PRAGMA journal_mode = DELETE")  # so that the file alone is the book
        keep_from_others(fresh)
        with fresh.open("rb") as stream:
            os.fsync(stream.fileno())
        rename(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
        fresh.with_name(fresh.name + WAL).unlink(missing_ok=True)
    sync(target.parent)
