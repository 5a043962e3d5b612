"""Everything the device knows about Sternenfahrer."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.setting import Beside, ShipOut
from device.boxes.sternenfahrer.drawing import drawing
from device.boxes.sternenfahrer.examples import EXAMPLES
from device.boxes.sternenfahrer.look_ups import look_ups
from games.sternenfahrer.data import parse_card_set
from games.sternenfahrer.flow import BEGINNER, MIDDLE, Sternenfahrer
from games.sternenfahrer.pieces import SEATS


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these encounters, friendship cards and settings."""
    return LoadedGame(box, Sternenfahrer(parse_card_set(*texts)), ways=(BEGINNER, MIDDLE), seats=SEATS)


BOX = Box(
    name=Sternenfahrer.name,
    texts_in="device.boxes.sternenfahrer",
    open=opened,
    files_in="games.sternenfahrer",
    files=("encounters.toml", "friendship.toml", "settings.toml"),
    has_secrets=True,
    drawing=drawing,
    look_ups=look_ups,
    setting=lambda scene: ShipOut(),
    beside=(Beside("map_sheet"), Beside("picture_card", 2), Beside("token", 2)),  # the board, goods, colonies
    examples=lambda: EXAMPLES,
)
