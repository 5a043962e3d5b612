"""One game played along one line of answers, on which going back costs nothing.

A dialogue can only go forward and cannot be copied. So what it asked on its way is kept: going back, and forward again
the same way, needs no dialogue at all. Only where the line leads elsewhere does one have to stand at that very place,
and for this a second dialogue follows some answers behind the first and takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.spine.answers import Answer
from games.spine.dialogue import Dialogue, Outcome
from games.spine.prompts import Prompt

BEHIND = 32  # answers that the second dialogue stays behind: that many can be taken back before all is played anew
CATCHING_UP = 4  # answers that it is told for one that is given


class _Walker:
    """A dialogue and how many answers it was told."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self.told = 0
        self.stop: Prompt | Outcome
        try:
            self.stop = next(dialogue)
        except StopIteration as end:
            self.stop = end.value

    def tell(self, answer: Answer) -> None:
        try:
            self.stop = self._dialogue.send(answer)
        except StopIteration as end:
            self.stop = end.value
        self.told += 1

    def follow(self, answers: Iterable[Answer]) -> None:
        for answer in answers:
            self.tell(answer)


class LineOfPlay:
    """`here` is the prompt, or the outcome, after the first `at` answers of the line."""

    def __init__(self, start: Callable[[], Dialogue]) -> None:
        self._start = start
        self._first: _Walker | None = _Walker(start())  # None: it stumbled, and another takes its place
        self._second: _Walker | None = None
        self._answers: list[Answer] = []
        self._stops: list[Prompt | Outcome] = [self._first.stop]
        self._closed = [0]
        self.at = 0

    @property
    def here(self) -> Prompt | Outcome:
        return self._stops[self.at]

    @property
    def answers(self) -> list[Answer]:
        return self._answers[: self.at]

    def answers_from(self, place: int) -> list[Answer]:
        """The answers from this number on, counted from 0."""
        return self._answers[place : self.at]

    @property
    def prompts(self) -> list[Prompt]:
        """What each of the answers was given to."""
        return [stop for stop in self._stops[: self.at] if isinstance(stop, Prompt)]

    def prompt(self, number: int) -> Prompt:
        """What the answer of this number, counted from 0, was given to."""
        prompt = self._stops[number]
        assert isinstance(prompt, Prompt)
        return prompt

    @property
    def closed(self) -> int:
        """How many answers, from the first on, stand for good because of what was shown last after them."""
        return self._closed[self.at]

    def go_back(self, to: int) -> None:
        """Stand where only so many answers had been given."""
        assert 0 <= to <= self.at
        self.at = to

    def go_on(self, answer: Answer) -> None:
        """Give an answer that the prompt lets through. Whatever a rule raises, the line stands where it stood."""
        if self.at < len(self._answers) and self._answers[self.at] == answer:
            self.at += 1
            return
        if self._first is None or self.at < len(self._answers):
            self._turn_off()
        assert self._first is not None
        first, self._first = self._first, None
        first.tell(answer)
        self._first = first
        self._answers.append(answer)
        self._stops.append(first.stop)
        self.at += 1
        self._closed.append(self.at if first.stop.closes else self._closed[-1])

    def walk(self, answers: list[Answer]) -> None:
        """Stand where these answers lead, which were all let through before."""
        same = 0
        while same < min(self.at, len(answers)) and self._answers[same] == answers[same]:
            same += 1
        self.at = same
        for answer in answers[same:]:
            self.go_on(answer)

    def catch_up(self, answers: int = CATCHING_UP) -> bool:
        """Let the second dialogue follow by so many answers at most; False if it need not any more."""
        if self.at <= BEHIND:
            return False
        if self._second is None:
            self._second = _Walker(self._start())
        last = min(self._second.told + answers, self.at - BEHIND)
        self._second.follow(self._answers[self._second.told : last])
        return self._second.told < self.at - BEHIND

    def _turn_off(self) -> None:
        """Put a dialogue where the line stands now, and forget what came after."""
        second, self._second = self._second, None
        del self._answers[self.at :], self._stops[self.at + 1 :], self._closed[self.at + 1 :]
        self._first = second if second is not None and second.told <= self.at else _Walker(self._start())
        self._first.follow(self._answers[self._first.told :])
