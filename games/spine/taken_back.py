"""What was taken back in a session and can still be given again."""

from __future__ import annotations

from games.spine.answers import Answer, Noted


class TakenBack:
    """A step back a group of answers, the one taken back last at the end."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []  # each step from its end, as they are taken back
        self.steps: list[int] = []  # how many answers each has

    def copy(self) -> TakenBack:
        other = TakenBack()
        other.answers, other.steps = self.answers.copy(), self.steps.copy()
        return other

    @property
    def last(self) -> list[Answer]:
        """The step taken back last, in the order in which it was answered."""
        return self.answers[: -self.steps[-1] - 1 : -1]

    def take(self, answers: list[Answer]) -> None:
        self.answers += reversed(answers)
        self.steps.append(len(answers))

    def drop_last(self) -> None:
        del self.answers[-self.steps.pop() :]

    def give(self, answer: Answer) -> None:
        """After an answer: nothing is left of it, unless that was only the same OK once more."""
        if not self.steps or answer != Noted() or self.answers[-1] != answer:
            self.clear()
            return
        self.answers.pop()
        self.steps[-1] -= 1
        if not self.steps[-1]:
            self.steps.pop()

    def clear(self) -> None:
        self.answers.clear()
        self.steps.clear()
