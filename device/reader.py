"""From a dice prompt to the reader of that kind of dice."""

from __future__ import annotations

from games.dialogue import ReadDice
from vision.frame import Frame
from vision.profile import shipped_profile
from vision.reading import DiceReading
from vision.symbols import read_symbols


def read_dice(frame: Frame, wanted: ReadDice) -> DiceReading:
    """Read the dice a prompt asks for."""
    if wanted.kind != "symbols":
        raise ValueError(f"there is no reader for {wanted.kind!r} yet")
    return read_symbols(frame, shipped_profile(), wanted.count)
