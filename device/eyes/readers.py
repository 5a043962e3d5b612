"""From a prompt to the reader of that kind of piece, with what the owner's pieces look like."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from device.config.preferences import Preferences
from device.eyes.past import Past, read_new, read_new_cards
from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS, FACES
from device.eyes.profiles import Profiles
from device.eyes.table_memory import TableMemory
from games.spine.dialogue import ReadBalls, ReadDice, ReadLaid
from vision.balls import profile as ball_profile
from vision.balls.profile import BallProfile, load_ball_profile, shipped_ball_profile
from vision.balls.reader import read_balls
from vision.base.errors import BadProfile
from vision.base.frame import Frame
from vision.base.reading import BallsReading, DiceReading, NumbersReading
from vision.numbers import profile as number_profile
from vision.numbers.known import KnownCard
from vision.numbers.profile import NumberProfile, load_number_profile, shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.pips.reader import read_pips
from vision.symbols import profile as symbol_profile
from vision.symbols.profile import SymbolProfile, load_symbol_profile, shipped_profile
from vision.symbols.reader import read_symbols
from vision.table.mat import Area
from vision.table.place import read_there

log = logging.getLogger(__name__)

FIELD_HOLDS = 5  # rows of cards; six reach beyond the mat's field

Looks = TypeVar("Looks")


class OwnPieces(Generic[Looks]):
    """What the pieces look like by the profile that is set, or the shipped ones where that cannot be used."""

    def __init__(
        self, profiles: Profiles, preferences: Preferences, shipped: Looks, own: Callable[[Path], Looks]
    ) -> None:
        self._profiles = profiles
        self._preferences = preferences
        self._shipped = shipped
        self._own = own
        self._loaded: tuple[str, int] | None = None
        self._looks = shipped
        self._problem: str | None = None

    @property
    def looks(self) -> Looks:
        """What the pieces look like by the profile that is set now."""
        self._load()
        return self._looks

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
        name, self._looks, self._problem = newest[0], self._shipped, None
        if not name:
            return
        try:
            self._looks = self._own(self._profiles.folder(name))
        except BadProfile as error:
            self._problem = str(error)
            log.error("%s The shipped pieces are used.", error)


class DiceReader:
    """Reads dice with the profile that is set. Where that cannot be used the shipped one is, and `problem` says why."""

    def __init__(self, profiles: Profiles, preferences: Preferences, table: TableMemory) -> None:
        self._dice = OwnPieces(profiles, preferences, shipped_profile(), own_dice)
        self._table = table

    def __call__(self, frame: Frame, wanted: ReadDice, past: Past | None = None) -> DiceReading:
        """Read the dice a prompt asks for; `past` is the table before they were thrown."""
        read: Callable[[Frame], DiceReading]
        match wanted.kind:
            case "symbols":
                dice = self._dice.looks
                read = partial(read_symbols, profile=dice, expected=wanted.count)
            case "pips":
                read = partial(read_pips, expected=wanted.count)
            case _:
                raise ValueError(f"there is no reader for {wanted.kind!r} yet")
        place = self._table.place
        return read_new(frame, past, wanted.count, lambda before: read_there(frame, read, place, before=before))

    @property
    def problem(self) -> str | None:
        """What is wrong with the dice of the profile that is set; None if nothing is."""
        return self._dice.problem


class NumberCardReader:
    """Reads number cards with the profile that is set, or with the shipped one; `problem` says why."""

    def __init__(self, profiles: Profiles, preferences: Preferences, table: TableMemory) -> None:
        self._cards = OwnPieces(profiles, preferences, shipped_number_profile(), own_number_cards)
        self._table = table

    def __call__(self, frame: Frame, wanted: ReadLaid, past: Past | None = None) -> NumbersReading:
        """Read all cards on the table, in a grid of the size that is played; `past` is the table before the first.

        Doubtful colours are held against the cards that are known to lie there. What is known is the prompt's to say,
        so it comes back after a power cut, goes with a step back and ends with the game.
        """
        area = Area.FIELD if wanted.size <= FIELD_HOLDS else Area.SHEET
        cards, place = self._cards.looks, self._table.place
        known = [KnownCard(card.row, card.col, card.value, card.colour) for card in wanted.known]

        def read(ready: Frame) -> NumbersReading:
            return read_numbers(ready, cards, wanted.size, known=known)

        return read_new_cards(frame, past, lambda before: read_there(frame, read, place, area, before))

    @property
    def problem(self) -> str | None:
        """What is wrong with the cards of the profile that is set; None if nothing is."""
        return self._cards.problem


class BallReader:
    """Reads the mothership's balls with the profile that is set, or with the shipped one; `problem` says why."""

    def __init__(self, profiles: Profiles, preferences: Preferences, table: TableMemory) -> None:
        self._balls = OwnPieces(profiles, preferences, shipped_ball_profile(), own_balls)
        self._table = table

    def __call__(self, frame: Frame, wanted: ReadBalls, past: Past | None = None) -> BallsReading:
        """Read the balls that fell; `past` is the table before the ship was put down."""
        read = partial(read_balls, profile=self._balls.looks, expected=wanted.count)
        place = self._table.place
        return read_new(frame, past, wanted.count, lambda before: read_there(frame, read, place, before=before))

    @property
    def problem(self) -> str | None:
        """What is wrong with the balls of the profile that is set; None if nothing is."""
        return self._balls.problem


def own_dice(folder: Path) -> SymbolProfile:
    """The dice of a profile folder, or the shipped ones if it has none; BadProfile if they cannot be read with."""
    if not folder.is_dir():
        raise BadProfile(f"{folder}: there is no such profile. Choose another one in the settings.")
    file = folder / symbol_profile.PROFILE_FILE
    if not file.is_file():
        return shipped_profile()
    profile = load_symbol_profile(folder)
    _refuse_half_taught(file, "dice", sorted(FACES), {look.name for look in profile.faces})
    return profile


def own_number_cards(folder: Path) -> NumberProfile:
    """The cards of a profile folder, or the shipped ones if it has none; BadProfile if they cannot be read with."""
    file = folder / number_profile.PROFILE_FILE
    if not file.is_file():
        return shipped_number_profile()
    profile = load_number_profile(folder)
    _refuse_half_taught(file, "cards", CARD_COLOURS, {colour.name for colour in profile.colours})
    return profile


def own_balls(folder: Path) -> BallProfile:
    """The balls of a profile folder, or the shipped ones if it has none; BadProfile if they cannot be read with."""
    file = folder / ball_profile.PROFILE_FILE
    if not file.is_file():
        return shipped_ball_profile()
    profile = load_ball_profile(folder)
    _refuse_half_taught(file, "balls", BALL_COLOURS, {colour.name for colour in profile.colours})
    return profile


def _refuse_half_taught(file: Path, pieces: str, wanted: Iterable[str], known: set[str]) -> None:
    """BadProfile if anything is missing: what was never taught would be taken for the nearest that was."""
    missing = [name for name in wanted if name not in known]
    if missing:
        raise BadProfile(f"{file}: {', '.join(missing)} still to be taught. Teach the {pieces} to the end.")
