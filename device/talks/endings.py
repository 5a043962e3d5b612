"""How a game ends on the device: the last screen, and whether there is a fanfare."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.box import LoadedGame
from device.desks.desk import Desk
from device.desks.ranking_desk import RankingDesk
from games.books.medals import Medal
from games.spine.dialogue import Notice, ShowCode, say
from games.spine.session import Session

PART_LETTERS = 4  # of a sign between two gaps


def ending_desk(loaded: LoadedGame, session: Session, told: tuple[Notice, ...] = ()) -> Desk:
    """What is shown at the end; OK there enters it in the book. `told` is what belongs to the history besides."""
    assert session.outcome is not None
    if loaded.is_by_book(session.setup):
        return loaded.box.ending(session.outcome, loaded.level(session.setup.level))
    return RankingDesk(replace(session.outcome, history=(*session.outcome.history, *told)))


def deserves_fanfare(loaded: LoadedGame, session: Session) -> bool:
    """Whether somebody has won, or earned a medal."""
    if session.outcome is None:
        return False
    if not loaded.is_by_book(session.setup):
        return any(result.place == 1 for result in session.outcome.results)
    return loaded.level(session.setup.level).targets.medal(session.outcome.results[0].score) is not Medal.NONE


def has_opened_a_seal(session: Session) -> bool:
    """Whether a seal was shown again at the end, with what it was made of."""
    return any(isinstance(prompt, ShowCode) and prompt.closes for prompt in session.prompts)


def page_of_sign(sign: str) -> ShowCode:
    """The last page after an opened seal: what the journal's chain ends with, to be noted beside it."""
    parts = (sign[start : start + PART_LETTERS] for start in range(0, len(sign), PART_LETTERS))
    return ShowCode(words=say("chain.sign", name=" ".join(parts)), code=sign)
