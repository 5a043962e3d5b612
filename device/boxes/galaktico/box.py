"""Everything the device knows about Galaktico."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.galaktico.card_desk import CardDesk
from device.boxes.galaktico.combat_desk import CombatDesk
from device.boxes.galaktico.examples import EXAMPLES
from device.boxes.galaktico.fitting_desk import FittingDesk
from device.boxes.galaktico.fleet_desk import FleetDesk
from device.boxes.galaktico.live import live
from device.boxes.galaktico.look_ups import look_ups
from device.boxes.galaktico.own_cards import OwnCards
from device.boxes.galaktico.pages_desk import PagesDesk
from device.boxes.galaktico.prompt_parts import blanks, parts
from device.boxes.galaktico.setting import cards
from device.boxes.setting import Beside
from device.desks.desk import Desk
from games.galaktico.cards import ChooseCard, ShowFitting
from games.galaktico.data import parse_card_set
from games.galaktico.fighting import ShowCombat
from games.galaktico.flow import Galaktico, level_of
from games.galaktico.overview import ShowFleets
from games.galaktico.pages import ShowPages
from games.galaktico.pieces import SEATS
from games.spine.dialogue import Answer, Prompt


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these weapons and shields."""
    card_set = parse_card_set(*texts)
    return LoadedGame(box, Galaktico(card_set), ways=(level_of(card_set),), seats=SEATS, former=(card_set.former,))


def desk(prompt: Prompt, undone: tuple[Answer, ...]) -> Desk | None:
    """The desks for cards, combats, pages and the fleets in figures."""
    match prompt:
        case ChooseCard():
            return CardDesk(prompt, is_taken_back=bool(undone))
        case ShowFitting():
            return FittingDesk(prompt)
        case ShowCombat():
            return CombatDesk(prompt)
        case ShowFleets():
            return FleetDesk(prompt)
        case ShowPages():
            return PagesDesk(prompt)
    return None


BOX = Box(
    name=Galaktico.name,
    texts_in="device.boxes.galaktico",
    open=opened,
    files_in="games.galaktico",
    files=("cards.toml",),
    has_secrets=True,
    desk=desk,
    live=live,
    parts=parts,
    blanks=blanks,
    look_ups=look_ups,
    cards=cards,
    beside=(Beside("map_sheet"), Beside("token", 4), Beside("fan")),  # the board, ships, the other player's cards
    workshop=OwnCards,
    examples=lambda: EXAMPLES,
)
