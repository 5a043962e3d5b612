"""Reading a frame as any kind of piece, as the command does, but with a calibration of one's choice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from device.command.read_kinds import SYMBOL_DICE, balls_line, card_line, dice_line, numbers_line
from vision.base.calibration import Calibration
from vision.base.frame import Frame
from vision.table.place import read_there

Line = dict[str, Any]
Read = Callable[[Frame, Calibration | None], Any]  # any kind of reading
Told = Callable[[Any], Line]


def read_line(
    kind: str,
    frame: Frame,
    profile: Path | None = None,
    calibration: Calibration | None = None,
    before: Frame | None = None,
) -> Line:
    """What `bordbuch read --as KIND` says of a frame; calibration None for the measured one."""
    read, told = reader(kind, profile)
    if before is None:
        return told(read(frame, calibration))
    return told(read_there(frame, lambda ready: read(ready, calibration), before=before))


@cache
def reader(kind: str, profile: Path | None) -> tuple[Read, Told]:
    """A reader with its profile, which serves many pictures, and how its readings are told."""
    return READERS[kind](profile)


def _pips(_: Path | None) -> tuple[Read, Told]:
    from vision.pips.reader import read_pips

    return (
        lambda frame, calibration: read_pips(frame, calibration=calibration),
        lambda reading: dice_line(reading, lambda face: {"value": int(face)}, int),
    )


def _symbols(folder: Path | None) -> tuple[Read, Told]:
    from vision.symbols.profile import load_symbol_profile, shipped_profile
    from vision.symbols.reader import read_symbols

    profile = load_symbol_profile(folder) if folder else shipped_profile()
    return (
        lambda frame, calibration: read_symbols(frame, profile, SYMBOL_DICE, calibration=calibration),
        lambda reading: dice_line(reading, lambda face: {"face": face}),
    )


def _numbers(folder: Path | None) -> tuple[Read, Told]:
    from vision.numbers.profile import load_number_profile, shipped_number_profile
    from vision.numbers.reader import read_numbers

    profile = load_number_profile(folder) if folder else shipped_number_profile()
    return lambda frame, calibration: read_numbers(frame, profile, calibration=calibration), numbers_line


def _balls(folder: Path | None) -> tuple[Read, Told]:
    from vision.balls.profile import load_ball_profile, shipped_ball_profile
    from vision.balls.reader import read_balls

    profile = load_ball_profile(folder) if folder else shipped_ball_profile()
    return lambda frame, calibration: read_balls(frame, profile, calibration=calibration), balls_line


def _card(folder: Path | None) -> tuple[Read, Told]:
    from vision.cards.reader import read_card
    from vision.cards.teaching import TaughtCards

    if folder is None:
        raise ValueError("cards are read with a folder of taught ones")
    taught = TaughtCards.load(folder)
    return lambda frame, calibration: read_card(frame, taught, calibration=calibration), card_line


READERS: dict[str, Callable[[Path | None], tuple[Read, Told]]] = {
    "pips": _pips,
    "symbols": _symbols,
    "numbers": _numbers,
    "balls": _balls,
    "card": _card,
}
