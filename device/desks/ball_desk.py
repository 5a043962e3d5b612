"""The desk for balls: shows the two that fell, lets a doubtful one be put right, or takes both by hand."""

from __future__ import annotations

from collections.abc import Sequence

from device.desks.desk import Refused, Reply, Tell
from device.desks.piece_desk import Fallen, Mode, PieceDesk
from device.eyes.sight import Shaken, Sight
from device.records.journal import Source
from device.screens.content import BallsSeen, Screen
from device.screens.of_games import Drawing
from games.spine.dialogue import Answer, Balls, ReadBalls, Text, say
from vision.base.reading import Status


class BallDesk(PieceDesk):
    """Waits for a shake. Balls that were shaken again before OK take the place of those on the screen."""

    LOOK_AGAIN = "footer.look_at_balls"
    FOLLOWS = False

    def __init__(self, prompt: ReadBalls, drawing: Drawing | None = None) -> None:
        super().__init__(prompt, prompt.count, tuple(dict.fromkeys(prompt.bag)), drawing)
        self.prompt = prompt

    @classmethod
    def correcting(cls, prompt: ReadBalls, balls: Balls) -> BallDesk:
        """A desk on which balls are put right that were taken before; going back leaves it."""
        desk = cls(prompt)
        desk._correct(balls.colours)
        return desk

    @property
    def wanted(self) -> ReadBalls | None:
        return self.prompt

    def _fallen(self, sight: Sight) -> Shaken | None:
        return sight.seen if isinstance(sight.seen, Shaken) else None

    def _answer(self, names: tuple[str, ...]) -> Answer:
        return Balls(names)

    def _take(self, fallen: Fallen) -> None:
        """Where there is a doubt, two balls that cannot be together are not offered: the less sure one becomes what it
        can be. A sure reading is never overruled; whoever takes it is told that it cannot be.
        """
        super()._take(fallen)
        at = self._least_sure
        if fallen.reading.status is Status.SURE or self._refusal(self._names) is None:
            return
        for name in self._order[at]:
            others = [*self._names[:at], name, *self._names[at + 1 :]]
            if self._refusal(others) is None:
                self._names, self._source = others, Source.CAMERA
                self._doubtful.add(at)
                self._to_next_doubt()
                return

    def _refusal(self, names: Sequence[str | None]) -> Text | None:
        return self.prompt.refusal(Balls(tuple(name for name in names if name is not None)))

    def _given(self) -> Reply:
        """Two balls of a colour of which there is one cannot be: that is said, and they can be put right at once."""
        refusal = self._refusal(self._names)
        if refusal is None:
            return super()._given()
        self._mode, self._cursor = Mode.PICK, self._least_sure
        return Refused(refusal)

    def _shown(self, tell: Tell, blink: bool) -> Screen:
        title, footer = self._title_and_footer()
        return BallsSeen(
            title=tell(title),
            colours=tuple(self._names),
            names=tuple(tell(say(f"colour.{name}")) if name else "" for name in self._names),
            cursor=self._under_cursor,
            doubtful=frozenset(self._doubtful),
            footer=tell(footer),
            is_blinking=blink and bool(self._doubtful),
        )

    def _title_and_footer(self) -> tuple[Text, Text]:
        match self._mode:
            case Mode.TURN if self._cursor in self._doubtful:
                return say("balls.doubt"), say("footer.turn")
            case Mode.TURN:
                return say("balls.turn", number=self._cursor + 1), say("footer.turn")
            case Mode.PICK:
                return say("balls.pick"), say("footer.pick_ball")
        return self._reviewed or say("balls.seen"), self._review_footer
