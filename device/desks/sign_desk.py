"""Pressing a personal sign: two to four times up, down or OK, of which nothing is shown but how many there are.

Back is no part of a sign, so that a slip can be taken back as in a name that is spelled. Four presses are taken at
once, fewer by holding OK.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.desks.desk import Back, Given, MenuPrompt, Refused, Reply, Tell
from device.desks.general import CoverDesk
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Screen, SignEntry
from games.spine.dialogue import Answer, Chosen, HandOver, Noted, Text, say

LEAST_PRESSES, MOST_PRESSES = 2, 4


@dataclass(frozen=True, kw_only=True)
class EnterSign(MenuPrompt):
    """Press the sign of `audience`; the answer is a choice of its presses, which goes no further than memory."""

    def _refusal(self, answer: Answer) -> Text | None:
        is_long_enough = isinstance(answer, Chosen) and len(answer.key.split()) >= LEAST_PRESSES
        return None if is_long_enough else say("sign.too_short", n=LEAST_PRESSES)

    def desk(self) -> SignDesk:
        return SignDesk(self)


class SignDesk:
    """Presses become dots; back takes the last one away, and leaves when there is none."""

    wanted: Wanted | None = None

    def __init__(self, prompt: EnterSign) -> None:
        self.player = prompt.audience
        self._prompt = prompt
        self._presses: tuple[str, ...] = ()

    def press(self, press: Press) -> Reply:
        if press.button is Button.BACK:
            if not self._presses:
                return Back()
            self._presses = self._presses[:-1]
            return None
        is_end = press.button is Button.OK and press.held
        if not is_end:
            self._presses = (*self._presses, press.button.value)
        if not is_end and len(self._presses) < MOST_PRESSES:
            return None
        answer = Chosen(" ".join(self._presses))
        refusal = self._prompt.refusal(answer)
        return Given(answer, Source.BUTTONS) if refusal is None else Refused(refusal)

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        footer = tell(say("footer.sign"))
        return SignEntry(tell(self._prompt.words), self.player or "", len(self._presses), MOST_PRESSES, footer)


@dataclass(frozen=True, kw_only=True)
class Agree(MenuPrompt):
    """`audience` holds OK to say yes to what concerns another player."""

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Noted) else say("refused.form", wanted=say("form.ok"))

    def desk(self) -> CoverDesk:
        return CoverDesk(HandOver(words=self.words, audience=self.audience), footer=say("footer.hold_yes"))
