"""The data files of the games: the shipped ones, or the owner's in the data folder where they are in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TypeVar

from device.boxes.galaktico.look_ups import galaktico_asides
from device.boxes.shelf import GroupGame, Shelf, Shelved, SoloGame
from device.boxes.sternenfahrer.look_ups import sternenfahrer_asides
from games.books.levels import ChapterInfo, LevelInfo
from games.galaktico import data as galaktico
from games.galaktico import flow as galaktico_flow
from games.galaktico.pieces import SEATS as GALAKTICO_SEATS
from games.galaktix import data as galaktix
from games.galaktix.flow import Galaktix
from games.number_up import data as number_up
from games.number_up.flow import NumberUp
from games.spine.errors import BadData
from games.sternenfahrer import data as sternenfahrer
from games.sternenfahrer import flow as sternenfahrer_flow
from games.sternenfahrer.pieces import SEATS as STERNENFAHRER_SEATS

FILES = {  # which files each game has; those of a game belong together
    "galaktix": ("boards.toml", "levels.toml"),
    "number_up": ("levels.toml",),
    "sternenfahrer": ("encounters.toml", "friendship.toml", "settings.toml"),
    "galaktico": ("cards.toml",),
}

SomeBook = TypeVar("SomeBook")


@dataclass(frozen=True, slots=True)
class DataProblem:
    """What is wrong with one of the owner's files, a sentence for each mistake."""

    file: str  # its name alone, for the OLED
    sentences: tuple[str, ...]  # with the whole path, the place and the remedy

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def load_shelf(folder: Path) -> tuple[Shelf, list[DataProblem]]:
    """All games with their data, and what is wrong with the owner's files; a bad file never stops the device."""
    space, problems = load_galaktix_book(folder)
    cards, more = load_number_up_book(folder)
    problems += more
    encounters, more = _load_book(folder, "sternenfahrer", sternenfahrer.parse_book)
    problems += more
    weapons, more = _load_book(folder, "galaktico", galaktico.parse_book)
    problems += more
    shelved: tuple[Shelved, ...] = (
        SoloGame(Galaktix(space), chapters_of(space)),
        SoloGame(NumberUp(cards), chapters_of(cards)),
        GroupGame(
            sternenfahrer_flow.Sternenfahrer(encounters),
            (sternenfahrer_flow.BEGINNER, sternenfahrer_flow.MIDDLE),
            STERNENFAHRER_SEATS,
            sternenfahrer_asides,
        ),
        GroupGame(galaktico_flow.Galaktico(weapons), (galaktico_flow.LEVEL,), GALAKTICO_SEATS, galaktico_asides),
    )
    return {each.game.name: each for each in shelved}, problems


def load_galaktix_book(folder: Path) -> tuple[galaktix.Book, list[DataProblem]]:
    """The book from the owner's boards and levels in `folder`, as far as there are any, else from the shipped ones.

    Boards and levels belong together and are checked as a whole. If anything is wrong, the whole shipped book is used.
    """
    return _load_book(folder, "galaktix", galaktix.parse_book)


def load_number_up_book(folder: Path) -> tuple[number_up.Book, list[DataProblem]]:
    """The book from the owner's levels in `folder`, if there are any and they are in order, else the shipped one."""
    return _load_book(folder, "number_up", number_up.parse_book)


def _load_book(folder: Path, game: str, parse: Callable[..., SomeBook]) -> tuple[SomeBook, list[DataProblem]]:
    names = FILES[game]
    shipped = {name: (resources.files(f"games.{game}") / name).read_text(encoding="utf-8") for name in names}
    own: dict[str, str] = {}
    complaints: list[tuple[str, str]] = []
    for name in names:
        path = folder / game / name
        try:
            own[name] = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except UnicodeDecodeError:
            complaints.append((name, "this is no text in UTF-8; save it as UTF-8, or delete it"))
        except OSError as error:
            complaints.append((name, f"cannot be read ({error.strerror}); check its permissions, or delete it"))
    if own and not complaints:
        try:
            return parse(*(shipped | own).values()), []
        except BadData as error:
            complaints = [_complaint(line, own) for line in str(error).splitlines()]
    return parse(*shipped.values()), _by_file(complaints, folder / game, names)


def chapters_of(book: galaktix.Book | number_up.Book) -> tuple[ChapterInfo, ...]:
    """The book's chapters and levels as the challenge book lists them."""
    return tuple(
        ChapterInfo(
            chapter.number,
            tuple(
                LevelInfo(level.id, level.chapter, level.name, level.rule, level.targets)
                for level in book.levels
                if level.chapter == chapter.number
            ),
            chapter.targets,
        )
        for chapter in book.chapters
    )


def _complaint(line: str, own: dict[str, str]) -> tuple[str, str]:
    """Which of the owner's files a complaint of the rules is about, and the rest of it.

    The rules know the texts by their names ("boards", "levels"). When a shipped one does not fit the owner's other
    file, that other file is the one to put right.
    """
    text, _, rest = line.partition(": ")
    name = f"{text}.toml"
    return (name, rest) if name in own else (next(iter(own)), line)


def _by_file(complaints: list[tuple[str, str]], folder: Path, names: tuple[str, ...]) -> list[DataProblem]:
    together = " and ".join(Path(name).stem for name in names)
    problems = []
    for name in dict.fromkeys(name for name, _ in complaints):
        sentences = [f"{folder / name}: {words}." for other, words in complaints if other == name]
        sentences.append(f"Until {folder / name} is put right, the shipped {together} are used.")
        problems.append(DataProblem(name, tuple(sentences)))
    return problems
