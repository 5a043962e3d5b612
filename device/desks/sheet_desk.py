"""The desk for a table of figures: OK goes on, back goes back."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.ok_desk import OkDesk
from device.screens.content import Screen, Sheet, SheetLine
from games.spine.dialogue import ShowSheet


class SheetDesk(OkDesk):
    """All players' figures on one page."""

    def __init__(self, prompt: ShowSheet) -> None:
        self.prompt = prompt

    def screen(self, tell: Tell, blink: bool) -> Screen:
        prompt = self.prompt
        return Sheet(
            title=tell(prompt.words),
            columns=tuple(map(tell, prompt.columns)),
            rows=tuple(
                SheetLine(
                    row.player,
                    tuple(str(figure) if figure or prompt.shows_zero else "" for figure in row.figures),
                    row.is_active,
                )
                for row in prompt.rows
            ),
        )
