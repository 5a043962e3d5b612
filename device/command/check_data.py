"""`bordbuch check`: are the configuration, the data files, the profiles and the journal in order, and every part?"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from device.boxes.box import Box
from device.boxes.found import find_boxes
from device.boxes.loader import load_game, load_games
from device.command.check_parts import check_device
from device.config.configuration import CONFIG_FILE, SETTINGS_FILE, Config, load_config
from device.errors import DeviceError
from device.eyes.pieces import TAUGHT_KINDS
from device.eyes.profiles import Profiles
from device.parts.health import Finding, Verdict
from device.records.copies import bad_copies
from device.records.journal import Journal
from device.records.phones import what_is_wrong as what_is_wrong_with_phones
from device.records.sign_notes import SignEvent
from device.teaching.courses import course_of
from device.words.catalogue import Catalogue
from games.spine.dialogue import Bilingual, Text, say
from vision.base.errors import BadProfile

IN_ORDER = Bilingual("in Ordnung", "in order")
IN_GERMAN = {
    "configuration": "Einstellungen",
    "boards and levels": "Pläne, Level und Karten",
    "profiles": "Profile",
    "journal": "Journal",
}


def check_data(folder: Path, files: Iterable[Path], language: str = "en") -> bool:
    """Print a line for everything that was looked at; False if anything is not in order."""
    files = tuple(files)
    sentences = look_at_data(folder, files, language)
    for what, problems in sentences:
        named = IN_GERMAN.get(what, what) if language == "de" else what
        print(problems or f"{named}: {IN_ORDER.said(language)}")
    for sentence in () if files else sentences_about_signs(folder):
        print(sentence)
    return not any(problems for _, problems in sentences)


def look_at_data(folder: Path, files: Iterable[Path] = (), language: str = "en") -> list[tuple[str, str]]:
    """What was looked at, these files or all of the folder, each with what is wrong, in the owner's language."""
    return [check_file(file, language) for file in files] or [
        _check_config(folder),
        _check_games(folder, language),
        _check_profiles(folder),
        _check_book(folder),
    ]


def sentences_about_signs(folder: Path) -> list[str]:
    """What everybody may know of personal signs: which were tried too often, and which were opened by the others."""
    told = {SignEvent.TRIED: "was tried wrongly three times", SignEvent.TOGETHER: "was opened by the others together"}
    try:
        with Journal.open(folder) as journal:
            return [
                f"session {note.session}: the sign of {journal.players(note.session)[note.seat - 1]}"
                f" {told[note.what]}, {note.at.astimezone():%Y-%m-%d %H:%M}"
                for note in journal.sign_notes()
                if note.what in told
            ]
    except DeviceError:
        return []  # what is wrong with the journal has been said


def check_all(folder: Path, *, language: str, is_anybody_there: bool) -> bool:
    """Print a line for the data and for every part of the device; False if anything is not in order."""
    config = _config_or_usual(folder)
    is_fine = check_data(folder, (), language)
    tell = Catalogue.load(language).tell

    def ask(name: str) -> None:
        print(f"> {name} ...", file=sys.stderr, flush=True)

    for finding in check_device(folder, config, ask if is_anybody_there else None):
        print(sentence_of(finding, tell), flush=True)
        is_fine = is_fine and finding.verdict is not Verdict.FAILED
    return is_fine


def sentence_of(finding: Finding, tell: Callable[[Text], str]) -> str:
    """A finding as a line: the part, a word, a sentence, and what its driver said."""
    part, error = tell(say(f"check.{finding.part}")), finding.figures.get("error")
    word = "" if finding.verdict is Verdict.SKIPPED else tell(say(f"check.{finding.verdict.value}")) + ". "
    return f"{part}: {word}{tell(finding.words)}" + (f" ({error})" if error else "")


def check_as_json(folder: Path, files: Iterable[Path], language: str = "en") -> dict[str, Any]:
    """The same for scripts. Nobody is asked to press anything."""
    looked_at = look_at_data(folder, files, language)
    data = [{"what": what, "problems": problems.splitlines()} for what, problems in looked_at]
    answer: dict[str, Any] = {"fine": not any(entry["problems"] for entry in data), "data": data}
    if files:
        return answer
    answer["signs"] = sentences_about_signs(folder)
    config = _config_or_usual(folder)
    tell = Catalogue.load(config.language).tell
    findings = list(check_device(folder, config, None))
    answer["parts"] = [
        {"part": one.part, "verdict": one.verdict.value, "words": tell(one.words), **one.figures} for one in findings
    ]
    answer["fine"] = answer["fine"] and all(one.verdict is not Verdict.FAILED for one in findings)
    return answer


def _config_or_usual(folder: Path) -> Config:
    """The configuration; one that cannot be taken has been told, and the parts are tried as they usually are."""
    try:
        return load_config(folder)
    except DeviceError:
        return Config()


def language_of(folder: Path) -> str:
    """The owner's language, as it is set."""
    return _config_or_usual(folder).language


def check_file(file: Path, language: str = "en") -> tuple[str, str]:
    """The file's name and what is wrong with it. The files of a game are checked with the others beside them.

    A file of a name that two have, such as levels.toml, belongs to the game its folder is named after; elsewhere to the
    one that finds least wrong with it.
    """
    if not file.is_file():
        return str(file), f"{file}: there is no such file. Check the name."
    if games := _games_of(file):
        return min((_check_beside(file, game, language) for game in games), key=lambda told: told[1].count("\n"))
    if file.name in (CONFIG_FILE, SETTINGS_FILE):
        return _with_copies([file], "", _check_config)
    known = ", ".join(
        dict.fromkeys((CONFIG_FILE, SETTINGS_FILE, *(name for box in find_boxes()[0] for name in box.files)))
    )
    return str(file), f"{file}: no kind of file that Bordbuch knows. It knows {known}."


def _games_of(file: Path) -> list[Box]:
    """The games a data file may belong to: the one its folder is named after, else all that have such a file.

    None for what is no game's, as the settings of the device.
    """
    folder = file.resolve().parent.name
    having = [box for box in find_boxes()[0] if file.name in box.files]
    if named := [box for box in having if box.name == folder]:
        return named
    return having if file.name != SETTINGS_FILE else []


def _check_beside(file: Path, game: Box, language: str) -> tuple[str, str]:
    """The file as one of this game, with the others of the game that lie beside it."""
    together = [file.parent / name for name in game.files if (file.parent / name).is_file()]
    return _with_copies(together, game.name, partial(_check_game, box=game, language=language))


def _with_copies(files: list[Path], below: str, check: Callable[[Path], tuple[str, str]]) -> tuple[str, str]:
    """Check files as if they lay in a data folder of their own; the sentences name them where they really are."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / below
        folder.mkdir(exist_ok=True)
        for file in files:
            (folder / file.name).write_bytes(file.read_bytes())
        _, problems = check(Path(name))
        return ", ".join(map(str, files)), problems.replace(str(folder), str(files[0].parent))


def _check_config(folder: Path) -> tuple[str, str]:
    try:
        load_config(folder)
    except DeviceError as error:
        return "configuration", str(error)
    return "configuration", what_is_wrong_with_phones(folder)


def _check_games(folder: Path, language: str) -> tuple[str, str]:
    boxes, bad_boxes = find_boxes()
    _, problems = load_games(folder, boxes)
    return "boards and levels", "\n".join(
        [*(bad.sentence for bad in bad_boxes), *(problem.told(language) for problem in problems)]
    )


def _check_game(folder: Path, box: Box, language: str) -> tuple[str, str]:
    """The files of one game alone: what is wrong elsewhere is not their fault."""
    _, problems = load_game(folder, box)
    return box.name, "\n".join(problem.told(language) for problem in problems)


def _check_profiles(folder: Path) -> tuple[str, str]:
    """Whether everything that was taught can be read again."""
    profiles, problems = Profiles(folder), []
    for name, kind in itertools.product(profiles.names(), TAUGHT_KINDS):
        try:
            course_of(kind, profiles.folder(name))
        except BadProfile as error:
            problems.append(str(error))
    return "profiles", "\n".join(problems)


def check_noted(folder: Path, noted: str) -> bool:
    """Print whether the journal is still what it was when this sign was noted."""
    sign = noted.replace(" ", "").lower()
    with Journal.open(folder) as journal:
        session, broken = journal.session_with(sign), journal.first_broken()
    if session is None:
        print(f"{noted}: the chain never had this sign. Something before it was changed, or it is misread.")
    elif broken is not None:
        print(f"{noted}: the chain had this sign at session {session}, but now {broken}.")
    else:
        print(f"{noted}: in order; everything up to session {session} is as it was when this was noted")
        return True
    return False


def _check_book(folder: Path) -> tuple[str, str]:
    try:
        with Journal.open(folder) as journal:
            problems = [f"{journal.path}: {row}." for row in journal.bad_rows()]
            problems += [f"{copy}: this copy of the book is damaged ({why})." for copy, why in bad_copies(folder)]
            broken, is_mended = journal.first_broken(), journal.is_mended()
    except DeviceError as error:
        return "journal", str(error)
    if broken is not None:
        problems.append(f"{broken}. What comes after it cannot be vouched for; a copy from before shows what it was.")
    what = "journal, written anew from what could be saved of a damaged one" if is_mended else "journal"
    return what, "\n".join(problems)
