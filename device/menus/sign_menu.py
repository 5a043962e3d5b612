"""Personal signs at the table: asked for at a cover; chosen, changed, laid down or opened together from the menu."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeAlias

from device.desks.next import Next
from device.desks.sign_desk import LEAST_PRESSES, MOST_PRESSES, Agree, EnterSign
from device.desks.stack import DeskStack
from device.errors import JournalError
from device.records.session_signs import SessionSigns
from games.spine.dialogue import Answer, Choose, Chosen, HandOver, Notice, Option, Prompt, Text, say

log = logging.getLogger(__name__)

HISTORY = "history"
PLAYER = "player:"  # in front of a seat
MOST_TOLD = 99  # tries; more need not be counted on a small screen

Leading: TypeAlias = Generator[Prompt, Answer, None]


class SignMenu:
    """Opens above a game. Whose sign is asked for stands on the screen; what is pressed never does."""

    def __init__(self, signs: SessionSigns, above: DeskStack) -> None:
        self._signs = signs
        self._above = above

    # --- at the cover ---

    def at_cover(self, player: str | None) -> Text | None:
        """What the cover must say below this player's name, if anything."""
        tries = self._signs.told_tries(player)
        if tries:
            return say("sign.tried", n=min(tries, MOST_TOLD))
        return say("sign.was_opened") if self._signs.was_opened_together(player) else None

    def guards(self, player: str | None) -> bool:
        """Whether this player's prompts open only with a sign."""
        return self._signs.has(player)

    def ask(self, player: str, then: Callable[[], Next]) -> Next:
        """Ask for the player's sign, if there is one; only the right one leads on."""
        if not self._signs.has(player):
            return then()
        wait = self._signs.wait_seconds(player)
        if self._signs.is_lost(player):
            self._refuse(say("sign.lost", player=player))
        elif wait:
            self._refuse(say("sign.wait", n=wait))
        else:
            self._above.ask(EnterSign(words=say("sign.yours"), audience=player), partial(self._entered, player, then))
        return None

    def _entered(self, player: str, then: Callable[[], Next], answer: Answer | None) -> Next:
        if not isinstance(answer, Chosen):
            return None
        try:
            is_right = self._signs.opens(player, answer.key)
        except JournalError as error:
            log.error("a sign was not tried: %s", error)
            self._above.complain(error.words, say("title.not_saved"))
            return None
        if is_right:
            return then()
        self._refuse(say("sign.wrong"))
        return None

    def _refuse(self, words: Text) -> None:
        self._above.complain(words, say("sign.closed"))

    # --- from the menu ---

    def open(self) -> Next:
        """Everybody's signs, on or off, and what happened to them."""
        on, off = say("settings.on"), say("settings.off")
        rows = [
            Option(f"{PLAYER}{seat}", say("lobby.player", player=name), value=on if self._signs.has(name) else off)
            for seat, name in enumerate(self._signs.players)
        ]
        if self._signs.notes:
            rows.append(Option(HISTORY, say("sign.history")))
        self._above.ask(Choose(words=say("sign.whose"), options=tuple(rows)), self._chosen)
        return None

    def _chosen(self, answer: Answer | None) -> Next:
        if not isinstance(answer, Chosen):
            return None
        if answer.key == HISTORY:
            self._above.lead(self._tell())
            return None
        player = self._signs.players[int(answer.key.removeprefix(PLAYER))]
        if not self._signs.has(player):
            self._above.lead(self._choose(player, is_covered=True))
            return None
        options = tuple(Option(key, say(f"sign.do.{key}")) for key in ("change", "lay_down", "together"))
        self._above.ask(Choose(words=say("lobby.player", player=player), options=options), partial(self._do, player))
        return None

    def _do(self, player: str, answer: Answer | None) -> Next:
        match answer:
            case Chosen("change"):
                return self.ask(player, partial(self._lead, self._choose(player)))
            case Chosen("lay_down"):
                return self.ask(player, partial(self._lead, self._lay_down(player)))
            case Chosen("together"):
                return self._lead(self._open_together(player))
        return None

    def _lead(self, dialogue: Leading) -> Next:
        self._above.lead(dialogue)
        return None

    def _choose(self, player: str, *, is_covered: bool = False) -> Leading:
        """A new sign, pressed twice."""
        if is_covered:
            yield HandOver(words=say("sign.cover"), audience=player)
        yield Notice(words=say("sign.how", least=LEAST_PRESSES, most=MOST_PRESSES), news=say("sign.new"))
        while True:
            first = yield EnterSign(words=say("sign.new"), audience=player)
            again = yield EnterSign(words=say("sign.again"), audience=player)
            if first == again:
                break
            yield Notice(words=say("sign.differ"), news=say("sign.new"))
        assert isinstance(first, Chosen)  # nothing else is let through
        presses = first.key
        yield from self._keep(lambda: self._signs.choose(player, presses), say("sign.kept", player=player))

    def _lay_down(self, player: str) -> Leading:
        yield from self._keep(lambda: self._signs.lay_down(player), say("sign.laid_down", player=player))

    def _open_together(self, player: str) -> Leading:
        """All the others say yes, one after the other; any of them can refuse by going back."""
        for other in self._signs.players:
            if other != player:
                yield Agree(words=say("sign.agree", player=player), audience=other)
        yield from self._keep(lambda: self._signs.open_together(player), say("sign.opened", player=player))

    def _keep(self, change: Callable[[], None], words: Text) -> Leading:
        """Make a change that goes to the disk, and say so, or that the disk refused."""
        try:
            change()
        except JournalError as error:
            log.error("a sign was not kept: %s", error)
            yield Notice(words=error.words, news=say("title.not_saved"))
        else:
            yield Notice(words=words, news=say("menu.signs"))

    def end(self) -> None:
        """The game is over: no sign of it is needed any more."""
        self._signs.forget_all()

    # --- what happened ---

    def _tell(self) -> Leading:
        pages = list(self.told())
        while pages:
            yield pages.pop(0)

    def told(self) -> tuple[Notice, ...]:
        """What happened to signs in this game, a page each."""
        return tuple(
            Notice(
                words=say(f"sign.told.{note.what.value}", player=self._signs.players[note.seat - 1]),
                news=say("sign.at", date=say("lobby.day", day=at.day, month=at.month), clock=f"{at:%H:%M}"),
            )
            for note in self._signs.notes
            for at in (note.at.astimezone(),)
        )
