"""The desk for a choice in a game of Galaktix: the options, and below them a row that shows the board.

Looking at the board answers nothing and is written nowhere; what is not asked for otherwise, the line under the title
tells how far it is to the next medal.
"""

from __future__ import annotations

from device.boxes.galaktix.board_page import BoardDesk
from device.desks.desk import Reply, Tell
from device.desks.general import ChoosingDesk
from device.eyes.sight import Sight
from device.parts.protocols import Button, Press
from device.screens.content import List, Row, Screen
from games.galaktix.pieces import State
from games.spine.dialogue import Choose, Text, say


class ChoiceDesk(ChoosingDesk):
    """A list to step through, with the board one row below its end."""

    def __init__(self, prompt: Choose, state: State) -> None:
        super().__init__(prompt)
        self._state = state
        self._is_at_board_row = False
        self._board: BoardDesk | None = None

    def press(self, press: Press) -> Reply:
        if self._board is not None:
            if self._board.press(press) is not None:
                self._board = None
            return None
        if self.is_offering_throw:
            return super().press(press)
        if self._is_at_board_row:
            return self._press_at_board_row(press)
        last = len(self.prompt.options) - 1
        if (press.button, self._cursor) in ((Button.DOWN, last), (Button.UP, 0)):
            self._is_at_board_row = True
            return None
        return super().press(press)

    def _press_at_board_row(self, press: Press) -> Reply:
        match press.button:
            case Button.OK:
                self._board = BoardDesk(self._state)
            case Button.UP:
                self._is_at_board_row, self._cursor = False, len(self.prompt.options) - 1
            case Button.DOWN:
                self._is_at_board_row, self._cursor = False, 0
            case _:
                return super().press(press)
        return None

    def see(self, sight: Sight) -> Reply:
        reply = super().see(sight)
        if self.is_offering_throw:
            self._board = None  # what was thrown comes before what is looked at
        return reply

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._board is not None:
            return self._board.screen(tell, blink)
        shown = super().screen(tell, blink)
        if not isinstance(shown, List):
            return shown
        rows = (*shown.rows, Row(tell(say("galaktix.look_at_board"))))
        cursor = len(rows) - 1 if self._is_at_board_row else shown.cursor
        return List(shown.title, rows, cursor, shown.news or tell(goal(self._state)))


def goal(state: State) -> Text:
    """How far it is to the next medal."""
    ahead = state.level.targets.next_medal(state.points)
    if ahead is None:
        return say("ending.best")
    medal, missing = ahead
    return say("ending.missing", n=missing, medal=say(f"medal.{medal.value}"))
