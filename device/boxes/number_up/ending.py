"""The end of a level of Number UP: the full grid, every line's points, then points and medal."""

from __future__ import annotations

from device.boxes.number_up.grid_screen import grid_screen
from device.desks.desk import Back, Reply, Tell
from device.desks.ending_desk import EndingDesk
from device.parts.protocols import Button, Press
from device.screens.content import List, Row, Screen
from games.books.levels import LevelInfo
from games.number_up import wording
from games.number_up.pieces import State
from games.spine.dialogue import Outcome, say

GRID, LINES, MEDAL = range(3)


class GridEndingDesk(EndingDesk):
    """OK leads on to the medal and there into the book; back leads back, and from the grid into the game."""

    def __init__(self, outcome: Outcome, level: LevelInfo, best: int | None = None) -> None:
        super().__init__(outcome, level, best)
        assert isinstance(outcome.scene, State)
        self._state: State = outcome.scene
        self._score = outcome.results[0].score
        self._page = GRID
        self._row = 0

    def press(self, press: Press) -> Reply:
        if press.button is Button.BACK:
            if self._page == GRID:
                return Back()
            self._page -= 1
        elif press.button is Button.OK and self._page < MEDAL:
            self._page += 1
        elif self._page == MEDAL:
            return super().press(press)
        elif self._page == LINES:
            by = 1 if press.button is Button.DOWN else -1
            self._row = min(max(0, self._row + by), self._row_count - 1)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        match self._page:
            case 0:
                points, line = tell(say("ending.points", n=self._score)), tell(say("footer.ok"))
                return grid_screen(self._state, tell, title=points, line=line)
            case 1:
                return List(tell(say("number_up.end.lines")), self._rows(tell), self._row)
        return super().screen(tell, blink)

    @property
    def _row_count(self) -> int:
        return len(self._state.marks) + len(self._state.level.finals) + (self._state.level.by_hand is not None)

    def _rows(self, tell: Tell) -> tuple[Row, ...]:
        """A row for every line with what it counts, then what the result is made of."""
        state = self._state
        lines = [
            Row(tell(wording.line_name(view.line)), tell(wording.mark_worth(view.mark)))
            for view in state.lines
            if view.mark is not None
        ]
        tally = state.level.tally(state.worths)
        finals = [Row(tell(final.name), str(final.points(tally))) for final in state.level.finals]
        if state.level.by_hand is not None:
            finals.append(Row(tell(say("by_hand.row")), str(self._score - state.points)))
        return (*lines, *finals)
