"""What a talk is: whoever has the word on the device, the lobby or a game, and what can come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from device.desk import Back, Desk, Dismissed, Given, Refused, Reply, Tell
from device.desks import NoticeDesk, desk_for
from device.eyes import Eyes, Sight
from device.hardware import Beeper, Press, Tone
from device.screens.content import Screen
from games.dialogue import Answer, Notice, Prompt, ReadDice, Setup, Text


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
    def wanted(self) -> ReadDice | None: ...

    def press(self, press: Press) -> Turn: ...

    def see(self, sight: Sight) -> Turn: ...

    def screen(self, tell: Tell, blink: bool) -> Screen: ...

    def complain(self, words: Text) -> None:
        """Show a plain sentence above whatever is there."""
        ...


WhenAnswered: TypeAlias = Callable[[Answer | None], Turn]  # None: the player went back


class Desks:
    """Desks stacked above each other: menus and messages over the one the talk is about."""

    def __init__(self, beeper: Beeper, eyes: Eyes) -> None:
        self._beeper = beeper
        self._eyes = eyes
        self._above: list[tuple[Desk, WhenAnswered]] = []

    def __bool__(self) -> bool:
        return bool(self._above)

    @property
    def top(self) -> Desk:
        return self._above[-1][0]

    def ask(self, prompt: Prompt, then: WhenAnswered) -> None:
        """Put a prompt on top; `then` is told the answer, or None if the player goes back."""
        self.put(desk_for(prompt), then)

    def put(self, desk: Desk, then: WhenAnswered) -> None:
        self._above.append((desk, then))

    def complain(self, words: Text, heading: Text) -> None:
        """A sentence with a warning sign, until OK."""
        self._beeper.beep(Tone.REFUSED)
        self.put(NoticeDesk(Notice(words=words, news=heading), is_warning=True), lambda _: None)

    def inform(self, words: Text, heading: Text) -> None:
        """A sentence to read, until OK."""
        self.ask(Notice(words=words, news=heading), lambda _: None)

    def handle(self, reply: Reply, heading: Text) -> Turn:
        """What the topmost desk's reply leads to."""
        match reply:
            case Given(answer, _):
                _, then = self._above.pop()
                return then(answer)
            case Back():
                _, then = self._above.pop()
                return then(None)
            case Refused(reason):
                self.complain(reason, heading)
            case Dismissed():
                self._eyes.settle()
        return None
