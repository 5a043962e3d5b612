"""The desk at which a player takes a card in secret: what each can do stands beside it, and none is taken by chance."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.shown_card_desk import ShownCardDesk
from device.eyes.sight import Wanted
from device.screens.content import List, Row, Screen
from games.galaktico.cards import ChooseCard
from games.spine.dialogue import ReadShownCard, say


class CardDesk(ShownCardDesk):
    """As where any card is shown; a card that was left lying is offered where it fits, and OK takes it."""

    prompt: ChooseCard

    def __init__(self, prompt: ChooseCard, *, is_taken_back: bool = False) -> None:
        super().__init__(prompt, is_taken_back=is_taken_back or prompt.may_lie)

    @property
    def wanted(self) -> Wanted | None:
        names = tuple(name for name in self.prompt.names if name)
        return ReadShownCard(words=self.prompt.words, names=names, audience=self.prompt.audience)

    def _step(self, by: int) -> None:
        super()._step(by)
        if self._line is not None:
            self._line = say("card.show")

    def screen(self, tell: Tell, blink: bool) -> Screen:
        rows = tuple(Row(tell(option.words)) for option in self.prompt.options)
        is_news = self._line not in (None, say("card.show")) or not self._cursor
        line = (self._line if is_news else None) or self.prompt.told[self._cursor]
        return List(tell(self.prompt.words), rows, self._cursor, tell(line))
