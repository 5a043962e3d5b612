"""The last screen of a level: points, medal, how far it is to the next one, and whether it was never more."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.ok_desk import OkDesk
from device.screens.content import Ending, Screen
from games.books.levels import LevelInfo
from games.spine.dialogue import Outcome, Text, say


class EndingDesk(OkDesk):
    """OK enters the result in the book; back goes back into the game. `best` is the player's best one so far."""

    def __init__(self, outcome: Outcome, level: LevelInfo, best: int | None = None) -> None:
        self._outcome = outcome
        self._level = level
        self._best = best

    def screen(self, tell: Tell, blink: bool) -> Screen:
        score = self._outcome.results[0].score
        medal = self._level.targets.medal(score)
        record = say("ending.record", best=self._best) if self._best is not None and score > self._best else None
        return Ending(
            title=tell(record or self._outcome.words),
            points=tell(self._points(score)),
            medal=medal,
            medal_name=tell(say(f"medal.{medal.value}")),
            detail=tell(self._detail(score)),
            footer=tell(say("footer.book" if self._outcome.results[0].counts else "footer.ok")),
            is_record=record is not None,
            is_blinking=blink and record is not None,
        )

    def _points(self, score: int) -> Text:
        """The points, and beside them how often somebody did otherwise after more had been seen."""
        take_backs = self._outcome.take_backs
        return say("ending.points_back", n=score, back=take_backs) if take_backs else say("ending.points", n=score)

    def _detail(self, score: int) -> Text:
        if score <= 0:
            return say("ending.lost")
        ahead = self._level.targets.next_medal(score)
        if ahead is None:
            return say("ending.best")
        medal, missing = ahead
        return say("ending.missing", n=missing, medal=say(f"medal.{medal.value}"))
