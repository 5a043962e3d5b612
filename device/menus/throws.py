"""The throws of a session, of dice or of balls, that can still be put right or made again."""

from __future__ import annotations

from dataclasses import dataclass

from device.desks.ball_desk import BallDesk
from device.desks.desk import Desk
from device.desks.dice_desk import DiceDesk
from device.eyes.sight import Shaken, Thrown
from games.spine.dialogue import Answer, Balls, Dice, Prompt, ReadBalls, ReadDice, Watch
from games.spine.session import Session


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was taken: its number among the answers, and what was asked for."""

    index: int
    read: ReadDice | ReadBalls
    answer: Dice | Balls

    @property
    def pieces(self) -> list[str]:
        """The faces or colours, in order, to be compared with others."""
        return sorted(self.answer.faces if isinstance(self.answer, Dice) else self.answer.colours)

    def desk(self) -> Desk:
        """The desk on which it is put right."""
        if isinstance(self.read, ReadDice):
            assert isinstance(self.answer, Dice)
            return DiceDesk.correcting(self.read, self.answer)
        assert isinstance(self.answer, Balls)
        return BallDesk.correcting(self.read, self.answer)


def last_throw(session: Session, kind: type[Dice] | type[Balls] | None = None) -> Throw | None:
    """The last throw that was taken, of dice or of balls if a kind is named.

    One that only one player saw is nothing to be shown again to everybody.
    """
    for index in range(len(session.answers) - 1, -1, -1):
        throw = _throw(index, session.prompts[index], session.answers[index])
        if throw is not None and (kind is None or isinstance(throw.answer, kind)):
            return throw
    return None


def lying_pieces(session: Session, seen: Thrown | Shaken) -> list[str] | None:
    """The faces, or colours, that lie on the table as far as the session knows; None if it does not.

    After a step back nobody knows: what lies there is most likely what was taken back, and is offered for correction.
    """
    prompt = session.prompt
    if isinstance(seen, Thrown) and not isinstance(prompt, ReadDice):
        return sorted(prompt.watch.lying.faces) if prompt is not None and prompt.watch is not None else None
    if session.undone and isinstance(session.undone[-1], Dice | Balls):
        return None
    throw = last_throw(session, Dice if isinstance(seen, Thrown) else Balls)
    return throw.pieces if throw is not None else None


def _throw(index: int, prompt: Prompt, answer: Answer) -> Throw | None:
    if prompt.audience is not None or not isinstance(answer, Dice | Balls):
        return None
    if isinstance(prompt, ReadDice | ReadBalls):
        return Throw(index, prompt, answer)
    return Throw(index, prompt.watch.read, answer) if prompt.watch else None


def open_watch(session: Session) -> Watch | None:
    """The watch of the prompt, if dice may be thrown again now, for everybody to see."""
    prompt = session.prompt
    watch = prompt.watch if prompt is not None and prompt.audience is None else None
    return watch if watch and watch.refused is None else None
