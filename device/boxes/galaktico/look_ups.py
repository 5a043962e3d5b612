"""What the menu of a game of Galaktico offers beside the game: cards that stay open, the fleets in figures,
the referee, and what nobody can take back."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from device.boxes.box import LookUp
from games.galaktico.overview import look_at_cards, look_at_fleets
from games.galaktico.pieces import State
from games.galaktico.referee import ask_referee
from games.spine.dialogue import Answer, Notice, Prompt, say


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up in this state; nothing before there is one."""
    if not isinstance(scene, State):
        return ()
    cards = (LookUp("cards", say("galaktico.menu.cards"), partial(look_at_cards, scene)),) if scene.opened else ()
    return (
        *cards,
        LookUp("fleets", say("galaktico.menu.fleets"), partial(look_at_fleets, scene)),
        LookUp("referee", say("galaktico.menu.referee"), partial(ask_referee, scene)),
        LookUp("stands", say("galaktico.menu.stands"), _what_stands),
    )


def _what_stands() -> Generator[Prompt, Answer, None]:
    yield Notice(words=say("galaktico.stands"), news=say("galaktico.stands.title"))
