"""How a game ends on the device: the last screen, whether there is a fanfare, and the entry in the book."""

from __future__ import annotations

from device.boxes.box import LoadedGame
from device.desks.desk import Desk
from device.desks.ranking_desk import RankingDesk
from device.records.journal import Journal
from games.books.medals import Medal
from games.spine.session import Session


def ending_desk(loaded: LoadedGame, session: Session) -> Desk:
    """What is shown at the end; OK there enters it in the book."""
    assert session.outcome is not None
    if loaded.is_by_book(session.setup):
        return loaded.box.ending(session.outcome, loaded.level(session.setup.level))
    return RankingDesk(session.outcome)


def deserves_fanfare(loaded: LoadedGame, session: Session) -> bool:
    """Whether somebody has won, or earned a medal."""
    if session.outcome is None:
        return False
    if not loaded.is_by_book(session.setup):
        return any(result.place == 1 for result in session.outcome.results)
    return loaded.level(session.setup.level).targets.medal(session.outcome.results[0].score) is not Medal.NONE


def enter_in_book(journal: Journal, number: int, session: Session, loaded: LoadedGame) -> None:
    """Write the results of a complete session into the journal, where the book finds them."""
    assert session.outcome is not None
    results = session.outcome.results
    if loaded.is_by_book(session.setup):
        targets = loaded.level(session.setup.level).targets
        journal.finish(number, [(one.player, one.score, targets.medal(one.score)) for one in results if one.counts])
    else:
        journal.finish_group(number, [(one.player, one.score, one.place) for one in results])
