"""Reads one printed card that is shown to the camera, among the cards the owner has taught."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.config.preferences import Preferences
from device.eyes.profiles import Profiles
from device.eyes.readers import OwnPieces
from device.eyes.table_memory import TableMemory
from games.spine.dialogue import ReadShownCard
from vision.base.frame import Frame
from vision.base.reading import CardReading
from vision.cards.reader import read_card
from vision.cards.teaching import CARDS_FOLDER, TaughtCards
from vision.table.place import read_there


class ShownCardReader:
    """Reads a card with the profile that is set. Where that has no cards, those that `others` knows are used.

    A simulated table knows how its own cards look; at a real one nothing is known before it was taught.
    """

    def __init__(
        self,
        profiles: Profiles,
        preferences: Preferences,
        table: TableMemory,
        others: Callable[[], TaughtCards | None] = lambda: None,
    ) -> None:
        self._cards: OwnPieces[TaughtCards | None] = OwnPieces(profiles, preferences, None, own_printed_cards)
        self._others = others
        self._table = table

    def __call__(self, frame: Frame, wanted: ReadShownCard) -> CardReading | None:
        """Read the card on the table; None if none of the wanted ones was ever taught."""
        taught = self._cards.looks or self._others()
        if taught is None or not set(wanted.names) & set(taught.names):
            return None
        return read_there(frame, lambda ready: read_card(ready, taught), self._table.place)

    @property
    def problem(self) -> str | None:
        """What is wrong with the cards of the profile that is set; None if nothing is."""
        return self._cards.problem


def own_printed_cards(folder: Path) -> TaughtCards | None:
    """The printed cards of a profile folder, None if it has none; BadProfile if they cannot be read with."""
    return TaughtCards.load(folder) if (folder / CARDS_FOLDER).is_dir() else None
