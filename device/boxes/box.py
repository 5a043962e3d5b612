"""What a box is: one value that says everything the device needs to know about one game.

The same names in every box: `box` has the value, `drawing` what is drawn, `texts.toml` every word, and, where the game
has them, `ending`, `look_ups`, `setting` and `examples`. docs/adding-a-game.md walks through one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Protocol, TypeAlias

from device.boxes.live import Blanks, LivePart, LiveView
from device.boxes.setting import Beside, CardLook, DiceOut, Setting
from device.desks.asking import Asking
from device.desks.desk import Desk, Tell
from device.desks.ending_desk import EndingDesk
from device.desks.general import desk_for
from device.paper.shapes import Sheet
from device.records.journal import Journal
from device.screens.content import Screen
from device.screens.of_games import Drawing
from games.books.levels import ChapterInfo, LevelInfo
from games.books.simulation import Distribution, Progress
from games.spine.dialogue import Answer, Game, Option, Outcome, Prompt, Setup, Text, say
from games.spine.errors import UnknownLevel


@dataclass(frozen=True, slots=True)
class LookUp:
    """Something to look up beside the game, from its menu: a few prompts, of which nothing is written down."""

    key: str
    words: Text
    lead: Callable[[], Generator[Prompt, Answer, object]]


class Workshop(Protocol):
    """Where the owner changes a game's data on the device, with a row in the settings."""

    def row(self) -> Option:
        """The row in the settings, with what is set now as its value."""
        ...

    def lead(self) -> Asking:
        """Lead the owner through the questions, until the owner goes back."""
        ...

    def card_names(self) -> tuple[str, ...]:
        """What the game's printed cards are called, to be offered when they are taught."""
        ...


class Simulate(Protocol):
    """Lets a computer player play many games of a level; UnknownLevel and ValueError say what there is not."""

    def __call__(
        self, game: Game, level: str, games: int, player: str, seed: int, progress: Progress | None, /
    ) -> Distribution: ...


@dataclass(frozen=True, kw_only=True)
class Box:
    """A game as the device knows it. Only the first three fields must be given; the rest are what most games need."""

    name: str  # in journals, in the data folder and on the command line
    texts_in: str  # the package in which its texts.toml lies
    # Opens the game with its data files' texts, in the order of `files`; BadData says what is wrong with them.
    open: Callable[[Box, Sequence[str]], LoadedGame]
    files_in: str = ""  # the package in which the shipped data files lie
    files: tuple[str, ...] = ()  # they belong together and are checked as a whole
    # Whether the shipped files stand in for the book that is printed in the game's own box, and say so.
    has_house_book: bool = False
    # Whether it keeps things from its players (a deck, what somebody chose): then its seed is one nobody can guess,
    # and its answers go to no log.
    has_secrets: bool = False
    has_throws_from_start: bool = False  # the menu has a row to put a throw right before there was one
    # A desk for a prompt that no general desk fits, or None; the answers are those taken back that can be given again.
    desk: Callable[[Prompt, tuple[Answer, ...]], Desk | None] = lambda prompt, undone: None
    drawing: Callable[[object], Drawing | None] = lambda scene: None  # how a scene is drawn small
    # How a scene that everybody sees is shown on a page, in colour.
    live: Callable[[object, Tell], LiveView | None] = lambda scene, tell: None
    # What a phone shows of a prompt of the game's own, beside its words and options, and what is filled in there.
    parts: Callable[[Prompt, Tell], tuple[LivePart, ...]] = lambda prompt, tell: ()
    blanks: Callable[[Prompt], Blanks | None] = lambda prompt: None
    # The end of a level played alone; the number is the player's best result there so far, if there is one.
    ending: Callable[[Outcome, LevelInfo, int | None], Desk] = EndingDesk
    # How far a game is at this scene, and the points, in a few letters for the list of open games.
    standing: Callable[[object], tuple[Text, Text] | None] = lambda scene: None
    look_ups: Callable[[object], tuple[LookUp, ...]] = lambda scene: ()  # for the scene that everybody sees
    setting: Callable[[object], Setting] = lambda scene: DiceOut()  # what lies on the simulated table
    beside: tuple[Beside, ...] = ()  # what else of the game lies about there
    cards: Callable[[Game], tuple[CardLook, ...]] = lambda game: ()  # printed cards a player holds there
    workshop: Callable[[Path, GameList, Journal], Workshop] | None = None
    simulate: Simulate | None = None
    bench: Callable[[], dict[str, float]] | None = None  # what its rules cost, by name
    # Its boards drawn on sheets of this width and height in millimetres, for whoever has not got them printed.
    boards: Callable[[LoadedGame, tuple[float, float], Tell], tuple[Sheet, ...]] = lambda loaded, size, tell: ()
    examples: Callable[[], Mapping[str, Screen]] = dict  # its screens, to look at and for stored pictures

    @property
    def title(self) -> Text:
        """The game's name, as a text of the catalogue."""
        return say(f"game.{self.name}")

    def shipped(self) -> dict[str, str]:
        """The texts of its shipped data files by their names, in the order of `files`."""
        return {name: (resources.files(self.files_in) / name).read_text(encoding="utf-8") for name in self.files}

    def desk_for(self, prompt: Prompt, undone: tuple[Answer, ...] = ()) -> Desk:
        """The desk on which a prompt of this game is answered."""
        return self.desk(prompt, undone) or desk_for(prompt, self.drawing(prompt.scene), is_taken_back=bool(undone))


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with its data, ready to be played.

    A game by a book has chapters of levels with medals; any other has ways to begin. A game for several is ranked,
    unless one plays a level of its book alone.
    """

    box: Box
    game: Game
    chapters: tuple[ChapterInfo, ...] = ()
    ways: tuple[str, ...] = ()  # to begin where there are no levels, the usual one first
    seats: tuple[int, ...] = (1,)  # how many can play
    former: tuple[str, ...] = ()  # fingerprints of the same data that older sessions may stand under
    replaced: tuple[LevelInfo, ...] = ()  # shipped levels that the owner's files have taken the place of
    own: frozenset[str] = frozenset()  # the levels that are the owner's, be it only in their words or targets

    @property
    def title(self) -> Text:
        return self.box.title

    @property
    def is_for_several(self) -> bool:
        """Whether more than one can play."""
        return max(self.seats) > 1

    @property
    def levels(self) -> tuple[LevelInfo, ...]:
        return tuple(level for chapter in self.chapters for level in chapter.levels)

    def is_house(self, level_ids: Iterable[str]) -> bool:
        """Whether all these levels are of the house book: shipped, where a printed book has others."""
        return self.box.has_house_book and self.own.isdisjoint(level_ids)

    @property
    def starts(self) -> tuple[str, ...]:
        """What can be started: the levels by their names, or the ways to begin."""
        return tuple(level.id for level in self.levels) or self.ways

    def level(self, level_id: str) -> LevelInfo:
        """The level of this name; UnknownLevel says which there are."""
        return self.levels[self._position(level_id)]

    def start_of(self, name: str | None) -> str:
        """What to start if the player asks for `name`, or for nothing in particular; else UnknownLevel."""
        return self.starts[0 if name is None else self._position(name)]

    def start_name(self, start: str) -> Text:
        """One of the starts of a game for several, as a row to choose."""
        if self.chapters:
            return say("level.title", level=start, name=self.level(start).name)
        return say(f"start.{self.game.name}.{start}")

    def named(self, setup: Setup) -> Text:
        """A session as one name: the game and, played by its book, the level."""
        return say("game.at_level", game=self.title, level=setup.level) if self.is_by_book(setup) else self.title

    def sign_of(self, start: str) -> str:
        """The fingerprint of what a session of this start is played by: its level or, without levels, all data."""
        return (self.level(start).sign if self.chapters else "") or self.game.data

    def plays(self, setup: Setup) -> bool:
        """Whether a session can be gone on with: what it was begun with is still what is played by."""
        signs = [sign for level in self.levels if level.id == setup.level for sign in level.signs]
        return setup.data in (self.game.data, *self.former, *filter(None, signs))

    def is_by_book(self, setup: Setup) -> bool:
        """Whether a session is played for a medal of the book: alone, and in a level."""
        return bool(self.chapters) and len(setup.players) == 1

    def _position(self, name: str) -> int:
        if name not in self.starts:
            known = ", ".join(self.starts)
            raise UnknownLevel(f"{self.game.name} has no level {name!r}. Its levels are: {known}.")
        return self.starts.index(name)


GameList: TypeAlias = dict[str, LoadedGame]


def loaded_for(game_list: GameList, setup: Setup) -> LoadedGame | None:
    """The game of a session, if it is there with the very data the session was begun with."""
    loaded = game_list.get(setup.game)
    return loaded if loaded is not None and loaded.plays(setup) else None
