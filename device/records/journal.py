"""The journal: every session's set-up line and entries, and the results, in one SQLite file.

An entry is one transaction and on the disk when `add` returns (WAL with synchronous=FULL: with NORMAL, pulled plugs
lost confirmed entries in our measurements). The lines are the truth; whoever replays them has the state.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any

from device.errors import JournalError, UnknownSession
from device.records.chain import Broken, Kind, first_broken, link, link_all
from device.records.journal_file import plain_errors, prepare, unusable
from device.records.secret_seeds import SecretSeeds
from games.books.medals import Medal
from games.spine.dialogue import Setup, say
from games.spine.errors import UnreadableLine

FILE_NAME = "journal.db"
MOST_OPEN_SEED = 2**62  # in older journals a larger one was drawn for a game with secrets
UNTOLD_SEED = 0  # in the set-up line of a session whose seed is kept apart


class Source(Enum):
    """Who gave an entry. The rules do not care; a bug report does."""

    CAMERA = "camera"
    BUTTONS = "buttons"


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session in the journal that can be gone on with."""

    id: int
    setup: Setup  # without the seed if that is a secret: `Journal.setup` knows it
    started_at: datetime
    last_at: datetime  # of the newest entry, or of the start
    entries: int


@dataclass(frozen=True, slots=True)
class StoredResult:
    """What a player reached in a finished session, with the medal of that day or, among several, the place."""

    session: int
    game: str
    level: str
    player: str
    score: int
    medal: Medal
    at: datetime
    place: int | None = None


def utc_now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """The open journal. One lock around the connection, so that any thread may use it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, clock: Callable[[], datetime]) -> None:
        self.path = path
        self._connection = connection
        self._clock = clock
        self._lock = threading.RLock()
        self._secret_seeds = SecretSeeds(path.parent)

    @classmethod
    def open(cls, folder: Path, clock: Callable[[], datetime] = utc_now) -> Journal:
        """Open the journal in `folder`, or begin one. A file that cannot be used is left as it is."""
        path = folder / FILE_NAME
        with plain_errors(path):
            folder.mkdir(parents=True, exist_ok=True)
            # Transactions are begun by hand (isolation_level=None): Python's own begin late and commit silently.
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        try:
            with plain_errors(path):
                prepare(path, connection)
        except JournalError:
            connection.close()
            raise
        journal = cls(path, connection, clock)
        try:
            journal._move_open_secrets()
            journal._link_older_lines()
        except JournalError:
            journal.close()
            raise
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        with self._lock:
            self._connection.close()

    # --- sessions ------------------------------------------------------------------------------------------------

    def start(self, setup: Setup, source: Source, *, is_secret: bool = False) -> int:
        """Write a new session down and return its number; a secret seed is written apart, and first."""
        with self._transaction() as cursor:
            secret = self._secret_seeds.keep(setup.seed) if is_secret else None
            cursor.execute(
                "INSERT INTO sessions (setup, source, started_at, secret) VALUES (?, ?, ?, ?)",
                (_told(setup, secret), source.value, self._now(), secret),
            )
            number = cursor.lastrowid
            assert number is not None
            link(cursor, Kind.START, number)
            return number

    def add(self, session_id: int, line: str, source: Source) -> None:
        """Write one entry down; when this returns, a pulled plug no longer loses it."""
        with self._transaction() as cursor:
            self._must_be_open(cursor, session_id)
            (number,) = cursor.execute(
                "SELECT coalesce(max(number), 0) + 1 FROM entries WHERE session = ?", (session_id,)
            ).fetchone()
            cursor.execute(
                "INSERT INTO entries (session, number, line, source, at) VALUES (?, ?, ?, ?, ?)",
                (session_id, number, line, source.value, self._now()),
            )
            link(cursor, Kind.ENTRY, session_id, number)

    def finish(self, session_id: int, results: Sequence[tuple[str, int, Medal]]) -> None:
        """Mark a session finished and write its results above 0, together. A second time changes nothing."""
        above = [(player, score, medal, None) for player, score, medal in results if score > 0]
        self._finish(session_id, above)

    def finish_group(self, session_id: int, ranking: Sequence[tuple[str, int, int]]) -> None:
        """Mark a session of several players finished and write everybody's points and place, 0 points too."""
        self._finish(session_id, [(player, score, Medal.NONE, place) for player, score, place in ranking])

    def _finish(self, session_id: int, results: Sequence[tuple[str, int, Medal, int | None]]) -> None:
        setup, _ = self._stored_setup(session_id)
        now = self._now()
        with self._transaction() as cursor:
            cursor.execute(
                "UPDATE sessions SET finished_at = ? WHERE id = ? AND finished_at IS NULL AND dropped_at IS NULL",
                (now, session_id),
            )
            if cursor.rowcount == 0:
                return
            cursor.executemany(
                "INSERT INTO results (session, game, level, player, score, medal, at, place)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (session_id, setup.game, setup.level, player, score, medal.value, now, place)
                    for player, score, medal, place in results
                ],
            )
            link(cursor, Kind.FINISH, session_id)

    def drop(self, session_id: int) -> None:
        """Give a session up: it stays in the journal but is no longer offered."""
        with self._transaction() as cursor:
            self._must_be_open(cursor, session_id)
            cursor.execute("UPDATE sessions SET dropped_at = ? WHERE id = ?", (self._now(), session_id))
            link(cursor, Kind.DROP, session_id)

    def setup(self, session_id: int) -> Setup:
        """How the session was started; UnknownSession if there is none of this number, or its secret is gone."""
        setup, secret = self._stored_setup(session_id)
        return setup if secret is None else replace(setup, seed=self._secret_seeds.seed(secret))

    def _stored_setup(self, session_id: int) -> tuple[Setup, str | None]:
        """The set-up as it stands in the journal, and the name of its secret."""
        rows = self._select("SELECT setup, secret FROM sessions WHERE id = ?", session_id)
        if not rows:
            raise _unknown(f"The journal {self.path} has no session {session_id}.")
        return self._setup(rows[0][0]), rows[0][1]

    def _move_open_secrets(self) -> None:
        """Put the secret seeds of an older journal apart, and leave nothing of them in unused pages or beside it."""
        has_moved = False
        for number, line in self._select("SELECT id, setup FROM sessions WHERE secret IS NULL"):
            try:
                setup = Setup.from_line(line)
            except UnreadableLine:
                continue  # whoever wants to go on with it is told
            if setup.seed > MOST_OPEN_SEED:
                with self._transaction() as cursor:
                    secret = self._secret_seeds.keep(setup.seed)
                    cursor.execute(
                        "UPDATE sessions SET setup = ?, secret = ? WHERE id = ?",
                        (_told(setup, secret), secret, number),
                    )
                has_moved = True
        if has_moved:
            with self._lock, plain_errors(self.path):
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _link_older_lines(self) -> None:
        """Chain what an older Bordbuch wrote; never again, or a chain that was taken away would just be made anew."""
        if not self._select("SELECT 1 FROM sqlite_sequence WHERE name = 'links'"):
            with self._transaction() as cursor:
                link_all(cursor)

    def first_broken(self) -> Broken | None:
        """The first line that is not what the journal wrote, or None if all are."""
        with self._lock, plain_errors(self.path), closing(self._connection.cursor()) as cursor:
            return first_broken(cursor)

    def lines(self, session_id: int) -> list[str]:
        """The session's entries in the order they were made."""
        self._stored_setup(session_id)
        return [
            row[0] for row in self._select("SELECT line FROM entries WHERE session = ? ORDER BY number", session_id)
        ]

    def unfinished(self, limit: int = 10) -> list[StoredSession]:
        """Sessions to go on with, the one touched last first."""
        rows = self._select(
            # In the order of writing, not of the times: a Pi has no clock of its own, and its time jumps. Only a
            # session without entries is put among the others by its time.
            "SELECT id, setup, started_at, coalesce(max(entries.at), started_at), count(number), coalesce("
            "max(entries.rowid), (SELECT max(rowid) FROM entries AS others WHERE others.at <= started_at), 0) AS last"
            " FROM sessions LEFT JOIN entries ON session = id"
            " WHERE finished_at IS NULL AND dropped_at IS NULL"
            " GROUP BY id ORDER BY last DESC, id DESC LIMIT ?",
            limit,
        )
        return [
            StoredSession(number, self._setup(line), _when(started), _when(last), entries)
            for number, line, started, last, entries, _ in rows
        ]

    def results(self, game: str | None = None) -> list[StoredResult]:
        """All results, oldest first; of one game if it is named."""
        rows = self._select(
            "SELECT session, game, level, player, score, medal, at, place FROM results"
            " WHERE ?1 IS NULL OR game = ?1 ORDER BY at, session, rowid",
            game,
        )
        return [
            StoredResult(session, game_name, level, player, score, Medal(medal), _when(at), place)
            for session, game_name, level, player, score, medal, at, place in rows
        ]

    # --- the connection ------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        """All or nothing: what is written inside is on the disk afterwards, or an error says why it is not."""
        with self._lock, plain_errors(self.path), closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.rollback()

    def _select(self, question: str, *values: int | str | None) -> list[tuple[Any, ...]]:
        with self._lock, plain_errors(self.path):
            return self._connection.execute(question, values).fetchall()

    def _must_be_open(self, cursor: sqlite3.Cursor, session_id: int) -> None:
        row = cursor.execute("SELECT finished_at, dropped_at FROM sessions WHERE id = ?", (session_id,)).fetchone()
        if row is None:
            raise _unknown(f"The journal {self.path} has no session {session_id}.")
        if row != (None, None):
            raise _unknown(f"Session {session_id} in {self.path} is closed and takes no more entries.")

    def _setup(self, line: str) -> Setup:
        try:
            return Setup.from_line(line)
        except UnreadableLine as error:
            raise unusable(self.path, str(error)) from error

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds")


def _told(setup: Setup, secret: str | None) -> str:
    """The set-up line as the journal has it."""
    return (setup if secret is None else replace(setup, seed=UNTOLD_SEED)).to_line()


def _unknown(message: str) -> UnknownSession:
    return UnknownSession(message, say("journal.no_session"))


def _when(text: str) -> datetime:
    return datetime.fromisoformat(text)
