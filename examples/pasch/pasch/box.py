"""Everything the device knows about Pasch."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.setting import DiceOut
from games.books.levels import chapters_of
from pasch.data import parse_book
from pasch.drawing import drawing
from pasch.flow import Pasch
from pasch.pieces import DICE, SEATS
from pasch.players import simulate


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these levels."""
    book = parse_book(*texts)
    return LoadedGame(box, Pasch(book), chapters_of(book), seats=SEATS)


BOX = Box(
    name=Pasch.name,
    texts_in="pasch",
    open=opened,
    files_in="pasch",
    files=("levels.toml",),
    has_throws_from_start=True,
    drawing=drawing,
    setting=lambda scene: DiceOut("pips", DICE),
    simulate=simulate,
)
