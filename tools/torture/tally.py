"""What a part of the campaign is asked to do, and what it tells afterwards."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

MOST_TOLD = 25  # failures a part prints; all of them are counted


@dataclass(frozen=True, slots=True)
class Plan:
    """What a part is to do: as many as `count`, or as much as can be done in `seconds`.

    `planted` is a fault that the part must find: the proof that it would find a real one.
    """

    seed: int
    seconds: float
    scratch: Path  # an empty folder of the part's own on a real disk
    count: int | None = None
    planted: str = ""

    def rng(self, *more: object) -> random.Random:
        """A generator for one thing of this plan: the same for the same seed, whatever was done before it."""
        return random.Random(" ".join(map(str, (self.seed, *more))))


class Until:
    """Counts what is done, and says when it is enough; something is done in any case."""

    def __init__(self, plan: Plan) -> None:
        self._count = plan.count
        self._end = time.monotonic() + plan.seconds
        self.done = 0

    def more(self) -> bool:
        if self._count is not None:
            return self.done < self._count
        return not self.done or time.monotonic() < self._end


@dataclass
class Tally:
    """What a part did and what went wrong. Each failure says with which seed and step it comes again."""

    part: str
    seed: int = 0
    counts: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    not_run: str = ""
    seconds: float = 0.0

    def count(self, what: str, more: float = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + more

    def fail(self, what: str, **where: object) -> None:
        """Something is wrong; `where` is what it takes to see it again."""
        places = ", ".join(f"{name} {value}" for name, value in {"seed": self.seed, **where}.items())
        self.failures.append(f"[{places}] {what}")

    def lines(self) -> list[str]:
        """The part in a few lines."""
        if self.not_run:
            return [f"{self.part}: not run: {self.not_run}"]
        counted = ", ".join(f"{number:,.10g} {what}" for what, number in self.counts.items())
        head = f"{self.part}: {counted or 'nothing done'}; {len(self.failures)} failures; {self.seconds:.0f} s"
        told = [f"  FAILED {failure}" for failure in self.failures[:MOST_TOLD]]
        if len(self.failures) > MOST_TOLD:
            told.append(f"  ... and {len(self.failures) - MOST_TOLD} more")
        return [head, *told]

    def to_json(self) -> str:
        return json.dumps(self.__dict__)

    @classmethod
    def from_json(cls, text: str) -> Tally:
        return cls(**json.loads(text))
