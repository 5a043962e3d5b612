"""A session: a set-up, the entries made so far, and the prompt they lead to.

The entries are the truth. Answers, undo, redo and corrections are all entries; the list only grows, and whoever replays
it stands at the same prompt with the same state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.spine.dialogue import (
    Answer,
    Dialogue,
    Game,
    HandOver,
    Noted,
    Outcome,
    Prompt,
    Setup,
    Text,
    answer_from_line,
    say,
)
from games.spine.errors import BrokenSession, IllegalAnswer, UnreadableLine


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to the prompt that stood there."""

    answer: Answer

    def to_line(self) -> str:
        return self.answer.to_line()


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer taken back; what another player answered alone, all of it at once."""

    def to_line(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back last, given again."""

    def to_line(self) -> str:
        return "redo"


@dataclass(frozen=True, slots=True)
class Fixed:
    """Answer number `index` (from 0) put right. Later answers stay as long as they are still legal."""

    index: int
    answer: Answer

    def to_line(self) -> str:
        return f"fix {self.index} {self.answer.to_line()}"


Entry: TypeAlias = Answered | Undone | Redone | Fixed


def entry_from_line(line: str) -> Entry:
    """The entry that `to_line` wrote.

    >>> entry_from_line("fix 2 dice pink tool")
    Fixed(index=2, answer=Dice(faces=('pink', 'tool')))
    """
    if line == "undo":
        return Undone()
    if line == "redo":
        return Redone()
    if line.startswith("fix "):
        _, index, rest = line.split(" ", 2) if line.count(" ") >= 2 else ("", "", "")
        if not index.isdecimal():
            raise UnreadableLine(f"cannot read the correction {line!r}")
        return Fixed(int(index), answer_from_line(rest))
    return Answered(answer_from_line(line))


class Session:
    """One game in progress.

    `check(entry)` says whether an entry may be made, `make(entry)` makes it. Between the two the device writes the
    entry to disk, so nothing is ever shown as done that could be lost.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        self._game = game
        self.setup = setup
        self.answers: tuple[Answer, ...] = ()
        self.prompts: tuple[Prompt, ...] = ()  # prompts[i] is what answers[i] answered
        self._undone: tuple[tuple[Answer, ...], ...] = ()  # a step a group, the one taken back last at the end
        self.prompt: Prompt | None = None
        self.outcome: Outcome | None = None
        self._dialogue: Dialogue
        self._start()

    @classmethod
    def replay(cls, game: Game, setup: Setup, lines: list[str]) -> Session:
        """The session as its stored lines tell it; BrokenSession if they no longer fit the rules."""
        session = cls(game, setup)
        for number, line in enumerate(lines, 1):
            try:
                # What stands in the journal has happened, also an undo that today's rules would no longer let through.
                session._check_fits(entry := entry_from_line(line))
                session._enter(entry)
            except (IllegalAnswer, UnreadableLine) as error:
                # What the line says may be a secret of the game, and this message goes to the log.
                raise BrokenSession(f"line {number} of the session does not fit the rules") from error
        return session

    @property
    def can_undo(self) -> bool:
        return self.undo_refusal is None

    @property
    def undo_refusal(self) -> Text | None:
        """Why the last answer cannot be taken back now, or None if it can."""
        if not self.answers:
            return say("refused.nothing_to_undo")
        return None if len(self.answers) > self._closed else say("refused.closed")

    @property
    def _closed(self) -> int:
        """How many answers, from the first on, stand for good because of what was shown last after them."""
        if self.outcome is not None and self.outcome.closes:
            return len(self.answers)
        shown = (*self.prompts, self.prompt)
        return max((number for number, prompt in enumerate(shown) if prompt is not None and prompt.closes), default=0)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undone(self) -> tuple[Answer, ...]:
        """The answers taken back that can still be given again, the newest of the game first."""
        return tuple(answer for step in self._undone for answer in reversed(step))

    def check(self, entry: Entry) -> None:
        """Raise IllegalAnswer, with the reason in words, if the entry may not be made now."""
        self._check_fits(entry)
        if isinstance(entry, Undone) and self.undo_refusal is not None:
            raise IllegalAnswer(self.undo_refusal)
        if isinstance(entry, Fixed) and entry.index < self._closed:
            raise IllegalAnswer(say("refused.closed"))

    def _check_fits(self, entry: Entry) -> None:
        """Raise IllegalAnswer if the entry has nothing that it could be made to, or the rules do not let it through."""
        match entry:
            case Answered(answer):
                if self.prompt is None:
                    raise IllegalAnswer(say("refused.over"))
                _check_answer(self.prompt, answer)
            case Undone():
                if not self.answers:
                    raise IllegalAnswer(say("refused.nothing_to_undo"))
            case Redone():
                if not self.can_redo:
                    raise IllegalAnswer(say("refused.nothing_to_redo"))
            case Fixed(index, answer):
                if not index < len(self.answers):
                    raise IllegalAnswer(say("refused.nothing_to_fix"))
                _check_answer(self.prompts[index], answer)

    def make(self, entry: Entry) -> None:
        """Make an entry that `check` lets through."""
        self.check(entry)
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        match entry:
            case Answered(answer):
                self._send(answer)
                self._undone = self._undone_after(answer)
            case Undone():
                left = self._left_by_undo()
                taken_back = self.answers[left:]
                self._restart(self.answers[:left])
                self._undone = (*self._undone, taken_back)
            case Redone():
                *rest, step = self._undone
                for answer in step:
                    self._send(answer)
                self._undone = tuple(rest)
            case Fixed(index, answer):
                self._restart((*self.answers[:index], answer, *self.answers[index + 1 :]))
                self._undone = ()

    def _left_by_undo(self) -> int:
        """How many answers a step back leaves.

        It never ends in the middle of what another player answered alone, only where that player took the device:
        whoever tries answers there, and sees which are refused, would learn the ones before.
        """
        left = len(self.answers) - 1
        whose = self.prompts[left].audience
        if whose is not None and whose != (self.prompt.audience if self.prompt else None):
            while left and not isinstance(self.prompts[left], HandOver) and self.prompts[left - 1].audience == whose:
                left -= 1
        return left

    def _undone_after(self, answer: Answer) -> tuple[tuple[Answer, ...], ...]:
        """What can still be given again after an answer: nothing, unless that was only the same OK once more."""
        if not self._undone or answer != Noted() or self._undone[-1][0] != answer:
            return ()
        *rest, (_, *later) = self._undone
        return (*rest, tuple(later)) if later else tuple(rest)

    def _start(self) -> None:
        self._dialogue = self._game.play(self.setup)
        self.answers, self.prompts = (), ()
        self.prompt, self.outcome = None, None
        try:
            self.prompt = next(self._dialogue)
        except StopIteration as end:
            self.outcome = end.value

    def _restart(self, answers: tuple[Answer, ...]) -> None:
        """Play the answers from the start; what is no longer legal, and all after it, is dropped."""
        self._start()
        for answer in answers:
            if self.prompt is None or self.prompt.refusal(answer) is not None:
                break
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        assert self.prompt is not None
        self.answers, self.prompts = (*self.answers, answer), (*self.prompts, self.prompt)
        try:
            self.prompt = self._dialogue.send(answer)
        except StopIteration as end:
            self.prompt, self.outcome = None, end.value


def _check_answer(prompt: Prompt, answer: Answer) -> None:
    reason = prompt.refusal(answer)
    if reason is not None:
        raise IllegalAnswer(reason)
