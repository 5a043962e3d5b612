"""Which open session was touched last.

In the order of writing, not of the times: a Pi has no clock of its own, and its time jumps. Only a session without
entries of an older Bordbuch is put among the others by its time.
"""

from __future__ import annotations

import sqlite3

# The columns that `rows.session_of` reads, and one to sort by.
OPEN_SESSIONS = (
    "SELECT id, setup, level_sign, started_at, coalesce(max(entries.at), started_at), count(number),"
    " coalesce(max(entries.rowid), iif(opened IS NULL,"
    " (SELECT max(rowid) FROM entries AS others WHERE others.at <= started_at), 0), 0) AS last"
    " FROM sessions LEFT JOIN entries ON session = id"
    " WHERE finished_at IS NULL AND dropped_at IS NULL"
    " GROUP BY id ORDER BY max(last, coalesce(opened_after, 0)) DESC,"
    " iif(opened_after >= last, opened, 0) DESC, id DESC"
)


def mark_opened(cursor: sqlite3.Cursor, number: int) -> None:
    """Make a session the one touched last: after the newest entry of all, and after whatever was opened since."""
    cursor.execute(
        "UPDATE sessions SET opened_after = (SELECT coalesce(max(rowid), 0) FROM entries),"
        " opened = (SELECT coalesce(max(opened), 0) + 1 FROM sessions) WHERE id = ?",
        (number,),
    )
