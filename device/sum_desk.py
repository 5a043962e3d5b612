"""The desk that shows a sum of Galaktico's combats: its parts with their figures, and the total in the light bar."""

from __future__ import annotations

from device.desk import Back, Given, Reply, Tell
from device.eyes import Sight, Wanted
from device.hardware import Button, Press
from device.journal import Source
from device.screens.content import List, Row, Screen
from games.dialogue import Noted
from games.galaktico.fighting import ShowSum


class SumDesk:
    """OK goes on, back goes back; there is nothing to choose."""

    wanted: Wanted | None = None

    def __init__(self, prompt: ShowSum) -> None:
        self.prompt = prompt

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.OK:
                return Given(Noted(), Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        rows = tuple(Row(tell(row.words), tell(row.value) if row.value else "") for row in self.prompt.rows)
        return List(tell(self.prompt.news) if self.prompt.news else "", rows, cursor=len(rows) - 1)
