"""A sure throw counts after a second unless somebody presses; nothing else ever does."""

import pytest

from device.desks.ball_desk import BallDesk
from device.desks.desk import Dismissed
from device.desks.general import desk_for
from device.eyes.sight import Shaken, Sight
from device.screens.content import DiceSeen, List
from games.spine.dialogue import Balls, Choose, Dice, Option, ReadBalls, Watch, say
from tests.device.desks.test_desks import BACK, DOWN, OK, THROW, given, press, seen, tell
from vision.base.reading import BallReading, BallsReading, Reason, Status
from vision.table.motion import TableState

DICE = ("pink", "pink", "tool")


def at(seconds, sight=None, **more):
    """What the eyes say at this moment; nothing new if nothing is said."""
    sight = sight or Sight(**more)
    return Sight(sight.state, sight.seen, sight.trouble, sight.count, seconds=seconds)


def look(desk, *sights):
    """The reply to the last of the sights; all before it lead to nothing."""
    *before, last = sights
    for sight in before:
        assert desk.see(sight) is None
    return desk.see(last)


def test_a_sure_throw_is_taken_after_a_second_and_says_so_until_then():
    desk = desk_for(THROW)
    assert look(desk, at(10.0, seen(*DICE)), at(10.4), at(10.9)) is None
    assert desk.screen(tell, False).footer == "footer.counts_soon"
    reply = look(desk, at(11.0))
    assert reply == given(*DICE)
    assert reply.hold is not None, "nobody has pressed OK for it"


def test_a_throw_is_offered_by_itself_only_once():
    desk = desk_for(THROW)
    assert look(desk, at(10.0, seen(*DICE)), at(11.0)) == given(*DICE)
    assert look(desk, at(12.0), at(20.0)) is None
    assert desk.screen(tell, False).footer == "footer.take_or_fix"
    assert press(desk, OK) == given(*DICE)


@pytest.mark.parametrize(
    "sight",
    [
        seen(*DICE, doubtful={1}),
        seen(*DICE, status=Status.UNSURE),
        seen(*DICE, witnessed=False),
    ],
)
def test_what_is_doubted_or_lay_there_before_waits_for_ok(sight):
    desk = desk_for(THROW)
    assert look(desk, at(10.0, sight), at(11.0), at(60.0)) is None
    assert desk.screen(tell, False).footer != "footer.counts_soon"


@pytest.mark.parametrize("presses", [(BACK,), (DOWN,), (DOWN, BACK), (DOWN, OK, DOWN, OK), (DOWN, OK, BACK)])
def test_whoever_presses_takes_it_into_the_own_hands(presses):
    desk = desk_for(THROW)
    look(desk, at(10.0, seen(*DICE)))
    press(desk, *presses)
    assert look(desk, at(11.0), at(60.0)) is None


def test_back_puts_it_aside():
    desk = desk_for(THROW)
    look(desk, at(10.0, seen(*DICE)))
    assert press(desk, BACK) == Dismissed()


@pytest.mark.parametrize(
    "between",
    [at(10.8, state=TableState.HAND), at(10.8, state=TableState.MOVING), at(10.8, trouble=(Reason.TOO_FEW,))],
)
def test_the_second_begins_anew_when_something_moves(between):
    desk = desk_for(THROW)
    assert look(desk, at(10.0, seen(*DICE)), between, at(11.0), at(11.9)) is None
    assert look(desk, at(12.0)) == given(*DICE)


def test_nothing_is_taken_while_there_is_no_picture():
    desk = desk_for(THROW)
    look(desk, at(10.0, seen(*DICE)))
    assert look(desk, Sight(has_failed=True), Sight(has_failed=True)) is None


def test_a_re_roll_at_a_list_is_taken_after_a_second_too():
    road = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, Dice(DICE)))
    desk = desk_for(road)
    assert look(desk, at(10.0), at(12.0), at(13.0, seen("tool", "tool", "pink", moved={0}))) is None
    assert isinstance(desk.screen(tell, False), DiceSeen)
    assert look(desk, at(13.9)) is None
    assert look(desk, at(14.0)) == given("tool", "tool", "pink")


def test_a_re_roll_that_is_put_aside_leaves_the_list():
    road = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, Dice(DICE)))
    desk = desk_for(road)
    look(desk, at(13.0, seen("tool", "tool", "pink", moved={0})))
    press(desk, BACK)
    assert look(desk, at(14.0), at(20.0)) is None
    assert isinstance(desk.screen(tell, False), List)


def shaken(*colours):
    return Sight(
        seen=Shaken(
            BallsReading(Status.SURE, tuple(BallReading(name, 9.0, 9.0, 0.99) for name in colours)), witnessed=True
        )
    )


def test_balls_count_by_themselves_but_not_two_that_cannot_be():
    prompt = ReadBalls(words=say("shake"), count=2, bag=("red", "red", "black"))
    assert look(BallDesk(prompt), at(10.0, shaken("red", "black")), at(11.0)).answer == Balls(("red", "black"))
    desk = BallDesk(prompt)
    assert look(desk, at(10.0, shaken("black", "black")), at(11.0), at(60.0)) is None
    assert desk.screen(tell, False).footer == "footer.take_or_fix"
