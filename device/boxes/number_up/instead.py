"""What can be done instead of laying a card: a list behind up and down."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.number_up.card_entry import Left
from device.desks.desk import Tell
from device.parts.protocols import Button
from device.screens.content import List, Row, Screen
from games.number_up import rules
from games.number_up.pieces import State
from games.spine.dialogue import Option, ReadLaid, say

HAND_KEY = "hand"


def options_instead(prompt: ReadLaid, state: State) -> tuple[Option, ...]:
    """The prompt's options, and naming the open cards where the level has a hand."""
    has_room = prompt.hand > 0 and len(state.hand) < rules.open_size(state)
    return (*((Option(HAND_KEY, say("number_up.show_hand")),) if has_room else ()), *prompt.options)


class Instead:
    """Up and down step through the options, OK takes one, back leaves."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = options
        self._at = 0

    def press(self, button: Button) -> Option | Left | None:
        match button:
            case Button.UP | Button.DOWN:
                self._at = (self._at + (1 if button is Button.DOWN else -1)) % len(self._options)
                return None
            case Button.OK:
                return self._options[self._at]
        return Left()

    def screen(self, tell: Tell) -> Screen:
        rows = tuple(Row(tell(option.words), is_refused=option.refused is not None) for option in self._options)
        return List(tell(say("number_up.instead")), rows, self._at)
