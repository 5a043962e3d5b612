"""The challenge book on the OLED: a line per level and chapter, more behind each."""

from __future__ import annotations

from device.asking import Asking, choose, level_row, medal_mark
from device.book import ChallengeBook, ChapterPage, LevelRow
from games.dialogue import Notice, Option, Text, say


def browse(book: ChallengeBook) -> Asking:
    """The book, player by player, until the reader goes back."""
    if not book.players:
        yield Notice(words=say("lobby.book_empty"), news=say("lobby.book"))
        return None
    player: str | None = book.players[0]
    while True:
        if len(book.players) > 1:
            options = tuple(Option(name, say("lobby.player", player=name)) for name in book.players)
            player = yield from choose(say("lobby.whose_book"), options, start=player)
        if player is None:
            return None
        yield from _column(book, player)
        if len(book.players) == 1:
            return None


def _column(book: ChallengeBook, player: str) -> Asking:
    """One player's column: each chapter with its sum, each level with its best; OK tells more."""
    column = book.players.index(player)
    rows: dict[str, tuple[Option, Text]] = {}
    for page in book.pages:
        option = _chapter_row(page, column)
        rows[option.key] = option, _chapter_more(page, column)
        for row in page.rows:
            option = level_row(row.level, row.bests[column])
            rows[option.key] = option, _level_more(row, column)
    at: str | None = None
    while True:
        options = tuple(option for option, _ in rows.values())
        at = yield from choose(say("lobby.book_of", player=player), options, start=at)
        if at is None:
            return None
        option, more = rows[at]
        assert isinstance(option.words, Text)
        yield Notice(words=more, news=option.words)


def _chapter_row(page: ChapterPage, column: int) -> Option:
    total = page.sums[column]
    return Option(
        f"chapter:{page.chapter.number}",
        say("lobby.chapter", chapter=page.chapter.number),
        mark=medal_mark(total.medal),
        value=say("lobby.figure", n=total.score),
    )


def _chapter_more(page: ChapterPage, column: int) -> Text:
    goals = page.chapter.targets
    return say(
        "lobby.chapter_more",
        played=page.sums[column].played,
        levels=len(page.rows),
        bronze=goals.bronze,
        silver=goals.silver,
        gold=goals.gold,
    )


def _level_more(row: LevelRow, column: int) -> Text:
    best, goals = row.bests[column], row.level.targets
    figures = {"bronze": goals.bronze, "silver": goals.silver, "gold": goals.gold}
    if best is None:
        return say("lobby.level_open", **figures)
    return say("lobby.level_more", best=best.score, n=best.plays, **figures)
