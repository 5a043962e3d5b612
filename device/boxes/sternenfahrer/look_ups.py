"""What the menu of a game of Sternenfahrer offers beside the game: everybody's victory points, what nobody can take
back; and how far it is."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from device.boxes.box import LookUp
from games.spine.dialogue import Answer, Notice, Prompt, Text, say
from games.sternenfahrer.pieces import State
from games.sternenfahrer.points import total
from games.sternenfahrer.sheets import look_at_scores


def standing(scene: object) -> tuple[Text, Text] | None:
    """The turn, and everybody's points in the order of play, such as "Zug 12" and "7:6:5:4"."""
    if not isinstance(scene, State):
        return None
    points = ":".join(str(total(scene, seat)) for seat in range(len(scene.players)))
    return say("sternenfahrer.at_turn", number=scene.turn), say("sternenfahrer.all_points", name=points)


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up in this state; nothing before there is one."""
    if not isinstance(scene, State):
        return ()
    return (
        LookUp("scores", say("sternenfahrer.menu.scores"), partial(look_at_scores, scene)),
        LookUp("stands", say("sternenfahrer.menu.stands"), _what_stands),
    )


def _what_stands() -> Generator[Prompt, Answer, None]:
    yield Notice(words=say("sternenfahrer.stands"), news=say("sternenfahrer.stands.title"))
