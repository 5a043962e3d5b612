"""The desk for pages to leaf through: texts and sums, each under its own heading."""

from __future__ import annotations

from device.desks.desk import Reply, Tell
from device.desks.general import desk_for
from device.desks.ok_desk import OkDesk
from device.parts.protocols import Button, Press
from device.screens.content import Message, Screen
from games.galaktico.pages import ShowPages
from games.spine.dialogue import Notice, say


def page_screen(page: Notice, tell: Tell) -> Screen:
    """One of several pages, with what the buttons do where there is room for it."""
    screen = desk_for(page).screen(tell, blink=False)
    return Message(screen.title, screen.body, tell(say("footer.leaf"))) if isinstance(screen, Message) else screen


class PagesDesk(OkDesk):
    """Up and down leaf, OK goes on from any page, back goes back."""

    def __init__(self, prompt: ShowPages) -> None:
        self.prompt = prompt
        self._page = 0

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.UP:
                self._page = (self._page - 1) % len(self.prompt.pages)
            case Button.DOWN:
                self._page = (self._page + 1) % len(self.prompt.pages)
            case _:
                return super().press(press)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return page_screen(self.prompt.pages[self._page], tell)
