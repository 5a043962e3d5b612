"""How balls are shown, put right and entered: with the camera and with four buttons alone."""

import pytest

from device.desks.ball_desk import BallDesk
from device.desks.desk import Back, ByHand, Dismissed, Given, Refused
from device.desks.general import desk_for
from device.eyes.sight import Shaken, Sight, Thrown
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.caption import caption_of
from device.screens.content import BallsSeen, Waiting
from games.spine.dialogue import Balls, ReadBalls, ReadDice, say
from games.sternenfahrer.flight import BAG
from tests.device.texts import catalogue
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason, Status
from vision.table.motion import TableState

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
SHAKE = ReadBalls(words=say("sternenfahrer.shake", player="Ada"), count=2, bag=BAG)
GERMAN = catalogue("de", is_strict=True)


def press(desk, *buttons):
    """The reply to the last of the presses."""
    reply = None
    for button in buttons:
        reply = desk.press(Press(button))
    return reply


def seen(*colours, doubtful=(), others=(("blue", 0.3), ("black", 0.2)), witnessed=True):
    balls = tuple(
        BallReading(colour, 100.0 * n, 50.0, 0.5 if n in doubtful else 0.99, others, 40.0)
        for n, colour in enumerate(colours)
    )
    reading = BallsReading(Status.UNSURE if doubtful else Status.SURE, balls)
    return Sight(seen=Shaken(reading, witnessed))


def screen(desk):
    return desk.screen(GERMAN.tell, False)


@pytest.fixture
def desk():
    desk = desk_for(SHAKE)
    assert isinstance(desk, BallDesk)
    assert desk.wanted is SHAKE
    return desk


def test_it_waits_and_says_that_balls_can_be_entered(desk):
    waiting = screen(desk)
    assert isinstance(waiting, Waiting)
    assert (waiting.words, waiting.hint) == ("Ada schüttelt", "OK: von Hand eingeben")
    assert press(desk, BACK) == Back()


def test_sure_balls_are_shown_by_name_and_taken_with_one_press(desk):
    assert desk.see(seen("red", "yellow")) is None
    shown = screen(desk)
    assert isinstance(shown, BallsSeen)
    assert (shown.colours, shown.names, shown.cursor) == (("red", "yellow"), ("Rot", "Gelb"), None)
    assert press(desk, OK) == Given(Balls(("red", "yellow")), Source.CAMERA)


def test_a_doubtful_ball_blinks_and_costs_two_presses(desk):
    desk.see(seen("red", "yellow", doubtful={1}))
    shown = desk.screen(GERMAN.tell, True)
    assert (shown.title, shown.cursor, shown.doubtful, shown.is_blinking) == ("Stimmt diese?", 1, {1}, True)
    assert "Gelb?" in caption_of(shown)
    assert press(desk, DOWN, OK) == Given(Balls(("red", "blue")), Source.BUTTONS)  # its likeliest other


def test_a_doubtful_ball_that_is_right_costs_one_press(desk):
    desk.see(seen("red", "yellow", doubtful={1}))
    assert press(desk, OK) == Given(Balls(("red", "yellow")), Source.CAMERA)


def test_both_in_doubt_are_asked_one_after_the_other(desk):
    desk.see(seen("red", "yellow", doubtful={0, 1}))
    assert press(desk, OK) is None
    assert screen(desk).cursor == 1
    assert press(desk, DOWN, OK) == Given(Balls(("red", "blue")), Source.BUTTONS)


def test_by_buttons_alone(desk):
    press(desk, OK)
    assert (screen(desk).faces, screen(desk).counts) == (("yellow", "red"), (0, 0))
    assert press(desk, DOWN, OK, DOWN) is None
    assert screen(desk).colours == ("red", "black")
    assert press(desk, OK) == Given(Balls(("red", "black")), Source.BUTTONS, is_unseen=True)


@pytest.mark.parametrize("colour", ["black", "red", "blue"])
def test_two_of_a_colour_of_which_there_is_one_are_said_to_be_impossible(desk, colour):
    desk.see(seen(colour, colour))
    refused = press(desk, OK)
    assert isinstance(refused, Refused)
    name = GERMAN.tell(say(f"colour.{colour}"))
    assert GERMAN.tell(refused.reason) == f"So viele Kugeln in {name} gibt es nicht. Schau noch einmal hin."
    assert screen(desk).title == "Welche Kugel?"
    assert press(desk, OK, UP, OK) is None
    reply = press(desk, OK)
    assert isinstance(reply, Given)
    assert len(set(reply.answer.colours)) == 2


def test_two_yellow_balls_are_possible(desk):
    desk.see(seen("yellow", "yellow"))
    assert press(desk, OK) == Given(Balls(("yellow", "yellow")), Source.CAMERA)


def test_shaken_again_before_ok_the_new_balls_are_shown(desk):
    desk.see(seen("red", "yellow"))
    assert desk.see(seen("blue", "black")) is None, "the first ones were never taken"
    assert press(desk, OK) == Given(Balls(("blue", "black")), Source.CAMERA)


def test_balls_put_aside_can_be_looked_at_again_until_the_table_moves(desk):
    desk.see(seen("red", "yellow"))
    assert press(desk, BACK) == Dismissed()
    assert screen(desk).hint == "OK: Kugeln ansehen"
    assert press(desk, OK, OK) == Given(Balls(("red", "yellow")), Source.CAMERA)
    press(desk, BACK)
    desk.see(Sight(TableState.MOVING, trouble=(Reason.MOVING,)))
    assert screen(desk).hint == "OK: von Hand eingeben"


def test_what_is_in_the_way_is_said(desk):
    desk.see(Sight(trouble=(Reason.TOO_FEW,), count=1))
    assert screen(desk).status == "Ich sehe 1, nicht 2"
    desk.see(Sight(trouble=(Reason.HAND,)))
    assert screen(desk).status == "Bitte die Hand weg"
    desk.see(Sight(has_failed=True))
    assert screen(desk).status == "Keine Kamera. OK: Tasten"


def test_a_shake_that_was_taken_can_be_put_right():
    desk = BallDesk.correcting(SHAKE, Balls(("red", "yellow")))
    assert press(desk, BACK) == Back()
    assert press(desk, DOWN, OK, DOWN, OK) is None
    assert screen(desk).colours[1] != "yellow"


def test_dice_with_pips_are_shown_as_numbers_and_entered_by_buttons():
    throw = ReadDice(words=say("sternenfahrer.roll", player="Ada"), count=2, faces=tuple("123456"), kind="pips")
    desk = desk_for(throw)
    dice = tuple(DieReading(face, 100.0 * n, 50.0, 0.99, (), 70.0) for n, face in enumerate("36"))
    desk.see(Sight(seen=Thrown(DiceReading(Status.SURE, dice), witnessed=True)))
    assert (screen(desk).faces, screen(desk).names) == (("3", "6"), ("3", "6"))
    by_hand = desk_for(throw)
    press(by_hand, OK, UP, OK, OK, DOWN)
    assert press(by_hand, OK).answer.faces == ("1", "6")


def test_in_doubt_two_balls_that_cannot_be_together_are_not_offered(desk):
    desk.see(seen("blue", "blue", doubtful=(1,), others=(("blue", 0.4), ("red", 0.3), ("black", 0.2))))
    shown = screen(desk)
    assert shown.colours == ("blue", "red")
    assert shown.doubtful == {1}
    assert press(desk, OK) == Given(Balls(("blue", "red")), Source.CAMERA)


def test_20_5_balls_that_lie_there_do_not_replace_what_is_being_entered_and_are_offered_afterwards(desk):
    assert press(desk, OK) == ByHand()
    press(desk, DOWN)
    desk.see(Sight(TableState.HAND))
    desk.see(seen("black", "red", witnessed=False))
    assert screen(desk).counts == (0, 1)
    press(desk, BACK, BACK)
    assert (screen(desk).title, screen(desk).colours) == ("Lag schon da", ("black", "red"))
    assert press(desk, OK) == Given(Balls(("black", "red")), Source.CAMERA)


def test_20_5_balls_that_were_shaken_meanwhile_do_replace_it(desk):
    press(desk, OK, DOWN)
    desk.see(seen("black", "red"))
    assert (screen(desk).title, screen(desk).colours) == ("Deine Kugeln", ("black", "red"))


def test_20_11_no_shake_is_given_because_another_one_follows(desk):
    for witnessed in (False, True, True):
        assert desk.see(seen("black", "red", witnessed=witnessed)) is None
