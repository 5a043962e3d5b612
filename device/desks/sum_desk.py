"""The desk that shows a sum: its parts with their figures, and the total in the light bar."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.ok_desk import OkDesk
from device.screens.content import List, Row, Screen
from games.spine.dialogue import ShowSum


class SumDesk(OkDesk):
    """OK goes on, back goes back; there is nothing to choose."""

    def __init__(self, prompt: ShowSum) -> None:
        self.prompt = prompt

    def screen(self, tell: Tell, blink: bool) -> Screen:
        rows = tuple(Row(tell(row.words), tell(row.value) if row.value else "") for row in self.prompt.rows)
        return List(tell(self.prompt.news) if self.prompt.news else "", rows, cursor=len(rows) - 1)
