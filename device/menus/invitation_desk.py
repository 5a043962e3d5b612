"""The way in for a phone, on the OLED: a square for its camera and, one page on, the address and the PIN in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.desks.desk import Given, MenuPrompt, Reply, Tell
from device.desks.ok_desk import OkDesk
from device.eyes.sight import Sight
from device.parts.door import PageAddress
from device.parts.protocols import Button, Press
from device.records.invitations import Invitation
from device.records.journal import Source
from device.screens.content import Code, Message, Screen
from device.screens.kinds.plain import fits_as_code
from games.spine.dialogue import Answer, Noted, Text, say


@dataclass(frozen=True, kw_only=True)
class ShowInvitation(MenuPrompt):
    """Shown until somebody has used it, it is too old, or the player goes back."""

    invitation: Invitation = field(repr=False)  # in no log
    address: PageAddress
    is_open: Callable[[], bool] = field(compare=False, repr=False)

    def _refusal(self, answer: Answer) -> Text | None:
        return None

    def desk(self) -> InvitationDesk:
        return InvitationDesk(self)


class InvitationDesk(OkDesk):
    """Up and down turn the page. What it shows is for whoever holds the device; no page of the network shows it."""

    def __init__(self, prompt: ShowInvitation) -> None:
        self.prompt = prompt
        self._link = prompt.address.link(prompt.invitation.code) or ""
        self._has_square = bool(self._link) and fits_as_code(self._link)
        self._is_in_words = not self._has_square

    @property
    def cover(self) -> Text:
        """What everybody sees who does not hold the device."""
        return say("phones.cover")

    def press(self, press: Press) -> Reply:
        if press.button in (Button.UP, Button.DOWN):
            self._is_in_words = not (self._is_in_words and self._has_square)
            return None
        return super().press(press)

    def see(self, sight: Sight) -> Reply:
        return None if self.prompt.is_open() else Given(Noted(), Source.BUTTONS)

    def screen(self, tell: Tell, blink: bool) -> Screen:
        pin = self.prompt.invitation.pin
        spaced = f"{pin[:3]} {pin[3:]}"
        if not self._is_in_words:
            return Code(tell(say("phones.scan")), self._link)
        address = self.prompt.address
        body = tell(say("phones.type", name=address.by_name(), address=address.by_number()))
        return Message(tell(say("phones.pin", pin=spaced)), body)
