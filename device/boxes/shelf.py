"""The games the device has: those one plays alone by a book of levels, and those of the whole table."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

from games.books.levels import ChapterInfo, LevelInfo
from games.spine.dialogue import Answer, Game, Prompt, Text, say
from games.spine.errors import UnknownLevel


@dataclass(frozen=True, slots=True)
class Aside:
    """Something to look up beside the game, from its menu: a few prompts, of which nothing is written down."""

    key: str
    words: Text
    lead: Callable[[], Generator[Prompt, Answer, object]]


def no_asides(scene: object) -> tuple[Aside, ...]:
    """Nothing to look up."""
    return ()


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A game for one, with the chapters, levels and medals of its book. It has nothing to hide."""

    game: Game
    chapters: tuple[ChapterInfo, ...]

    @property
    def title(self) -> Text:
        return say(f"game.{self.game.name}")

    @property
    def starts(self) -> tuple[str, ...]:
        """What can be started: the levels by their names."""
        return tuple(level.id for level in self.levels)

    @property
    def levels(self) -> tuple[LevelInfo, ...]:
        return tuple(level for chapter in self.chapters for level in chapter.levels)

    def level(self, level_id: str) -> LevelInfo:
        """The level of this name; UnknownLevel says which there are."""
        return self.levels[_position(self, level_id)]

    def named(self, level_id: str) -> Text:
        """The game and the level that is played, as one name."""
        return say("game.at_level", game=self.title, level=level_id)


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game for several: ways to begin instead of levels, a ranking instead of medals.

    Such a game keeps things from its players (a deck, what somebody chose), so its seed and its answers are shown to
    nobody and go to no log.
    """

    game: Game
    starts: tuple[str, ...]  # the ways to begin, the usual one first
    seats: tuple[int, ...]  # how many can play
    asides: Callable[[object], tuple[Aside, ...]] = no_asides  # for the state that everybody sees

    @property
    def title(self) -> Text:
        return say(f"game.{self.game.name}")

    def start_name(self, start: str) -> Text:
        """One of the ways to begin, as a row to choose."""
        return say(f"start.{self.game.name}.{start}")

    def named(self, start: str) -> Text:
        """The game, as one name; how it was begun does not matter any more."""
        return self.title


Shelved: TypeAlias = SoloGame | GroupGame
Shelf: TypeAlias = dict[str, Shelved]


def start_of(shelved: Shelved, name: str | None) -> str:
    """What to start if the player asks for `name`, or for nothing in particular; UnknownLevel says what there is."""
    return shelved.starts[0 if name is None else _position(shelved, name)]


def _position(shelved: Shelved, name: str) -> int:
    if name not in shelved.starts:
        known = ", ".join(shelved.starts)
        raise UnknownLevel(f"{shelved.game.name} has no level {name!r}. Its levels are: {known}.")
    return shelved.starts.index(name)
