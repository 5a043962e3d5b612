"""The games the device has, with the levels the book knows of each."""

from __future__ import annotations

from dataclasses import dataclass

from games.dialogue import Game, Text, say
from games.errors import UnknownLevel
from games.levels import ChapterInfo, LevelInfo


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the shelf and its chapters."""

    game: Game
    chapters: tuple[ChapterInfo, ...]

    @property
    def title(self) -> Text:
        return say(f"game.{self.game.name}")

    @property
    def levels(self) -> tuple[LevelInfo, ...]:
        return tuple(level for chapter in self.chapters for level in chapter.levels)

    def level(self, level_id: str) -> LevelInfo:
        """The level of this name; UnknownLevel says which there are."""
        for level in self.levels:
            if level.id == level_id:
                return level
        known = ", ".join(level.id for level in self.levels)
        raise UnknownLevel(f"{self.game.name} has no level {level_id!r}. Its levels are: {known}.")


Shelf = dict[str, Shelved]
