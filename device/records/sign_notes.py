"""What the journal has of personal signs: when one was chosen, laid down, tried too often or opened together.

Notes stand beside the entries, since no rule knows of them: a game is replayed the same with and without. They are
chained like entries, have seats instead of names, and name the file of a sign but never its presses.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

SIGN_NOTES = """
CREATE TABLE IF NOT EXISTS sign_notes (
    session INTEGER NOT NULL REFERENCES sessions (id),
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    what TEXT NOT NULL,
    secret TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (session, number)
);
"""


class SignEvent(Enum):
    """What happened to a sign."""

    CHOSEN = "chosen"
    LAID_DOWN = "laid_down"
    TRIED = "tried"  # wrongly, for the third time in a row
    TOGETHER = "together"  # the others have opened what it kept


@dataclass(frozen=True, slots=True)
class SignNote:
    """A line about the sign of one player; the first seat is 1."""

    session: int
    seat: int
    what: SignEvent
    secret: str | None  # the name of the file that has the sign, where one was chosen
    at: datetime


def add_sign_note(cursor: sqlite3.Cursor, session: int, seat: int, what: SignEvent, secret: str | None, at: str) -> int:
    """Write a note within a transaction; returns its number in the session."""
    (number,) = cursor.execute(
        "SELECT coalesce(max(number), 0) + 1 FROM sign_notes WHERE session = ?", (session,)
    ).fetchone()
    cursor.execute("INSERT INTO sign_notes VALUES (?, ?, ?, ?, ?, ?)", (session, number, seat, what.value, secret, at))
    return int(number)


def sign_note_of(row: tuple[Any, ...]) -> SignNote:
    """A row of the table, without its number."""
    session, seat, what, secret, at = row
    return SignNote(session, seat, SignEvent(what), secret, datetime.fromisoformat(at))
