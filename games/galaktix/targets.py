"""Medal targets from play: what the computer players reach, as TOML lines for levels.toml.

    python -m games.galaktix.targets 1 2      # the levels of chapters 1 and 2, and the chapters' sums

Bronze is what the beginner-like player reaches about every second time, gold what the planning player reaches about
once in five, silver lies in the middle. A chapter's sum takes each of its levels once, game after game. Nothing is
written; the lines go to stdout.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import resources

from games.galaktix.data import Book, parse_book
from games.galaktix.pieces import Chapter, Level
from games.galaktix.simulate import scores
from games.medals import Targets

BEGINNER, BEGINNER_GAMES, BRONZE_SHARE = "greedy", 1000, 0.5
EXPERT, EXPERT_GAMES, GOLD_SHARE = "planner", 500, 0.2
SEED = 1


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


def level_scores(level: Level) -> tuple[list[int], list[int]]:
    """What the beginner and the expert reached in a level."""
    return scores(level, BEGINNER_GAMES, BEGINNER, SEED), scores(level, EXPERT_GAMES, EXPERT, SEED)


def level_lines(level: Level, targets: Targets) -> str:
    """The lines for a level: its targets and the commands that give them."""
    command = f"bordbuch simulate galaktix {level.id}"
    beginner = f"{command} --games {BEGINNER_GAMES} --player {BEGINNER} --seed {SEED}"
    expert = f"{command} --games {EXPERT_GAMES} --player {EXPERT} --seed {SEED}"
    return f'[level.{level.number}]\n{_line(targets)}\nmade_by = "{beginner}; {expert}"\n'


def chapter_lines(chapter: Chapter, targets: Targets) -> str:
    """The lines for a chapter: its targets and the command that gives them."""
    made_by = f"python -m games.galaktix.targets {chapter.number}"
    return f'[chapter.{chapter.number}]\n{_line(targets)}\nmade_by = "{made_by}"\n'


def _line(targets: Targets) -> str:
    return f"targets = {{ bronze = {targets.bronze}, silver = {targets.silver}, gold = {targets.gold} }}"


def _print_chapter(book: Book, chapter: Chapter) -> None:
    beginner_sums, expert_sums = [0] * BEGINNER_GAMES, [0] * EXPERT_GAMES
    for number in chapter.levels:
        level = book.level(str(number))
        beginner, expert = level_scores(level)
        print(level_lines(level, targets_from(beginner, expert)), flush=True)
        beginner_sums = [total + points for total, points in zip(beginner_sums, beginner, strict=True)]
        expert_sums = [total + points for total, points in zip(expert_sums, expert, strict=True)]
    print(chapter_lines(chapter, targets_from(beginner_sums, expert_sums)), flush=True)


def main() -> None:
    """Print the targets of the shipped book's chapters named on the command line (all if none is)."""
    folder = resources.files("games.galaktix")
    boards, levels = ((folder / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml"))
    book = parse_book(boards, levels)
    numbers = [chapter.number for chapter in book.chapters]
    parser = argparse.ArgumentParser(
        prog="python -m games.galaktix.targets", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("chapters", nargs="*", type=int, help=f"out of {numbers}; all if none is named")
    wanted = parser.parse_args().chapters or numbers
    if not set(wanted) <= set(numbers):
        parser.error(f"the book has the chapters {numbers}")
    for chapter in book.chapters:
        if chapter.number in wanted:
            _print_chapter(book, chapter)


if __name__ == "__main__":
    main()
