"""Desks stacked above each other: menus and messages over the one a talk is about."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from device.desks.desk import Back, Desk, Given, Refused, Reply
from device.desks.general import NoticeDesk, desk_for
from device.desks.next import Next
from device.parts.protocols import Beeper, Tone
from games.spine.dialogue import Answer, Notice, Prompt, Text

WhenAnswered: TypeAlias = Callable[[Answer | None], Next]  # None: the player went back


class DeskStack:
    """The desks above; the topmost has the buttons."""

    def __init__(self, beeper: Beeper, desk_for: Callable[[Prompt], Desk] = desk_for) -> None:
        self._beeper = beeper
        self._desk_for = desk_for
        self._above: list[tuple[Desk, WhenAnswered]] = []

    def __bool__(self) -> bool:
        return bool(self._above)

    @property
    def top(self) -> Desk:
        return self._above[-1][0]

    def ask(self, prompt: Prompt, then: WhenAnswered) -> None:
        """Put a prompt on top; `then` is told the answer, or None if the player goes back."""
        self.put(self._desk_for(prompt), then)

    def put(self, desk: Desk, then: WhenAnswered) -> None:
        self._above.append((desk, then))

    def lead(self, dialogue: Generator[Prompt, Answer, object]) -> None:
        """Lead through a dialogue on top, prompt by prompt, until it ends or the player goes back."""
        self._lead_on(dialogue, lambda: next(dialogue))

    def _lead_on(self, dialogue: Generator[Prompt, Answer, object], go: Callable[[], Prompt]) -> None:
        def then(answer: Answer | None) -> Next:
            if answer is None:
                dialogue.close()
            else:
                self._lead_on(dialogue, lambda: dialogue.send(answer))
            return None

        try:
            self.ask(go(), then)
        except StopIteration:
            return

    def complain(self, words: Text, heading: Text) -> None:
        """A sentence with a warning sign, until OK."""
        self._beeper.beep(Tone.REFUSED)
        self.put(NoticeDesk(Notice(words=words, news=heading), is_warning=True), lambda _: None)

    def inform(self, words: Text, heading: Text) -> None:
        """A sentence to read, until OK."""
        self.ask(Notice(words=words, news=heading), lambda _: None)

    def handle(self, reply: Reply, heading: Text) -> Next:
        """What the topmost desk's reply leads to."""
        match reply:
            case Given(answer):
                _, then = self._above.pop()
                return then(answer)
            case Back():
                _, then = self._above.pop()
                return then(None)
            case Refused(reason):
                self.complain(reason, heading)
        return None
