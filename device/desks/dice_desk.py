"""The desk for dice: shows what was read, lets doubtful dice be put right, or takes all of it by hand."""

from __future__ import annotations

from device.desks.desk import Tell
from device.desks.piece_desk import Fallen, Mode, PieceDesk
from device.eyes.sight import Sight, Thrown
from device.screens.content import DiceSeen, Screen
from device.screens.of_games import Drawing
from games.spine.dialogue import Answer, Dice, ReadDice, Text, say
from vision.base.reading import Reason


class DiceDesk(PieceDesk):
    """Waits for a throw. One more throw before OK is the next one, and the one on the screen counts."""

    LOOK_AGAIN = "footer.look_again"

    def __init__(self, prompt: ReadDice, drawing: Drawing | None = None, *, is_reroll: bool = False) -> None:
        super().__init__(prompt, prompt.count, prompt.faces, drawing)
        self.prompt = prompt
        self._is_reroll = is_reroll
        self._cocked: frozenset[int] = frozenset()  # those that may not lie flat
        self._thrown: frozenset[int] = frozenset()

    @classmethod
    def correcting(cls, prompt: ReadDice, dice: Dice) -> DiceDesk:
        """A desk on which dice are put right, or changed, that were taken before; going back leaves it."""
        desk = cls(prompt)
        desk._correct(dice.faces)
        return desk

    @property
    def wanted(self) -> ReadDice | None:
        return self.prompt

    def _fallen(self, sight: Sight) -> Thrown | None:
        return sight.seen if isinstance(sight.seen, Thrown) else None

    def _answer(self, names: tuple[str, ...]) -> Answer:
        return Dice(names)

    def _enter(self, names: list[str | None], order: list[tuple[str, ...]]) -> None:
        super()._enter(names, order)
        self._cocked = self._thrown = frozenset()

    def _noted(self, fallen: Fallen) -> None:
        assert isinstance(fallen, Thrown)
        self._thrown = fallen.moved if self._is_reroll else frozenset()
        self._cocked = frozenset(n for n, die in enumerate(fallen.reading.dice) if Reason.COCKED in die.reasons)

    def _shown(self, tell: Tell, blink: bool) -> Screen:
        title, footer = self._title_and_footer()
        faces = tuple(self._names)
        return DiceSeen(
            title=tell(title),
            faces=faces,
            letters=tuple(told(tell, face, say(f"letter.{face}")) for face in faces),
            names=tuple(told(tell, face, say(f"face.{face}")) for face in faces),
            cursor=self._under_cursor,
            doubtful=frozenset(self._doubtful),
            thrown=self._thrown,
            footer=tell(footer),
            is_blinking=blink and bool(self._doubtful),
        )

    def _title_and_footer(self) -> tuple[Text, Text]:
        match self._mode:
            case Mode.TURN if self._cursor in self._doubtful & self._cocked:
                return say("dice.cocked"), say("footer.cocked")
            case Mode.TURN if self._cursor in self._doubtful:
                return say("dice.doubt"), say("footer.turn")
            case Mode.TURN:
                return say("dice.turn", number=self._cursor + 1), say("footer.turn")
            case Mode.PICK:
                return say("dice.pick"), say("footer.pick")
        seen = say("dice.thrown_again" if self._is_reroll else "dice.seen")
        return self._reviewed or seen, self._review_footer


def told(tell: Tell, face: str | None, words: Text) -> str:
    """A face in these words; pips are their number, and a die not entered yet is nothing."""
    return face or "" if face is None or face.isdecimal() else tell(words)
