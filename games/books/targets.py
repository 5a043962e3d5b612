"""Medal targets from play: what the computer players reach, as TOML lines for a game's levels.toml.

Bronze is what the beginner-like player reaches about every second time, gold what the planning player reaches about
once in five, silver lies in the middle. A chapter's sum takes each of its levels once, game after game. Nothing is
written; the lines go to stdout.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from games.books.levels import BookLevel, Chapter, SomeLevel, level_named
from games.books.medals import Targets

BEGINNER, BRONZE_SHARE = "greedy", 0.5
EXPERT, GOLD_SHARE = "planner", 0.2
SEED = 1


@dataclass(frozen=True)
class TargetMaker(Generic[SomeLevel]):
    """Makes the targets of one game: how it is played, and how many games each player plays."""

    game: str
    scores: Callable[[SomeLevel, int, str, int], list[int]]  # of a level: so many games by a player from a seed
    beginner_games: int
    expert_games: int

    def level_scores(self, level: SomeLevel) -> tuple[list[int], list[int]]:
        """What the beginner and the expert reached in a level."""
        return (
            self.scores(level, self.beginner_games, BEGINNER, SEED),
            self.scores(level, self.expert_games, EXPERT, SEED),
        )

    def level_lines(self, level: BookLevel, targets: Targets) -> str:
        """The lines for a level: its targets and the commands that give them."""
        command = f"bordbuch simulate {self.game} {level.id}"
        beginner = f"{command} --games {self.beginner_games} --player {BEGINNER} --seed {SEED}"
        expert = f"{command} --games {self.expert_games} --player {EXPERT} --seed {SEED}"
        return f'[level.{level.number}]\n{_line(targets)}\nmade_by = "{beginner}; {expert}"\n'

    def chapter_lines(self, chapter: Chapter, targets: Targets) -> str:
        """The lines for a chapter: its targets and the command that gives them."""
        made_by = f"python -m games.{self.game}.targets {chapter.number}"
        return f'[chapter.{chapter.number}]\n{_line(targets)}\nmade_by = "{made_by}"\n'

    def print_chapter(self, levels: Sequence[SomeLevel], chapter: Chapter) -> None:
        """The lines of a chapter's levels as they are played, then those of the chapter."""
        beginner_sums, expert_sums = [0] * self.beginner_games, [0] * self.expert_games
        for number in chapter.levels:
            level = level_named(levels, str(number))
            beginner, expert = self.level_scores(level)
            print(self.level_lines(level, targets_from(beginner, expert)), flush=True)
            beginner_sums = [total + max(0, points) for total, points in zip(beginner_sums, beginner, strict=True)]
            expert_sums = [total + max(0, points) for total, points in zip(expert_sums, expert, strict=True)]
        print(self.chapter_lines(chapter, targets_from(beginner_sums, expert_sums)), flush=True)

    def run(self, levels: Sequence[SomeLevel], chapters: Sequence[Chapter]) -> None:
        """Print the targets of the chapters named on the command line (all if none is)."""
        numbers = [chapter.number for chapter in chapters]
        parser = argparse.ArgumentParser(
            prog=f"python -m games.{self.game}.targets", description=(__doc__ or "").splitlines()[0]
        )
        parser.add_argument("chapters", nargs="*", type=int, help=f"out of {numbers}; all if none is named")
        wanted = parser.parse_args().chapters or numbers
        if not set(wanted) <= set(numbers):
            parser.error(f"the book has the chapters {numbers}")
        for chapter in chapters:
            if chapter.number in wanted:
                self.print_chapter(levels, chapter)


def targets_from(beginner: Sequence[int], expert: Sequence[int]) -> Targets:
    """Bronze, silver and gold from what the two reached; at least one point lies between two medals.

    >>> targets_from([10, 12, 14, 16], [20, 20, 20, 20, 30])
    Targets(bronze=14, silver=22, gold=30)
    """
    bronze = max(1, reached_about(beginner, BRONZE_SHARE))
    gold = max(bronze + 2, reached_about(expert, GOLD_SHARE))
    return Targets(bronze, (bronze + gold + 1) // 2, gold)


def reached_about(points: Sequence[int], share: float) -> int:
    """The score that comes nearest to being reached in this share of the games; the higher one if two are as near."""

    def distance(score: int) -> tuple[float, int]:
        return abs(sum(other >= score for other in points) / len(points) - share), -score

    return min(range(min(points), max(points) + 1), key=distance)


def _line(targets: Targets) -> str:
    return f"targets = {{ bronze = {targets.bronze}, silver = {targets.silver}, gold = {targets.gold} }}"
