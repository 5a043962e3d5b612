"""Saving what can be saved of a damaged book: row by row, from its file, from the file beside it, from older copies.

Nothing here changes what it reads: it works on copies.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from device.records.chain import Kind, link, link_all
from device.records.journal_file import SINCE_FORMAT_3, SINCE_FORMAT_4, TABLES, prepare
from device.records.newest_pages import WAL, log_of
from device.records.rows import decoded

Row: TypeAlias = "tuple[object, ...]"

COLUMNS = {
    "sessions": ("id", "setup", "source", "started_at", "finished_at", "dropped_at", "secret", *SINCE_FORMAT_3),
    "entries": ("session", "number", "line", "source", "at"),
    "results": ("session", "game", "level", "player", "score", "medal", "at", "place", *SINCE_FORMAT_4),
    "sign_notes": ("session", "number", "seat", "what", "secret", "at"),
}
KEYS = {
    "sessions": (0,),
    "entries": (0, 1),
    "results": (0, 3),
    "sign_notes": (0, 1),
}  # which columns say that two rows are the same
MOST_SINGLE_ROWS = 100_000  # that are asked for one by one between two pages that cannot be read
LATER_COLUMNS = {"secret", "place", *SINCE_FORMAT_3, *SINCE_FORMAT_4}  # older books have none
LIKE_ENOUGH = 0.7  # of a table's columns that a damaged head must still name


@dataclass(slots=True)
class Saved:
    """The rows that were found, by their keys; what was found first stays."""

    rows: dict[str, dict[Row, Row]] = field(default_factory=lambda: {table: {} for table in COLUMNS})

    @property
    def sessions(self) -> int:
        return len(self.rows["sessions"])

    def add(self, table: str, row: Row) -> None:
        self.rows[table].setdefault(tuple(row[place] for place in KEYS[table]), row)


def save(sources: Sequence[Path], target: Path) -> int:
    """Write all that can be read in these files, the most trusted first, into a new journal; how many sessions.

    OSError and sqlite3.Error if the new one cannot be written.
    """
    saved = Saved()
    with tempfile.TemporaryDirectory() as name:
        for number, source in enumerate(sources):
            for copy in _copies(source, Path(name) / str(number)):
                for table in COLUMNS:
                    for row in _rows(copy, table):
                        saved.add(table, row)
    for old in (target, target.with_name(target.name + WAL)):
        old.unlink(missing_ok=True)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        prepare(target, connection)
        _write(saved, connection)
        connection.execute("PRAGMA journal_mode = DELETE")  # so that the file alone is the book when it is moved
    return saved.sessions


def _write(saved: Saved, connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")  # an entry whose session is lost is kept all the same
    with closing(connection.cursor()) as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        for table, rows in saved.rows.items():
            marks = ", ".join("?" * len(COLUMNS[table]))
            for row in rows.values():
                with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError, UnicodeError):  # a row that is none
                    cursor.execute(f"INSERT INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({marks})", row)
        link(cursor, Kind.MEND, 0, saved.sessions)
        link_all(cursor)
        cursor.execute("COMMIT")


# --- reading ---


def _copies(source: Path, folder: Path) -> Iterator[Path]:
    """Files that SQLite may open instead of this one: a copy with what is beside it, and what is beside it alone."""
    folder.mkdir()
    wal = source.with_name(source.name + WAL)
    newest, has_more = folder / "newest.db", False
    with suppress(OSError):
        has_more = _lay_newest(source, newest)  # than SQLite would take
        if has_more:
            yield newest
    with suppress(OSError):
        copy = folder / "copy.db"
        shutil.copyfile(source, copy)
        if wal.exists():
            shutil.copyfile(wal, copy.with_name(copy.name + WAL))
        yield copy
        alone = folder / "alone.db"  # in case the newest entries make it worse
        shutil.copyfile(source, alone)
        yield alone
        _straighten(alone)
        yield alone
    if newest.exists() and not has_more:
        yield newest  # in case SQLite does not take the file at all


def _straighten(copy: Path) -> None:
    """Give the tables of a copy the heads they must have, in case a byte fell over there; their rows stay."""
    with suppress(sqlite3.Error, UnicodeError), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.text_factory = decoded
        connection.execute("PRAGMA writable_schema = ON")
        heads = connection.execute("SELECT rowid, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        known: set[int] = set()
        for table, columns in COLUMNS.items():
            likeness = [(sum(word in str(sql) for word in (table, *columns)), rowid) for rowid, sql in heads]
            most, best = max(likeness, default=(0, 0))
            if most > LIKE_ENOUGH * len(columns):
                known.add(best)
                head = f"CREATE TABLE {table} ({', '.join(columns)})".replace("(id,", "(id INTEGER PRIMARY KEY,")
                connection.execute(
                    "UPDATE sqlite_master SET type = 'table', name = ?, tbl_name = ?, sql = ? WHERE rowid = ?",
                    (table, table, head, best),
                )
        marks = ", ".join(str(rowid) for rowid in known)
        connection.execute(f"DELETE FROM sqlite_master WHERE rowid NOT IN ({marks})")


def _lay_newest(source: Path, target: Path) -> bool:
    """Lay the newest pages over a copy of the file, or over nothing; whether SQLite would not take as many."""
    log = log_of(source.with_name(source.name + WAL).read_bytes())
    if pages := log.pages():
        with target.open("wb") as file:
            if source.exists():
                file.write(source.read_bytes())
            for number, page in pages.items():
                file.seek((number - 1) * len(page))
                file.write(page)
    return bool(pages) and log.readable < sum(frame.is_sound for frame in log.frames)


def _rows(copy: Path, table: str) -> Iterator[Row]:
    """All rows of a table that can be read: from its beginning, from its end, and those between one by one."""
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.text_factory = decoded
            connection.execute("PRAGMA writable_schema = ON")  # one spoilt table does not hide the others
            found = {column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")}
            if TABLES[table] - found - LATER_COLUMNS:
                return  # its head is damaged; the straightened copy has it
            wanted = ", ".join(column if column in found else "NULL" for column in COLUMNS[table])
            question = f"SELECT rowid, {wanted} FROM {table}"
            seen = [0]
            for row in _as_far_as_it_goes(connection, f"{question} ORDER BY rowid"):
                seen.append(row[0])
                yield row[1:]
            reached = seen[-1]
            for row in _as_far_as_it_goes(connection, f"{question} WHERE rowid > {reached} ORDER BY rowid DESC"):
                seen.append(row[0])
                yield row[1:]
            for rowid in range(reached + 1, min(seen[-1], reached + MOST_SINGLE_ROWS)):
                for row in _as_far_as_it_goes(connection, f"{question} WHERE rowid = {rowid}"):
                    yield row[1:]
    except (sqlite3.Error, UnicodeError, OverflowError):
        return


def _as_far_as_it_goes(connection: sqlite3.Connection, question: str) -> Iterator[tuple[Any, ...]]:
    try:
        yield from connection.execute(question)
    except (sqlite3.Error, UnicodeError, OverflowError):
        return
