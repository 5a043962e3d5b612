"""From a dice prompt to the reader of that kind of dice, with what the owner's dice look like."""

from __future__ import annotations

import logging
from pathlib import Path

from device.pieces import FACES
from device.preferences import Preferences
from device.profiles import Profiles
from device.table_memory import TableMemory
from games.dialogue import ReadDice
from vision.errors import BadProfile
from vision.frame import Frame
from vision.pips import read_pips
from vision.place import read_there
from vision.reading import DiceReading
from vision.symbol_profile import PROFILE_FILE, SymbolProfile, load_symbol_profile, shipped_profile
from vision.symbols import read_symbols

log = logging.getLogger(__name__)


class DiceReader:
    """Reads dice with the profile that is set. Where that cannot be used the shipped one is, and `problem` says why."""

    def __init__(self, profiles: Profiles, preferences: Preferences, table: TableMemory) -> None:
        self._profiles = profiles
        self._table = table
        self._preferences = preferences
        self._loaded: tuple[str, int] | None = None
        self._symbols: SymbolProfile = shipped_profile()
        self._problem: str | None = None

    def __call__(self, frame: Frame, wanted: ReadDice) -> DiceReading:
        """Read the dice a prompt asks for."""
        match wanted.kind:
            case "symbols":
                self._load()
                return read_there(
                    frame, lambda ready: read_symbols(ready, self._symbols, wanted.count), self._table.place
                )
            case "pips":
                return read_there(frame, lambda ready: read_pips(ready, wanted.count), self._table.place)
        raise ValueError(f"there is no reader for {wanted.kind!r} yet")

    @property
    def problem(self) -> str | None:
        """What is wrong with the profile that is set, and what to do about it; None if nothing is."""
        self._load()
        return self._problem

    def _load(self) -> None:
        """Load the profile if another one was set, or one was written, since the last time."""
        newest = (self._preferences.profile, self._profiles.version)
        if newest == self._loaded:
            return
        self._loaded = newest
        name, self._symbols, self._problem = newest[0], shipped_profile(), None
        if not name:
            return
        try:
            self._symbols = own_dice(self._profiles.folder(name))
        except BadProfile as error:
            self._problem = str(error)
            log.error("%s The shipped dice are used.", error)


def own_dice(folder: Path) -> SymbolProfile:
    """The dice of a profile folder, or the shipped ones if it has none; BadProfile if they cannot be read with."""
    if not folder.is_dir():
        raise BadProfile(f"{folder}: there is no such profile. Choose another one in the settings.")
    if not (folder / PROFILE_FILE).is_file():
        return shipped_profile()
    profile = load_symbol_profile(folder)
    missing = sorted(set(FACES) - {look.name for look in profile.faces})
    if missing:
        # A face that was never taught would be taken for the nearest one that was.
        raise BadProfile(
            f"{folder / PROFILE_FILE}: {', '.join(missing)} still to be taught. Teach the dice to the end."
        )
    return profile
