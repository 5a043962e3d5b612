"""How a game ends on the device: the last screen, and whether there is a fanfare."""

from __future__ import annotations

import logging
from dataclasses import replace

from device.boxes.box import LoadedGame
from device.desks.desk import Desk
from device.desks.ranking_desk import RankingDesk
from device.errors import JournalError
from device.records.book import best_score
from device.records.journal import Journal
from games.books.medals import Medal
from games.spine.dialogue import Notice, ShowCode, say
from games.spine.session import Session

log = logging.getLogger(__name__)

PART_LETTERS = 4  # of a sign between two gaps


def ending_desk(loaded: LoadedGame, session: Session, best: int | None = None, told: tuple[Notice, ...] = ()) -> Desk:
    """What is shown at the end; OK there enters it in the book.

    `best` is the player's best result in the level so far, `told` what belongs to the history besides.
    """
    assert session.outcome is not None
    if loaded.is_by_book(session.setup):
        return loaded.box.ending(session.outcome, loaded.level(session.setup.level), best)
    return RankingDesk(replace(session.outcome, history=(*session.outcome.history, *told)))


def best_so_far(loaded: LoadedGame, session: Session, journal: Journal) -> int | None:
    """The player's best result in the level that was just played; None if nobody knows one."""
    if session.outcome is None or not loaded.is_by_book(session.setup):
        return None
    try:
        results = journal.results(session.setup.game)
    except JournalError as error:
        log.warning("whether it is a record cannot be told: %s", error)
        return None
    return best_score(results, loaded.level(session.setup.level), session.setup.players[0])


def deserves_fanfare(loaded: LoadedGame, session: Session, best: int | None = None) -> bool:
    """Whether somebody has won, earned a medal, or reached more than ever before."""
    if session.outcome is None:
        return False
    if not loaded.is_by_book(session.setup):
        return any(result.place == 1 for result in session.outcome.results)
    score = session.outcome.results[0].score
    is_record = best is not None and score > best
    return is_record or loaded.level(session.setup.level).targets.medal(score) is not Medal.NONE


def has_opened_a_seal(session: Session) -> bool:
    """Whether a seal was shown again at the end, with what it was made of."""
    return any(isinstance(prompt, ShowCode) and prompt.closes for prompt in session.prompts)


def page_of_sign(sign: str) -> ShowCode:
    """The last page after an opened seal: what the journal's chain ends with, to be noted beside it."""
    parts = (sign[start : start + PART_LETTERS] for start in range(0, len(sign), PART_LETTERS))
    return ShowCode(words=say("chain.sign", name=" ".join(parts)), code=sign)
