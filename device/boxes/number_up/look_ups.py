"""What the menu of a game of Number UP offers beside the game: what the letters beside the digits mean."""

from __future__ import annotations

from collections.abc import Generator

from device.boxes.box import LookUp
from device.boxes.number_up.grid_screen import LIGHT_COLOURS
from games.number_up.pieces import COLOURS
from games.spine.dialogue import Answer, Choose, Option, Prompt, Text, say


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up at any time."""
    return (LookUp("letters", say("legend.row"), look_at_letters),)


def look_at_letters() -> Generator[Prompt, Answer, None]:
    """Every colour with its letter, in brackets what the grid has in a light field; OK leads back."""
    rows = tuple(Option(colour, say("legend.line", letter=_sign(colour), name=_name(colour))) for colour in COLOURS)
    yield Choose(words=say("legend.title"), options=rows)


def _sign(colour: str) -> Text:
    letter = say(f"number_up.letter.{colour}")
    return say("number_up.letter_in_light", letter=letter) if colour in LIGHT_COLOURS else letter


def _name(colour: str) -> Text:
    return say(f"colour.{colour}")
