"""Measured confidence: how often a match of this quality was right, learned from many tables whose truth is known.

A reader's own score only says which match is better. `tools/measuring/calibrate.py` reads scenes we render ourselves,
counts how often each range of scores was right and writes the counts into calibration.toml; here a score becomes that
share.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MEASURED = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Calibration:
    """Scores with the share that was right, both rising; between them the line, outside the nearest."""

    scores: tuple[float, ...] = (0.0, 1.0)
    shares: tuple[float, ...] = (0.0, 1.0)

    def confidence(self, score: float) -> float:
        """The share of right answers among those with such a score.

        >>> Calibration((0.2, 0.8), (0.5, 0.9)).confidence(0.5)
        0.7
        """
        number = bisect.bisect_left(self.scores, score)
        if number == 0:
            return self.shares[0]
        if number == len(self.scores):
            return self.shares[-1]
        low, high = self.scores[number - 1 : number + 1]
        least, most = self.shares[number - 1 : number + 1]
        return round(least + (score - low) / (high - low) * (most - least), 4)


UNMEASURED = Calibration()


@dataclass(frozen=True, slots=True)
class Pool:
    """Answers whose scores lie between two, and how many of them were right."""

    least: float
    most: float
    right: int
    count: int

    @property
    def share(self) -> float:
        """Share of right answers, drawn a little towards one half."""
        return (self.right + 1) / (self.count + 2)

    def is_better_than(self, other: Pool) -> bool:
        """Whether more was right here, as counted and as drawn towards one half: few answers alone make no step."""
        return self.right * other.count > other.right * self.count and self.share > other.share

    def joined(self, next_one: Pool) -> Pool:
        """This pool and the one above it."""
        return Pool(self.least, next_one.most, self.right + next_one.right, self.count + next_one.count)


def fitted(scores: Sequence[float], rights: Sequence[bool], bin_size: int = 20) -> Calibration:
    """The rising steps that fit best (pool adjacent violators), over bins of equal count.

    One imagined right and one wrong answer stand in every bin, so that no share is 1 merely because few were counted.

    >>> fitted([0.1] * 40 + [0.8, 0.9] * 20, [True, False] * 20 + [True] * 40)
    Calibration(scores=(0.1, 0.1, 0.8, 0.9), shares=(0.5, 0.5, 0.9762, 0.9762))
    """
    pools: list[Pool] = []
    for part in bins(sorted(zip(scores, rights, strict=True)), bin_size):
        pools.append(Pool(part[0][0], part[-1][0], sum(right for _, right in part), len(part)))
        while len(pools) > 1 and not pools[-1].is_better_than(pools[-2]):
            last = pools.pop()
            pools[-1] = pools[-1].joined(last)
    return Calibration(
        tuple(round(edge, 5) for pool in pools for edge in (pool.least, pool.most)),
        tuple(round(pool.share, 4) for pool in pools for _ in range(2)),
    )


def bins(ranked: Sequence[tuple[float, bool]], least: int) -> Iterator[list[tuple[float, bool]]]:
    """Answers in groups of at least so many, the rest with the last; equal scores are never parted."""
    gathered: list[tuple[float, bool]] = []
    left = len(ranked)
    for _, equal in itertools.groupby(ranked, key=lambda answer: answer[0]):
        gathered += equal
        if len(gathered) >= least and left - len(gathered) >= least:
            yield gathered
            left -= len(gathered)
            gathered = []
    yield gathered


@functools.cache
def measured(kind: str) -> Calibration:
    """What was measured for a kind of reading (see tools/measuring/calibrate.py); raw scores if nothing was."""
    if not MEASURED.is_file():
        return UNMEASURED
    sections = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
    if kind not in sections:
        return UNMEASURED
    return Calibration(tuple(sections[kind]["scores"]), tuple(sections[kind]["shares"]))
