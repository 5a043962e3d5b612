"""The data files of the games: the shipped ones, and the owner's in the data folder where they are in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from device.boxes.box import Box, GameList, LoadedGame
from games.books.levels import LevelInfo
from games.spine.dialogue import Bilingual, Text, say
from games.spine.errors import BadData
from games.spine.fault import Fault
from games.spine.words import both

Complaint: TypeAlias = tuple[str, Bilingual]  # the name of a file, and a sentence about it


@dataclass(frozen=True, slots=True)
class DataProblem:
    """What is wrong with one of the owner's files, a sentence for each mistake, in both languages."""

    game: str
    file: str  # its name alone, for the OLED
    sentences: tuple[Bilingual, ...]  # with the whole path, the line, the place and the remedy
    is_stray: bool = False  # no file of the game is called so: it is not read, and takes nothing's place

    @property
    def words(self) -> Text:
        """What the OLED says of it: the file, and what is played by."""
        key = "lobby.stray_data" if self.is_stray else "lobby.bad_data"
        return say(key, game=say(f"game.{self.game}"), file=self.file)

    def told(self, language: str) -> str:
        """All sentences in the owner's language, one a line."""
        return "\n".join(sentence.said(language) for sentence in self.sentences)

    def __str__(self) -> str:
        return self.told("en")


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
    shipped, home = box.shipped(), folder / box.name
    own: dict[str, str] = {}
    complaints: list[Complaint] = []
    for name in box.files:
        try:
            own[name] = (home / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except UnicodeDecodeError:
            complaints.append((name, _about(home / name, NO_TEXT)))
        except OSError as error:
            why = Bilingual(
                f"lässt sich nicht lesen ({error.strerror}); prüfe die Rechte, oder lösche sie",
                f"cannot be read ({error.strerror}); check its permissions, or delete it",
            )
            complaints.append((name, _about(home / name, why)))
    strays = _strays(home, box)
    if own and not complaints:
        try:
            return _beside_shipped(box.open(box, [*(shipped | own).values()]), open_shipped(box)), strays
        except BadData as error:
            complaints = [_complaint(fault, home, own) for fault in error.faults]
            complaints = complaints or [(next(iter(own)), _about(home / next(iter(own)), both(str(error))))]
        except Exception as error:  # noqa: BLE001  a file that a game of a package stumbles over must not stop the rest
            why = _stumbled(f"{type(error).__name__}: {error}".replace("\n", "; "))
            complaints = [(next(iter(own)), _about(home / next(iter(own)), why))]
    return box.open(box, [*shipped.values()]), [*_by_file(complaints, home, box), *strays]


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


NO_TEXT = Bilingual(
    "das ist kein Text in UTF-8; speichere sie als UTF-8, oder lösche sie",
    "this is no text in UTF-8; save it as UTF-8, or delete it",
)


def _stumbled(why: str) -> Bilingual:
    return Bilingual(
        f"das Spiel stolpert darüber ({why}); berichtige sie, oder lösche sie",
        f"the game stumbles over it ({why}); correct it, or delete it",
    )


def _about(path: Path, what: Bilingual, line: int | None = None, inside: str = "") -> Bilingual:
    """A whole sentence: the file, the line and the place in it, what is wrong there, and the remedy."""
    place = f"{inside}: " if inside else ""
    where = Bilingual(f"{path}, Zeile {line}", f"{path}, line {line}") if line else both(str(path))
    return Bilingual(f"{where.de}: {place}{what.de}.", f"{where.en}: {place}{what.en}.")


def _complaint(fault: Fault, home: Path, own: dict[str, str]) -> Complaint:
    """Which of the owner's files a fault is to be put right in, and the sentence about it.

    The rules know the texts by their names ("boards", "levels"). When a shipped one does not fit the owner's other
    file, that other file is the one to put right.
    """
    name = f"{fault.file}.toml"
    if name in own:
        return name, _about(home / name, fault.what, fault.line, fault.inside)
    return next(iter(own)), _about(home / next(iter(own)), fault.what, inside=fault.place)


def _by_file(complaints: list[Complaint], home: Path, box: Box) -> list[DataProblem]:
    """The complaints about each file, and what is played by until it is put right."""
    together = [Path(name).stem for name in box.files]
    problems = []
    for name in dict.fromkeys(name for name, _ in complaints):
        used = Bilingual(
            f"Bis {home / name} stimmt, gelten allein die mitgelieferten Dateien ({', '.join(together)}).",
            f"Until {home / name} is put right, only the shipped {' and '.join(together)} are used.",
        )
        sentences = dict.fromkeys(words for other, words in complaints if other == name)
        problems.append(DataProblem(box.name, name, (*sentences, used)))
    return problems


def _strays(home: Path, box: Box) -> list[DataProblem]:
    """Files in the game's folder that nobody reads: a name with a slip of the pen must not go unnoticed."""
    try:
        names = sorted(path.name for path in home.glob("*.toml") if path.name not in box.files)
    except OSError:
        return []
    known = ", ".join(box.files)
    unread = Bilingual(
        f"so heißt keine Datei dieses Spiels, sie wird nicht gelesen; nenne sie um ({known}), oder lösche sie",
        f"no file of this game is called so, and it is not read; give it another name ({known}), or delete it",
    )
    return [DataProblem(box.name, name, (_about(home / name, unread),), is_stray=True) for name in names]
