"""Sessions of older journals: which level's rules they were played by, noted while the book that says so is there.

They are signed with the fingerprint of the whole book. As soon as the owner changes one level of it, nobody could say
any more that the others are the same.
"""

from __future__ import annotations

import logging

from device.boxes.box import GameList
from device.errors import JournalError
from device.records.journal import Journal
from games.books.levels import LevelInfo
from games.spine.dialogue import Setup

log = logging.getLogger(__name__)


def name_their_levels(journal: Journal, game_list: GameList) -> None:
    """Note for every session that has no name of its level yet what is known of it now."""
    try:
        found = ((number, _level(game_list, setup)) for number, setup in journal.unnamed())
        named = [(number, level.sign, level.name) for number, level in found if level is not None]
        if named:
            journal.name_levels(named)
    except JournalError as error:  # it can be noted at the next start as well
        log.error("the levels of older sessions were not noted: %s", error)


def _level(game_list: GameList, setup: Setup) -> LevelInfo | None:
    loaded = game_list.get(setup.game)
    levels = (*loaded.levels, *loaded.replaced) if loaded is not None else ()
    fitting = (level for level in levels if level.id == setup.level and level.sign and setup.data in level.signs)
    return next(fitting, None)
