"""The rows of the journal as values. A cell that cannot be what was written is named, and spoils only its row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from device.errors import BadCell
from device.records.sign_notes import sign_note_of
from games.books.medals import Medal
from games.spine.dialogue import Bilingual, Setup
from games.spine.errors import UnreadableLine
from games.spine.session import entry_from_line

YEARS = range(1970, 9000)  # a clock may be wrong, but beyond these nobody can reckon with it
UNDECODED = "\ufffd"  # stands for bytes that are no text


class Source(Enum):
    """Who gave an entry. The rules do not care; a bug report does."""

    CAMERA = "camera"
    BUTTONS = "buttons"
    WEB = "web"  # tapped on a page


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session in the journal that can be gone on with."""

    id: int
    setup: Setup  # without the seed if that is a secret: `Journal.setup` knows it
    started_at: datetime
    last_at: datetime  # of the newest entry, or of the start
    entries: int


@dataclass(frozen=True, slots=True)
class ChapterMedal:
    """What the sum of a chapter earned on that day, and the fingerprint of the levels that were in it."""

    sign: str
    medal: Medal


@dataclass(frozen=True, slots=True)
class StoredResult:
    """What a player reached in a finished session, with the medal of that day or, among several, the place.

    `sign` is the fingerprint of the rules it was played by, `name` what the level was called then, where that is known.
    """

    session: int
    game: str
    level: str
    player: str
    score: int
    medal: Medal
    at: datetime
    place: int | None = None
    sign: str = ""
    name: Bilingual | None = None
    take_backs: int = 0  # how often the player did otherwise after more had been seen; 0 also where nobody counted
    of_chapter: ChapterMedal | None = None  # that the player's chapter had with it, if it was complete


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be read, and why."""

    what: str
    session: int | None
    why: str

    def __str__(self) -> str:
        return f"{self.what} cannot be read: {self.why}"


def decoded(data: bytes) -> str:
    """What SQLite gives as text; bytes that are none are marked instead of stopping everything."""
    return data.decode("utf-8", "replace")


# --- cells ---


def text(value: object, name: str) -> str:
    if not isinstance(value, str) or UNDECODED in value:
        raise BadCell(f"its {name} is no text")
    return value


def number(value: object, name: str) -> int:
    if not isinstance(value, int):
        raise BadCell(f"its {name} is no whole number")
    return value


def moment(value: object, name: str) -> datetime:
    try:
        when = datetime.fromisoformat(text(value, name))
    except ValueError:
        raise BadCell(f"its {name} is no time") from None
    if when.tzinfo is None or when.year not in YEARS:
        raise BadCell(f"its {name} is no time that can be")
    return when


def setup(value: object) -> Setup:
    """The set-up line; one with a name that no screen can show is none."""
    try:
        found = Setup.from_line(text(value, "set-up line"))
    except UnreadableLine as error:
        raise BadCell(str(error)) from None
    words = (found.game, found.level, found.data, *found.players)
    if not found.players or not all(word.isprintable() and UNDECODED not in word for word in words):
        raise BadCell("its set-up line names no players that can be shown")
    return found


def signed(found: Setup, level_sign: object) -> Setup:
    """The set-up with the fingerprint of its level alone, where that was noted."""
    return replace(found, data=level_sign) if isinstance(level_sign, str) and UNDECODED not in level_sign else found


def medal(value: object) -> Medal:
    try:
        return Medal(value)
    except ValueError:
        raise BadCell(f"there is no medal {value!r}") from None


# --- rows ---


def session_of(row: tuple[object, ...]) -> StoredSession:
    """From id, set-up, fingerprint of its level, start, time of the newest entry, number of entries."""
    one, line, level_sign, started_at, last_at, entries = row
    started = moment(started_at, "start")
    try:
        last = moment(last_at, "last time")
    except BadCell:  # only says where it stands among the others
        last = started
    played_by = signed(setup(line), level_sign)
    return StoredSession(number(one, "number"), played_by, started, last, number(entries, "entries"))


def result_of(row: tuple[object, ...]) -> StoredResult:
    """From the columns of RESULT, and by which rules it was played."""
    session, game, level, player, score, its_medal, at, place, take_backs, sign, of_chapter, *played_by = row
    name = text(player, "player")
    if not name.isprintable():
        raise BadCell("its player has a name that cannot be shown")
    return StoredResult(
        number(session, "session"),
        text(game, "game"),
        text(level, "level"),
        name,
        number(score, "score"),
        medal(its_medal),
        moment(at, "time"),
        None if place is None else number(place, "place"),
        *_played_by(*played_by),
        0 if take_backs is None else number(take_backs, "take-backs"),
        None if of_chapter is None else ChapterMedal(text(sign, "chapter's sign"), medal(of_chapter)),
    )


def _played_by(
    line: object = None, level_sign: object = None, german: object = None, english: object = None
) -> tuple[str, Bilingual | None]:
    """The fingerprint of the rules, "" if nobody knows it, and what the level was called, where that was noted."""
    sign = ""
    with suppress(BadCell):
        sign = signed(setup(line), level_sign).data
    name = Bilingual(german, english) if isinstance(german, str) and isinstance(english, str) else None
    return sign, name


def line_of(row: tuple[object, ...]) -> str:
    """From number and line."""
    number(row[0], "number")
    return text(row[1], "line")


# --- everything ---

RESULT = "session, game, level, player, score, medal, at, place, take_backs, chapter_sign, chapter_medal"
PLAYED_BY = "setup, level_sign, level_de, level_en"  # of the session of a result


def bad_rows(cursor: sqlite3.Cursor) -> Iterator[BadRow]:
    """Every row of every table that cannot be read, sessions first; before them what SQLite itself finds."""
    (finding,) = cursor.execute("PRAGMA integrity_check(1)").fetchone()
    if finding != "ok":
        yield BadRow("the file", None, f"SQLite says: {finding}")
    for row in cursor.execute(
        "SELECT id, setup, level_sign, started_at, started_at, 0, source, finished_at, dropped_at"
        " FROM sessions ORDER BY id"
    ).fetchall():
        try:
            session_of(row[:6])
            _source(row[6])
            for value, name in zip(row[7:], ("end", "time of giving up"), strict=True):
                if value is not None:
                    moment(value, name)
        except BadCell as error:
            yield BadRow(f"session {row[0]}", _session(row[0]), str(error))
    for row in cursor.execute(
        "SELECT number, line, session, source, at FROM entries ORDER BY session, number"
    ).fetchall():
        try:
            entry_from_line(line_of(row))
            _source(row[3])
            moment(row[4], "time")
        except UnreadableLine:
            # The line itself may be a secret of the game.
            yield BadRow(f"entry {row[0]!r} of session {row[2]!r}", _session(row[2]), "its line is no entry")
        except BadCell as error:
            yield BadRow(f"entry {row[0]!r} of session {row[2]!r}", _session(row[2]), str(error))
    for row in cursor.execute(
        "SELECT session, seat, what, secret, at FROM sign_notes ORDER BY session, number"
    ).fetchall():
        try:
            moment(row[4], "time")
            sign_note_of(row)
        except (BadCell, ValueError, TypeError):
            yield BadRow(f"a note about a sign in session {row[0]!r}", _session(row[0]), "it is no such note")
    ends = _ends(cursor)
    for place, row in enumerate(cursor.execute(f"SELECT {RESULT} FROM results ORDER BY rowid").fetchall(), 1):
        try:
            result = result_of(row)
            if (result.game, result.level, row[6]) != ends.get(result.session, (result.game, result.level, row[6])):
                raise BadCell("it says something else than its session")
        except BadCell as error:
            yield BadRow(f"result {place}, of session {row[0]!r},", _session(row[0]), str(error))


def _session(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _source(value: object) -> None:
    if value not in [one.value for one in Source]:
        raise BadCell(f"nobody gives entries by {value!r}")


def _ends(cursor: sqlite3.Cursor) -> dict[int, tuple[str, str, object]]:
    """Of every session that can be read: its game, its level and when it ended, as its results have them, too."""
    ends: dict[int, tuple[str, str, object]] = {}
    for one, line, finished_at in cursor.execute("SELECT id, setup, finished_at FROM sessions").fetchall():
        with suppress(BadCell):
            found = setup(line)
            ends[one] = found.game, found.level, finished_at
    return ends
