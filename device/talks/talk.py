"""What a talk is: the lobby, or a game. One of them is on at a time: it gets the presses and says what is shown."""

from __future__ import annotations

from typing import Protocol

from device.desks.desk import Tell
from device.desks.next import Next
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Press
from device.screens.content import Screen
from device.talks.taps import Opened, Tap
from games.spine.dialogue import Text


class Talk(Protocol):
    """What the service needs of the talk that is on."""

    @property
    def wanted(self) -> Wanted | None: ...

    @property
    def audience(self) -> str | None:
        """The one player whom all this is for, covered or not; None: everybody."""
        ...

    @property
    def private_for(self) -> str | None:
        """The one player who looks now at what nobody else may see."""
        ...

    @property
    def screen_for(self) -> str | None:
        """The one player whom the screen is for: who looks alone, or is about to and presses the own sign."""
        ...

    @property
    def cover_words(self) -> Text:
        """What everybody else is told meanwhile."""
        ...

    @property
    def opened(self) -> Opened:
        """What can be answered by tapping on a page."""
        ...

    def press(self, press: Press) -> Next: ...

    def tap(self, tap: Tap) -> Next:
        """An answer from a page to what is open. Why it cannot be is told there, not on the device."""
        ...

    def see(self, sight: Sight) -> Next: ...

    def screen(self, tell: Tell, blink: bool) -> Screen: ...

    def complain(self, words: Text) -> None:
        """Show a plain sentence above whatever is there."""
        ...
