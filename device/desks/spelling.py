"""Spelling a name with four buttons, for the device's own menus."""

from __future__ import annotations

from dataclasses import dataclass

from device.desks.desk import Back, Given, MenuPrompt, Reply, Tell
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Screen, Spelling
from games.spine.dialogue import Answer, Chosen, Text, say


@dataclass(frozen=True, kw_only=True)
class Spell(MenuPrompt):
    """Spell a name of at most `longest` letters; the answer is a choice of that name."""

    longest: int = 12

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Chosen) and answer.key.strip() else say("refused.no_name")

    def desk(self) -> SpellingDesk:
        return SpellingDesk(self)


class SpellingDesk:
    """A name, letter by letter: up and down turn the wheel, OK takes the letter, the tick on the wheel is done."""

    wanted: Wanted | None = None
    LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
    DONE = "✓"

    def __init__(self, prompt: Spell) -> None:
        self.prompt = prompt
        self._name = ""
        self._at = 0

    @property
    def _wheel(self) -> str:
        """The letters to turn through now: nothing to finish before the first letter, nothing but that at the end."""
        if not self._name:
            return self.LETTERS
        if len(self._name) >= self.prompt.longest:
            return self.DONE
        return self.DONE + self.LETTERS.lower() + "- "

    def press(self, press: Press) -> Reply:
        wheel = self._wheel
        match press.button:
            case Button.UP:
                self._at = (self._at - 1) % len(wheel)
            case Button.DOWN:
                self._at = (self._at + 1) % len(wheel)
            case Button.OK:
                letter = wheel[self._at]
                if letter == self.DONE:
                    return Given(Chosen(self._name.strip()), Source.BUTTONS)
                self._name += letter
                self._at = 0
            case Button.BACK:
                if not self._name:
                    return Back()
                self._name = self._name[:-1]
                self._at = 0
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Spelling(tell(self.prompt.words), self._name, self._wheel[self._at], tell(say("footer.spell")))
