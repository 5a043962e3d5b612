"""The book in the terminal: a plain aligned table for every game."""

from __future__ import annotations

from datetime import tzinfo
from typing import Protocol

from device.records.book import MEDALS, Best, ChallengeBook, ChapterPage, ChapterSum, FormerRow
from device.records.ranked_games import PlayedGame, RankedGames
from games.books.medals import Medal
from games.spine.dialogue import NO_PLACE, Bilingual, Text, say


class Teller(Protocol):
    """Turns message keys into words; the catalogue does."""

    def tell(self, text: Text | Bilingual) -> str: ...


def book_text(book: ChallengeBook, title: str, words: Teller, zone: tzinfo | None = None) -> str:
    """The book as a plain aligned table: a line per level, a column per player, the medal in words.

    Dates are those of `zone`, by default the machine's.
    """
    lines: list[list[str]] = [[title, *book.players]]
    for page in book.pages:
        lines += [[], [words.tell(say("book.chapter", chapter=page.chapter.number, name=page.chapter.name))]]
        lines += [_line(f"{row.level.id:>2} {words.tell(row.level.name)}", row.bests, words, zone) for row in page.rows]
        lines.append([f"   {words.tell(say('book.sum'))}", *(_sum_cell(total, page, words) for total in page.sums)])
    if book.former:
        lines += [[], [words.tell(say("book.former"))]]
        lines += [_line(_former_name(row, words), row.bests, words, zone) for row in book.former]
    if not book.players:
        return "\n".join([*_aligned(lines), "", words.tell(say("book.empty"))])
    counts = [book.medals(player) for player in book.players]
    lines += [[], [words.tell(say("book.medals"))]]
    lines += [[f"   {_medal(medal, words)}", *(f"{count[medal]:>3}" for count in counts)] for medal in MEDALS]
    return "\n".join(_aligned(lines))


def group_text(ranked: RankedGames, title: str, words: Teller, zone: tzinfo | None = None) -> str:
    """The games as a plain aligned table: a line per game, the newest first, a column per player, wins at the end."""
    tallies = ranked.tallies
    lines: list[list[str]] = [[title, *(tally.player for tally in tallies)]]
    if not ranked.games:
        return "\n".join([*_aligned(lines), "", words.tell(say("book.group_empty"))])
    for game in ranked.games:
        cells = (_points(game, tally.player, words) for tally in tallies)
        note = f" {words.tell(say('book.broken_off'))}" if game.is_broken_off else ""
        note += f" {words.tell(say('book.trial'))}" if game.is_trial else ""
        lines.append([f"   {game.at.astimezone(zone).date()}{note}", *cells])
    won = (words.tell(say("book.won_of", n=tally.won, played=tally.played)) for tally in tallies)
    lines += [[], [f"   {words.tell(say('book.wins'))}", *won]]
    return "\n".join(_aligned(lines))


def _points(game: PlayedGame, player: str, words: Teller) -> str:
    result = game.of(player)
    if result is None:
        return "  ·"
    if result.place == 1:
        return f"{result.score:>3} {words.tell(say('book.won'))}"
    has_left = result.place == NO_PLACE and not game.is_broken_off
    return f"{result.score:>3}" + (f" {words.tell(say('book.left'))}" if has_left else "")


def _line(name: str, bests: tuple[Best | None, ...], words: Teller, zone: tzinfo | None) -> list[str]:
    return [name, *("  ·" if best is None else _cell(best, words, zone) for best in bests)]


def _former_name(row: FormerRow, words: Teller) -> str:
    return f"{row.level:>2} {words.tell(row.name)}" if row.name else f"{row.level:>2}"


def _cell(best: Best, words: Teller, zone: tzinfo | None) -> str:
    back = f", {words.tell(say('book.taken_back', n=best.take_backs))}" if best.take_backs else ""
    return f"{best.score:>3} {_medal(best.medal, words)}{back} ({best.plays}×, {best.last_at.astimezone(zone).date()})"


def _sum_cell(total: ChapterSum, page: ChapterPage, words: Teller) -> str:
    if total.medal is None:
        progress = words.tell(say("book.played", played=total.played, levels=len(page.rows)))
        return f"{total.score:>3} ({progress})"
    return f"{total.score:>3} {_medal(total.medal, words)}"


def _medal(medal: Medal, words: Teller) -> str:
    return words.tell(say(f"book.medal.{medal.value}"))


def _aligned(lines: list[list[str]]) -> list[str]:
    """The cells padded into columns. A line of one cell is a heading and widens nothing."""
    columns = max(len(line) for line in lines)
    widths = (
        [max(len(line[n]) for line in lines if len(line) > max(n, 1)) for n in range(columns)] if columns > 1 else []
    )
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths or [0], strict=False)).rstrip()
        for line in lines
    ]
