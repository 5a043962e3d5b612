"""What the menu of a game of Galaktix offers beside the game: what the letters and shapes of the dice mean."""

from __future__ import annotations

from collections.abc import Generator

from device.boxes.box import LookUp
from games.galaktix.pieces import FACES
from games.spine.dialogue import Answer, Choose, Option, Prompt, say


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up at any time."""
    return (LookUp("letters", say("legend.row"), look_at_letters),)


def look_at_letters() -> Generator[Prompt, Answer, None]:
    """Every face with its shape, its letters and its name; OK leads back."""
    rows = tuple(
        Option(face, say("legend.line", letter=say(f"letter.{face}"), name=say(f"face.{face}")), mark=face)
        for face in FACES
    )
    yield Choose(words=say("legend.title"), options=rows)
