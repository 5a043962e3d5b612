"""The small pictures in tests/data (made by tools/measuring/test_data.py): what is on them, reading them by kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from device.command.read_kinds import balls_line, dice_line, numbers_line
from vision.balls.profile import shipped_ball_profile
from vision.balls.reader import read_balls
from vision.base.frame import Frame
from vision.base.picture import picture_from_bytes
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.pips.reader import read_pips
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols

DATA = Path(__file__).parent.parent / "data"

READ: dict[str, Callable[[Frame], dict[str, Any]]] = {
    "pips": lambda frame: dice_line(read_pips(frame), lambda face: {"value": int(face)}, int),
    "symbols": lambda frame: dice_line(read_symbols(frame, shipped_profile(), None), lambda face: {"face": face}),
    "numbers": lambda frame: numbers_line(read_numbers(frame, shipped_number_profile())),
    "balls": lambda frame: balls_line(read_balls(frame, shipped_ball_profile())),
}
PIECES = {"pips": "dice", "symbols": "dice", "numbers": "cards", "balls": "balls"}
NAMES = {"pips": ("value",), "symbols": ("face",), "numbers": ("digit", "colour"), "balls": ("colour",)}


@dataclass(frozen=True, slots=True)
class Stored:
    """One picture and the truth about it."""

    kind: str
    name: str
    condition: str
    truth: dict[str, Any]
    reach: float
    is_readable: bool

    def frame(self) -> Frame:
        """The picture itself."""
        return picture_from_bytes((DATA / self.kind / self.name).read_bytes())


@cache
def stored(kind: str) -> tuple[Stored, ...]:
    """All pictures of a kind."""
    truths = json.loads((DATA / kind / "truth.json").read_text(encoding="utf-8"))
    return tuple(
        Stored(kind, name, truth["condition"], truth, truth["reach"], truth["is_readable"])
        for name, truth in truths.items()
    )


@cache
def reading_of(kind: str, name: str) -> dict[str, Any]:
    """The stored picture as it is read."""
    chosen = next(each for each in stored(kind) if each.name == name)
    return READ[kind](chosen.frame())
