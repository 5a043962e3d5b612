"""What the menu of a game of Number UP offers beside the game: how this level counts, and what the letters mean."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from device.boxes.box import LookUp
from device.boxes.number_up.grid_screen import LIGHT_COLOURS
from games.number_up import wording
from games.number_up.pieces import COLOURS, Level, State
from games.spine.dialogue import Answer, Choose, Notice, Option, Prompt, Text, say

Leading = Generator[Prompt, Answer, None]


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up at any time; the rules once there is a level."""
    letters = LookUp("letters", say("legend.row"), look_at_letters)
    if not isinstance(scene, State):
        return (letters,)
    return (LookUp("rules", say("number_up.rules"), partial(look_at_rules, scene.level)), letters)


def look_at_rules(level: Level) -> Leading:
    """How lines and the result count, what else the level has, and how the rim tells it: page by page."""
    for heading, sentence in (*wording.line_rules(level), *wording.final_rules(level), *wording.twists(level)):
        yield Notice(words=sentence, news=heading)
    yield Notice(words=say("number_up.rim"), news=say("number_up.rim.title"))


def look_at_letters() -> Leading:
    """Every colour with its letters, in brackets what the grid has in a light field; OK leads back."""
    rows = tuple(Option(colour, say("legend.line", letter=_sign(colour), name=_name(colour))) for colour in COLOURS)
    yield Choose(words=say("legend.title"), options=rows)


def _sign(colour: str) -> Text:
    letter = say(f"number_up.letter.{colour}")
    return say("number_up.letter_in_light", letter=letter) if colour in LIGHT_COLOURS else letter


def _name(colour: str) -> Text:
    return say(f"colour.{colour}")
