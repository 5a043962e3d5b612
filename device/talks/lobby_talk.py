"""The lobby on the device: its dialogue, prompt by prompt."""

from __future__ import annotations

from device.desks.desk import Back, Dismissed, Given, Heard, MenuPrompt, Refused, Reply, Tell
from device.desks.general import desk_for
from device.desks.next import Next
from device.desks.stack import DeskStack
from device.eyes.sight import Sight, Wanted
from device.menus.invitation_desk import InvitationDesk
from device.menus.lobby import LobbyDialogue
from device.parts.protocols import Beeper, Press, Tone
from device.screens.content import Screen
from device.talks.taps import Opened, Tap
from games.spine.dialogue import Answer, Prompt, Text, say


class LobbyTalk:
    """Leads through the lobby until a game is chosen. What lies on the table is read only if a prompt asks for it."""

    audience: str | None = None
    private_for: str | None = None

    def __init__(self, dialogue: LobbyDialogue, beeper: Beeper) -> None:
        self._dialogue = dialogue
        self._beeper = beeper
        self._above = DeskStack(beeper)
        self._ask(next(dialogue))

    def _ask(self, prompt: Prompt) -> None:
        self._prompt, self._desk = prompt, desk_for(prompt)

    @property
    def screen_for(self) -> str | None:
        """Whoever holds the device: a code that lets phones in is shown to nobody else."""
        return "Bordbuch" if isinstance(self._desk, InvitationDesk) else None

    @property
    def cover_words(self) -> Text:
        return self._desk.cover if isinstance(self._desk, InvitationDesk) else say("cover.looks")

    @property
    def opened(self) -> Opened:
        """The settings and the way to switch off are here, so it is the owner's to tap."""
        return Opened(None if self._above else self._prompt, is_lobby=True, can_go_back=True)

    def tap(self, tap: Tap) -> Next:
        if self._above or isinstance(self._prompt, MenuPrompt):
            tap.refuse(say("tap.at_device"))
            return None
        reason = self._prompt.refusal(tap.answer) if tap.answer is not None else None
        if reason is not None:
            tap.refuse(reason)
            return None
        self._beeper.beep(Tone.DONE)
        return self._send(tap.answer)

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
            self._ask(self._dialogue.send(answer))
        except StopIteration as end:
            what_next: Next = end.value
            return what_next
        return None
