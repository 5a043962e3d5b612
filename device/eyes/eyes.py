"""The eyes of the device: camera, steady gate and a watcher for every kind of piece.

The readers name what lies there, the watchers know what of it is news, and the eyes decide when to look and who is
asked. Dice and balls are thrown, and a throw is told once; laid cards stay where they are, and a reading shows all of
them; a single card is shown. What each of them takes for news is said in the module of its watcher.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from device.errors import CameraFailed
from device.eyes.ball_watcher import BallWatcher
from device.eyes.dice_watcher import DiceWatcher
from device.eyes.laid_watcher import LaidWatcher
from device.eyes.past import Past, PastReader
from device.eyes.shown_watcher import ShownWatcher
from device.eyes.sight import Sight, Wanted
from device.eyes.watcher import Reader
from device.parts.protocols import Camera
from games.spine.dialogue import ReadBalls, ReadDice, ReadLaid, ReadShownCard
from vision.base.frame import Frame
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Reason
from vision.table.motion import TableState

log = logging.getLogger(__name__)

BLURRED_SECONDS = 3.0  # so long, and the camera looks for its focus again: it was moved, or had not found it
REFOCUS_PAUSE_SECONDS = 30.0
HAND_STAYS_SECONDS = 30.0  # what stays in the picture so long is no hand but belongs to the table now

Pieces = TypeVar("Pieces", DiceReading, NumbersReading, BallsReading)


class Gate(Protocol):
    """Tells whether the table is at rest."""

    @property
    def is_settling(self) -> bool:
        """Whether the table is about to rest, and only has not been quiet for long enough."""
        ...

    def step(self, frame: Frame) -> TableState: ...

    def forget(self) -> None:
        """Learn the table anew, with whatever lies on it."""
        ...


class AgreeOnPieces(Protocol):
    """Makes one reading of several frames of the same resting table, whichever pieces lie there."""

    def __call__(self, readings: Sequence[Pieces], /) -> Pieces: ...


def nothing_read(frame: Frame, wanted: Wanted, past: Past | None = None) -> None:
    """The reader of pieces that nobody can read."""


class Eyes:
    """Looks at the table, one frame a step."""

    def __init__(
        self,
        camera: Camera,
        gate: Gate,
        read_dice: PastReader[ReadDice, DiceReading],
        agree: AgreeOnPieces,
        read_cards: PastReader[ReadLaid, NumbersReading] = nothing_read,
        read_balls: PastReader[ReadBalls, BallsReading] = nothing_read,
        read_shown: Reader[ReadShownCard, CardReading] = nothing_read,
    ) -> None:
        self._camera = camera
        self._gate = gate
        self.frame: Frame | None = None  # the newest picture; none while the camera is away
        self.dice = DiceWatcher(read_dice, agree)
        self.laid = LaidWatcher(read_cards, agree)
        self.balls = BallWatcher(read_balls, agree)
        self.shown = ShownWatcher(read_shown)
        self._watchers = (self.dice, self.laid, self.balls, self.shown)
        self._wanted: Wanted | None = None  # what was asked for last
        self._has_failed = False
        self._has_rested = False
        self._at_rest: Frame | None = None  # the last picture of this rest; none while anything moves
        self._hand_since: float | None = None
        self._blurred_since: float | None = None
        self._focused_at: float | None = None  # when the camera was told to focus anew

    def places(self) -> list[tuple[float, float]]:
        """Where the dice of the last complete reading lie, in its order."""
        return self.dice.places()

    # --- what became of a reading ---

    def settle(self) -> None:
        """What was seen last has been taken into account. What moved since then, or moves now, is still news."""
        self._thrown.settle()

    def put_aside(self) -> None:
        """What was seen last does not count. It is no news as it lies; of a throw of all dice one may be laid anew."""
        if isinstance(self._wanted, ReadDice):
            self.dice.put_aside(self._wanted)
        else:
            self.settle()

    def settle_unseen(self) -> None:
        """Pieces were taken into account that were not read: the next complete reading is those, and no news."""
        self._thrown.settle_unseen()
        self._look_anew()

    def tell_again(self) -> None:
        """Tell a throw that was not taken once more, and cards in any case: the desk that was told is gone."""
        has_open_throw = self._thrown.tell_again()
        if has_open_throw or not isinstance(self._wanted, ReadDice):
            self._look_anew()

    def look_again(self) -> None:
        """Read what rests there once more, though nothing has moved; a reading that is under way goes on."""
        for watcher in self._watchers:
            watcher.look_again()

    def forget(self, wanted: Wanted | None = None) -> None:
        """Look at what lies there with fresh eyes and tell it, for example when the throw was undone.

        `wanted` is what will be looked for; dice if nothing is said.
        """
        (self.balls if isinstance(wanted, ReadBalls) else self.dice).forget()
        self._look_anew()

    def remember_lying(self) -> None:
        """Whatever lies there was not just thrown or laid: somebody has begun to enter by hand, or took a card back."""
        (self.laid if isinstance(self._wanted, ReadLaid) else self._thrown).remember_lying()

    def take_in(self) -> None:
        """Whatever lies there belongs to the table from now on, however large: it is no hand."""
        self._gate.forget()

    @property
    def _thrown(self) -> BallWatcher | DiceWatcher:
        """Who watches what is thrown: balls if they were asked for last, dice otherwise."""
        return self.balls if isinstance(self._wanted, ReadBalls) else self.dice

    # --- looking ---

    def look(self, wanted: Wanted | None) -> Sight:
        """One step: take a picture, see whether the table rests, and read it if something is wanted and new."""
        self._turn_to(wanted)
        self.frame = self._picture()
        if self.frame is None:
            return Sight(has_failed=True)
        return replace(self._look_at(self.frame, wanted), seconds=self.frame.seconds)

    def _look_at(self, frame: Frame, wanted: Wanted | None) -> Sight:
        state = self._gate.step(frame)
        self._mind_the_hand(state, frame.seconds)
        if state is not TableState.AT_REST:
            return self._wait(state, frame, wanted)
        self._has_rested, self._at_rest = True, frame
        for resting in (self.dice, self.balls, self.laid):
            resting.rest(frame)
        sight = self._ask(frame, wanted)
        self._mind_the_focus(sight, frame.seconds)
        return sight

    def refocus(self) -> bool:
        """Let the camera look for its focus anew; False if that is done by hand."""
        return self._camera.refocus()

    def _mind_the_focus(self, sight: Sight, seconds: float) -> None:
        if not {Reason.BLURRED, Reason.CAMERA_MOVED} & set(sight.trouble):
            self._blurred_since = None
            return
        self._blurred_since = seconds if self._blurred_since is None else self._blurred_since
        is_time = self._focused_at is None or seconds - self._focused_at >= REFOCUS_PAUSE_SECONDS
        if is_time and seconds - self._blurred_since >= BLURRED_SECONDS and self._camera.refocus():
            log.info("the picture is blurred, or the camera was moved; it looks for its focus again")
            self._focused_at = seconds

    def _turn_to(self, wanted: Wanted | None) -> None:
        """Begin anew when another kind of piece, or another number of them, is asked for.

        Who is asked has laid out the game: a board at the border belongs to the table now, and is no hand.
        """
        if wanted is None:
            return
        before, self._wanted = self._wanted, wanted
        if before is not None and kind_of(before) == kind_of(wanted):
            return
        for watcher in self._watchers:
            watcher.begin()
        self._gate.forget()
        self._look_anew()

    def _picture(self) -> Frame | None:
        """What the camera sees; None, and never an old picture, if it sees nothing."""
        try:
            frame = self._camera.capture()
        except CameraFailed as error:
            if not self._has_failed:
                log.warning("the camera gives no picture: %s", error)
            self._has_failed = True
            for watcher in self._watchers:
                watcher.drop_trouble()
            return None
        if self._has_failed:
            log.info("the camera is back")
            self._has_failed = False
        return frame

    def _mind_the_hand(self, state: TableState, seconds: float) -> None:
        if state is not TableState.HAND:
            self._hand_since = None
        elif self._hand_since is None:
            self._hand_since = seconds
        elif seconds - self._hand_since >= HAND_STAYS_SECONDS:
            log.info("something stays in the picture; it belongs to the table from now on")
            self._gate.forget()
            self._hand_since = None

    def _wait(self, state: TableState, frame: Frame, wanted: Wanted | None) -> Sight:
        """Nothing is told while anything moves, and nothing read unless the table is about to rest."""
        if self._gate.is_settling:
            self._look_ahead(frame, wanted)
        else:
            self._stir()
        if not self._has_rested:
            return Sight(state)  # the eyes have only just opened
        return Sight(state, trouble=(Reason.HAND if state is TableState.HAND else Reason.MOVING,))

    def _stir(self) -> None:
        """Something moves: the rest before it is over, and what was read of a next one was too early."""
        if self._at_rest is not None:
            for leaving in (self.dice, self.balls, self.laid):
                leaving.leave(self._at_rest)
            self._at_rest = None
        for watcher in self._watchers:
            watcher.stir()
        self._look_anew()

    def _look_anew(self) -> None:
        for watcher in self._watchers:
            watcher.look_anew()

    def _look_ahead(self, frame: Frame, wanted: Wanted | None) -> None:
        """Let the watcher of these pieces read a picture before the table is sure to rest.

        Not that of balls: read so early, two in the stern were doubted or mistaken at the simulated table.
        """
        match wanted:
            case ReadDice():
                self.dice.look_ahead(frame, wanted)
            case ReadLaid():
                self.laid.look_ahead(frame, wanted)
            case ReadShownCard():
                self.shown.look_ahead(frame, wanted)

    def _ask(self, frame: Frame, wanted: Wanted | None) -> Sight:
        """What the watcher of these pieces says to one more picture."""
        if wanted is not None and not isinstance(wanted, ReadBalls):
            self.balls.pass_by()
        match wanted:
            case None:
                return Sight()
            case ReadDice():
                return self.dice.look(frame, wanted)
            case ReadLaid():
                return self.laid.look(frame, wanted)
            case ReadBalls():
                return self.balls.look(frame, wanted)
            case ReadShownCard():
                return self.shown.look(frame, wanted)


def kind_of(wanted: Wanted) -> tuple[str, int]:
    """Which kind of piece is asked for, and how many or how large."""
    match wanted:
        case ReadDice():
            return wanted.kind, wanted.count
        case ReadBalls():
            return "balls", wanted.count
        case ReadShownCard():
            return "card", 1
    return "cards", wanted.size
