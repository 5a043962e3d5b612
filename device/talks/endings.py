"""How a game ends on the device: the last screen, whether there is a fanfare, and the entry in the book."""

from __future__ import annotations

from device.boxes.number_up.ending import GridEndingDesk
from device.boxes.shelf import GroupGame, Shelved
from device.desks.desk import Desk
from device.desks.ending_desk import EndingDesk
from device.desks.ranking_desk import RankingDesk
from device.records.journal import Journal
from games.books.medals import Medal
from games.number_up.pieces import State
from games.spine.dialogue import Outcome
from games.spine.session import Session


def ending_desk(shelved: Shelved, level: str, outcome: Outcome) -> Desk:
    """What is shown at the end; OK there enters it in the book."""
    if isinstance(shelved, GroupGame):
        return RankingDesk(outcome)
    if isinstance(outcome.scene, State):
        return GridEndingDesk(outcome, shelved.level(level))
    return EndingDesk(outcome, shelved.level(level))


def deserves_fanfare(shelved: Shelved, level: str, outcome: Outcome) -> bool:
    """Somebody has won, or earned a medal."""
    if isinstance(shelved, GroupGame):
        return True
    return shelved.level(level).targets.medal(outcome.results[0].score) is not Medal.NONE


def enter_in_book(journal: Journal, number: int, session: Session, shelved: Shelved) -> None:
    """Write down what a complete session reached."""
    assert session.outcome is not None
    results = session.outcome.results
    if isinstance(shelved, GroupGame):
        journal.finish_group(number, [(one.player, one.score, one.place) for one in results])
    else:
        targets = shelved.level(session.setup.level).targets
        journal.finish(number, [(one.player, one.score, targets.medal(one.score)) for one in results if one.counts])
