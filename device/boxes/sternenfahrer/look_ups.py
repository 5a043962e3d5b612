"""What the menu of a game of Sternenfahrer offers beside the game: everybody's victory points."""

from __future__ import annotations

from functools import partial

from device.boxes.box import LookUp
from games.spine.dialogue import say
from games.sternenfahrer.pieces import State
from games.sternenfahrer.sheets import look_at_scores


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up in this state; nothing before there is one."""
    if not isinstance(scene, State):
        return ()
    return (LookUp("scores", say("sternenfahrer.menu.scores"), partial(look_at_scores, scene)),)
