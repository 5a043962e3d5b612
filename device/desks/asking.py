"""Questions of the device's own menus, written as dialogues that may also be left by going back."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from device.records.book import Best
from games.books.levels import LevelInfo
from games.books.medals import Medal
from games.spine.dialogue import Answer, Choose, Chosen, Option, Prompt, Text, say

Asking: TypeAlias = Generator[Prompt, Answer | None, str | None]


def choose(words: Text, options: tuple[Option, ...], start: str | None = None) -> Asking:
    """Ask for one of the options; its key, or None if the player goes back."""
    answer = yield Choose(words=words, options=options, start=start)
    return answer.key if isinstance(answer, Chosen) else None


def level_row(level: LevelInfo, best: Best | None) -> Option:
    """A level as one line: its number and name, the best result and its medal."""
    return Option(
        level.id,
        say("level.title", level=level.id, name=level.name),
        mark=medal_mark(best.medal if best else None),
        value=say("lobby.figure", n=best.score) if best else None,
    )


def medal_mark(medal: Medal | None) -> str | None:
    """The sign in front of a line, if there is a medal to show."""
    return f"medal.{medal.value}" if medal not in (None, Medal.NONE) else None
