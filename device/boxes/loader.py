"""The data files of the games: the shipped ones, or the owner's in the data folder where they are in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from device.boxes.box import Box, GameList, LoadedGame
from games.books.levels import LevelInfo
from games.spine.errors import BadData


@dataclass(frozen=True, slots=True)
class DataProblem:
    """What is wrong with one of the owner's files, a sentence for each mistake."""

    file: str  # its name alone, for the OLED
    sentences: tuple[str, ...]  # with the whole path, the place and the remedy

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def load_games(folder: Path, boxes: Iterable[Box]) -> tuple[GameList, list[DataProblem]]:
    """These games with their data, and what is wrong with the owner's files; a bad file never stops the device."""
    game_list: GameList = {}
    problems: list[DataProblem] = []
    for box in boxes:
        game_list[box.name], wrong = load_game(folder, box)
        problems += wrong
    return game_list, problems


def load_game(folder: Path, box: Box) -> tuple[LoadedGame, list[DataProblem]]:
    """The game from the owner's files in `folder`, as far as there are any, else from the shipped ones.

    The files of a game belong together and are checked as a whole. If anything is wrong, only shipped ones are used.
    """
    names, shipped = box.files, box.shipped()
    own: dict[str, str] = {}
    complaints: list[tuple[str, str]] = []
    for name in names:
        try:
            own[name] = (folder / box.name / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except UnicodeDecodeError:
            complaints.append((name, "this is no text in UTF-8; save it as UTF-8, or delete it"))
        except OSError as error:
            complaints.append((name, f"cannot be read ({error.strerror}); check its permissions, or delete it"))
    if own and not complaints:
        try:
            return _beside_shipped(box.open(box, [*(shipped | own).values()]), open_shipped(box)), []
        except BadData as error:
            complaints = [_complaint(line, own) for line in str(error).splitlines()]
        except Exception as error:  # noqa: BLE001  a file that a game of a package stumbles over must not stop the rest
            why = f"{type(error).__name__}: {error}".replace("\n", "; ")
            complaints = [(next(iter(own)), f"the game stumbles over it ({why}); correct it, or delete it")]
    return box.open(box, [*shipped.values()]), _by_file(complaints, folder / box.name, names)


def _beside_shipped(own: LoadedGame, shipped: LoadedGame) -> LoadedGame:
    """The owner's game, which knows which of its levels are just as shipped, and which shipped ones they replaced.

    Before levels had fingerprints of their own, a session was signed with that of the whole shipped book.
    """
    as_shipped = {level.id: level for level in shipped.levels if level.sign}
    same = {level.id for level in own.levels if level.id in as_shipped and level.sign == as_shipped[level.id].sign}
    words = {level.id: _words(level) for level in shipped.levels}
    return replace(
        own,
        chapters=tuple(
            replace(
                chapter,
                levels=tuple(
                    replace(level, signs=tuple(dict.fromkeys((*level.signs, *as_shipped[level.id].signs))))
                    if level.id in same
                    else level
                    for level in chapter.levels
                ),
            )
            for chapter in own.chapters
        ),
        replaced=tuple(level for level in as_shipped.values() if level.id not in same),
        own=frozenset(level.id for level in own.levels if level.id not in same or _words(level) != words[level.id]),
    )


def _words(level: LevelInfo) -> tuple[object, ...]:
    """What stands in the book of a level beside what play hangs on."""
    return level.name, level.rule, level.targets


def open_shipped(box: Box) -> LoadedGame:
    """The game from its shipped files, as they come with its package."""
    return box.open(box, [*box.shipped().values()])


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
