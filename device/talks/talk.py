"""What a talk is: whoever has the word on the device, the lobby or a game, and what can come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from device.desks.desk import Tell
from device.eyes.eyes import Sight, Wanted
from device.parts.protocols import Press
from device.screens.content import Screen
from games.spine.dialogue import Setup, Text


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a new session."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class GoOn:
    """Take up a stored session."""

    session: int


@dataclass(frozen=True, slots=True)
class GoHome:
    """Back to the lobby; `after` is the session that just ended, if one did."""

    after: Setup | None = None


Turn: TypeAlias = Begin | GoOn | GoHome | None


class Talk(Protocol):
    """What the service needs of whoever has the word."""

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

    def press(self, press: Press) -> Turn: ...

    def see(self, sight: Sight) -> Turn: ...

    def screen(self, tell: Tell, blink: bool) -> Screen: ...

    def complain(self, words: Text) -> None:
        """Show a plain sentence above whatever is there."""
        ...
