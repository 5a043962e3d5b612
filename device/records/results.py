"""What everybody reached in a session, written beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from device.records.rows import RESULT, ChapterMedal
from games.books.medals import Medal
from games.spine.dialogue import Setup


@dataclass(frozen=True, slots=True)
class Reached:
    """One player's points, with a medal or a place, and what the whole chapter has earned with them."""

    player: str
    score: int
    medal: Medal = Medal.NONE
    place: int | None = None
    of_chapter: ChapterMedal | None = None


def write_results(
    cursor: sqlite3.Cursor, session: int, begun: Setup, results: Sequence[Reached], take_backs: int, now: str
) -> None:
    """Write them in the place of whatever stands there.

    Only damage can have put a result there before the game was finished; it must not stand in the way.
    """
    cursor.execute("DELETE FROM results WHERE session = ?", (session,))
    for one in results:
        earned = one.of_chapter
        row = (
            *(session, begun.game, begun.level, one.player, one.score, one.medal.value, now, one.place, take_backs),
            *((earned.sign, earned.medal.value) if earned else (None, None)),
        )
        cursor.execute(f"INSERT INTO results ({RESULT}) VALUES ({', '.join('?' * len(row))})", row)
