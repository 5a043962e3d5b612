"""The journal: every session's set-up line and entries, and the results, in one SQLite file.

An entry is one transaction and on the disk when `add` returns (WAL with synchronous=FULL: with NORMAL, pulled plugs
lost confirmed entries in our measurements). The lines are the truth; whoever replays them has the state.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, TracebackType

from device.errors import BadCell, JournalError, UnknownSession
from device.records.chain import Broken, Kind, first_broken, is_mended, link, link_all, session_with, sign_of
from device.records.copies import copy, copy_of_today
from device.records.journal_file import FILE_NAME, must_be_there, plain_errors, try_writing, unusable
from device.records.newest_pages import hold_newest
from device.records.order import OPEN_SESSIONS, mark_opened
from device.records.pages import Pages
from device.records.results import Reached, write_results
from device.records.rows import (
    PLAYED_BY,
    RESULT,
    BadRow,
    ChapterMedal,
    Source,
    StoredResult,
    StoredSession,
    bad_rows,
    line_of,
    result_of,
    session_of,
    setup,
    signed,
)
from device.records.secret_seeds import SecretSeeds
from device.records.sign_notes import SignEvent, SignNote, add_sign_note, sign_note_of
from games.books.medals import Medal
from games.spine.dialogue import Bilingual, Setup, say
from games.spine.errors import BrokenSession

__all__ = ["Journal", "Source", "StoredResult", "StoredSession", "utc_now"]

log = logging.getLogger(__name__)

MOST_OPEN_SEED = 2**62  # in older journals a larger one was drawn for a game with secrets
UNTOLD_SEED = 0  # in the set-up line of a session whose seed is kept apart


def utc_now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """The open journal; any thread may use it."""

    def __init__(self, pages: Pages, clock: Callable[[], datetime]) -> None:
        self.path = pages.path
        self._pages = pages
        self._clock = clock
        self._secret_seeds = SecretSeeds(pages.path.parent)

    @classmethod
    def open(cls, folder: Path, clock: Callable[[], datetime] = utc_now) -> Journal:
        """Open the journal in `folder`, or begin one. A file that cannot be used is left as it is."""
        path = folder / FILE_NAME
        with plain_errors(path):
            folder.mkdir(parents=True, exist_ok=True)
            with hold_newest(path):
                return cls._opened(path, clock)

    @classmethod
    def _opened(cls, path: Path, clock: Callable[[], datetime]) -> Journal:
        must_be_there(path)
        pages = Pages(path)
        journal = cls(pages, clock)
        try:
            pages.prepare()
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
        self._pages.close()

    # --- sessions ------------------------------------------------------------------------------------------------

    def start(
        self, begun: Setup, source: Source, *, is_secret: bool = False, level_name: Bilingual | None = None
    ) -> int:
        """Write a new session down and return its number; a secret seed is written apart, and first."""
        with self._pages.transaction() as cursor:
            secret = self._secret_seeds.keep(begun.seed) if is_secret else None
            cursor.execute(
                "INSERT INTO sessions (setup, source, started_at, secret) VALUES (?, ?, ?, ?)",
                (_told(begun, secret), source.value, self._now(), secret),
            )
            number = cursor.lastrowid
            assert number is not None
            if level_name is not None:
                _write_name(cursor, number, level_name)
            mark_opened(cursor, number)
            link(cursor, Kind.START, number)
            return number

    def resume(self, session_id: int) -> None:
        """Note that a session is gone on with: it is the one touched last, also if nothing is answered in it."""
        with self._pages.transaction() as cursor:
            self._must_be_open(cursor, session_id)
            mark_opened(cursor, session_id)

    def add(self, session_id: int, line: str, source: Source) -> None:
        """Write one entry down; when this returns, a pulled plug no longer loses it."""
        with self._pages.transaction() as cursor:
            self._must_be_open(cursor, session_id)
            (number,) = cursor.execute(
                "SELECT coalesce(max(number), 0) + 1 FROM entries WHERE session = ?", (session_id,)
            ).fetchone()
            cursor.execute(
                "INSERT INTO entries (session, number, line, source, at) VALUES (?, ?, ?, ?, ?)",
                (session_id, number, line, source.value, self._now()),
            )
            link(cursor, Kind.ENTRY, session_id, number)

    def finish(
        self,
        session_id: int,
        results: Sequence[tuple[str, int, Medal]],
        *,
        take_backs: int = 0,
        chapters: Mapping[str, ChapterMedal] = MappingProxyType({}),
    ) -> None:
        """Mark a session finished and write its results above 0, together. A second time changes nothing.

        `take_backs` is how often somebody did otherwise after more had been seen, `chapters` what the chapter of a
        player has earned with it.
        """
        above = [Reached(*one, of_chapter=chapters.get(one[0])) for one in results if one[1] > 0]
        self._finish(session_id, above, take_backs)

    def finish_group(self, session_id: int, ranking: Sequence[tuple[str, int, int]], *, take_backs: int = 0) -> None:
        """Mark a session of several players finished and write everybody's points and place, 0 points too."""
        results = [Reached(player, score, place=place) for player, score, place in ranking]
        self._finish(session_id, results, take_backs)

    def _finish(self, session_id: int, results: Sequence[Reached], take_backs: int) -> None:
        begun, _ = self._stored_setup(session_id)
        now = self._now()
        with self._pages.transaction() as cursor:
            cursor.execute(
                "UPDATE sessions SET finished_at = ? WHERE id = ? AND finished_at IS NULL AND dropped_at IS NULL",
                (now, session_id),
            )
            if cursor.rowcount == 0:
                return
            write_results(cursor, session_id, begun, results, take_backs, now)
            link(cursor, Kind.FINISH, session_id)
        self._tidy_up()

    def drop(self, session_id: int) -> None:
        """Give a session up: it stays in the journal but is no longer offered."""
        with self._pages.transaction() as cursor:
            self._must_be_open(cursor, session_id)
            cursor.execute("UPDATE sessions SET dropped_at = ? WHERE id = ?", (self._now(), session_id))
            link(cursor, Kind.DROP, session_id)
        self._tidy_up()

    def _tidy_up(self) -> None:
        """After a game: let the file alone be the book, and copy it once a day. What was written is safe either way."""
        try:
            with self._pages.open() as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except JournalError as error:
            log.warning("the journal's file is not complete alone: %s", error)
        self.copy_of_today()

    def copy_of_today(self) -> None:
        """Copy the book unless that was done today, or there is nothing in it; a copy that fails is only logged."""
        try:
            with self._pages.open() as connection:
                if self.has_sessions():
                    copy_of_today(self.path.parent, connection, self._clock())
        except JournalError as error:
            log.warning("the book could not be copied: %s", error)

    def copy_to(self, target: Path) -> None:
        """Copy the whole book, as it is now, to a file of its own; JournalError if that cannot be done."""
        with self._pages.open() as connection:
            copy(connection, target)

    def setup(self, session_id: int) -> Setup:
        """How the session was started; UnknownSession if there is none of this number, or its secret is gone.

        Its data are those of the level itself, also where the line has those of a whole book.
        """
        found, secret = self._stored_setup(session_id)
        return found if secret is None else replace(found, seed=self._secret_seeds.seed(secret))

    def last_setup(self) -> Setup | None:
        """How the newest session was started, without its secret; None if there has been none."""
        rows = self._pages.select("SELECT max(id) FROM sessions")
        return self._stored_setup(rows[0][0])[0] if rows and rows[0][0] is not None else None

    def has_sessions(self) -> bool:
        """Whether anything was ever played."""
        return bool(self._pages.select("SELECT 1 FROM sessions LIMIT 1"))

    def _stored_setup(self, session_id: int) -> tuple[Setup, str | None]:
        """The set-up as it stands in the journal, and the name of its secret."""
        rows = self._pages.select("SELECT setup, secret, level_sign FROM sessions WHERE id = ?", session_id)
        if not rows:
            raise _unknown(f"The journal {self.path} has no session {session_id}.")
        line, secret, level_sign = rows[0]
        try:
            return signed(setup(line), level_sign), None if secret is None else str(secret)
        except BadCell as error:
            raise unusable(self.path, f"of session {session_id}, {error}") from error

    def unnamed(self) -> list[tuple[int, Setup]]:
        """Sessions of which nobody has noted yet what their level is called: an older Bordbuch wrote them."""
        found = []
        for number, line in self._pages.select("SELECT id, setup FROM sessions WHERE level_de IS NULL"):
            with suppress(BadCell):  # whoever wants to go on with it is told
                found.append((number, setup(line)))
        return found

    def name_levels(self, named: Iterable[tuple[int, str, Bilingual]]) -> None:
        """Note the fingerprint of the level itself and its name, for sessions that were signed with a whole book's."""
        with self._pages.transaction() as cursor:
            for number, sign, name in named:
                cursor.execute("UPDATE sessions SET level_sign = ? WHERE id = ?", (sign, number))
                _write_name(cursor, number, name)

    def _move_open_secrets(self) -> None:
        """Put the secret seeds of an older journal apart, and leave nothing of them in unused pages or beside it."""
        has_moved = False
        for number, line in self._pages.select("SELECT id, setup FROM sessions WHERE secret IS NULL"):
            try:
                found = setup(line)
            except BadCell:
                continue  # whoever wants to go on with it is told
            if found.seed > MOST_OPEN_SEED:
                with self._pages.transaction() as cursor:
                    secret = self._secret_seeds.keep(found.seed)
                    cursor.execute(
                        "UPDATE sessions SET setup = ?, secret = ? WHERE id = ?",
                        (_told(found, secret), secret, number),
                    )
                has_moved = True
        if has_moved:
            with self._pages.open() as connection:
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _link_older_lines(self) -> None:
        """Chain what an older Bordbuch wrote; never again, or a chain that was taken away would just be made anew."""
        if not self._pages.select("SELECT 1 FROM sqlite_sequence WHERE name = 'links' UNION SELECT 1 FROM links"):
            with self._pages.transaction() as cursor:
                link_all(cursor)

    def first_broken(self) -> Broken | None:
        """The first line that is not what the journal wrote, or None if all are."""
        with self._pages.reading() as cursor:
            return first_broken(cursor)

    def is_mended(self) -> bool:
        """Whether the book was once written anew from what could be saved of a damaged one."""
        with self._pages.reading() as cursor:
            return is_mended(cursor)

    def sign(self, session_id: int) -> str:
        """What to note at the end of a session: it shows later whether anything was changed that stood before it."""
        with self._pages.reading() as cursor:
            return sign_of(cursor, session_id)

    def session_with(self, sign: str) -> int | None:
        """The session after which, or within which, this sign could be noted; None if the chain never had it."""
        with self._pages.reading() as cursor:
            return session_with(cursor, sign)

    def lines(self, session_id: int) -> list[str]:
        """The session's entries in the order they were made."""
        self._stored_setup(session_id)
        rows = self._pages.select("SELECT number, line FROM entries WHERE session = ? ORDER BY number", session_id)
        try:
            return [line_of(row) for row in rows]
        except BadCell as error:
            raise BrokenSession(f"an entry of session {session_id} cannot be read: {error}") from error

    def unfinished(self, limit: int = 10) -> list[StoredSession]:
        """Sessions to go on with, the one touched last first; `set_aside` has those that nobody can read."""
        return self._open_sessions(limit)[0]

    def set_aside(self) -> list[BadRow]:
        """Open sessions whose own row cannot be read: they stay where they are, and all others play on."""
        return self._open_sessions(-1)[1]

    def _open_sessions(self, limit: int) -> tuple[list[StoredSession], list[BadRow]]:
        readable: list[StoredSession] = []
        bad: list[BadRow] = []
        for row in self._pages.select(OPEN_SESSIONS):
            try:
                readable.append(session_of(row[:6]))
            except BadCell as error:
                bad.append(BadRow(f"session {row[0]}", row[0], str(error)))
        return readable[:limit] if limit >= 0 else readable, bad

    def results(self, game: str | None = None) -> list[StoredResult]:
        """All results that can be read, oldest first; of one game if it is named."""
        results = []
        for row in self._pages.select(
            f"SELECT {RESULT}, {PLAYED_BY} FROM results LEFT JOIN sessions ON session = id"
            " WHERE ?1 IS NULL OR game = ?1 ORDER BY at, session, results.rowid",
            game,
        ):
            try:
                results.append(result_of(row))
            except BadCell as error:
                log.warning("a result of session %s is left out: %s", row[0], error)
        return results

    def bad_rows(self) -> list[BadRow]:
        """Everything in the journal that cannot be read, row by row."""
        with self._pages.reading() as cursor:
            return list(bad_rows(cursor))

    def try_writing(self) -> None:
        """Write a line of every kind and keep none; JournalDamaged if the file itself does not let that happen."""
        with self._pages.trial() as cursor:
            try_writing(self.path, cursor)

    # --- personal signs ------------------------------------------------------------------------------------------

    def note_sign(self, session_id: int, seat: int, what: SignEvent, secret: str | None = None) -> None:
        """Write down what happened to a player's sign, beside the entries; on the disk when this returns."""
        with self._pages.transaction() as cursor:
            self._must_be_open(cursor, session_id)
            number = add_sign_note(cursor, session_id, seat, what, secret, self._now())
            link(cursor, Kind.SIGN, session_id, number)

    def sign_notes(self, session_id: int | None = None) -> list[SignNote]:
        """What happened to signs in this session, or in all of them, in order."""
        rows = self._pages.select(
            "SELECT session, seat, what, secret, at FROM sign_notes WHERE ?1 IS NULL OR session = ?1"
            " ORDER BY session, number",
            session_id,
        )
        return [sign_note_of(row) for row in rows]

    def signs_in_use(self) -> set[str]:
        """The names of all signs that a game which goes on may still ask for."""
        rows = self._pages.select(
            "SELECT sign_notes.secret FROM sign_notes JOIN sessions ON id = session"
            " WHERE sign_notes.secret IS NOT NULL AND finished_at IS NULL AND dropped_at IS NULL"
        )
        return {row[0] for row in rows}

    def players(self, session_id: int) -> tuple[str, ...]:
        """Who plays in this session, in the order of the seats."""
        return self._stored_setup(session_id)[0].players

    def _must_be_open(self, cursor: sqlite3.Cursor, session_id: int) -> None:
        row = cursor.execute("SELECT finished_at, dropped_at FROM sessions WHERE id = ?", (session_id,)).fetchone()
        if row is None:
            raise _unknown(f"The journal {self.path} has no session {session_id}.")
        if row != (None, None):
            raise _unknown(f"Session {session_id} in {self.path} is closed and takes no more entries.")

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds")


def _told(setup: Setup, secret: str | None) -> str:
    """The set-up line as the journal has it."""
    return (setup if secret is None else replace(setup, seed=UNTOLD_SEED)).to_line()


def _write_name(cursor: sqlite3.Cursor, number: int, name: Bilingual) -> None:
    cursor.execute("UPDATE sessions SET level_de = ?, level_en = ? WHERE id = ?", (name.de, name.en, number))


def _unknown(message: str) -> UnknownSession:
    return UnknownSession(message, say("journal.no_session"))
