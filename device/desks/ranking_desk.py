"""The last screens of a game of several: who won, everybody's points in order, and what happened, page by page."""

from __future__ import annotations

from device.desks.desk import Reply, Tell
from device.desks.ok_desk import OkDesk
from device.parts.protocols import Button, Press
from device.screens.content import Message, Ranked, Ranking, Screen
from games.spine.dialogue import NO_PLACE, Notice, Outcome, say


class RankingDesk(OkDesk):
    """OK enters the result in the book; down leafs through the history; back goes back, at last into the game."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._page = 0  # 0 is the ranking

    def press(self, press: Press) -> Reply:
        pages = 1 + len(self._outcome.history)
        match press.button:
            case Button.DOWN:
                self._page = (self._page + 1) % pages
            case Button.UP:
                self._page = (self._page - 1) % pages
            case Button.OK | Button.BACK if self._page:
                self._page = 0
            case _:
                return super().press(press)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        history = self._outcome.history
        if self._page:
            return _told(history[self._page - 1], tell)
        ranking = sorted(self._outcome.results, key=lambda result: (result.place == NO_PLACE, result.place))
        rows = tuple(Ranked(result.place, result.player, result.score) for result in ranking)
        footer = say("footer.book_or_history" if history else "footer.book")
        return Ranking(tell(self._outcome.words), rows, tell(footer))


def _told(page: Notice, tell: Tell) -> Message:
    return Message(tell(page.news) if page.news else "", tell(page.words), tell(say("footer.leaf")))
