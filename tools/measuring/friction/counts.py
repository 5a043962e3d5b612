"""What was counted at one evening, and several of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import pairwise
from statistics import median
from typing import Any


@dataclass(slots=True)
class Counts:
    """The costs of an evening."""

    rounds: int = 0
    presses: int = 0
    presses_before: int = 0  # until the first round
    presses_after: int = 0  # the one that ends the game, and at the pages after it
    questions: int = 0  # readings that the camera doubted
    complaints: int = 0  # about hands that did everything right
    wrong: int = 0  # readings that counted and were not what lay there
    stuck: int = 0  # evenings that could not be played on
    seconds: list[float] = field(default_factory=list)  # from rest to the shown reading
    began: list[int] = field(default_factory=list)  # presses before each round, in one game
    pressed_at: Counter[str] = field(default_factory=Counter)  # presses by the title of the screen

    @property
    def per_round(self) -> float:
        """Presses in a round, without those before the first and at the end."""
        return (self.presses - self.presses_before - self.presses_after) / max(1, self.rounds)

    @property
    def by_round(self) -> list[int]:
        """Presses in each round of one game, in order."""
        return [end - start for start, end in pairwise([*self.began, self.presses - self.presses_after])]

    @property
    def usual_seconds(self) -> float:
        return median(self.seconds) if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain values, to be kept in a file."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Counts:
        """What `to_json` gave."""
        return cls(**{**told, "pressed_at": Counter(told["pressed_at"])})


def together(all_counts: Iterable[Counts]) -> Counts:
    """The sum of several evenings."""
    total = Counts()
    for one in all_counts:
        total.rounds += one.rounds
        total.presses += one.presses
        total.presses_before += one.presses_before
        total.presses_after += one.presses_after
        total.questions += one.questions
        total.complaints += one.complaints
        total.wrong += one.wrong
        total.stuck += one.stuck
        total.seconds += one.seconds
        total.pressed_at += one.pressed_at
    return total
