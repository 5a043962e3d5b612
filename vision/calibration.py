"""Measured confidence: how often a match of this quality was right, learned from many tables whose truth is known.

A reader's own score only says which match is better. `tools/calibrate.py` reads scenes we render ourselves, counts how
often each range of scores was right and writes the counts into calibration.toml; here a score becomes that share.
"""

from __future__ import annotations

import functools
import itertools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MEASURED = Path(__file__).with_name("calibration.toml")


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
        if score <= self.scores[0]:
            return self.shares[0]
        points = zip(self.scores, self.shares, strict=True)
        for (low, least), (high, most) in itertools.pairwise(points):
            if score <= high:
                part = (score - low) / (high - low) if high > low else 1.0
                return round(least + part * (most - least), 4)
        return self.shares[-1]


UNMEASURED = Calibration()


def fitted(scores: Sequence[float], rights: Sequence[bool], bin_size: int = 40) -> Calibration:
    """The rising steps that fit best (pool adjacent violators), over bins of equal count.

    One imagined right and one wrong answer stand in every bin, so that no share is 1 merely because few were counted.

    >>> fitted([0.1] * 40 + [0.9] * 40, [True, False] * 20 + [True] * 40).shares
    (0.5, 0.9762)
    """
    pools: list[list[float]] = []  # sum of scores, right answers, count
    for part in bins(sorted(zip(scores, rights, strict=True)), bin_size):
        pools.append([sum(score for score, _ in part), sum(right for _, right in part), len(part)])
        while len(pools) > 1 and share_of(pools[-2]) >= share_of(pools[-1]):
            last = pools.pop()
            pools[-1] = [one + other for one, other in zip(pools[-1], last, strict=True)]
    return Calibration(
        tuple(round(total / count, 5) for total, _, count in pools), tuple(round(share_of(pool), 4) for pool in pools)
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


def share_of(pool: Sequence[float]) -> float:
    """Share of right answers in a pool, drawn a little towards one half."""
    _, right, count = pool
    return (right + 1) / (count + 2)


@functools.cache
def measured(kind: str) -> Calibration:
    """What was measured for a kind of reading: pips, symbols, numbers, balls or card; raw scores if nothing was."""
    if not MEASURED.is_file():
        return UNMEASURED
    tables = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
    if kind not in tables:
        return UNMEASURED
    return Calibration(tuple(tables[kind]["scores"]), tuple(tables[kind]["shares"]))
