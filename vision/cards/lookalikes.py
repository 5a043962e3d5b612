"""Which taught cards may be mistaken for each other: asked when a card is taught, not when one is read."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.comparison import compare, level, overlay
from vision.cards.proof import laid_over, lies_turned, turned
from vision.cards.teaching import MANY, TaughtCards, fine_print
from vision.cards.verdict import VerdictSettings


@dataclass(frozen=True, slots=True)
class LookalikeSettings:
    """When two taught cards are so much alike that poor light hides the difference."""

    compared: float = 0.3  # likeness of fine print from which two cards are looked at closely
    difference: float = 40.0  # grey levels at the place where two cards differ most
    agreeing: float = 0.85  # share of places; the same picture with another text has 0.96, other cards up to 0.77


def lookalikes_of(name: str, taught: TaughtCards) -> tuple[str, ...]:
    """The names of other taught cards that this one may be mistaken for, the nearest first."""
    settings = LookalikeSettings()
    index = taught.names.index(name)
    picture = taught.cards[index].picture
    shared = taught.details.mean(axis=0) if len(taught) >= MANY else np.zeros_like(taught.details[0])
    own, other_way = unit(taught.details[index] - shared), unit(fine_print(turned(picture)) - shared)
    others = taught.details - shared
    both = (others @ np.stack([own, other_way], axis=1)) / np.maximum(np.linalg.norm(others, axis=1), 1e-6)[
        :, np.newaxis
    ]
    likeness = both.max(axis=1)
    likeness[index] = -1.0
    alike = []
    for other in np.argsort(-likeness, kind="stable"):
        if likeness[other] < settings.compared:
            break
        theirs, _ = laid_over(taught.cards[index], taught.cards[other], lies_turned(picture, int(other), taught))
        comparison = compare(overlay(level(theirs, picture), picture))
        agreeing = comparison.share(comparison.likeness >= VerdictSettings().agreeing)
        if agreeing >= settings.agreeing or comparison.excess.max() < settings.difference:
            alike.append((float(comparison.excess.max()), taught.names[other]))
    return tuple(name for _, name in sorted(alike))


def unit(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same direction with length 1."""
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


def confusable_cards(taught: TaughtCards) -> tuple[tuple[str, str], ...]:
    """All pairs of taught cards that may be mistaken for each other, each pair once and in order."""
    pairs = {tuple(sorted((name, other))) for name in taught.names for other in lookalikes_of(name, taught)}
    return tuple(
        (first, second) for first, second in itertools.combinations(taught.names, 2) if (first, second) in pairs
    )
