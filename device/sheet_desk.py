"""The desk for a table of figures: OK goes on, back goes back."""

from __future__ import annotations

from device.desk import Back, Given, Reply, Tell
from device.eyes import Sight, Wanted
from device.hardware import Button, Press
from device.journal import Source
from device.screens.content import Screen, Sheet, SheetLine
from games.dialogue import Noted
from games.sternenfahrer.sheets import ShowSheet


class SheetDesk:
    """All players' figures on one page."""

    wanted: Wanted | None = None

    def __init__(self, prompt: ShowSheet) -> None:
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
