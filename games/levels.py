"""What every game tells the challenge book about its levels and chapters."""

from __future__ import annotations

from dataclasses import dataclass

from games.dialogue import Bilingual
from games.medals import Targets


@dataclass(frozen=True, slots=True)
class LevelInfo:
    """A level as the book lists it: its name, its own rule in one sentence, and the points for the medals."""

    id: str
    chapter: int
    name: Bilingual
    rule: Bilingual
    targets: Targets


@dataclass(frozen=True, slots=True)
class ChapterInfo:
    """A chapter: its levels in order, and the points for the sum of their best results."""

    number: int
    levels: tuple[LevelInfo, ...]
    targets: Targets
