"""The desk for dice: shows what was read, lets doubtful dice be put right, or takes all of it by hand."""

from __future__ import annotations

from enum import Enum, auto

from device.desk import Back, Dismissed, Given, Reply, Tell
from device.eyes import Sight
from device.hardware import Button, Press
from device.journal import Source
from device.screens.content import DiceSeen, Screen, Waiting
from games.dialogue import Dice, ReadDice, Text, say
from vision.motion import TableState
from vision.reading import DiceReading, Reason, Status

# Below this a die blinks and asks. The reader says "sure" only when every die is above its own, stricter bound.
DOUBT_BELOW = 0.9


class Mode(Enum):
    """What the buttons do to the dice."""

    WAIT = auto()  # nothing read yet
    REVIEW = auto()  # OK takes the dice as they are
    PICK = auto()  # step to the die to be put right
    TURN = auto()  # step through the faces of one die


class DiceDesk:
    """Waits for the dice, shows them, takes corrections.

    A doubtful die blinks and stands under the cursor at once: up or down turns it, OK takes it, and when no doubt is
    left that OK is the answer. So a misread costs two presses.
    """

    def __init__(self, prompt: ReadDice, *, is_reroll: bool = False) -> None:
        self.prompt = prompt
        self._is_reroll = is_reroll
        self._mode = Mode.WAIT
        self._faces: list[str | None] = []
        self._order: list[tuple[str, ...]] = []  # per die: its faces, likeliest first
        self._before: str | None = None  # the face of the die being turned, to go back to
        self._cursor = 0
        self._least_sure = 0  # where a correction most likely is needed
        self._doubtful: set[int] = set()
        self._cocked: frozenset[int] = frozenset()  # those that may not lie flat
        self._thrown: frozenset[int] = frozenset()
        self._source = Source.BUTTONS
        self._is_correction = False
        self._is_seen = False  # the dice on the screen were read, not entered
        self._was_witnessed = False
        self._status: Text | None = None

    @classmethod
    def correcting(cls, prompt: ReadDice, dice: Dice) -> DiceDesk:
        """A desk on which dice are put right, or changed, that were taken before; going back leaves it."""
        desk = cls(prompt)
        desk._is_correction = True
        desk._enter([*dice.faces], [cls._faces_from(prompt, face) for face in dice.faces])
        desk._mode = Mode.PICK
        return desk

    @property
    def wanted(self) -> ReadDice | None:
        return self.prompt

    @staticmethod
    def _faces_from(prompt: ReadDice, first: str) -> tuple[str, ...]:
        return (first, *(face for face in prompt.faces if face != first))

    def _enter(self, faces: list[str | None], order: list[tuple[str, ...]]) -> None:
        self._faces, self._order = faces, order
        self._doubtful, self._cocked, self._thrown = set(), frozenset(), frozenset()
        self._cursor, self._least_sure, self._source = 0, 0, Source.BUTTONS
        self._is_seen = self._was_witnessed = False

    @property
    def stands(self) -> bool:
        """Whether the dice on the screen are a throw that was seen falling, with no doubt left about any of them."""
        is_complete = bool(self._faces) and None not in self._faces and not self._doubtful
        return self._mode is not Mode.WAIT and self._was_witnessed and is_complete

    # --- the camera ---

    def see(self, sight: Sight) -> Reply:
        self._status = status_of(sight, self.prompt)
        if self._mode is Mode.WAIT and sight.state is not TableState.AT_REST:
            self._faces = []  # a throw that was put aside is gone when the table moves
        reading = sight.reading
        if reading is None or len(reading.dice) != self.prompt.count:
            return None
        if self.stands:
            return self._given()  # dice were thrown again before OK: that is the next throw, and this one counts
        self._take(reading, sight)
        return None

    def _take(self, reading: DiceReading, sight: Sight) -> None:
        order = []
        for die in reading.dice:
            likely = (die.face, *(face for face, _ in die.others))
            order.append((*likely, *(face for face in self.prompt.faces if face not in likely)))
        self._enter([die.face for die in reading.dice], order)
        self._source = Source.CAMERA
        self._least_sure = min(range(len(reading.dice)), key=lambda n: reading.dice[n].confidence)
        self._thrown = frozenset(sight.moved) if self._is_reroll else frozenset()
        self._is_seen = True
        self._was_witnessed = sight.witnessed
        self._doubtful = set() if reading.status is Status.SURE else doubtful_dice(reading)
        self._cocked = frozenset(n for n, die in enumerate(reading.dice) if Reason.COCKED in die.reasons)
        self._mode = Mode.REVIEW
        self._to_next_doubt()

    def _to_next_doubt(self) -> bool:
        if not self._doubtful:
            self._mode = Mode.REVIEW
            return False
        self._cursor = min(self._doubtful)
        self._before = self._faces[self._cursor]
        self._mode = Mode.TURN
        return True

    # --- the buttons ---

    def press(self, press: Press) -> Reply:
        match self._mode:
            case Mode.WAIT:
                return self._press_waiting(press.button)
            case Mode.REVIEW:
                return self._press_review(press.button)
            case Mode.PICK:
                return self._press_pick(press.button)
            case Mode.TURN:
                return self._press_turn(press.button)

    def _press_waiting(self, button: Button) -> Reply:
        if button is Button.BACK:
            return Back()
        if button is Button.OK and self._faces:
            self._mode = Mode.REVIEW  # the throw that was put aside, after all
        elif button is Button.OK:
            count = self.prompt.count
            self._enter([None] * count, [self.prompt.faces] * count)
            self._before = None
            self._mode = Mode.TURN
        return None

    def _press_review(self, button: Button) -> Reply:
        match button:
            case Button.OK:
                return None if self._to_next_doubt() else self._given()
            case Button.BACK if self._is_correction:
                return Back()
            case Button.BACK:
                self._mode = Mode.WAIT
                return Dismissed()
            case _:
                self._mode = Mode.PICK
                self._cursor = self._least_sure
                return None

    def _press_pick(self, button: Button) -> Reply:
        count = len(self._faces)
        match button:
            case Button.UP:
                self._cursor = (self._cursor - 1) % count
            case Button.DOWN:
                self._cursor = (self._cursor + 1) % count
            case Button.OK:
                self._before = self._faces[self._cursor]
                self._mode = Mode.TURN
            case Button.BACK if self._is_correction:
                return Back()
            case Button.BACK:
                self._mode = Mode.REVIEW
        return None

    def _press_turn(self, button: Button) -> Reply:
        at = self._cursor
        order = self._order[at]
        match button:
            case Button.UP | Button.DOWN:
                face = self._faces[at]
                step = 1 if button is Button.DOWN else -1
                now = order.index(face) + step if face is not None else (0 if step > 0 else -1)
                self._faces[at] = order[now % len(order)]
                self._source = Source.BUTTONS
            case Button.OK:
                if self._faces[at] is None:
                    return None
                was_doubtful = at in self._doubtful
                self._doubtful.discard(at)
                if self._to_next_doubt() or self._to_next_missing():
                    return None
                if was_doubtful:
                    return self._given()
            case Button.BACK:
                self._faces[at] = self._before
                if self._before is None:
                    self._step_back_in_entry()
                elif None not in self._faces:
                    self._mode = Mode.REVIEW
        return None

    def _to_next_missing(self) -> bool:
        if None not in self._faces:
            return False
        self._cursor = self._faces.index(None)
        self._before = None
        self._mode = Mode.TURN
        return True

    def _step_back_in_entry(self) -> None:
        """While entering by hand: one die back, and from the first one back to waiting."""
        if self._cursor == 0:
            self._mode, self._faces = Mode.WAIT, []
        else:
            self._cursor -= 1
            self._faces[self._cursor] = None

    def _given(self) -> Given:
        faces = tuple(face for face in self._faces if face is not None)
        return Given(Dice(faces), self._source, is_unseen=not self._is_seen)

    # --- the screen ---

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._mode is Mode.WAIT:
            prompt = self.prompt
            news = tell(prompt.news) if prompt.news else ""
            status = tell(self._status) if self._status else ""
            hint = say("footer.look_again" if self._faces else "footer.by_hand")
            return Waiting(tell(prompt.words), news, prompt.scene, status, hint=tell(hint))
        title, footer = self._title_and_footer()
        faces = tuple(self._faces)
        return DiceSeen(
            title=tell(title),
            faces=faces,
            letters=tuple(tell(say(f"letter.{face}")) if face else "" for face in faces),
            names=tuple(tell(say(f"face.{face}")) if face else "" for face in faces),
            cursor=self._cursor if self._mode in (Mode.PICK, Mode.TURN) else None,
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
        return say("dice.thrown_again" if self._is_reroll else "dice.seen"), say("footer.take_or_fix")


def doubtful_dice(reading: DiceReading) -> set[int]:
    """The dice that must be asked for: every one in doubt, and if none is but the whole is, the least sure one."""
    doubtful = {n for n, die in enumerate(reading.dice) if die.reasons or die.confidence < DOUBT_BELOW}
    if not doubtful and reading.dice:
        doubtful = {min(range(len(reading.dice)), key=lambda n: reading.dice[n].confidence)}
    return doubtful


def status_of(sight: Sight, prompt: ReadDice) -> Text | None:
    """One line on what the camera sees while nothing can be taken yet."""
    if sight.has_failed:
        return say("status.no_camera")
    if Reason.TOO_MANY in sight.trouble or Reason.TOO_FEW in sight.trouble:
        return say("status.count", seen=sight.seen, wanted=prompt.count)
    if sight.lying_still:
        return say("status.lying_still", n=sight.lying_still)
    troubles = [reason for reason in sight.trouble if reason is not Reason.NOTHING]  # an empty table is no trouble
    return say(f"status.{troubles[0].value}") if troubles else None
