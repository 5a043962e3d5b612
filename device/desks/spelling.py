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


MORE, SHIFT = "…", "⇧"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + MORE
MORE_LETTERS = "ÄÖÜßÉÈÊÁÀÂÇÑÓÒÔÅØÆÍÚŠŽŁ-' " + SHIFT
FIELDS = 3  # for up, OK and down
ORDER = (Button.UP, Button.OK, Button.DOWN)


class SpellingDesk:
    """A name, letter by letter: each of up, OK and down has a third of the letters, so three presses are one letter.

    The first letter of a word is a capital one, unless the arrow behind the dots says otherwise. Holding OK is done.
    """

    wanted: Wanted | None = None

    def __init__(self, prompt: Spell) -> None:
        self.prompt = prompt
        self._name = ""
        self._left: list[str] = [LETTERS]  # the letters that are left after each press, the newest last
        self._is_shifted = False

    @property
    def _is_full(self) -> bool:
        return len(self._name) >= self.prompt.longest

    def press(self, press: Press) -> Reply:
        if press.button is Button.BACK:
            return self._go_back()
        if press.button is Button.OK and (press.held or self._is_full):
            return Given(Chosen(self._name.strip()), Source.BUTTONS) if self._name.strip() else None
        if not self._is_full:
            self._narrow(ORDER.index(press.button))
        return None

    def _narrow(self, field: int) -> None:
        letters = self._fields()[field]
        if len(letters) > 1:
            self._left.append(letters)
        elif letters == MORE:
            self._left = [MORE_LETTERS]
        elif letters == SHIFT:
            self._is_shifted, self._left = not self._is_shifted, [LETTERS]
        else:
            self._name += self._cased(letters)
            self._is_shifted, self._left = False, [LETTERS]

    def _go_back(self) -> Reply:
        """A press back, a letter back, or away from here."""
        if len(self._left) > 1:
            self._left.pop()
        elif self._left == [MORE_LETTERS]:
            self._left = [LETTERS]
        elif self._name:
            self._name = self._name[:-1]
        else:
            return Back()
        return None

    def _fields(self) -> tuple[str, ...]:
        letters = self._left[-1]
        size = len(letters) // FIELDS
        return tuple(letters[n * size : (n + 1) * size] for n in range(FIELDS))

    def _cased(self, letter: str) -> str:
        is_capital = (not self._name or self._name[-1] in "-' ") != self._is_shifted
        return letter if is_capital or letter in MORE + SHIFT else letter.lower()

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        fields = () if self._is_full else tuple(tuple(map(self._cased, field)) for field in self._fields())
        hint = "footer.spell_done" if self._name else "footer.spell"
        return Spelling(tell(self.prompt.words), self._name, fields, tell(say(hint)))
