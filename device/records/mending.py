"""Opening the book whatever has happened to it: a damaged one is set aside, and what can be saved of it goes on.

Only on proof of damage. What cannot be read or written for the moment, as on a full disk or a pulled stick, is left
as it is, and so is the book of a newer Bordbuch.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from device.errors import JournalDamaged, JournalError
from device.records.copies import copies_of
from device.records.journal import Journal, utc_now
from device.records.journal_file import FILE_NAME, SET_ASIDE, books_aside, plain_errors
from device.records.newest_pages import INDEX, WAL
from device.records.salvage import save
from games.spine.dialogue import Text, say
from vision.base.files import rename, set_aside

log = logging.getLogger(__name__)

SAVED = ".saved"  # ending of the new book until it takes its place


def open_or_mend(folder: Path, clock: Callable[[], datetime] = utc_now) -> tuple[Journal, tuple[Text, ...]]:
    """The journal, and what the players must be told about it; JournalError where that would not help."""
    try:
        return _read_through(folder, clock), ()
    except JournalDamaged as error:
        log.error("%s", error)
    try:
        return _read_through(folder, clock), ()  # proof is what is seen twice
    except JournalDamaged:
        sessions = mend(folder, clock())
    return Journal.open(folder, clock), (say("journal.mended", n=sessions) if sessions else say("journal.lost"),)


def _read_through(folder: Path, clock: Callable[[], datetime]) -> Journal:
    """The journal, after every row of it could be reached: the look at the file alone does not find all damage."""
    journal = Journal.open(folder, clock)
    try:
        journal.bad_rows()
        journal.unfinished()
        journal.try_writing()
    except JournalDamaged:
        journal.close()
        raise
    except JournalError as error:  # a full disk, say: the book can be read, and whoever plays is told
        log.error("%s", error)
    return journal


def mend(folder: Path, now: datetime) -> int:
    """Save what can be saved into a new book and set the damaged one aside; how many sessions were saved."""
    path = folder / FILE_NAME
    fresh = path.with_name(path.name + SAVED)
    with plain_errors(path):
        try:
            # One that was set aside counts only where nothing has come after it: that is, where no book is there.
            before = books_aside(path)[:1] if not path.exists() else ()
            sessions = save([path, *before, *copies_of(folder)[:1]], fresh)
        except sqlite3.DatabaseError as error:
            raise OSError(f"the new book cannot be written: {error}") from error
        moved = set_aside(path, SET_ASIDE, now, beside=(WAL, INDEX))
        rename(fresh, path)
    log.error("the damaged book is kept as %s; %d sessions were saved", moved, sessions)
    return sessions
