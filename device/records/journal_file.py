"""The journal's file: its tables, the look at it before it is used, and what can be wrong with it, in sentences."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.errors import JournalDamaged, JournalError, JournalTooNew, StorageFull
from device.records.chain import LINKS
from device.records.newest_pages import WAL, lost_pages
from device.records.secret_seeds import FOLDER_NAME as SECRETS_FOLDER
from device.records.sign_notes import SIGN_NOTES
from games.spine.dialogue import say

FILE_NAME = "journal.db"
COPIES_FOLDER = "backups"
COPIES = f"{FILE_NAME}.????-??-??"  # by the day
SET_ASIDE = ".damaged-"  # between the name of a file that was set aside and the day
REPLACED = ".before-restore-"  # the same for a book that another one took the place of
SCHEMA_VERSION = 5
LAST_LIKELY_VERSION = 999  # beyond it nobody has counted: the file is damaged
PROOF_OF_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
RULES_OF_A_TABLE = (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL)
APPLICATION_ID = 0x424F5244  # "BORD", so that a foreign database is not taken for a journal
HARDLY_ANY_ROOM_BYTES = 64 * 1024  # below this an I/O error means a full disk, whatever SQLite calls it

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    setup TEXT NOT NULL,
    source TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    dropped_at TEXT
);
CREATE TABLE IF NOT EXISTS entries (
    session INTEGER NOT NULL REFERENCES sessions (id),
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    source TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (session, number)
);
"""

RESULTS = """
CREATE TABLE IF NOT EXISTS results (
    session INTEGER NOT NULL REFERENCES sessions (id),
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    player TEXT NOT NULL,
    score INTEGER NOT NULL CHECK (score > 0 OR place IS NOT NULL),
    medal TEXT NOT NULL,
    at TEXT NOT NULL,
    place INTEGER,
    PRIMARY KEY (session, player)
);
"""

# Format 1 had no games of several: every result was above 0 and had no place.
FROM_FORMAT_1 = f"""
ALTER TABLE results RENAME TO old_results;
{RESULTS}
INSERT INTO results (session, game, level, player, score, medal, at)
    SELECT session, game, level, player, score, medal, at FROM old_results ORDER BY rowid;
DROP TABLE old_results;
"""
# Format 2 had every seed in its set-up line, and no links; journal.py moves the seeds that are secret and links all.
FROM_FORMAT_2 = f"ALTER TABLE sessions ADD COLUMN secret TEXT; {LINKS}"
# Format 3 knew of a session only what its set-up line says. Since then: the fingerprint of the level itself where that
# line has a whole book's, what the level was called, and when the session was begun or gone on with last: after which
# entry, and as the how manieth.
SINCE_FORMAT_3 = {
    "level_sign": "TEXT",
    "level_de": "TEXT",
    "level_en": "TEXT",
    "opened_after": "INTEGER",
    "opened": "INTEGER",
}
# Format 4 did not tell how often somebody had gone back for a result and done otherwise; nobody knows it of those. Nor
# did it tell the medal that the sum of a chapter had earned with a result, and by which levels.
SINCE_FORMAT_4 = {"take_backs": "INTEGER", "chapter_sign": "TEXT", "chapter_medal": "TEXT"}
OURS = {"sessions", "entries", "results"}
SQLITES_OWN = {"sqlite_sequence"}
TABLES = {
    "sessions": {"id", "setup", "source", "started_at", "finished_at", "dropped_at", "secret", *SINCE_FORMAT_3},
    "entries": {"session", "number", "line", "source", "at"},
    "results": {"session", "game", "level", "player", "score", "medal", "at", "place", *SINCE_FORMAT_4},
    "links": {"number", "kind", "session", "entry", "digest"},
    "sign_notes": {"session", "number", "seat", "what", "secret", "at"},
}
SINCE_FORMAT = {
    ("results", "place"): 2,
    ("sessions", "secret"): 3,
    **{("sessions", column): 4 for column in SINCE_FORMAT_3},
    **{("sign_notes", column): 4 for column in TABLES["sign_notes"]},
    **{("results", column): 5 for column in SINCE_FORMAT_4},
}


def prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Check that the file is a journal of ours, in order, before anything is written to it; fill an empty one.

    One of an older format is brought to ours, all at once or, if the plug is pulled, not at all.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    is_new = connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    if not is_new and application != APPLICATION_ID and not tables >= OURS:
        raise unusable(path, "it belongs to another program")
    if version > LAST_LIKELY_VERSION or (not is_new and application != APPLICATION_ID):
        raise damaged(path, "its head was changed")
    if version > SCHEMA_VERSION and not _has_more_than_ours(connection, tables):
        raise damaged(path, "its head was changed")
    if version > SCHEMA_VERSION:
        raise JournalTooNew(
            f"The journal {path} was written by a newer Bordbuch (format {version}, this one reads up to"
            f" {SCHEMA_VERSION}). Update Bordbuch, or start with another data folder: --data DIR.",
            say("journal.too_new"),
        )
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise damaged(path, f"it is damaged ({finding})")
    if not is_new:
        _must_have_tables(path, connection, version)
    keep_from_others(path)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if is_new or version < SCHEMA_VERSION:
        changes = FROM_FORMAT_1 if version < 2 else ""
        if is_new:
            changes = f"{SCHEMA} {RESULTS} PRAGMA application_id = {APPLICATION_ID};"
        if is_new or version < 3:
            changes += FROM_FORMAT_2
        if is_new or version < 4:
            changes += SIGN_NOTES
            for column, kind in SINCE_FORMAT_3.items():
                changes += f" ALTER TABLE sessions ADD COLUMN {column} {kind};"
        for column, kind in SINCE_FORMAT_4.items():
            changes += f" ALTER TABLE results ADD COLUMN {column} {kind};"
        connection.executescript(f"BEGIN IMMEDIATE; {changes} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")


def _has_more_than_ours(connection: sqlite3.Connection, tables: set[str]) -> bool:
    """Whether it has a table or a column that we do not know: each format has brought one, and the next will."""
    if tables - TABLES.keys() - SQLITES_OWN:
        return True
    return any(_columns(connection, table) - columns for table, columns in TABLES.items())


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")}


def _must_have_tables(path: Path, connection: sqlite3.Connection, version: int) -> None:
    """JournalDamaged if a column is missing that this format has, or one is there that came later."""
    for table, columns in TABLES.items():
        found = _columns(connection, table)
        later = {column for column in columns if SINCE_FORMAT.get((table, column), 1) > version}
        if later & found:
            raise damaged(path, "its head was changed")
        if (missing := columns - found - later) and (table != "links" or version >= 3):
            raise damaged(path, f"its table {table} lacks {', '.join(sorted(missing))}")


def try_writing(path: Path, cursor: sqlite3.Cursor) -> None:
    """Write a line of every kind; JournalDamaged if the file itself does not let that happen."""
    try:
        cursor.execute("INSERT INTO sessions (setup, source, started_at) VALUES ('', '', '')")
        number = cursor.lastrowid
        cursor.execute("INSERT INTO entries VALUES (?, 1, '', '', '')", (number,))
        cursor.execute(
            "INSERT INTO results (session, game, level, player, score, medal, at) VALUES (?, '', '', '', 1, '', '')",
            (number,),
        )
        cursor.execute("INSERT INTO links (kind, session, entry, digest) VALUES ('', ?, 1, '')", (number,))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # a table that it needs has another name, as one case
            raise damaged(path, str(error)) from error
        raise
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in RULES_OF_A_TABLE:  # it says something else than what we wrote
            raise damaged(path, str(error)) from error
        raise


def must_be_there(path: Path) -> None:
    """JournalDamaged if the file is gone or empty although there are signs of a book, or newest pages are lost."""
    if path.exists() and path.stat().st_size:
        if lost := lost_pages(path):
            raise damaged(path, lost)
        return
    wal = path.with_name(path.name + WAL)
    copies = path.parent / COPIES_FOLDER
    signs = [
        *([wal] if wal.exists() and wal.stat().st_size else ()),
        *(copies.glob(COPIES) if copies.is_dir() else ()),
        *books_aside(path),
        *path.parent.glob(f"{SECRETS_FOLDER}/*"),
    ]
    if signs:
        raise damaged(path, f"it is {'empty' if path.exists() else 'gone'}, but there was one: see {signs[0]}")


def books_aside(path: Path) -> list[Path]:
    """Books that were set aside here, damaged or replaced, the newest first."""
    days = {
        file: file.name.removeprefix(path.name + word)
        for word in (SET_ASIDE, REPLACED)
        for file in path.parent.glob(f"{path.name}{word}*[0-9]")
    }
    return sorted(days, key=lambda file: days[file], reverse=True)


def keep_from_others(path: Path) -> None:
    """Let only the owner and the group read it: in a game with secrets, answers may tell what others must not know."""
    with suppress(OSError):  # somebody else's file is read all the same
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~stat.S_IRWXO)


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system complain about into our errors, with a sentence."""
    try:
        yield
    except JournalError:
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)
        # The low byte is the primary code; a full disk may also come as an I/O error of SQLite's helper files.
        if code & 0xFF == sqlite3.SQLITE_FULL or (code & 0xFF == sqlite3.SQLITE_IOERR and _is_full(path)):
            raise _full(path) from error
        if code & 0xFF in PROOF_OF_DAMAGE:
            raise damaged(path, str(error)) from error
        raise unusable(path, str(error)) from error
    except (UnicodeError, OverflowError) as error:  # SQLite says something that is no text, or a number beyond all
        raise damaged(path, f"it is damaged ({error})") from error
    except OSError as error:
        raise (_full(path) if error.errno == errno.ENOSPC else unusable(path, str(error))) from error


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < HARDLY_ANY_ROOM_BYTES
    except OSError:  # the folder itself is gone, a pulled stick for example: then the disk is not full but away
        return False


def _full(path: Path) -> StorageFull:
    return StorageFull(
        f"There is no room left on the disk for the journal {path}. The last entry was not taken;"
        " everything before it is safe. Delete something, then enter it again.",
        say("journal.full"),
    )


def damaged(path: Path, why: str) -> JournalDamaged:
    return JournalDamaged(_left(path, why), say("journal.unusable"))


def unusable(path: Path, why: str) -> JournalError:
    return JournalError(_left(path, why), say("journal.unusable"))


def _left(path: Path, why: str) -> str:
    return (
        f"The journal {path} cannot be used: {why}. It was left as it is. Put back a copy or move it away"
        " (a new one is begun), or start with another data folder: --data DIR."
    )
