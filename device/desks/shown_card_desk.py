"""The desk at which a card is taken out of a list, or shown to the camera."""

from __future__ import annotations

from device.desks.desk import Back, Given, Heard, Refused, Reply, Tell
from device.eyes.sight import Shown, Sight, Wanted
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import List, Row, Screen
from games.spine.dialogue import ChooseShownCard, Chosen, ReadShownCard, Text, say
from vision.base.reading import CardReading, Reason, Status


class ShownCardDesk:
    """A list to step through. A card laid under the camera moves the cursor to its row; OK takes it, either way.

    Nothing is taken by the camera alone, and a card that is unknown or does not belong here moves nothing.
    """

    def __init__(self, prompt: ChooseShownCard) -> None:
        self.prompt = prompt
        keys = [option.key for option in prompt.options]
        self._cursor = keys.index(prompt.start) if prompt.start in keys else 0
        self._line: Text | None = None
        self._is_seen = False  # the camera has put the cursor where it is

    @property
    def wanted(self) -> Wanted | None:
        return ReadShownCard(words=self.prompt.words, names=self.prompt.names, audience=self.prompt.audience)

    def press(self, press: Press) -> Reply:
        options = self.prompt.options
        match press.button:
            case Button.UP:
                self._step(-1)
            case Button.DOWN:
                self._step(1)
            case Button.OK:
                answer = Chosen(options[self._cursor].key)
                refused = self.prompt.refusal(answer)
                if refused is not None:
                    return Refused(refused)
                return Given(answer, Source.CAMERA if self._is_seen else Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def _step(self, by: int) -> None:
        self._cursor = (self._cursor + by) % len(self.prompt.options)
        if self._is_seen:
            self._is_seen, self._line = False, say("card.show")

    def see(self, sight: Sight) -> Reply:
        if not isinstance(sight.seen, Shown):
            self._mind(sight.trouble)
            return None
        card = sight.seen.reading
        is_first, self._is_seen = self._line is None, False
        self._line = say("card.show")
        if not sight.seen.witnessed or card.reasons == (Reason.NOTHING,):
            return None  # nothing lies there, or what lay there before this question was asked
        if card.name is None and card.status is not Status.SURE:
            # An empty table with a pattern looks like this, too: no news when the question is asked.
            self._line = say("card.show" if is_first else "card.unclear")
            return None
        return self._take_up(card)

    def _mind(self, troubles: tuple[Reason, ...]) -> None:
        """Say what keeps the camera from reading, if it reads cards at all."""
        if troubles and self._line is not None:
            self._is_seen = False
            self._line = say("card.show" if troubles[0] is Reason.MOVING else f"status.{troubles[0].value}")

    def _take_up(self, card: CardReading) -> Reply:
        """Put the cursor on a card that was just laid, or say why it cannot be this one."""
        if card.name is None:
            self._line = say("card.unknown")
            return Heard(Tone.REFUSED)
        answer = self.prompt.shown(card.name)
        if answer is None:
            self._line = say("card.not_here")
            return Heard(Tone.REFUSED)
        if self.prompt.refusal(answer) is not None:
            self._line = say("card.used")
            return Heard(Tone.REFUSED)
        self._cursor = self.prompt.names.index(card.name)
        self._is_seen = True
        self._line = say("card.seen" if card.status is Status.SURE else "card.doubted")
        return Heard(Tone.SEEN)

    def screen(self, tell: Tell, blink: bool) -> Screen:
        rows = tuple(Row(tell(option.words)) for option in self.prompt.options)
        line = self._line or self.prompt.news
        return List(tell(self.prompt.words), rows, self._cursor, tell(line) if line else "")
