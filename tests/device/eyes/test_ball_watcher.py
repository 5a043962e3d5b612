"""When balls are news: after a shake, whoever passes over them, and not because they still lie there."""

import numpy as np
import pytest

from device.eyes.eyes import Eyes, nothing_read
from device.eyes.sight import Shaken, Thrown
from device.eyes.watcher import FRAMES_AT_MOST, FRAMES_TO_AGREE
from games.spine.dialogue import ReadBalls, ReadDice, say
from games.sternenfahrer.flight import BAG
from vision.base.frame import Frame
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason, Status
from vision.table.motion import TableState

SHAKE = ReadBalls(words=say("shake"), count=2, bag=BAG)
THROW = ReadDice(words=say("throw"), count=2, faces=tuple("123456"), kind="pips")
REST, MOVING, HAND = TableState.AT_REST, TableState.MOVING, TableState.HAND
COLOURS = {"red": (30, 30, 200), "blue": (200, 60, 30), "black": (10, 10, 10), "yellow": (30, 220, 220)}
NOTHING = BallsReading(Status.UNREADABLE, (), (Reason.NOTHING,))


def balls(*colours, x=100.0, status=Status.SURE):
    return BallsReading(
        status, tuple(BallReading(colour, x + 40 * n, 100.0, 0.99, (), 40.0) for n, colour in enumerate(colours))
    )


class Table:
    """A camera, a gate and readers that say what the test wants."""

    is_settling = False

    def __init__(self):
        self.state = REST
        self.balls = balls("red", "blue")
        self.reads = 0
        self.eyes = Eyes(self, self, self.read, lambda readings: readings[-1], nothing_read, self.read_balls)

    def capture(self):
        pixels = np.full((200, 500, 3), 90, np.uint8)
        for ball in () if self.state is HAND else self.balls.balls:
            pixels[80:120, int(ball.x) - 20 : int(ball.x) + 20] = COLOURS[ball.colour]
        return Frame(pixels, 0.0)

    def close(self): ...

    def step(self, frame):
        return self.state

    def forget(self): ...

    def read(self, frame, wanted, past=None):
        return DiceReading(Status.SURE, (DieReading("1", 0, 0, 1.0), DieReading("2", 99, 0, 1.0)))

    def read_balls(self, frame, wanted, past=None):
        self.reads += 1
        return self.balls

    def told(self, wanted=SHAKE, steps=FRAMES_AT_MOST + 2):
        """The colours of every shake told in so many steps."""
        sights = [self.eyes.look(wanted) for _ in range(steps)]
        return [
            tuple(ball.colour for ball in sight.seen.reading.balls)
            for sight in sights
            if isinstance(sight.seen, Shaken)
        ]

    def shaken_told(self):
        """Every shake told to who asks for balls."""
        sights = [self.eyes.look(SHAKE) for _ in range(FRAMES_AT_MOST + 2)]
        return [sight.seen for sight in sights if isinstance(sight.seen, Shaken)]

    def stir(self, state=MOVING, wanted=SHAKE):
        self.state = state
        self.eyes.look(wanted)
        self.state = REST

    def shaken(self, *colours, x):
        self.stir()
        self.balls = balls(*colours, x=x)
        return self.told()


@pytest.fixture
def table():
    """The first shake was told and taken."""
    table = Table()
    assert table.told() == [("red", "blue")]
    table.eyes.settle()
    return table


def test_a_shake_is_told_once_and_read_only_until_the_frames_agree():
    table = Table()
    assert table.told(steps=20) == [("red", "blue")]
    assert table.reads == FRAMES_TO_AGREE


def test_old_balls_are_no_news_and_neither_is_a_hand_that_passes_over_them(table):
    assert table.told(steps=20) == []
    table.stir(HAND)
    assert table.told(steps=20) == []


def test_after_a_shake_the_same_two_colours_are_news(table):
    assert table.shaken("red", "blue", x=160.0) == [("red", "blue")]


def test_other_colours_are_news_wherever_they_lie(table):
    assert table.shaken("red", "black", x=100.0) == [("red", "black")]


def test_a_ship_pushed_aside_while_nobody_was_asked_to_shake_is_no_news(table):
    table.told(THROW)
    table.stir(wanted=THROW)
    table.balls = balls("red", "blue", x=300.0)
    table.told(THROW)
    assert table.told() == []
    assert table.shaken("red", "blue", x=100.0) == [("red", "blue")]


def test_20_5_a_ship_pushed_aside_for_the_dice_is_no_shake_although_a_hand_passes_on_the_page_after(table):
    table.told(THROW)
    table.stir(wanted=THROW)
    table.balls = balls("red", "blue", x=300.0)
    table.told(THROW)
    table.stir(HAND, wanted=None)
    assert table.told() == []


def test_20_5_who_shakes_on_the_page_before_is_seen_even_if_the_same_balls_fell(table):
    table.told(THROW)
    table.told(None)
    table.stir(wanted=None)
    table.balls = balls("red", "blue", x=300.0)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [True]


def test_20_5_other_balls_that_came_while_dice_were_thrown_are_offered_and_no_shake(table):
    table.told(THROW)
    table.stir(wanted=THROW)
    table.balls = balls("yellow", "yellow", x=300.0)
    table.told(THROW)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [False]


@pytest.mark.parametrize("state", [HAND, MOVING])
def test_20_5_balls_that_lay_there_were_not_shaken_although_a_hand_passes_over_them(state):
    """After switching on, after an undo, after an entry by hand that was undone."""
    table = Table()
    table.told(None)
    table.stir(state, wanted=None)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [False]
    table.eyes.settle()
    table.eyes.forget(SHAKE)
    table.stir(state)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [False]
    table.stir()
    table.balls = balls("black", "blue", x=200.0)
    table.eyes.settle_unseen()
    table.eyes.forget(SHAKE)
    table.stir(state)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [False]
    table.stir()
    table.balls = balls("black", "blue", x=300.0)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [True]


def test_20_5_a_shake_of_the_same_balls_made_while_ok_is_pressed_is_not_lost():
    table = Table()
    table.told()
    table.stir()
    table.eyes.settle()  # OK for the first one, while the ship is shaken again
    table.balls = balls("red", "blue", x=200.0)
    assert [shaken.witnessed for shaken in table.shaken_told()] == [True]


def test_who_shakes_before_being_asked_is_seen_if_other_balls_fell(table):
    table.told(THROW)
    table.stir(wanted=THROW)
    table.balls = balls("yellow", "yellow", x=300.0)
    assert table.told() == [("yellow", "yellow")]


def test_after_the_table_was_empty_any_balls_are_news(table):
    table.stir()
    table.balls = NOTHING
    assert table.told() == []
    table.balls = balls("red", "blue")
    table.stir()
    assert table.told() == [("red", "blue")]


def test_a_light_that_goes_out_and_on_again_makes_no_news(table):
    table.stir()
    table.balls = BallsReading(Status.UNREADABLE, (), (Reason.TOO_DARK,))
    assert table.told() == []
    table.stir()
    table.balls = balls("red", "blue")
    assert table.told() == []


def test_balls_entered_by_hand_are_no_news_when_they_are_read(table):
    table.stir()
    table.eyes.settle_unseen()
    table.balls = balls("black", "blue", x=200.0)
    assert table.told() == []
    assert table.shaken("black", "blue", x=100.0) == [("black", "blue")]


def test_the_next_ship_is_seen_although_the_balls_of_the_last_one_were_entered_by_hand(table):
    table.stir()
    table.balls = balls("red")  # one is hidden: the players enter both
    table.told()
    table.eyes.settle_unseen()
    assert table.shaken("yellow", "blue", x=200.0) == [("yellow", "blue")]


def test_a_shake_that_was_undone_is_told_again_and_one_that_was_taken_is_not(table):
    table.eyes.tell_again()
    assert table.told() == []
    table.eyes.forget(SHAKE)
    assert table.told() == [("red", "blue")]


def test_undoing_a_throw_does_not_make_old_balls_news(table):
    table.told(THROW)
    table.eyes.forget(THROW)
    table.told(THROW)
    assert table.told() == []


def test_an_open_shake_is_told_again_to_whoever_comes():
    table = Table()
    table.told()
    table.eyes.tell_again()
    assert table.told() == [("red", "blue")]


def test_one_ball_is_trouble_and_is_counted(table):
    table.stir()
    table.balls = balls("red")
    sights = [table.eyes.look(SHAKE) for _ in range(FRAMES_AT_MOST + 2)]
    assert sights[-1].count == 1 and sights[-1].trouble == (Reason.UNCLEAR,)


def test_balls_and_dice_do_not_get_into_each_others_way(table):
    told = [sight for sight in (table.eyes.look(THROW) for _ in range(8)) if isinstance(sight.seen, Thrown)]
    assert len(told) == 1
    table.eyes.settle()
    assert table.told() == []
    assert [sight for sight in (table.eyes.look(THROW) for _ in range(8)) if isinstance(sight.seen, Thrown)] == []
