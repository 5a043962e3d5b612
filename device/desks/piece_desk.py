"""What the desks for dice and balls share: show what was read, put right what is in doubt, or take all by hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import ClassVar, TypeAlias

from device.desks.desk import Back, ByHand, Dismissed, Given, Reply, Tell
from device.eyes.sight import Shaken, Sight, Thrown, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Screen, Waiting
from device.screens.of_games import Drawing
from games.spine.dialogue import Answer, Prompt, Text, say
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason, Status
from vision.table.motion import TableState

# Below this a piece blinks and asks. The reader says "sure" only when every piece is above its own, stricter bound.
DOUBT_BELOW = 0.9
COUNTS_AFTER_SECONDS = 1.0  # a sure throw has been on the screen so long, the table at rest: it counts without OK

Reading: TypeAlias = DiceReading | BallsReading
Fallen: TypeAlias = Thrown | Shaken


class Mode(Enum):
    """What the buttons do to the pieces."""

    WAIT = auto()  # nothing read yet
    REVIEW = auto()  # OK takes the pieces as they are
    PICK = auto()  # step to the piece to be put right
    TURN = auto()  # step through what one piece may be


class PieceDesk(ABC):
    """Waits for the pieces, shows them, takes corrections.

    A doubtful piece blinks and stands under the cursor at once: up or down turns it, OK takes it, and when no doubt is
    left that OK is the answer. So a misread costs two presses.

    A sure throw that was seen falling counts by itself after a second in which nothing moves and nobody presses.
    What lay there before is offered like a throw, under a title that says so, and never stands by itself.
    """

    LOOK_AGAIN: ClassVar[str]  # the hint when something that was read has been put aside
    FOLLOWS: ClassVar[bool] = True  # what falls before OK is the next throw, not the same one once more

    def __init__(self, prompt: Prompt, count: int, kinds: tuple[str, ...], drawing: Drawing | None) -> None:
        self._asked = prompt
        self._drawing = drawing
        self._count = count
        self._kinds = kinds
        self._mode = Mode.WAIT
        self._names: list[str | None] = []
        self._order: list[tuple[str, ...]] = []  # per piece: what it may be, likeliest first
        self._before: str | None = None  # the piece being turned as it was, to go back to
        self._cursor = 0
        self._least_sure = 0  # where a correction most likely is needed
        self._doubtful: set[int] = set()
        self._source = Source.BUTTONS
        self._is_correction = False
        self._is_seen = False  # the pieces on the screen were read, not entered
        self._was_witnessed = False
        self._unheeded: Fallen | None = None  # what was seen lying there while somebody entered by hand
        self._is_held = False  # it would count by itself, but leads to what cannot be taken back
        self._is_sure = False  # read without a doubt and not touched since: it counts by itself in a moment
        self._rests_since: float | None = None  # since when nothing has moved around it
        self._status: Text | None = None

    # --- what dice and balls do differently ---

    @property
    @abstractmethod
    def wanted(self) -> Wanted | None: ...

    @abstractmethod
    def _fallen(self, sight: Sight) -> Fallen | None:
        """What was seen of these pieces."""

    @abstractmethod
    def _answer(self, names: tuple[str, ...]) -> Answer: ...

    @abstractmethod
    def _shown(self, tell: Tell, blink: bool) -> Screen:
        """The pieces on the screen."""

    def _noted(self, fallen: Fallen) -> None:  # noqa: B027  nothing more is kept of balls
        """What fell was taken; whatever else is worth keeping of it."""

    # --- the state ---

    def _enter(self, names: list[str | None], order: list[tuple[str, ...]]) -> None:
        self._names, self._order = names, order
        self._doubtful = set()
        self._cursor, self._least_sure, self._source = 0, 0, Source.BUTTONS
        self._is_seen = self._was_witnessed = self._is_held = self._is_sure = False
        self._rests_since = None

    def _correct(self, names: tuple[str, ...]) -> None:
        """Put right, or change, what was taken before; going back leaves the desk."""
        self._is_correction = True
        self._enter([*names], [(name, *(kind for kind in self._kinds if kind != name)) for name in names])
        self._mode = Mode.PICK

    @property
    def stands(self) -> bool:
        """Whether what is on the screen was seen falling, with no doubt left about any piece."""
        is_complete = bool(self._names) and None not in self._names and not self._doubtful
        return self._mode is not Mode.WAIT and self._was_witnessed and is_complete

    # --- the camera ---

    def see(self, sight: Sight) -> Reply:
        self._status = status_of(sight, self._count)
        if self._mode is Mode.WAIT and sight.state is not TableState.AT_REST:
            self._names = []  # what was put aside is gone when the table moves
        fallen = self._fallen(sight)
        if fallen is None or len(fallen.reading.pieces) != self._count:
            return self._given_in_time(sight)
        if self._is_entered_by_hand and not fallen.witnessed:
            self._unheeded = fallen  # it lay there before: whoever enters by hand means what is entered
            return None
        if self.stands and self.FOLLOWS:
            # Thrown again before OK: that is the next throw, and this one counts.
            return None if self._is_held else self._given_by_itself()
        self._take(fallen)
        self._rests_since = sight.seconds
        return None

    def _given_in_time(self, sight: Sight) -> Reply:
        """What is on the screen, once: if it is sure, was seen falling, and nothing has happened for a second."""
        if sight.state is not TableState.AT_REST or sight.trouble or sight.seconds is None:
            self._rests_since = None
            return None
        if self._rests_since is None:
            self._rests_since = sight.seconds
        if not self._counts_soon or sight.seconds - self._rests_since < COUNTS_AFTER_SECONDS:
            return None
        self._is_sure = False
        return self._given_by_itself()

    @property
    def _counts_soon(self) -> bool:
        """Whether what is on the screen is about to count by itself; what the rules refuse never does."""
        if not self._is_sure or self._is_held or self._mode is not Mode.REVIEW:
            return False
        return self._asked.refusal(self._answer(tuple(name for name in self._names if name is not None))) is None

    def _given_by_itself(self) -> Reply:
        given = self._given()
        return replace(given, hold=self._hold) if isinstance(given, Given) else given

    def _hold(self) -> None:
        self._is_held, self._mode = True, Mode.REVIEW

    @property
    def _is_entered_by_hand(self) -> bool:
        return self._mode is not Mode.WAIT and not self._is_seen and not self._is_correction

    def _take(self, fallen: Fallen) -> None:
        reading, order = fallen.reading, []
        for piece in reading.pieces:
            likely = (piece.value, *(name for name, _ in piece.others if name in self._kinds))
            order.append((*likely, *(kind for kind in self._kinds if kind not in likely)))
        self._enter([piece.value for piece in reading.pieces], order)
        self._source = Source.CAMERA
        self._least_sure = min(range(self._count), key=lambda n: reading.pieces[n].confidence)
        self._is_seen = True
        self._was_witnessed = fallen.witnessed
        self._doubtful = set() if reading.status is Status.SURE else doubtful_pieces(reading)
        self._is_sure = fallen.witnessed and reading.status is Status.SURE
        self._noted(fallen)
        self._mode = Mode.REVIEW
        self._to_next_doubt()

    def _to_next_doubt(self) -> bool:
        if not self._doubtful:
            self._mode = Mode.REVIEW
            return False
        self._cursor = min(self._doubtful)
        self._before = self._names[self._cursor]
        self._mode = Mode.TURN
        return True

    # --- the buttons ---

    def press(self, press: Press) -> Reply:
        self._is_sure = False  # whoever presses anything takes it into the own hands
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
        if button is Button.OK and self._names:
            self._mode = Mode.REVIEW  # what was put aside, after all
        elif button is Button.OK:
            self._enter([None] * self._count, [self._kinds] * self._count)
            self._before, self._unheeded = None, None
            self._mode = Mode.TURN
            return ByHand()
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
        match button:
            case Button.UP:
                self._cursor = (self._cursor - 1) % self._count
            case Button.DOWN:
                self._cursor = (self._cursor + 1) % self._count
            case Button.OK:
                self._before = self._names[self._cursor]
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
                name = self._names[at]
                step = 1 if button is Button.DOWN else -1
                now = order.index(name) + step if name is not None else (0 if step > 0 else -1)
                self._names[at] = order[now % len(order)]
                self._source = Source.BUTTONS
            case Button.OK:
                if self._names[at] is None:
                    return None
                was_doubtful = at in self._doubtful
                self._doubtful.discard(at)
                if self._to_next_doubt() or self._to_next_missing():
                    return None
                if was_doubtful and self._was_witnessed:
                    return self._given()
            case Button.BACK:
                self._names[at] = self._before
                if self._before is None:
                    self._step_back_in_entry()
                elif None not in self._names:
                    self._mode = Mode.REVIEW
        return None

    def _to_next_missing(self) -> bool:
        if None not in self._names:
            return False
        self._cursor = self._names.index(None)
        self._before = None
        self._mode = Mode.TURN
        return True

    def _step_back_in_entry(self) -> None:
        """While entering by hand: one piece back, and from the first one back to waiting."""
        if self._cursor == 0:
            self._mode, self._names = Mode.WAIT, []
            if self._unheeded is not None:
                self._take(self._unheeded)
        else:
            self._cursor -= 1
            self._names[self._cursor] = None

    def _given(self) -> Reply:
        names = tuple(name for name in self._names if name is not None)
        return Given(self._answer(names), self._source, is_unseen=not self._is_seen)

    # --- the screen ---

    @property
    def _reviewed(self) -> Text | None:
        """The title under which whole pieces are shown, if there is more to say than that they were read."""
        if self._is_held:
            return say("pieces.only_with_ok")
        return say("pieces.lay_there") if self._is_seen and not self._was_witnessed else None

    @property
    def _review_footer(self) -> Text:
        return say("footer.counts_soon" if self._counts_soon else "footer.take_or_fix")

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._mode is not Mode.WAIT:
            return self._shown(tell, blink)
        prompt = self._asked
        news = tell(prompt.news) if prompt.news else ""
        status = tell(self._status) if self._status else ""
        hint = say(self.LOOK_AGAIN if self._names else "footer.by_hand")
        return Waiting(tell(prompt.words), news, self._drawing, status, hint=tell(hint))

    @property
    def _under_cursor(self) -> int | None:
        return self._cursor if self._mode in (Mode.PICK, Mode.TURN) else None


def doubtful_pieces(reading: Reading) -> set[int]:
    """The pieces that must be asked for: every one in doubt, and if none is but the whole is, the least sure one."""
    pieces: Sequence[DieReading | BallReading] = reading.pieces
    doubtful = {n for n, piece in enumerate(pieces) if piece.reasons or piece.confidence < DOUBT_BELOW}
    if not doubtful and pieces:
        doubtful = {min(range(len(pieces)), key=lambda n: pieces[n].confidence)}
    return doubtful


def status_of(sight: Sight, wanted: int) -> Text | None:
    """One line on what the camera sees while nothing can be taken yet; `wanted` is how many pieces there should be."""
    if sight.has_failed:
        return say("status.no_camera")
    if Reason.TOO_MANY in sight.trouble or Reason.TOO_FEW in sight.trouble:
        return say("status.count", seen=sight.count, wanted=wanted)
    if sight.lying_still:
        return say("status.lying_still", n=sight.lying_still)
    troubles = [reason for reason in sight.trouble if reason is not Reason.NOTHING]  # an empty table is no trouble
    return say(f"status.{troubles[0].value}") if troubles else None
