"""What is said of tables with one card: how often a named one is right and how often an unknown one is, by score.

Every table is read once for both, with the reader's own scores.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tools.render.scene import Scene
from vision.cards.reader import find_card
from vision.cards.teaching import TaughtCards
from vision.table.light import judge_light


@dataclass(slots=True)
class Answers:
    """Scores, and whether each was right."""

    scores: list[float] = field(default_factory=list)
    rights: list[bool] = field(default_factory=list)

    def add(self, score: float, is_right: bool) -> None:
        """Add the score of one answer, and whether it was right."""
        self.scores.append(score)
        self.rights.append(is_right)


@cache
def taught_in(folder: Path) -> TaughtCards:
    """A game's taught cards, loaded once."""
    return TaughtCards.load(folder)


def answers_of(tables: Iterable[Scene]) -> dict[str, Answers]:
    """What was said of these tables: of cards that were named, and of those that were called unknown."""
    answers = {"card": Answers(), "unknown_card": Answers()}
    for scene in tables:
        if not scene.is_readable or scene.profile is None:
            continue
        taught = taught_in(scene.profile)
        found = find_card(scene.frame.pixels, taught, None)
        if found.card is not None and found.card[1].is_named:
            match, verdict = found.card
            answers["card"].add(verdict.score, taught.names[match.index] == scene.truth["card"])
        elif found.strangeness > 0 and not judge_light(scene.frame):
            answers["unknown_card"].add(found.strangeness, scene.truth["card"] is None)
    return answers
