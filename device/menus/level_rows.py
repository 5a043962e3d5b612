"""Levels, chapters and medals as rows of a list, for the book and for choosing a level."""

from __future__ import annotations

from device.records.book import Best
from games.books.levels import ChapterInfo, LevelInfo
from games.books.medals import Medal
from games.spine.dialogue import Option, Text, say


def level_row(level: LevelInfo, best: Best | None) -> Option:
    """A level as one line: its number and name, the best result and its medal."""
    return Option(
        level.id,
        say("level.title", level=level.id, name=level.name),
        mark=medal_mark(best.medal if best else None),
        value=figure(best) if best else None,
    )


def chapter_title(chapter: ChapterInfo) -> Text:
    """A chapter by its number and name."""
    return say("level.chapter", chapter=chapter.number, name=chapter.name)


def figure(best: Best) -> Text:
    """A best result at the end of its line, with how often it took a step back to do otherwise."""
    if best.take_backs:
        return say("lobby.figure_back", n=best.score, back=best.take_backs)
    return say("lobby.figure", n=best.score)


def medal_mark(medal: Medal | None) -> str | None:
    """The sign in front of a line, if there is a medal to show."""
    return f"medal.{medal.value}" if medal not in (None, Medal.NONE) else None
