"""`bordbuch check`: are the configuration, the data files, the profiles and the journal in order?"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from device.config import CONFIG_FILE, SETTINGS_FILE, load_config
from device.errors import DeviceError
from device.journal import Journal
from device.library import GALAKTIX_FILES, NUMBER_UP_FILES, load_shelf
from device.pieces import TAUGHT_KINDS
from device.profiles import Profiles
from device.teaching import course_of
from vision.errors import BadProfile


def check_data(folder: Path, files: Iterable[Path]) -> bool:
    """Print a line for everything that was looked at; False if anything is not in order."""
    sentences = [check_file(file) for file in files] or [
        _check_config(folder),
        _check_games(folder),
        _check_profiles(folder),
        _check_book(folder),
    ]
    for what, problems in sentences:
        print(problems or f"{what}: in order")
    return not any(problems for _, problems in sentences)


def check_file(file: Path) -> tuple[str, str]:
    """The file's name and what is wrong with it. Boards and levels are checked with the other one beside them.

    Levels are those of Galaktix unless they lie in a folder named number_up.
    """
    if not file.is_file():
        return str(file), f"{file}: there is no such file. Check the name."
    if file.name in (CONFIG_FILE, SETTINGS_FILE):
        return _with_copies([file], "", _check_config)
    if file.name in NUMBER_UP_FILES and file.resolve().parent.name == "number_up":
        return _with_copies([file], "number_up", _check_games)
    if file.name in GALAKTIX_FILES:
        together = [file.parent / name for name in GALAKTIX_FILES if (file.parent / name).is_file()]
        return _with_copies(together, "galaktix", _check_games)
    known = ", ".join((CONFIG_FILE, SETTINGS_FILE, *GALAKTIX_FILES))
    return str(file), f"{file}: no kind of file that Bordbuch knows. It knows {known}."


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
    return "configuration", ""


def _check_games(folder: Path) -> tuple[str, str]:
    _, problems = load_shelf(folder)
    return "boards and levels", "\n".join(map(str, problems))


def _check_profiles(folder: Path) -> tuple[str, str]:
    """Whether everything that was taught can be read again."""
    profiles, problems = Profiles(folder), []
    for name, kind in itertools.product(profiles.names(), TAUGHT_KINDS):
        try:
            course_of(kind, profiles.folder(name))
        except BadProfile as error:
            problems.append(str(error))
    return "profiles", "\n".join(problems)


def _check_book(folder: Path) -> tuple[str, str]:
    try:
        with Journal.open(folder) as journal:
            journal.results()
    except DeviceError as error:
        return "journal", str(error)
    return "journal", ""
