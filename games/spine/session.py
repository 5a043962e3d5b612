"""A session: a set-up, the entries made so far, and the prompt they lead to.

The entries are the truth. Answers, undo, redo and corrections are all entries; the list only grows, and whoever replays
it stands at the same prompt with the same state. What was taken back is left out of the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from games.spine.dialogue import (
    FLOW,
    Answer,
    Dialogue,
    Game,
    HandOver,
    Outcome,
    Prompt,
    Setup,
    Text,
    answer_from_line,
    say,
)
from games.spine.errors import BrokenSession, IllegalAnswer, RuleFailed, UnknownLevel, UnreadableLine
from games.spine.hindsight import Hindsight
from games.spine.line_of_play import LineOfPlay
from games.spine.looking_ahead import leads_to_the_end
from games.spine.taken_back import TakenBack

A_WHILE = 64  # answers, after which whoever waits for a replay is told that it goes on
ANEW = "anew "  # before the line of a throw that took the place of another one
IDLE_ANSWERS = 50  # that are prepared while nobody presses anything


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to the prompt that stood there; `is_anew` if a throw that was taken back was thrown once more."""

    answer: Answer
    is_anew: bool = False

    def to_line(self) -> str:
        return f"{ANEW}{self.answer.to_line()}" if self.is_anew else self.answer.to_line()


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer taken back; what another player answered alone, all of it at once.

    `answers` is how many these were, as it is written down: so nobody has to play them again to know. Lines of older
    journals do not say it.
    """

    answers: int | None = None

    def to_line(self) -> str:
        return "undo" if self.answers is None else f"undo {self.answers}"


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
    if line.startswith("undo "):
        count = line.removeprefix("undo ")
        if not (count.isascii() and count.isdecimal() and int(count)):
            raise UnreadableLine(f"cannot read the step back {line!r}")
        return Undone(int(count))
    if line == "redo":
        return Redone()
    if line.startswith("fix "):
        _, index, rest = line.split(" ", 2) if line.count(" ") >= 2 else ("", "", "")
        if not index.isdecimal():
            raise UnreadableLine(f"cannot read the correction {line!r}")
        return Fixed(int(index), answer_from_line(rest))
    return Answered(answer_from_line(line.removeprefix(ANEW)), is_anew=line.startswith(ANEW))


class Session:
    """One game in progress.

    `check(entry)` says whether an entry may be made, `make(entry)` makes it. `tried(entry)` makes it for as long as it
    takes to write it to disk: if that fails, or a rule stumbles over it, the session stands where it stood. So nothing
    is written that cannot be played, and nothing is shown as done that could be lost.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        self.setup = setup
        self._begin: Callable[[], Dialogue] = partial(game.play, setup)
        self._line = LineOfPlay(self._begin)
        self._undone = TakenBack()
        self._hindsight = Hindsight()
        self._answers: tuple[Answer, ...] | None = ()  # None: to be put together when somebody asks
        self._prompts: tuple[Prompt, ...] | None = ()

    @classmethod
    def replay(cls, game: Game, setup: Setup, lines: list[str], going_on: Callable[[], None] = lambda: None) -> Session:
        """The session as its stored lines tell it; BrokenSession if they no longer fit the rules.

        Answers that were taken back are not played. `going_on` is called every now and then, however long it takes.
        """
        if not 1 <= setup.flow <= FLOW:
            raise BrokenSession("the session was begun with a newer version")
        try:
            replay = _Replay(cls(game, setup), going_on)
        except UnknownLevel:
            raise
        except Exception as error:
            raise BrokenSession("the set-up of the session does not fit the rules") from error
        for number, line in enumerate(lines, 1):
            replay.enter(number, line)
        replay.play()
        return replay.session

    @property
    def answers(self) -> tuple[Answer, ...]:
        if self._answers is None:
            self._answers = tuple(self._line.answers)
        return self._answers

    @property
    def open_scene(self) -> object:
        """The newest state that is for everybody to see; None before there is one."""
        if self.outcome is not None and self.outcome.scene is not None:
            return self.outcome.scene
        if self.prompt is not None and self.prompt.audience is None and self.prompt.scene is not None:
            return self.prompt.scene
        seen = (one.scene for one in reversed(self.prompts) if one.audience is None)
        return next((scene for scene in seen if scene is not None), None)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """prompts[i] is what answers[i] answered."""
        if self._prompts is None:
            self._prompts = tuple(self._line.prompts)
        return self._prompts

    @property
    def prompt(self) -> Prompt | None:
        here = self._line.here
        return here if isinstance(here, Prompt) else None

    @property
    def outcome(self) -> Outcome | None:
        here = self._line.here
        return replace(here, take_backs=self.take_backs) if isinstance(here, Outcome) else None

    @property
    def take_backs(self) -> int:
        """How often somebody went back and did otherwise after more had been seen."""
        return self._hindsight.count

    @property
    def undo_counts(self) -> bool:
        """Whether doing otherwise after a step back would be one of these: more has been seen since."""
        return self.can_undo and self._hindsight.would_count(self._line.answers_from(self._left_by_undo()))

    def is_thrown_anew(self, answer: Answer) -> bool:
        """Whether this throw takes the place of another one that was taken back; or it is that one, put right."""
        return self._hindsight.is_thrown_anew(answer)

    @property
    def can_undo(self) -> bool:
        return self.undo_refusal is None

    @property
    def undo_refusal(self) -> Text | None:
        """Why the last answer cannot be taken back now, or None if it can."""
        if not self._line.at:
            return say("refused.nothing_to_undo")
        return None if self._line.at > self._line.closed else say("refused.closed")

    @property
    def can_redo(self) -> bool:
        return bool(self._undone.steps)

    @property
    def undone(self) -> tuple[Answer, ...]:
        """The answers taken back that can still be given again, the newest of the game first."""
        return tuple(self._undone.answers)

    def is_final(self, answer: Answer) -> bool:
        """Whether an answer leads to what closes all before it, or to the end: never taken unless somebody says so."""
        if self.prompt is None or self.prompt.refusal(answer) is not None:
            return False
        return leads_to_the_end(self._begin(), (*self.answers, answer))

    def check(self, entry: Entry) -> None:
        """Raise IllegalAnswer, with the reason in words, if the entry may not be made now."""
        match entry:
            case Answered(answer=answer):
                _check_answer(self.prompt, answer)
            case Undone():
                if self.undo_refusal is not None:
                    raise IllegalAnswer(self.undo_refusal)
            case Redone():
                if not self.can_redo:
                    raise IllegalAnswer(say("refused.nothing_to_redo"))
            case Fixed(index, answer):
                self._check_fix(index, answer)
                if index < self._line.closed:
                    raise IllegalAnswer(say("refused.closed"))

    def _check_fix(self, index: int, answer: Answer) -> None:
        if not index < self._line.at:
            raise IllegalAnswer(say("refused.nothing_to_fix"))
        _check_answer(self._line.prompt(index), answer)

    def make(self, entry: Entry) -> None:
        """Make an entry that `check` lets through; RuleFailed, and nothing has changed, if a rule stumbles over it."""
        with self.tried(entry):
            pass

    @contextmanager
    def tried(self, entry: Entry) -> Iterator[str]:
        """Make an entry and give its line, to be written down; if that raises, the session stands where it stood."""
        try:
            self.check(entry)
        except IllegalAnswer:
            raise
        except Exception as error:
            raise RuleFailed("a rule stumbled over this answer; nothing was changed") from error
        written = Undone(self._line.at - self._left_by_undo()) if isinstance(entry, Undone) else entry
        answers, undone, hindsight = self._line.answers, self._undone.copy(), self._hindsight.copy()
        try:
            try:
                self._enter(written)
            except Exception as error:
                raise RuleFailed("a rule stumbled over this answer; nothing was changed") from error
            yield written.to_line()
        except BaseException:
            self._line.walk(answers)
            self._undone, self._hindsight = undone, hindsight
            self._changed()
            raise
        self._line.catch_up()

    def prepare(self) -> None:
        """Use a moment in which nothing happens, so that a step back will be quick."""
        self._line.catch_up(IDLE_ANSWERS)

    def _enter(self, entry: Entry) -> None:
        match entry:
            case Answered(answer, is_anew):
                self._line.go_on(answer)
                self._undone.give(answer)
                self._hindsight.give(answer, is_anew=is_anew)
            case Undone(answers):
                left = self._left_by_undo() if answers is None else self._line.at - answers
                self._undone.take(self._line.answers_from(left))
                self._hindsight.take(self._line.answers_from(left))
                self._line.go_back(left)
            case Redone():
                for answer in self._undone.last:
                    self._line.go_on(answer)
                    self._hindsight.give(answer)
                self._undone.drop_last()
            case Fixed(index, answer):
                self._fix(index, answer)
                self._undone.clear()
        self._changed()

    def _changed(self) -> None:
        self._answers = self._prompts = None

    def _fix(self, index: int, answer: Answer) -> None:
        """Play on from a corrected answer; what is no longer legal, and all after it, is dropped."""
        later = self._line.answers_from(index + 1)
        self._line.go_back(index)
        for one in (answer, *later):
            if self.prompt is None or self.prompt.refusal(one) is not None:
                break
            self._line.go_on(one)

    def _left_by_undo(self) -> int:
        """How many answers a step back leaves.

        It never ends in the middle of what another player answered alone, only where that player took the device:
        whoever tries answers there, and sees which are refused, would learn the ones before.
        """
        prompt = self._line.prompt
        left = self._line.at - 1
        whose = prompt(left).audience
        if whose is not None and whose != (self.prompt.audience if self.prompt else None):
            while left and not isinstance(prompt(left), HandOver) and prompt(left - 1).audience == whose:
                left -= 1
        return left


class _Replay:
    """Makes a session of its lines. Answers wait until it is certain that they stand, or until somebody has to know."""

    def __init__(self, session: Session, going_on: Callable[[], None]) -> None:
        self.session = session
        self._going_on = going_on
        self._waiting: list[tuple[Answer, int]] = []  # with the number of its line
        self._undone = session._undone
        self._hindsight = session._hindsight
        self._played = 0

    def enter(self, number: int, line: str) -> None:
        """Enter a line. What stands in the journal has happened, also what today's rules would no longer take back."""
        try:
            self._enter(number, entry_from_line(line))
        except (IllegalAnswer, UnreadableLine) as error:
            raise _broken(number) from error

    def _enter(self, number: int, entry: Entry) -> None:
        match entry:
            case Answered(answer, is_anew):
                self._waiting.append((answer, number))
                self._undone.give(answer)
                self._hindsight.give(answer, is_anew=is_anew)
            case Undone(answers):
                self._take_back(self._size_of_step() if answers is None else answers)
            case Redone():
                if not self._undone.steps:
                    raise IllegalAnswer(say("refused.nothing_to_redo"))
                self._waiting += ((answer, number) for answer in self._undone.last)
                for answer in self._undone.last:
                    self._hindsight.give(answer)
                self._undone.drop_last()
            case Fixed(index, answer):
                self.play()
                self.session._check_fix(index, answer)
                try:
                    self.session._enter(entry)
                except Exception as error:
                    raise _broken(number) from error

    def _take_back(self, count: int) -> None:
        """Take back answers that wait, and those before them."""
        line, waiting = self.session._line, self._waiting
        if count > line.at + len(waiting):
            raise IllegalAnswer(say("refused.nothing_to_undo"))
        left = line.at - max(0, count - len(waiting))
        keep = max(0, len(waiting) - count)
        taken = [*line.answers_from(left), *(answer for answer, _ in waiting[keep:])]
        self._undone.take(taken)
        self._hindsight.take(taken)
        line.go_back(left)
        del waiting[keep:]

    def _size_of_step(self) -> int:
        """How many answers a step back took that does not say it; mostly one, and known without playing it."""
        line, here = self.session._line, self.session.prompt
        if len(self._waiting) == 1 and here is not None and here.audience is None:
            return 1
        self.play()
        if not line.at:
            raise IllegalAnswer(say("refused.nothing_to_undo"))
        return line.at - self.session._left_by_undo()

    def play(self) -> None:
        """Play what waits; BrokenSession if that does not fit the rules, whatever they raise."""
        line = self.session._line
        for answer, number in self._waiting:
            try:
                _check_answer(self.session.prompt, answer)
                line.go_on(answer)
            except Exception as error:
                # What the line says may be a secret of the game, and this message goes to the log.
                raise _broken(number) from error
            self._played += 1
            if self._played % A_WHILE == 0:
                self._going_on()
        self._waiting.clear()
        self.session._changed()


def _broken(number: int) -> BrokenSession:
    return BrokenSession(f"line {number} of the session does not fit the rules")


def _check_answer(prompt: Prompt | None, answer: Answer) -> None:
    if prompt is None:
        raise IllegalAnswer(say("refused.over"))
    reason = prompt.refusal(answer)
    if reason is not None:
        raise IllegalAnswer(reason)
