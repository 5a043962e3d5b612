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

    Nothing is taken by the camera alone, and a card that is unknown or does not belong here moves nothing. One that lay
    there before is no answer; only after a step back it is offered, since it may be the one that was taken back.
    """

    def __init__(self, prompt: ChooseShownCard, *, is_taken_back: bool = False) -> None:
        self.prompt = prompt
        self._offers = is_taken_back  # what still lies there is offered, until somebody chooses
        keys = [option.key for option in prompt.options]
        self._cursor = keys.index(prompt.start) if prompt.start in keys else 0
        self._line: Text | None = None
        self._is_seen = False  # the camera has put the cursor where it is
        self._put_on: tuple[str, Text] | None = None  # the card it has put it on, and what was said of it

    @property
    def wanted(self) -> Wanted | None:
        return ReadShownCard(words=self.prompt.words, names=self.prompt.names, audience=self.prompt.audience)

    def press(self, press: Press) -> Reply:
        self._offers = False
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
        self._put_on = None
        if self._is_seen:
            self._is_seen, self._line = False, say("card.show")

    def see(self, sight: Sight) -> Reply:
        if not isinstance(sight.seen, Shown):
            self._mind(sight.trouble)
            return None
        card = sight.seen.reading
        if not sight.seen.witnessed and self._put_on is not None and self._put_on[0] == card.name:
            self._is_seen, self._line = True, self._put_on[1]  # a hand has passed over it
            return None
        is_first, self._is_seen, self._put_on = self._line is None, False, None
        self._line = say("card.show")
        if not sight.seen.witnessed and self._offers:
            self._offer(card)
            return None
        if not sight.seen.witnessed or card.reasons == (Reason.NOTHING,):
            return None  # nothing lies there, or what lay there before this question was asked
        if card.name is None and card.status is not Status.SURE:
            # An empty table with a pattern looks like this, too: no news when the question is asked.
            self._line = say("card.show" if is_first else "card.unclear")
            return None
        return self._take_up(card)

    def _offer(self, card: CardReading) -> None:
        """Put the cursor on a card that still lies there, if it can be this one."""
        answer = self.prompt.shown(card.name) if card.name is not None else None
        if card.name is not None and answer is not None and self.prompt.refusal(answer) is None:
            self._put(card.name, say("card.lies"))

    def _put(self, name: str, line: Text) -> None:
        """Put the cursor on the row of this card."""
        self._cursor = self.prompt.names.index(name)
        self._is_seen, self._line, self._put_on = True, line, (name, line)

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
        self._put(card.name, say("card.seen" if card.status is Status.SURE else "card.doubted"))
        return Heard(Tone.SEEN)

    def screen(self, tell: Tell, blink: bool) -> Screen:
        rows = tuple(Row(tell(option.words)) for option in self.prompt.options)
        line = self._line or self.prompt.news
        return List(tell(self.prompt.words), rows, self._cursor, tell(line) if line else "")
