"""Bronze, silver, gold: targets of a level or a chapter, and what a score earns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Medal(Enum):
    """What a result earned. A result above 0 without a medal stands in the book's lowest row."""

    NONE = "none"
    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Targets:
    """Points for the three medals, rising."""

    bronze: int
    silver: int
    gold: int

    def medal(self, score: int) -> Medal:
        """The best medal for this score.

        >>> Targets(12, 15, 18).medal(16)
        <Medal.SILVER: 'silver'>
        """
        if score >= self.gold:
            return Medal.GOLD
        if score >= self.silver:
            return Medal.SILVER
        return Medal.BRONZE if score >= self.bronze else Medal.NONE

    def next_medal(self, score: int) -> tuple[Medal, int] | None:
        """The next medal above this score and the points still missing; None at gold."""
        for medal, points in ((Medal.BRONZE, self.bronze), (Medal.SILVER, self.silver), (Medal.GOLD, self.gold)):
            if score < points:
                return medal, points - score
        return None
