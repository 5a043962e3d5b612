"""The challenge book: the best results of every player, level by level, with chapter sums and medals.

Everything here is a pure function over the journal's results and what the game says about its levels. Medals follow
the targets as they are now; a level that has left the book keeps the medal it earned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from device.records.journal import StoredResult
from games.books.levels import ChapterInfo, LevelInfo
from games.books.medals import Medal

MEDALS = (Medal.GOLD, Medal.SILVER, Medal.BRONZE, Medal.NONE)


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best result in a level, and how often and when last it was played."""

    score: int
    medal: Medal  # NONE: above 0 but below bronze, the book's lowest row
    plays: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One level with a best result, or None, for each player of the book."""

    level: LevelInfo
    bests: tuple[Best | None, ...]


@dataclass(frozen=True, slots=True)
class ChapterSum:
    """The sum of a player's best results in a chapter. The medal is None until every level was played."""

    score: int
    played: int
    medal: Medal | None


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """A chapter of the book: a row per level and, for each player, the sum."""

    chapter: ChapterInfo
    rows: tuple[LevelRow, ...]
    sums: tuple[ChapterSum, ...]


@dataclass(frozen=True, slots=True)
class FormerRow:
    """Results of a level that is no longer in the book."""

    level: str
    bests: tuple[Best | None, ...]


@dataclass(frozen=True, slots=True)
class ChallengeBook:
    """The challenge book of one game. `players` are the columns, in the order of their first result."""

    players: tuple[str, ...]
    pages: tuple[ChapterPage, ...]
    former: tuple[FormerRow, ...]

    def medals(self, player: str) -> dict[Medal, int]:
        """How many levels ended with which medal; NONE counts the ones above 0 but below bronze."""
        column = self.players.index(player)
        bests = [row.bests[column] for page in self.pages for row in page.rows]
        return {medal: sum(best is not None and best.medal is medal for best in bests) for medal in MEDALS}


def read_book(results: Iterable[StoredResult], chapters: Sequence[ChapterInfo]) -> ChallengeBook:
    """The book of one game. `results` are that game's; those of 0 or less, or reached among several, never count."""
    by_cell: dict[tuple[str, str], list[StoredResult]] = {}
    for result in sorted(results, key=lambda result: result.at):
        if result.score > 0 and result.place is None:
            by_cell.setdefault((result.level, result.player), []).append(result)
    players = tuple(dict.fromkeys(player for _, player in by_cell))
    known = {level.id for chapter in chapters for level in chapter.levels}
    former = dict.fromkeys(level for level, _ in by_cell if level not in known)
    return ChallengeBook(
        players,
        tuple(_page(chapter, players, by_cell) for chapter in chapters),
        tuple(FormerRow(level, tuple(_best(by_cell.get((level, name)), None) for name in players)) for level in former),
    )


def _page(
    chapter: ChapterInfo, players: tuple[str, ...], by_cell: dict[tuple[str, str], list[StoredResult]]
) -> ChapterPage:
    rows = tuple(
        LevelRow(level, tuple(_best(by_cell.get((level.id, player)), level) for player in players))
        for level in chapter.levels
    )
    columns = (tuple(row.bests[column] for row in rows) for column in range(len(players)))
    return ChapterPage(chapter, rows, tuple(_sum(chapter, bests) for bests in columns))


def _best(results: list[StoredResult] | None, level: LevelInfo | None) -> Best | None:
    if not results:
        return None
    best = max(results, key=lambda result: result.score)
    medal = level.targets.medal(best.score) if level is not None else best.medal
    return Best(best.score, medal, len(results), results[-1].at)


def _sum(chapter: ChapterInfo, bests: tuple[Best | None, ...]) -> ChapterSum:
    scores = [best.score for best in bests if best is not None]
    is_complete = len(scores) == len(chapter.levels)
    return ChapterSum(sum(scores), len(scores), chapter.targets.medal(sum(scores)) if is_complete else None)
