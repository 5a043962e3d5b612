"""The desk that shows a code to note."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.ok_desk import OkDesk
from device.screens.content import Code, Screen
from games.spine.dialogue import ShowCode


class CodeDesk(OkDesk):
    """OK goes on, back goes back; there is nothing to choose."""

    def __init__(self, prompt: ShowCode) -> None:
        self.prompt = prompt

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Code(tell(self.prompt.words), self.prompt.code)
