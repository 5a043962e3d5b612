"""Holding a reading against the truth: which objects were found and named right, and was it sure of it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

# What makes a name; everything else in a line is place and trust.
NAMES = {"dice": ("value", "face"), "cards": ("digit", "colour"), "balls": ("colour",)}
FAR = 28.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one reading was worth."""

    objects: int
    objects_right: int
    is_right: bool  # every object at its place with its name, and nothing else
    is_sure: bool
    is_unreadable: bool
    answers: tuple[tuple[float, bool], ...]  # the confidence of every object that was named, and whether it was right
    could_be_sure: bool = True

    @property
    def is_wrong_while_sure(self) -> bool:
        """Whether it was sure of something wrong: the one thing that must never happen."""
        return self.is_sure and not self.is_right


def judge(truth: Mapping[str, Any], line: Mapping[str, Any], reach: float = FAR, is_readable: bool = True) -> Verdict:
    """Compare a line of `bordbuch read` with the truth; where nobody could read surely, not being sure is right."""
    is_sure = line["status"] == "sure"
    is_unreadable = line["status"] == "unreadable"
    if not is_readable:
        return Verdict(0, 0, not is_sure, is_sure, is_unreadable, (), could_be_sure=False)
    if "card" in truth:
        # Numbers are names, too: a card may be called 108.
        is_right = str(line.get("card")) == str(truth["card"])
        is_named = line.get("card") is not None
        answers = ((float(line["confidence"]), is_right),) if is_named else ()
        return Verdict(1, int(is_right), is_right, is_sure, is_unreadable, answers)
    kind = next(name for name in NAMES if name in truth)
    left = list(line.get(kind) or [])
    right = 0
    answers_seen = []
    for wanted in truth[kind]:
        near = nearest(wanted, left, kind, float(wanted.get("reach", reach)))
        if near is None:
            continue
        left.remove(near)
        is_same = same_name(wanted, near, kind)
        right += is_same
        answers_seen.append((float(near["confidence"]), is_same))
    answers_seen.extend((float(extra["confidence"]), False) for extra in left)
    objects = len(truth[kind])
    return Verdict(objects, right, right == objects and not left, is_sure, is_unreadable, tuple(answers_seen))


def nearest(
    wanted: Mapping[str, Any], found: Iterable[Mapping[str, Any]], kind: str, reach: float
) -> Mapping[str, Any] | None:
    """The found object at the wanted place; where the truth knows no place, one of the same name."""
    if "xy" not in wanted:
        return next((each for each in found if same_name(wanted, each, kind)), None)
    x, y = wanted["xy"]
    away = [(math.dist((each["x"], each["y"]), (x, y)), number, each) for number, each in enumerate(found)]
    return min((each for each in away if each[0] <= reach), default=(0.0, 0, None))[2]


def same_name(wanted: Mapping[str, Any], found: Mapping[str, Any], kind: str) -> bool:
    """Whether the names agree; sets with fewer colours call light and dark blue just blue.

    >>> same_name({"digit": 4, "colour": "blue"}, {"digit": 4, "colour": "dark_blue"}, "cards")
    True
    """
    return all(
        str(found.get(key)) == str(wanted[key])
        or (wanted[key] in ("blue", "green") and found.get(key) in (f"light_{wanted[key]}", f"dark_{wanted[key]}"))
        for key in NAMES[kind]
        if key in wanted
    )


@dataclass(frozen=True, slots=True)
class Row:
    """What came out for many readings: one row of a table."""

    name: str
    scenes: int
    right: int
    objects: int
    objects_right: int
    sure: int
    could_be_sure: int  # of the right ones
    sure_right: int
    wrong_while_sure: int
    milliseconds: float

    @classmethod
    def of(cls, name: str, verdicts: list[Verdict], milliseconds: float) -> Row:
        """The row for these verdicts, counted."""
        return cls(
            name,
            len(verdicts),
            sum(verdict.is_right for verdict in verdicts),
            sum(verdict.objects for verdict in verdicts),
            sum(verdict.objects_right for verdict in verdicts),
            sum(verdict.is_sure for verdict in verdicts),
            sum(verdict.is_right and verdict.could_be_sure for verdict in verdicts),
            sum(verdict.is_sure and verdict.is_right for verdict in verdicts),
            sum(verdict.is_wrong_while_sure for verdict in verdicts),
            milliseconds,
        )

    @property
    def sure_of_right(self) -> float:
        """The share of the right scenes that was taken without asking; those nobody could be sure of do not count."""
        return self.sure_right / self.could_be_sure if self.could_be_sure else 0.0


def upper_bound(count: int, of: int, trust: float = 0.95) -> float:
    """The highest rate that would still show so few cases by chance with more than 1 - `trust` (Clopper and Pearson).

    None in n cases does not mean never: it means rarer than about three in n.

    >>> round(upper_bound(0, 2000), 5)
    0.0015
    """
    if count >= of:
        return 1.0
    low, high = count / of, 1.0
    while high - low > 1e-9:
        rate = (low + high) / 2
        chance = sum(math.comb(of, cases) * rate**cases * (1 - rate) ** (of - cases) for cases in range(count + 1))
        low, high = (rate, high) if chance > 1 - trust else (low, rate)
    return high


def reliability(answers: Iterable[tuple[float, bool]]) -> list[tuple[float, float, int, float, float]]:
    """Predicted against observed: (from, to, objects, mean confidence, share right) for each range of confidence."""
    edges = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99, 1.0)
    gathered = list(answers)
    rows = []
    for low, high in itertools.pairwise(edges):
        part = [each for each in gathered if low <= each[0] < high or (high == 1.0 and each[0] == 1.0)]
        if part:
            mean = sum(confidence for confidence, _ in part) / len(part)
            rows.append((low, high, len(part), mean, sum(right for _, right in part) / len(part)))
    return rows
