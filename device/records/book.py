"""The challenge book: the best results of every player, level by level, with chapter sums and medals.

Everything here is a pure function over the journal's results and what the game says about its levels. A result belongs
to the rules it was played by: where a level is played by others now, the results of the former one stand under its own
name and count for no medal of the new one. A medal once earned stays when targets rise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from device.records.rows import ChapterMedal, StoredResult
from games.books.levels import ChapterInfo, LevelInfo
from games.books.medals import Medal
from games.spine.dialogue import Bilingual

MEDALS = (Medal.GOLD, Medal.SILVER, Medal.BRONZE, Medal.NONE)  # the best first


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best result in a level, and how often and when last it was played."""

    score: int
    medal: Medal  # the best one ever earned; NONE: above 0 but below bronze, the book's lowest row
    plays: int
    last_at: datetime
    take_backs: int = 0  # with which that result was reached; the fewest if it was reached more than once


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
    """Results of a level that is no longer in the book, or is played there by other rules now.

    `name` is what it was called, None if nobody knows that any more.
    """

    level: str
    name: Bilingual | None
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


def read_book(
    results: Iterable[StoredResult], chapters: Sequence[ChapterInfo], replaced: Sequence[LevelInfo] = ()
) -> ChallengeBook:
    """The book of one game. `results` are that game's; those of 0 or less, or reached among several, never count.

    `replaced` are levels that are known but not in the book any more; they only lend their names.
    """
    counting = [one for one in sorted(results, key=lambda one: one.at) if one.score > 0 and one.place is None]
    players = tuple(dict.fromkeys(one.player for one in counting))
    signs = {level.id: level.signs for chapter in chapters for level in chapter.levels}
    by_cell: _Cells = {}
    former: _Cells = {}
    for result in counting:
        if result.sign in signs.get(result.level, ()):
            by_cell.setdefault((result.level, "", result.player), []).append(result)
        else:
            sign = _known_sign(result, replaced)
            former.setdefault((result.level, sign, result.player), []).append(result)
    return ChallengeBook(
        players,
        tuple(_page(chapter, players, by_cell) for chapter in chapters),
        tuple(
            FormerRow(
                level,
                _former_name(level, sign, former, replaced),
                tuple(_best(former.get((level, sign, player)), None) for player in players),
            )
            for level, sign in dict.fromkeys((level, sign) for level, sign, _ in former)
        ),
    )


def best_score(results: Iterable[StoredResult], level: LevelInfo, player: str) -> int | None:
    """The most points that this player has reached in this level, as it is played now; None if there are none yet."""
    scores = [
        one.score
        for one in results
        if one.player == player and one.level == level.id and one.sign in level.signs and one.place is None
    ]
    return max((score for score in scores if score > 0), default=None)


def chapter_medal(
    results: Sequence[StoredResult], chapter: ChapterInfo, player: str, level: LevelInfo, score: int
) -> ChapterMedal | None:
    """What the player's chapter has earned when this score comes to these results; None while a level is missing."""
    bests = {one.id: best_score(results, one, player) for one in chapter.levels}
    bests[level.id] = max(score, bests[level.id] or 0)
    scores = [best for best in bests.values() if best is not None]
    if len(scores) < len(bests):
        return None
    return ChapterMedal(chapter.sign, chapter.targets.medal(sum(scores)))


_Cells: TypeAlias = dict[tuple[str, str, str], list[StoredResult]]  # by level, fingerprint and player


def _known_sign(result: StoredResult, replaced: Sequence[LevelInfo]) -> str:
    """The level's own fingerprint, also for a result that is signed with a whole book's."""
    return next((one.sign for one in replaced if one.id == result.level and result.sign in one.signs), result.sign)


def _former_name(level: str, sign: str, former: _Cells, replaced: Sequence[LevelInfo]) -> Bilingual | None:
    names = [one.name for one in replaced if (one.id, one.sign) == (level, sign)]
    noted = [one for cell, found in former.items() if cell[:2] == (level, sign) for one in found if one.name]
    return names[0] if names else max(noted, key=lambda one: one.at).name if noted else None


def _page(chapter: ChapterInfo, players: tuple[str, ...], by_cell: _Cells) -> ChapterPage:
    rows = tuple(
        LevelRow(level, tuple(_best(by_cell.get((level.id, "", player)), level) for player in players))
        for level in chapter.levels
    )
    earned: dict[str, set[Medal]] = {player: set() for player in players}
    for level in chapter.levels:
        for player in players:
            stored = [one.of_chapter for one in by_cell.get((level.id, "", player), ())]
            earned[player] |= {one.medal for one in stored if one is not None and one.sign == chapter.sign}
    columns = (tuple(row.bests[column] for row in rows) for column in range(len(players)))
    sums = tuple(_sum(chapter, bests, earned[player]) for player, bests in zip(players, columns, strict=True))
    return ChapterPage(chapter, rows, sums)


def _best(results: list[StoredResult] | None, level: LevelInfo | None) -> Best | None:
    if not results:
        return None
    score = max(result.score for result in results)
    medals = {result.medal for result in results}
    if level is not None:
        medals.add(level.targets.medal(score))  # targets that fell are reached after the event
    medal = next(medal for medal in MEDALS if medal in medals)
    take_backs = min(result.take_backs for result in results if result.score == score)
    return Best(score, medal, len(results), results[-1].at, take_backs)


def _sum(chapter: ChapterInfo, bests: tuple[Best | None, ...], earned: set[Medal]) -> ChapterSum:
    scores = [best.score for best in bests if best is not None]
    if len(scores) < len(chapter.levels):
        return ChapterSum(sum(scores), len(scores), None)
    medals = {*earned, chapter.targets.medal(sum(scores))}
    return ChapterSum(sum(scores), len(scores), next(medal for medal in MEDALS if medal in medals))
