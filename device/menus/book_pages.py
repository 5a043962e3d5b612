"""The book on the OLED: of a game for one a line per level and chapter, of one for several a line per game."""

from __future__ import annotations

from datetime import datetime

from device.boxes.box import LoadedGame
from device.desks.asking import Asking, choose
from device.menus.level_rows import chapter_title, figure, level_row, medal_mark
from device.records.book import Best, ChallengeBook, ChapterPage, FormerRow, LevelRow, read_book
from device.records.journal import Journal
from device.records.ranked_games import PlayedGame, RankedGames, read_ranked_games
from games.spine.dialogue import Notice, Option, Text, say

WINS = "wins"


def open_book(journal: Journal, loaded: LoadedGame) -> Asking:
    """The pages of one game, until the reader goes back."""
    results = journal.results(loaded.game.name)
    ranked, alone = read_ranked_games(results), read_book(results, loaded.chapters, loaded.replaced)
    is_house = loaded.is_house(level.id for level in loaded.levels)
    if not loaded.chapters:
        return (yield from browse_games(ranked, loaded.title))
    if not ranked.games:
        return (yield from browse(alone, is_house=is_house))
    options = (Option("levels", say("book.levels")), Option("games", say("book.games")))
    at: str | None = None
    while True:
        at = yield from choose(loaded.title, options, start=at)
        if at is None:
            return None
        yield from (browse(alone, is_house=is_house) if at == "levels" else browse_games(ranked, loaded.title))


# --- games for several ---


def browse_games(ranked: RankedGames, title: Text) -> Asking:
    """Every game with its winner, and who won how often; OK tells more."""
    if not ranked.games:
        yield Notice(words=say("lobby.group_book_empty"), news=title)
        return None
    rows = {str(number): game for number, game in enumerate(ranked.games)}
    options = (Option(WINS, say("book.wins")), *(_game_row(key, game) for key, game in rows.items()))
    at: str | None = next(iter(rows))
    while True:
        at = yield from choose(title, options, start=at)
        if at is None:
            return None
        if at == WINS:
            yield from _wins(ranked)
        else:
            yield from _ranking(rows[at])


def _game_row(key: str, game: PlayedGame) -> Option:
    match game.winners:
        case ():
            first = say("book.broken_off")
        case (winner,):
            first = say("lobby.player", player=winner)
        case several:
            first = say("book.shared", n=len(several))
    words = say("book.game", date=_day(game.at), player=first)
    figure = say("book.trial_figure" if game.is_trial else "lobby.figure", n=game.ranking[0].score)
    return Option(key, words, value=figure)


def _ranking(game: PlayedGame) -> Asking:
    """Everybody's points; any button leads back."""
    options = tuple(
        Option(
            str(number),
            say("book.ranked", number=result.place, player=result.player)
            if result.place
            else say("book.unranked", player=result.player),
            value=say("lobby.figure", n=result.score),
        )
        for number, result in enumerate(game.ranking)
    )
    day = game.at.astimezone()
    return (yield from choose(say("book.date", day=day.day, month=day.month, year=day.year), options))


def _wins(ranked: RankedGames) -> Asking:
    options = tuple(
        Option(
            tally.player,
            say("lobby.player", player=tally.player),
            value=say("lobby.played", played=tally.won, levels=tally.played),
        )
        for tally in ranked.tallies
    )
    return (yield from choose(say("book.wins_title"), options))


def _day(at: datetime) -> Text:
    day = at.astimezone()
    return say("lobby.day", day=day.day, month=day.month)


# --- games for one ---


def browse(book: ChallengeBook, *, is_house: bool = False) -> Asking:
    """The book, player by player, until the reader goes back; the house book says that it is one."""
    if not book.players:
        yield Notice(words=say("lobby.book_empty"), news=say("lobby.house_book" if is_house else "lobby.book"))
        return None
    player: str | None = book.players[0]
    while True:
        if len(book.players) > 1:
            options = tuple(Option(name, say("lobby.player", player=name)) for name in book.players)
            player = yield from choose(say("lobby.whose_book"), options, start=player)
        if player is None:
            return None
        yield from _column(book, player, is_house=is_house)
        if len(book.players) == 1:
            return None


def _column(book: ChallengeBook, player: str, *, is_house: bool) -> Asking:
    """One player's column: each chapter with its sum, each level with its best, then former ones; OK tells more."""
    column = book.players.index(player)
    rows: dict[str, tuple[Option, Text]] = {}
    titles: dict[str, Text] = {}  # where the page behind a row has a heading of its own
    for page in book.pages:
        option = _chapter_row(page, column, is_house=is_house)
        rows[option.key] = option, _chapter_more(page, column)
        titles[option.key] = chapter_title(page.chapter)
        for row in page.rows:
            option = level_row(row.level, row.bests[column])
            rows[option.key] = option, _level_more(row, column)
    rows |= _former(book.former, column)
    at: str | None = None
    while True:
        options = tuple(option for option, _ in rows.values())
        at = yield from choose(say("lobby.book_of", player=player), options, start=at)
        if at is None:
            return None
        option, more = rows[at]
        assert isinstance(option.words, Text)
        yield Notice(words=more, news=titles.get(at, option.words))


def _former(former: tuple[FormerRow, ...], column: int) -> dict[str, tuple[Option, Text]]:
    """The player's results in levels as they were once, under a heading of their own."""
    played = [(row, best) for row in former if (best := row.bests[column]) is not None]
    if not played:
        return {}
    rows = {"former": (Option("former", say("book.former_row")), say("book.former_more"))}
    for number, (row, best) in enumerate(played):
        key = f"former:{number}"
        rows[key] = _former_row(key, row, best), say("book.former_level", best=best.score, n=best.plays)
    return rows


def _former_row(key: str, row: FormerRow, best: Best) -> Option:
    return Option(
        key,
        say("level.title", level=row.level, name=row.name) if row.name else say("book.nameless", level=row.level),
        mark=medal_mark(best.medal),
        value=figure(best),
    )


def _chapter_row(page: ChapterPage, column: int, *, is_house: bool) -> Option:
    total = page.sums[column]
    return Option(
        f"chapter:{page.chapter.number}",
        say("lobby.house_chapter" if is_house else "lobby.chapter", chapter=page.chapter.number),
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
    if best.take_backs:
        return say("lobby.level_more_back", best=best.score, back=best.take_backs, n=best.plays, **figures)
    return say("lobby.level_more", best=best.score, n=best.plays, **figures)
