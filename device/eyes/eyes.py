"""The eyes of the device: camera, steady gate and reader together, and what is news on the table.

The reader names what lies there; the eyes decide when to look and what is new. Two readings of dice are remembered: the
last one that was *seen*, against which dice have moved or not, and the last one that was *taken* as an answer. So a
hand that passes over a throw changes nothing, and the throw of the last round is never taken for the next one.

Laid cards stay where they are, and a reading shows all of them: it is told once for every rest, and whoever knows the
grid knows what is new. Balls lie in a ship that is shaken: `device.eyes.ball_sight` knows when they are news,
and `device.eyes.shown_card_sight` when a single card is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from device.boxes.number_up.sightings import has_strays
from device.errors import CameraFailed
from device.eyes.ball_sight import BallSight
from device.eyes.dice_sight import moved_dice
from device.eyes.shown_card_sight import CardSight, ShownReader
from device.parts.protocols import Camera
from games.spine.dialogue import ReadBalls, ReadDice, ReadLaid, ReadShownCard
from vision.base.frame import Frame
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Reason, Status
from vision.table.motion import TableState

log = logging.getLogger(__name__)

FRAMES_TO_AGREE = 3
FRAMES_AT_MOST = 6  # an unsure reading gets this many frames to become sure before the player is asked
CARDS, BALLS, CARD = "cards", "balls", "card"  # the kinds of what is looked at, where dice have their own
LOOK_AGAIN_EVERY = 5  # steps between two tries while the table is at rest but cannot be read
MAY_SEEM_TO_LIE = 1  # so many dice of a fresh throw may by chance lie like one of the throw before
HAND_STAYS_SECONDS = 30.0  # what stays in the picture so long is no hand but belongs to the table now


class Gate(Protocol):
    """Tells whether the table is at rest."""

    def step(self, frame: Frame) -> TableState: ...

    def forget(self) -> None:
        """Learn the table anew, with whatever lies on it."""
        ...


Wanted: TypeAlias = ReadDice | ReadLaid | ReadBalls | ReadShownCard
DiceReader: TypeAlias = Callable[[Frame, ReadDice], DiceReading]
CardReader: TypeAlias = Callable[[Frame, ReadLaid], NumbersReading]
BallReader: TypeAlias = Callable[[Frame, ReadBalls], BallsReading]
AReading = TypeVar("AReading", DiceReading, NumbersReading, BallsReading)


class Agree(Protocol):
    """Makes one reading of several frames of the same resting table."""

    def __call__(self, readings: Sequence[AReading], /) -> AReading: ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes say in one step. `reading` is set once for every news on the table."""

    state: TableState = TableState.AT_REST
    reading: DiceReading | None = None
    moved: frozenset[int] = frozenset()  # which dice of the reading lie elsewhere than they were seen last
    witnessed: bool = False  # the throw was seen happening, it did not lie there from the start
    trouble: tuple[Reason, ...] = ()
    seen: int = 0  # how many dice or balls are seen, for the count that does not fit
    lying_still: int = 0  # so many dice were not picked up although all should be thrown
    has_failed: bool = False  # there is no picture
    cards: NumbersReading | None = None  # all cards on the table, set once for every rest
    has_strays: bool = False  # something else is seen that may be a card, but lies apart from all others
    balls: BallsReading | None = None  # the balls that fell, set once for every shake
    card: CardReading | None = None  # the one card that is shown, or that there is none; set once for every rest


class Eyes:
    """Looks at the table, one frame a step."""

    def __init__(
        self,
        camera: Camera,
        gate: Gate,
        read: DiceReader,
        agree: Agree,
        read_cards: CardReader | None = None,
        read_balls: BallReader | None = None,
        read_shown: ShownReader = lambda frame, wanted: None,
    ) -> None:
        self._camera = camera
        self._gate = gate
        self._read = read
        self._read_cards = read_cards
        self._read_balls = read_balls
        self._agree = agree
        self.frame: Frame | None = None  # the newest picture; none while the camera is away
        self._seen: DiceReading | None = None
        self._taken: DiceReading | None = None
        self._takes_next = False  # the next complete reading is no news, whatever it is
        self._tells_again = False  # the next complete reading is told although nothing has moved
        self._has_rested = False
        self._has_witnessed = False  # something moved since the table was first, or afresh, looked at
        self._hand_since: float | None = None
        self._frames: list[DiceReading] = []
        self._card_frames: list[NumbersReading] = []
        self._ball_frames: list[BallsReading] = []
        self._ball_sight = BallSight()
        self._card_sight = CardSight(read_shown)
        self._is_read = False  # this rest has been read
        self._rest_steps = 0
        self._trouble = Sight()
        self._kind: tuple[str, int] | None = None

    def places(self) -> list[tuple[float, float]]:
        """Where the dice of the last complete reading lie, in its order."""
        return [(die.x, die.y) for die in self._seen.dice] if self._seen else []

    # --- what became of a reading ---

    def settle(self) -> None:
        """What was seen last has been taken into account. What moved since then, or moves now, is still news."""
        if self._looks_at_balls:
            self._ball_sight.settle()
            return
        self._taken = self._seen
        self._tells_again = False

    def settle_unseen(self) -> None:
        """Pieces were taken into account that were not read: the next complete reading is those, and no news."""
        if self._looks_at_balls:
            self._ball_sight.settle_unseen()
            self._look_anew()
            return
        self._takes_next = True
        self._tells_again = False
        self._look_anew()

    def tell_again(self) -> None:
        """Tell a throw that was not taken once more, and cards anyway: whoever was told is no longer there."""
        if self._looks_at_balls:
            self._ball_sight.tell_again()
            self._look_anew()
            return
        has_open_throw = self._seen is not None and self._seen is not self._taken
        self._tells_again = self._tells_again or has_open_throw
        if has_open_throw or (self._kind is not None and self._kind[0] in (CARDS, CARD)):
            self._look_anew()

    def forget(self, wanted: Wanted | None = None) -> None:
        """Look at what lies there with fresh eyes and tell it, for example when the throw was undone.

        `wanted` is what will be looked for; dice if nothing is said.
        """
        if isinstance(wanted, ReadBalls):
            self._ball_sight.forget()
        else:
            self._taken = None
            self._tells_again = True
        self._has_witnessed = False
        self._look_anew()

    def take_in(self) -> None:
        """Whatever lies there belongs to the table from now on, however large: it is no hand."""
        self._gate.forget()

    @property
    def _looks_at_balls(self) -> bool:
        return self._kind is not None and self._kind[0] == BALLS

    # --- looking ---

    def look(self, wanted: Wanted | None) -> Sight:
        """One step: take a picture, see whether the table rests, and read it if something is wanted and new."""
        self._turn_to(wanted)
        try:
            self.frame = self._camera.capture()
        except CameraFailed as error:
            if not self._trouble.has_failed:
                log.warning("the camera gives no picture: %s", error)
            self._trouble = Sight(has_failed=True)
            self.frame = None  # an old picture must not be taken for the table as it is
            return self._trouble
        if self._trouble.has_failed:
            log.info("the camera is back")
            self._trouble = Sight()
        state = self._gate.step(self.frame)
        self._mind_the_hand(state, self.frame.seconds)
        if state is not TableState.AT_REST:
            self._has_witnessed = self._has_witnessed or self._has_rested
            self._ball_sight.stir()
            self._card_sight.stir()
            self._look_anew()
            if not self._has_rested:
                return Sight(state)  # the eyes have only just opened
            return Sight(state, trouble=(Reason.HAND if state is TableState.HAND else Reason.MOVING,))
        self._has_rested = True
        if wanted is None:
            return Sight()
        if self._is_read:
            return self._trouble
        match wanted:
            case ReadLaid():
                return self._look_at_cards(self.frame, wanted)
            case ReadBalls():
                return self._look_at_balls(self.frame, wanted)
            case ReadShownCard():
                return self._look_at_shown(self.frame, wanted)
        return self._look_closely(self.frame, wanted)

    def _turn_to(self, wanted: Wanted | None) -> None:
        """Begin anew when another kind of piece, or another number of them, is asked for."""
        if wanted is None:
            return
        kind = kind_of(wanted)
        if self._kind == kind:
            return
        self._kind = kind
        self._ball_sight.begin()
        self._look_anew()

    def _mind_the_hand(self, state: TableState, seconds: float) -> None:
        if state is not TableState.HAND:
            self._hand_since = None
        elif self._hand_since is None:
            self._hand_since = seconds
        elif seconds - self._hand_since >= HAND_STAYS_SECONDS:
            log.info("something stays in the picture; it belongs to the table from now on")
            self._gate.forget()
            self._hand_since = None

    def _look_anew(self) -> None:
        self._frames = []
        self._card_frames = []
        self._ball_frames = []
        self._card_sight.look_anew()
        self._is_read = False
        self._rest_steps = 0
        self._trouble = Sight()

    def _look_closely(self, frame: Frame, wanted: ReadDice) -> Sight:
        self._rest_steps += 1
        if self._trouble.trouble and self._rest_steps % LOOK_AGAIN_EVERY:
            return self._trouble
        reading = self._agreed(self._frames, self._read(frame, wanted))
        if reading is None:
            return self._trouble
        if len(reading.dice) != wanted.count:
            self._takes_next = self._takes_next and bool(reading.dice)  # dice that are not there cannot be meant
            self._trouble = Sight(trouble=reading.reasons or (Reason.UNCLEAR,), seen=len(reading.dice))
            return self._trouble
        self._is_read = True
        self._trouble = Sight()
        return self._news(reading, wanted)

    def _agreed(self, frames: list[AReading], newest: AReading) -> AReading | None:
        """What the last frames of this rest say together; None while more of them are needed."""
        frames.append(newest)
        del frames[:-FRAMES_AT_MOST]
        if len(frames) < FRAMES_TO_AGREE:
            return None
        reading = self._agree(frames[-FRAMES_TO_AGREE:])
        return reading if reading.status is Status.SURE or len(frames) >= FRAMES_AT_MOST else None

    def _look_at_cards(self, frame: Frame, wanted: ReadLaid) -> Sight:
        """Read until the frames agree, and tell it. Only a picture in which nothing can be read is tried again."""
        self._rest_steps += 1
        if self._read_cards is None or (self._trouble.trouble and self._rest_steps % LOOK_AGAIN_EVERY):
            return self._trouble
        self._card_frames = [*self._card_frames, self._read_cards(frame, wanted)][-FRAMES_AT_MOST:]
        if len(self._card_frames) < FRAMES_TO_AGREE:
            return self._trouble
        reading = self._agree(self._card_frames[-FRAMES_TO_AGREE:])
        if reading.status is Status.UNSURE and len(self._card_frames) < FRAMES_AT_MOST:
            return self._trouble
        if reading.status is Status.UNREADABLE and reading.reasons != (Reason.NOTHING,):
            self._card_frames = []
            self._trouble = Sight(trouble=reading.reasons)
            return self._trouble
        self._is_read = True
        self._trouble = Sight()
        unclear = sum(map(has_strays, self._card_frames))
        return Sight(cards=reading, has_strays=2 * unclear > len(self._card_frames))

    def _look_at_balls(self, frame: Frame, wanted: ReadBalls) -> Sight:
        """Read until the frames agree, and tell the balls that were shaken."""
        self._rest_steps += 1
        if self._read_balls is None or (self._trouble.trouble and self._rest_steps % LOOK_AGAIN_EVERY):
            return self._trouble
        reading = self._agreed(self._ball_frames, self._read_balls(frame, wanted))
        if reading is None:
            return self._trouble
        if len(reading.balls) != wanted.count:
            self._ball_sight.miss(is_empty=reading.reasons == (Reason.NOTHING,))
            self._trouble = Sight(trouble=reading.reasons or (Reason.UNCLEAR,), seen=len(reading.balls))
            return self._trouble
        self._is_read = True
        self._trouble = Sight()
        is_news = self._ball_sight.is_news(reading)
        return Sight(balls=reading, witnessed=self._has_witnessed) if is_news else self._trouble

    def _look_at_shown(self, frame: Frame, wanted: ReadShownCard) -> Sight:
        """Read until the frames agree, and tell the card that is shown, or that there is none."""
        self._rest_steps += 1
        if self._trouble.trouble and self._rest_steps % LOOK_AGAIN_EVERY:
            return self._trouble
        reading = self._card_sight.look(frame, wanted)
        if reading is None:
            return self._trouble
        if reading.status is Status.UNREADABLE and not set(reading.reasons) & {Reason.NOTHING, Reason.UNCLEAR}:
            self._trouble = Sight(trouble=reading.reasons)
            return self._trouble
        self._is_read = True
        self._trouble = Sight()
        return Sight(card=reading, witnessed=self._card_sight.tell())

    def _news(self, reading: DiceReading, wanted: ReadDice) -> Sight:
        """What a complete reading tells: a throw, a throw of too few dice, or nothing new."""
        was_taken = self._seen is not None and self._seen is self._taken
        moved = moved_dice(self._seen, reading)
        is_told = bool(moved) or self._tells_again
        self._seen = reading
        if self._takes_next or (was_taken and not is_told):
            self._takes_next = False
            self._taken = reading
            return self._trouble
        if self._tells_again:
            self._tells_again = False
            moved = frozenset(range(len(reading.dice)))
        still = wanted.count - len(moved_dice(self._taken, reading))
        if wanted.all_thrown and still > MAY_SEEM_TO_LIE:
            # Some were not picked up. All of them lying there is no throw at all, and nothing to be said.
            self._trouble = Sight(lying_still=still) if still < wanted.count else Sight()
            return self._trouble
        return Sight(reading=reading, moved=moved, witnessed=self._has_witnessed) if is_told else self._trouble


def kind_of(wanted: Wanted) -> tuple[str, int]:
    """Which kind of piece is asked for, and how many or how large."""
    match wanted:
        case ReadDice():
            return wanted.kind, wanted.count
        case ReadBalls():
            return BALLS, wanted.count
        case ReadShownCard():
            return CARD, 1
    return CARDS, wanted.size
