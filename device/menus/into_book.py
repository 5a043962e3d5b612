"""Into the book: what a complete session reached, and the complete ones that nobody has closed yet.

Whoever reaches the end sees it before it is entered, and may still go back. If the plug is pulled there, or the game is
paused, going on leads to that same screen; whatever else is done first enters the result, so that none is ever lost.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from device.boxes.box import GameList, LoadedGame
from device.errors import JournalError
from device.records.book import chapter_medal
from device.records.journal import Journal
from device.records.rows import ChapterMedal
from games.books.levels import LevelInfo
from games.spine.dialogue import Result, Text
from games.spine.session import Session

log = logging.getLogger(__name__)

# Somebody who plays without the book; nobody can spell such a name.
BOOKLESS = {"de": "(Gast)", "en": "(Guest)"}


def enter_in_book(journal: Journal, number: int, session: Session, loaded: LoadedGame) -> None:
    """Write the results of a complete session into the journal, where the book finds them."""
    assert session.outcome is not None
    results, take_backs = session.outcome.results, session.outcome.take_backs
    if loaded.is_by_book(session.setup):
        level = loaded.level(session.setup.level)
        entered = [one for one in results if one.counts and one.player not in BOOKLESS.values() and one.score > 0]
        reached = [(one.player, one.score, level.targets.medal(one.score)) for one in entered]
        chapters = _chapters_with(journal, loaded, level, entered)
        journal.finish(number, reached, take_backs=take_backs, chapters=chapters)
    else:
        ranking = [(one.player, one.score, one.place) for one in results]
        journal.finish_group(number, ranking, take_backs=take_backs)


def _chapters_with(
    journal: Journal, loaded: LoadedGame, level: LevelInfo, entered: Sequence[Result]
) -> dict[str, ChapterMedal]:
    """What the chapter of this level has earned with these results, by player, so that it stays when targets change."""
    earlier = journal.results(loaded.game.name)
    found = {}
    for chapter in loaded.chapters:
        if any(one.id == level.id for one in chapter.levels):
            for one in entered:
                earned = chapter_medal(earlier, chapter, one.player, level, one.score)
                if earned is not None:
                    found[one.player] = earned
    return found


class Unclosed:
    """Sessions that are complete but not in the book yet, by their numbers."""

    def __init__(self) -> None:
        self._sessions: dict[int, Session] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._sessions

    def note(self, number: int, session: Session) -> None:
        """Remember a session that was left at its end; one that is not complete is none of them."""
        if session.outcome is not None:
            self._sessions[number] = session

    def forget(self, number: int) -> None:
        """The session is on again."""
        self._sessions.pop(number, None)

    def enter(self, journal: Journal, game_list: GameList) -> tuple[Text, ...]:
        """Enter all of them in the book; returns what went wrong. Those stay, to be entered another time."""
        told = []
        for number, session in list(self._sessions.items()):
            try:
                enter_in_book(journal, number, session, game_list[session.setup.game])
            except JournalError as error:
                log.error("session %d is not entered in the book: %s", number, error)
                told.append(error.words)
            else:
                self.forget(number)
        return tuple(told)
