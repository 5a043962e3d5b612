"""What every desk has that only shows something: OK goes on, back goes back."""

from __future__ import annotations

from device.desks.desk import Back, Given, Reply
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from games.spine.dialogue import Noted


class OkDesk:
    """Something to look at: OK goes on, back goes back. What it is, the subclasses draw."""

    wanted: Wanted | None = None

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.OK:
                return Given(Noted(), Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def see(self, sight: Sight) -> Reply:
        return None
