"""Everything the device knows about Sternenfahrer."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.setting import Beside, ShipOut
from device.boxes.sternenfahrer.drawing import drawing
from device.boxes.sternenfahrer.examples import EXAMPLES
from device.boxes.sternenfahrer.live import live
from device.boxes.sternenfahrer.look_ups import look_ups, standing
from device.boxes.sternenfahrer.page import desk
from device.boxes.sternenfahrer.prompt_parts import parts
from games.sternenfahrer.data import parse_card_set
from games.sternenfahrer.flow import LEVELS, Sternenfahrer
from games.sternenfahrer.pieces import SEATS

SYSTEMS = "systems.toml"


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these encounters, friendship cards, settings and systems."""
    game = Sternenfahrer(parse_card_set(*texts))
    # Sessions of flow 1 start by the shipped systems and stand under the fingerprint of the cards alone.
    former = (game.content.fingerprint,) if texts[-1] == box.shipped()[SYSTEMS] else ()
    return LoadedGame(box, game, ways=LEVELS, seats=SEATS, former=former)


BOX = Box(
    name=Sternenfahrer.name,
    texts_in="device.boxes.sternenfahrer",
    open=opened,
    files_in="games.sternenfahrer",
    files=("encounters.toml", "friendship.toml", "settings.toml", SYSTEMS),
    has_secrets=True,
    desk=desk,
    drawing=drawing,
    live=live,
    parts=parts,
    look_ups=look_ups,
    standing=standing,
    setting=lambda scene: ShipOut(),
    beside=(Beside("map_sheet"), Beside("picture_card", 2), Beside("token", 2)),  # the board, goods, colonies
    examples=lambda: EXAMPLES,
)
