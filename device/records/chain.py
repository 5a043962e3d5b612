"""Every line of the journal is chained to the one before it, so that one changed, added or cut off later shows.

A link is a digest of what was written and of the link before. What it covers has no names: players are numbers in it,
so that one can be renamed or forgotten and the chain still holds. Nor has it a secret seed. Whoever can write the file
can make the whole chain anew; what they cannot do is to make it end as somebody has noted it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from games.spine.dialogue import Setup
from games.spine.errors import UnreadableLine

BEFORE_ALL = "0" * 64
SIGN_LINE = "sign note"
SIGN_LENGTH = 16  # letters and digits of a digest that are shown, as of a seal
LINKS = """
CREATE TABLE IF NOT EXISTS links (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    session INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    digest TEXT NOT NULL
);
"""


class Kind(Enum):
    """What was written."""

    START = "start"
    ENTRY = "entry"
    FINISH = "finish"
    DROP = "drop"
    SIGN = "sign"  # a note about a player's sign; it has a number of its own
    MEND = "mend"  # the book was written anew; `entry` is how many sessions could be saved


KINDS = {kind.value for kind in Kind}


@dataclass(frozen=True, slots=True)
class Broken:
    """The first place at which the journal is no longer what was written; entry 0 is the session's own line."""

    session: int
    entry: int
    why: str
    line: str = "entry"  # what is numbered so

    def __str__(self) -> str:
        where = f"{self.line} {self.entry} of session {self.session}" if self.entry else f"session {self.session}"
        return f"{where if self.session else 'the beginning'} {self.why}"


def link(cursor: sqlite3.Cursor, kind: Kind, session: int, entry: int = 0) -> None:
    """Chain what was just written to the line before it, within the same transaction."""
    last = cursor.execute("SELECT digest FROM links ORDER BY number DESC LIMIT 1").fetchone()
    written = _written(cursor, kind, session, entry) or ""  # nothing only of a damaged row in an older journal
    cursor.execute(
        "INSERT INTO links (kind, session, entry, digest) VALUES (?, ?, ?, ?)",
        (kind.value, session, entry, _digest(last[0] if last else BEFORE_ALL, written)),
    )


def link_all(cursor: sqlite3.Cursor) -> None:
    """Chain a journal that was written before there were links, session by session."""
    sessions = cursor.execute("SELECT id, finished_at, dropped_at FROM sessions ORDER BY id").fetchall()
    for session, finished_at, dropped_at in sessions:
        link(cursor, Kind.START, session)
        numbers = cursor.execute("SELECT number FROM entries WHERE session = ? ORDER BY number", (session,)).fetchall()
        for (number,) in numbers:
            link(cursor, Kind.ENTRY, session, number)
        notes = cursor.execute("SELECT number FROM sign_notes WHERE session = ? ORDER BY number", (session,)).fetchall()
        for (number,) in notes:
            link(cursor, Kind.SIGN, session, number)
        if finished_at is not None:
            link(cursor, Kind.FINISH, session)
        if dropped_at is not None:
            link(cursor, Kind.DROP, session)


def first_broken(cursor: sqlite3.Cursor) -> Broken | None:
    """Where the journal is no longer what was written, or None if it is whole."""
    before, session, entry = BEFORE_ALL, 0, 0
    rows = cursor.execute("SELECT number, kind, session, entry, digest FROM links ORDER BY number").fetchall()
    for place, (number, kind, session, entry, digest) in enumerate(rows, 1):
        if kind not in KINDS:
            return Broken(number, 0, "of the chain was changed after it was written")
        written = _written(cursor, Kind(kind), session, entry)
        line = SIGN_LINE if kind == Kind.SIGN.value else "entry"
        if number != place or written is None:
            return Broken(session, entry, "was cut out, or what stood before it", line)
        if digest != _digest(before, written):
            return Broken(session, entry, "was changed after it was written", line)
        before = digest
    highest = cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = 'links'").fetchone()
    if highest is not None and highest[0] != len(rows):
        return Broken(session, entry, "is followed by lines that were cut off")
    return next(_unlinked(cursor), None)


def is_mended(cursor: sqlite3.Cursor) -> bool:
    """Whether the book was once written anew from what could be saved of a damaged one."""
    return cursor.execute("SELECT 1 FROM links WHERE kind = ?", (Kind.MEND.value,)).fetchone() is not None


def sign_of(cursor: sqlite3.Cursor, session: int) -> str:
    """A short sign of the chain as it stood after the last line of a session, which covers all that stood before.

    Nothing if the session has no line in the chain.
    """
    last = cursor.execute(
        "SELECT digest FROM links WHERE session = ? ORDER BY number DESC LIMIT 1", (session,)
    ).fetchone()
    return str(last[0])[:SIGN_LENGTH] if last else ""


def session_with(cursor: sqlite3.Cursor, sign: str) -> int | None:
    """The session in whose lines the chain once had this sign; None if it never had."""
    found = cursor.execute(
        "SELECT session FROM links WHERE substr(digest, 1, ?) = ? LIMIT 1", (SIGN_LENGTH, sign)
    ).fetchone()
    return found[0] if found else None


def _unlinked(cursor: sqlite3.Cursor) -> Iterator[Broken]:
    """Lines that stand in the journal but were never written by it."""
    for session, entry in cursor.execute(
        "SELECT id, 0 FROM sessions WHERE id NOT IN (SELECT session FROM links)"
        " UNION ALL SELECT session, number FROM entries AS one WHERE NOT EXISTS"
        " (SELECT * FROM links WHERE links.kind = ? AND links.session = one.session AND links.entry = one.number)",
        (Kind.ENTRY.value,),
    ):
        yield Broken(session, entry, "was added from outside")
    for session, number in cursor.execute(
        "SELECT session, number FROM sign_notes AS one WHERE NOT EXISTS"
        " (SELECT * FROM links WHERE links.kind = ? AND links.session = one.session AND links.entry = one.number)",
        (Kind.SIGN.value,),
    ):
        yield Broken(session, number, "was added from outside", SIGN_LINE)
    finished = "SELECT session FROM links WHERE kind = ?"
    for (session,) in cursor.execute(
        f"SELECT id FROM sessions WHERE finished_at IS NOT NULL AND id NOT IN ({finished})"
        f" UNION SELECT session FROM results WHERE session NOT IN ({finished})",
        (Kind.FINISH.value, Kind.FINISH.value),
    ):
        yield Broken(session, 0, "has a result that was added from outside")


def _digest(before: str, written: str) -> str:
    return hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()


def _written(cursor: sqlite3.Cursor, kind: Kind, session: int, entry: int) -> str | None:
    """What stands there now, in one line without names; None if it is gone."""
    match kind:
        case Kind.START:
            found = cursor.execute("SELECT setup, source, started_at FROM sessions WHERE id = ?", (session,)).fetchone()
            return found and f"start {session} {_without_names(found[0])} {found[1]} {found[2]}"
        case Kind.ENTRY:
            found = cursor.execute(
                "SELECT line, source, at FROM entries WHERE session = ? AND number = ?", (session, entry)
            ).fetchone()
            return found and f"entry {session} {entry} {found[0]} {found[1]} {found[2]}"
        case Kind.SIGN:
            found = cursor.execute(
                "SELECT seat, what, secret, at FROM sign_notes WHERE session = ? AND number = ?", (session, entry)
            ).fetchone()
            return found and f"sign {session} {entry} {found[0]} {found[1]} {found[2] or '-'} {found[3]}"
        case Kind.MEND:
            return f"mend {entry}"
        case Kind.DROP:
            found = cursor.execute("SELECT dropped_at FROM sessions WHERE id = ?", (session,)).fetchone()
            return found and f"drop {session} {found[0]}"
    found = cursor.execute("SELECT setup, finished_at FROM sessions WHERE id = ?", (session,)).fetchone()
    return found and f"finish {session} {found[1]} {' '.join(_results(cursor, session, found[0]))}"


def _results(cursor: sqlite3.Cursor, session: int, setup_line: object) -> Iterator[str]:
    """A session's results by the players' numbers."""
    players = _players(setup_line)
    for player, score, medal, place, take_backs, *of_chapter in cursor.execute(
        "SELECT player, score, medal, place, take_backs, chapter_sign, chapter_medal FROM results"
        " WHERE session = ? ORDER BY rowid",
        (session,),
    ).fetchall():
        number = 1 + players.index(player) if player in players else 0
        told = f":{take_backs}" if take_backs else ""  # an older Bordbuch counted none of these
        if any(of_chapter):
            told += f":{'='.join(map(str, of_chapter))}"
        yield f"{number}:{score}:{medal}:{place}{told}"


def _players(setup_line: object) -> tuple[str, ...]:
    setup = _setup(setup_line)
    return setup.players if setup is not None else ()


def _without_names(setup_line: object) -> str:
    """The set-up line with the players by number; as it is if nobody can read it."""
    setup = _setup(setup_line)
    if setup is None:
        return str(setup_line)
    return replace(setup, players=tuple(str(number) for number in range(1, 1 + len(setup.players)))).to_line()


def _setup(line: object) -> Setup | None:
    try:
        return Setup.from_line(line) if isinstance(line, str) else None
    except UnreadableLine:
        return None
