"""A card that is being named, drawn in the grid: where it lies, its colour and its number so far."""

from __future__ import annotations

from device.boxes.number_up.card_entry import CardEntry, Step
from device.boxes.number_up.grid_screen import grid_screen
from device.desks.desk import Tell
from device.screens.content import Screen
from games.number_up.pieces import State
from games.spine.dialogue import Text, say


def entry_screen(
    state: State, entry: CardEntry, tell: Tell, *, title: Text, line: Text | None = None, is_blinking: bool = False
) -> Screen:
    """The grid with the card under the buttons; the line says what the buttons do, if nothing else is said."""
    card, place = entry.card, entry.place
    name = ""
    if card is not None:
        colour = say(f"number_up.colour.{card.colour}")
        is_whole = entry.step is not Step.COLOUR
        name = tell(say("number_up.named", colour=colour, value=card.value) if is_whole else colour)
    return grid_screen(
        state,
        tell,
        title=tell(title),
        line=tell(line or say("number_up.turn")),
        name=name,
        cursor=place.row * state.level.size + place.col if place is not None else None,
        shown=card,
        is_blinking=is_blinking,
    )


def question(step: Step, where: Text) -> Text:
    """What is asked at this step; `where` while it is the place."""
    if step is Step.PLACE:
        return where
    return say("number_up.which_value" if step is Step.VALUE else "number_up.which_colour")
