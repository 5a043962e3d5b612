"""A session: a set-up, the entries made so far, and the prompt they lead to.

The entries are the truth. Answers, undo, redo and corrections are all entries; the list only grows, and whoever replays
it stands at the same prompt with the same state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.dialogue import Answer, Dialogue, Game, Outcome, Prompt, Setup, answer_from_line, say
from games.errors import BrokenSession, IllegalAnswer, UnreadableLine


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to the prompt that stood there."""

    answer: Answer

    def to_line(self) -> str:
        return self.answer.to_line()


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer taken back."""

    def to_line(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Redone:
    """The answer taken back last, given again."""

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
        self._undone: tuple[Answer, ...] = ()
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
                session.make(entry_from_line(line))
            except (IllegalAnswer, UnreadableLine) as error:
                raise BrokenSession(f"line {number} of the session ({line!r}) does not fit: {error}") from error
        return session

    @property
    def can_undo(self) -> bool:
        return bool(self.answers)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undone(self) -> tuple[Answer, ...]:
        """The answers taken back that can still be given again, the newest of the game first."""
        return self._undone

    def check(self, entry: Entry) -> None:
        """Raise IllegalAnswer, with the reason in words, if the entry may not be made now."""
        match entry:
            case Answered(answer):
                if self.prompt is None:
                    raise IllegalAnswer(say("refused.over"))
                reason = self.prompt.refusal(answer)
                if reason is not None:
                    raise IllegalAnswer(reason)
            case Undone():
                if not self.can_undo:
                    raise IllegalAnswer(say("refused.nothing_to_undo"))
            case Redone():
                if not self.can_redo:
                    raise IllegalAnswer(say("refused.nothing_to_redo"))
            case Fixed(index, answer):
                if not index < len(self.answers):
                    raise IllegalAnswer(say("refused.nothing_to_fix"))
                reason = self.prompts[index].refusal(answer)
                if reason is not None:
                    raise IllegalAnswer(reason)

    def make(self, entry: Entry) -> None:
        """Make an entry that `check` lets through."""
        self.check(entry)
        match entry:
            case Answered(answer):
                self._send(answer)
                self._undone = ()
            case Undone():
                taken_back = self.answers[-1]
                self._restart(self.answers[:-1])
                self._undone = (*self._undone, taken_back)
            case Redone():
                *rest, answer = self._undone
                self._send(answer)
                self._undone = tuple(rest)
            case Fixed(index, answer):
                self._restart((*self.answers[:index], answer, *self.answers[index + 1 :]))
                self._undone = ()

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
