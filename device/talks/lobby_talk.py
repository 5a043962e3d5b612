"""The lobby on the device: its dialogue, prompt by prompt."""

from __future__ import annotations

from device.desks.desk import Back, Dismissed, Given, Heard, Refused, Reply, Tell
from device.desks.general import desk_for
from device.desks.next import Next
from device.desks.stack import DeskStack
from device.eyes.sight import Sight, Wanted
from device.menus.lobby import LobbyDialogue
from device.parts.protocols import Beeper, Press, Tone
from device.screens.content import Screen
from games.spine.dialogue import Answer, Text, say


class LobbyTalk:
    """Leads through the lobby until a game is chosen. What lies on the table is read only if a prompt asks for it."""

    audience: str | None = None
    private_for: str | None = None
    screen_for: str | None = None

    def __init__(self, dialogue: LobbyDialogue, beeper: Beeper) -> None:
        self._dialogue = dialogue
        self._beeper = beeper
        self._above = DeskStack(beeper)
        self._desk = desk_for(next(dialogue))

    @property
    def wanted(self) -> Wanted | None:
        return None if self._above else self._desk.wanted

    def press(self, press: Press) -> Next:
        if self._above:
            return self._above.handle(self._above.top.press(press), say("title.not_now"))
        return self._handle(self._desk.press(press))

    def see(self, sight: Sight) -> Next:
        return self._handle(self._desk.see(sight))

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return (self._above.top if self._above else self._desk).screen(tell, blink)

    def complain(self, words: Text) -> None:
        self._above.complain(words, say("title.careful"))

    def _handle(self, reply: Reply) -> Next:
        match reply:
            case Given(answer):
                self._beeper.beep(Tone.DONE)
                return self._send(answer)
            case Back():
                return self._send(None)
            case Refused(reason):
                self._above.complain(reason, say("title.not_now"))
            case Dismissed() | Heard(_) | None:
                pass
        return None

    def _send(self, answer: Answer | None) -> Next:
        try:
            self._desk = desk_for(self._dialogue.send(answer))
        except StopIteration as end:
            what_next: Next = end.value
            return what_next
        return None
