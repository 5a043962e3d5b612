"""What the desks for dice and balls share: show what was read, put right what is in doubt, or take all by hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from enum import Enum, auto
from typing import ClassVar, TypeAlias

from device.desks.camera_says import doubtful_pieces, status_of
from device.desks.counting import RestClock
from device.desks.desk import Back, ByHand, Dismissed, Given, Reply, Tell
from device.desks.tally import TallySheet
from device.eyes.sight import Shaken, Sight, Thrown, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Screen, Tally, Waiting
from device.screens.of_games import Drawing
from games.spine.dialogue import Answer, Prompt, Text, say
from vision.base.reading import Status
from vision.table.motion import TableState

Fallen: TypeAlias = Thrown | Shaken


class Mode(Enum):
    """What the buttons do to the pieces."""

    WAIT = auto()  # nothing read yet
    REVIEW = auto()  # OK takes the pieces as they are
    PICK = auto()  # step to the piece to be put right
    TURN = auto()  # step through what one piece may be
    TALLY = auto()  # count the pieces by hand, kind by kind


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
        self._names: list[str] = []
        self._order: list[tuple[str, ...]] = []  # per piece: what it may be, likeliest first
        self._before = ""  # the piece being turned as it was, to go back to
        self._sheet = TallySheet(kinds, count)  # what somebody counts by hand
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
        self._rest = RestClock()
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

    @abstractmethod
    def _named(self, tell: Tell, kind: str) -> str:
        """A face or a colour in words."""

    def _noted(self, fallen: Fallen) -> None:  # noqa: B027  nothing more is kept of balls
        """What fell was taken; whatever else is worth keeping of it."""

    # --- the state ---

    def _enter(self, names: list[str], order: list[tuple[str, ...]]) -> None:
        self._names, self._order = names, order
        self._doubtful = set()
        self._cursor, self._least_sure, self._source = 0, 0, Source.BUTTONS
        self._is_seen = self._was_witnessed = self._is_held = self._is_sure = False
        self._rest.begin()

    def _correct(self, names: tuple[str, ...]) -> None:
        """Put right, or change, what was taken before; going back leaves the desk."""
        self._is_correction = True
        self._enter([*names], [(name, *(kind for kind in self._kinds if kind != name)) for name in names])
        self._mode = Mode.PICK

    @property
    def stands(self) -> bool:
        """Whether what is on the screen was seen falling, with no doubt left about any piece."""
        is_complete = bool(self._names) and not self._doubtful
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
        self._rest.begin(sight.seconds)
        return None

    def _given_in_time(self, sight: Sight) -> Reply:
        """What is on the screen, once: if it is sure, was seen falling, and nothing has happened for a second."""
        has_rested = self._rest.has_rested(sight)
        if not (has_rested and self._counts_soon):
            return None
        self._is_sure = False
        return self._given_by_itself()

    @property
    def _counts_soon(self) -> bool:
        """Whether what is on the screen is about to count by itself; what the rules refuse never does."""
        if not self._is_sure or self._is_held or self._mode is not Mode.REVIEW:
            return False
        return self._asked.refusal(self._answer(tuple(self._names))) is None

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

    def stop_counting(self) -> None:
        self._is_sure = False  # whoever presses anything takes it into the own hands

    def press(self, press: Press) -> Reply:
        self.stop_counting()
        match self._mode:
            case Mode.WAIT:
                return self._press_waiting(press.button)
            case Mode.REVIEW:
                return self._press_review(press.button)
            case Mode.PICK:
                return self._press_pick(press.button)
            case Mode.TURN:
                return self._press_turn(press.button)
            case Mode.TALLY:
                return self._press_tally(press.button)

    def _press_waiting(self, button: Button) -> Reply:
        if button is Button.BACK:
            return Back()
        if button is Button.OK and self._names:
            self._mode = Mode.REVIEW  # what was put aside, after all
        elif button is Button.OK:
            self._enter([], [])
            self._sheet, self._unheeded = TallySheet(self._kinds, self._count), None
            self._mode = Mode.TALLY
            return ByHand()
        return None

    def _press_review(self, button: Button) -> Reply:
        match button:
            case Button.OK:
                return None if self._to_next_doubt() else self._given()
            case Button.BACK if self._is_correction:
                return Back()
            case Button.BACK if self._is_entered_by_hand:
                return self._press_tally(Button.BACK)
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
                step = 1 if button is Button.DOWN else -1
                self._names[at] = order[(order.index(self._names[at]) + step) % len(order)]
                self._source = Source.BUTTONS
            case Button.OK:
                was_doubtful = at in self._doubtful
                self._doubtful.discard(at)
                if not self._to_next_doubt() and was_doubtful and self._was_witnessed:
                    return self._given()
            case Button.BACK:
                self._names[at] = self._before
                self._mode = Mode.REVIEW
        return None

    def _press_tally(self, button: Button) -> Reply:
        """Count by hand; when all are counted they are shown, and from the first press back to waiting."""
        self._mode, self._names = Mode.TALLY, []
        if not self._sheet.press(button):
            self._mode = Mode.WAIT
            if self._unheeded is not None:
                self._take(self._unheeded)
        elif not self._sheet.left:
            names = self._sheet.pieces
            self._enter([*names], [(name, *(kind for kind in self._kinds if kind != name)) for name in names])
            self._mode = Mode.REVIEW
        return None

    def _given(self) -> Reply:
        return Given(self._answer(tuple(self._names)), self._source, is_unseen=not self._is_seen)

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
        if self._mode is Mode.TALLY:
            return self._tally(tell)
        if self._mode is not Mode.WAIT:
            return self._shown(tell, blink)
        prompt = self._asked
        news = tell(prompt.news) if prompt.news else ""
        status = tell(self._status) if self._status else ""
        hint = say(self.LOOK_AGAIN if self._names else "footer.by_hand")
        return Waiting(tell(prompt.words), news, self._drawing, status, hint=tell(hint))

    def _tally(self, tell: Tell) -> Screen:
        kinds, counted = self._sheet.shown, self._sheet.pieces
        names = tuple(self._named(tell, kind) for kind in kinds)
        counts = tuple(counted.count(kind) for kind in kinds)
        return Tally(tell(say("pieces.tally")), kinds, names, counts, tell(say("footer.tally", n=self._sheet.left)))

    @property
    def _under_cursor(self) -> int | None:
        return self._cursor if self._mode in (Mode.PICK, Mode.TURN) else None
