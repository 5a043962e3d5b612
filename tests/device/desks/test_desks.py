"""How prompts are answered with four buttons, and with the camera."""

import itertools
from dataclasses import replace

import pytest

from device.desks.desk import Back, ByHand, Dismissed, Given, Refused
from device.desks.dice_desk import DiceDesk
from device.desks.general import desk_for
from device.desks.spelling import Spell
from device.eyes.sight import Sight, Thrown
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Cover, DiceSeen, List, Message, Picker, Spelling, Tally, Waiting
from games.books.medals import Medal
from games.spine.dialogue import (
    Choose,
    Chosen,
    Dice,
    HandOver,
    Noted,
    Notice,
    Number,
    Option,
    PickNumber,
    ReadDice,
    Watch,
    say,
)
from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.table.motion import TableState

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
FACES = ("pink", "yellow", "tool")
THROW = ReadDice(words=say("throw"), count=3, faces=FACES)


def tell(text):
    return str(text)


def press(desk, *buttons):
    """The reply to the last of the presses."""
    reply = None
    for button in buttons:
        reply = desk.press(Press(button))
    return reply


def seen(*faces, doubtful=(), status=None, moved=None, witnessed=True):
    dice = tuple(
        DieReading(face, 100.0 * n, 100.0, 0.5 if n in doubtful else 0.99, (("yellow", 0.3), ("tool", 0.1)), 70.0)
        for n, face in enumerate(faces)
    )
    status = status or (Status.UNSURE if doubtful else Status.SURE)
    everything = frozenset(range(len(faces)))
    return Sight(
        seen=Thrown(DiceReading(status, dice), everything if moved is None else frozenset(moved), witnessed=witnessed)
    )


def given(*faces, source=Source.CAMERA, is_unseen=False):
    return Given(Dice(faces), source, is_unseen)


# --- lists, numbers, notices -----------------------------------------------------------------------------------------

COLOURS = Choose(
    words=say("road"),
    options=(
        Option("blue", say("blue"), mark="blue", value=say("three")),
        Option("pink", say("pink"), refused=say("swirl")),
        Option("gold", say("gold"), mark="medal.gold"),
    ),
    start="pink",
)


def test_a_list_starts_where_the_game_says_and_goes_round():
    desk = desk_for(COLOURS)
    assert desk.screen(tell, False).cursor == 1
    press(desk, DOWN, DOWN)
    assert press(desk, OK) == Given(Chosen("blue"), Source.BUTTONS)


def test_a_refused_option_says_why():
    assert press(desk_for(COLOURS), OK) == Refused(say("swirl"))


def test_rows_carry_shape_value_and_medal():
    rows = desk_for(COLOURS).screen(tell, False).rows
    assert (rows[0].face, rows[0].value, rows[0].medal) == ("blue", "three", None)
    assert rows[1].is_refused
    assert (rows[2].face, rows[2].medal) == (None, Medal.GOLD)


def test_back_leaves_a_list():
    assert press(desk_for(COLOURS), BACK) == Back()


def test_a_number_stays_within_its_limits():
    desk = desk_for(PickNumber(words=say("n"), low=0, high=2, start=1))
    press(desk, UP, UP, UP)
    assert isinstance(desk.screen(tell, False), Picker)
    assert press(desk, OK) == Given(Number(2), Source.BUTTONS)
    press(desk, DOWN, DOWN, DOWN)
    assert press(desk, OK) == Given(Number(0), Source.BUTTONS)


def test_a_notice_is_noted_with_ok():
    desk = desk_for(Notice(words=say("words"), news=say("heading")))
    assert desk.screen(tell, False) == Message("heading", "words", "footer.ok", False)
    assert press(desk, UP) is None
    assert press(desk, OK) == Given(Noted(), Source.BUTTONS)


def test_a_cover_opens_only_when_ok_is_held():
    desk = desk_for(HandOver(words=say("give"), audience="Ben"))
    assert isinstance(desk.screen(tell, False), Cover)
    assert press(desk, OK) is None
    assert desk.press(Press(OK, held=True)) == Given(Noted(), Source.BUTTONS)


def spelled(desk, name):
    """Press a name, letter by letter as the screen shows them; how many presses that took."""
    presses = 0
    for letter in name:
        while letter not in sum(desk.screen(tell, False).fields, ()):
            presses += take_field(desk, "…")
        presses += take_field(desk, letter)
    return presses


def take_field(desk, letter):
    """Press what this letter stands beside until it is taken; how many presses that took."""
    presses = 0
    before = desk.screen(tell, False).done
    while letter in sum(fields := desk.screen(tell, False).fields, ()) and desk.screen(tell, False).done == before:
        at = next(n for n, field in enumerate(fields) if letter in field)
        assert desk.press(Press((UP, OK, DOWN)[at])) is None
        presses += 1
    return presses


def test_a_name_is_spelled_with_three_presses_a_letter():
    desk = desk_for(Spell(words=say("name"), longest=12))
    screen = desk.screen(tell, False)
    assert isinstance(screen, Spelling)
    assert screen.fields[0] == tuple("ABCDEFGHI")
    press(desk, UP, UP, OK)  # A to I, A to C, B
    assert desk.screen(tell, False).done == "B"
    assert desk.screen(tell, False).fields[0] == tuple("abcdefghi"), "and then small ones"
    press(desk, UP, OK, OK)
    assert desk.press(Press(OK, held=True)) == Given(Chosen("Be"), Source.BUTTONS)


@pytest.mark.parametrize(
    ("name", "most"), [("Ida", 15), ("Tom", 15), ("Anna", 15), ("Lisa", 15), ("Jörg", 17), ("Weiß", 17), ("Zoé", 15)]
)
def test_a_short_name_takes_few_presses(name, most):
    desk = desk_for(Spell(words=say("name"), longest=12))
    presses = spelled(desk, name)
    assert desk.press(Press(OK, held=True)) == Given(Chosen(name), Source.BUTTONS)
    assert presses + 1 <= most


def test_a_second_name_begins_with_a_capital_letter_and_the_arrow_says_otherwise():
    desk = desk_for(Spell(words=say("name"), longest=12))
    spelled(desk, "Jo-")
    assert desk.screen(tell, False).fields[0][0] == "A"
    spelled(desk, "A")
    take_field(desk, "…")
    take_field(desk, "⇧")
    spelled(desk, "B")
    assert desk.press(Press(OK, held=True)).answer == Chosen("Jo-AB")


def test_back_takes_a_press_and_then_a_letter_back_and_then_leaves():
    desk = desk_for(Spell(words=say("name")))
    spelled(desk, "A")
    press(desk, DOWN, UP)
    press(desk, BACK, BACK)
    assert (desk.screen(tell, False).done, len(desk.screen(tell, False).fields[0])) == ("A", 9)
    press(desk, BACK)
    assert desk.screen(tell, False).done == ""
    assert press(desk, BACK) == Back()


def test_nothing_is_no_name_and_a_full_one_can_only_be_finished():
    desk = desk_for(Spell(words=say("name"), longest=1))
    assert desk.press(Press(OK, held=True)) is None
    spelled(desk, "A")
    assert desk.screen(tell, False).fields == ()
    assert press(desk, DOWN, UP, OK) == Given(Chosen("A"), Source.BUTTONS)


# --- dice ------------------------------------------------------------------------------------------------------------


def test_sure_dice_are_taken_with_one_press():
    desk = DiceDesk(THROW)
    assert isinstance(desk.screen(tell, False), Waiting)
    assert desk.see(seen("pink", "pink", "tool")) is None
    assert desk.screen(tell, False).cursor is None
    assert press(desk, OK) == given("pink", "pink", "tool")


def test_a_misread_that_is_doubted_costs_two_presses():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", doubtful={1}))
    screen = desk.screen(tell, True)
    assert (screen.cursor, screen.doubtful, screen.is_blinking) == (1, {1}, True)
    assert press(desk, DOWN, OK) == given("pink", "yellow", "tool", source=Source.BUTTONS)


def test_every_doubtful_die_is_asked_for():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", doubtful={0, 2}))
    assert press(desk, OK) is None
    assert desk.screen(tell, False).cursor == 2
    assert press(desk, OK) == given("pink", "pink", "tool")


def test_a_whole_in_doubt_without_a_doubtful_die_asks_for_the_least_sure_one():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", status=Status.UNSURE))
    assert desk.screen(tell, False).doubtful == {0}


def test_a_sure_misread_can_be_put_right_all_the_same():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool"))
    press(desk, DOWN, DOWN, OK)  # to the second die
    assert press(desk, UP) is None  # pink -> tool, the last in its order
    assert press(desk, OK) is None
    assert press(desk, OK) == given("pink", "tool", "tool", source=Source.BUTTONS)


def test_back_while_turning_restores_the_face():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool"))
    press(desk, DOWN, OK, DOWN, BACK)
    assert press(desk, OK).answer == Dice(("pink", "pink", "tool"))


def test_dice_can_be_entered_without_any_camera():
    desk = DiceDesk(THROW)
    assert press(desk, OK) == ByHand()
    screen = desk.screen(tell, False)
    assert isinstance(screen, Tally)
    assert (screen.faces, screen.counts) == (("pink", "yellow"), (0, 0))
    press(desk, UP, DOWN)  # a pink and a yellow one
    assert desk.screen(tell, False).counts == (1, 1)
    press(desk, OK, UP)  # and a tool
    assert desk.screen(tell, False).faces == ("pink", "yellow", "tool")
    assert press(desk, OK) == given("pink", "yellow", "tool", source=Source.BUTTONS, is_unseen=True)


def test_no_throw_of_five_takes_more_than_eight_presses_by_hand():
    faces = ("pink", "yellow", "green", "blue", "purple", "tool")
    for dice in itertools.combinations_with_replacement(faces, 5):
        desk = DiceDesk(ReadDice(words=say("throw"), count=5, faces=faces))
        press(desk, OK)
        presses = 0
        for face in dice:
            while face not in desk.screen(tell, False).faces:
                press(desk, OK)
                presses += 1
            press(desk, UP if desk.screen(tell, False).faces[0] == face else DOWN)
            presses += 1
        assert press(desk, OK) == given(*dice, source=Source.BUTTONS, is_unseen=True)
        assert presses + 1 <= 8, dice


def test_a_button_without_a_kind_counts_nothing():
    desk = DiceDesk(THROW)
    press(desk, OK, OK, DOWN)
    assert desk.screen(tell, False).counts == (0,)


def test_what_was_counted_can_be_put_right_die_by_die():
    desk = DiceDesk(THROW)
    press(desk, OK, UP, UP, UP, DOWN, OK, DOWN, OK)
    assert press(desk, OK).answer == Dice(("yellow", "pink", "pink"))


def test_entering_by_hand_can_be_left_step_by_step():
    desk = DiceDesk(THROW)
    press(desk, OK, UP, UP, DOWN)
    assert isinstance(desk.screen(tell, False), DiceSeen)
    press(desk, BACK)
    assert desk.screen(tell, False).counts == (2, 0)
    press(desk, OK, BACK, BACK, BACK)
    assert desk.screen(tell, False).counts == (0, 0)
    press(desk, BACK)
    assert isinstance(desk.screen(tell, False), Waiting)
    assert press(desk, BACK) == Back()


def test_20_5_what_lies_there_does_not_replace_what_is_being_entered():
    desk = desk_for(THROW)
    press(desk, OK, UP)
    assert desk.see(seen("tool", "tool", "tool", witnessed=False)) is None
    desk.see(Sight(TableState.HAND))  # a hand that passes over them changes nothing
    assert desk.see(seen("tool", "tool", "tool", witnessed=False)) is None
    assert desk.screen(tell, False).counts == (1, 0)
    assert press(desk, UP, UP, OK) == given("pink", "pink", "pink", source=Source.BUTTONS, is_unseen=True)


def test_20_5_a_throw_that_was_seen_falling_does_replace_it():
    desk = desk_for(THROW)
    press(desk, OK, DOWN)
    desk.see(Sight(TableState.MOVING))
    desk.see(seen("tool", "tool", "tool"))
    assert desk.screen(tell, False).faces == ("tool", "tool", "tool")


def test_20_5_who_stops_entering_is_offered_what_lies_there():
    desk = desk_for(THROW)
    assert press(desk, OK) == ByHand()
    desk.see(seen("tool", "pink", "tool", witnessed=False))
    press(desk, BACK)
    screen = desk.screen(tell, False)
    assert (screen.title, screen.faces) == ("pieces.lay_there", ("tool", "pink", "tool"))


def test_20_5_what_lay_there_is_offered_under_a_title_that_says_so_and_never_stands():
    desk = desk_for(THROW)
    desk.see(seen("tool", "pink", "tool", witnessed=False))
    assert desk.screen(tell, False).title == "pieces.lay_there"
    assert not desk.stands
    assert desk.see(seen("pink", "pink", "pink")) is None, "a throw takes its place"
    assert (desk.screen(tell, False).title, desk.stands) == ("dice.seen", True)


def test_20_5_a_doubt_about_what_lay_there_is_cleared_before_it_is_offered():
    desk = desk_for(THROW)
    desk.see(seen("tool", "pink", "tool", doubtful={1}, witnessed=False))
    assert press(desk, OK) is None
    assert desk.screen(tell, False).title == "pieces.lay_there"
    assert press(desk, OK) == given("tool", "pink", "tool")


def test_20_11_a_throw_that_must_not_count_by_itself_waits_for_ok_whatever_is_thrown_after_it():
    desk = desk_for(THROW)
    desk.see(seen("pink", "pink", "tool"))
    reply = desk.see(seen("tool", "yellow", "tool"))
    assert reply == given("pink", "pink", "tool")
    reply.hold()
    screen = desk.screen(tell, False)
    assert (screen.title, screen.faces) == ("pieces.only_with_ok", ("pink", "pink", "tool"))
    assert desk.see(seen("yellow", "yellow", "tool")) is None
    assert press(desk, OK) == given("pink", "pink", "tool")


def test_20_11_a_throw_that_is_held_can_be_put_right_or_put_aside():
    desk = desk_for(THROW)
    desk.see(seen("pink", "pink", "tool"))
    desk.see(seen("tool", "yellow", "tool")).hold()
    press(desk, DOWN, OK, DOWN, OK)
    assert press(desk, OK) == given("yellow", "pink", "tool", source=Source.BUTTONS)
    assert press(desk, BACK) == Dismissed()
    desk.see(Sight(TableState.MOVING))
    desk.see(seen("tool", "tool", "tool"))
    assert desk.screen(tell, False).title == "dice.seen"


def test_20_11_what_somebody_has_pressed_ok_for_is_not_to_be_held():
    desk = desk_for(THROW)
    desk.see(seen("pink", "pink", "tool"))
    assert press(desk, OK).hold is None


def test_a_throw_put_aside_comes_back_with_ok():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool"))
    assert press(desk, BACK) == Dismissed()
    assert isinstance(desk.screen(tell, False), Waiting)
    press(desk, OK)
    assert press(desk, OK) == given("pink", "pink", "tool")


def test_throwing_again_before_ok_lets_the_first_throw_stand():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool"))
    assert desk.see(seen("pink", "yellow", "tool", moved={1})) == given("pink", "pink", "tool")


def test_a_throw_put_right_by_buttons_stands_like_any_other():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool"))
    press(desk, DOWN, OK, DOWN, OK)
    assert desk.see(seen("tool", "tool", "tool")) == given("yellow", "pink", "tool", source=Source.BUTTONS)


def test_back_does_not_lead_around_a_doubt():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", doubtful={1}))
    press(desk, BACK)
    assert press(desk, OK) is None
    assert desk.screen(tell, False).cursor == 1
    assert press(desk, OK) == given("pink", "pink", "tool")


def test_throwing_a_doubtful_die_again_is_no_re_roll():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", doubtful={1}))
    assert desk.see(seen("pink", "yellow", "tool", moved={1})) is None
    assert press(desk, OK) == given("pink", "yellow", "tool")


def test_a_cocked_die_is_asked_about_and_may_be_thrown_again():
    desk = DiceDesk(THROW)
    sight = seen("pink", "pink", "tool")
    dice = list(sight.seen.reading.dice)
    dice[2] = replace(dice[2], reasons=(Reason.COCKED,))
    reading = DiceReading(Status.UNSURE, tuple(dice), (Reason.COCKED,))
    desk.see(replace(sight, seen=replace(sight.seen, reading=reading)))
    screen = desk.screen(tell, False)
    assert (screen.title, screen.footer, screen.cursor) == ("dice.cocked", "footer.cocked", 2)
    assert desk.see(seen("pink", "pink", "yellow", moved={2})) is None, "no re-roll"
    assert press(desk, OK) == given("pink", "pink", "yellow")


def test_dice_that_lay_there_from_the_start_are_no_throw_to_build_on():
    desk = DiceDesk(THROW)
    desk.see(seen("pink", "pink", "tool", witnessed=False))
    assert desk.see(seen("pink", "yellow", "tool")) is None
    assert press(desk, OK) == given("pink", "yellow", "tool")


@pytest.mark.parametrize(
    ("sight", "key"),
    [
        (Sight(has_failed=True), "status.no_camera"),
        (Sight(trouble=(Reason.HAND,)), "status.hand"),
        (Sight(trouble=(Reason.TOO_FEW,), count=2), "status.count"),
        (Sight(trouble=(Reason.TOO_MANY, Reason.UNCLEAR), count=6), "status.count"),
        (Sight(trouble=(Reason.GLARE,), count=3), "status.glare"),
        (Sight(lying_still=2), "status.lying_still"),
        (Sight(trouble=(Reason.NOTHING,)), ""),
        (Sight(), ""),
    ],
)
def test_while_waiting_one_line_says_what_the_camera_sees(sight, key):
    desk = DiceDesk(THROW)
    desk.see(sight)
    screen = desk.screen(tell, False)
    assert screen.status.partition("(")[0] == key
    assert screen.hint == "footer.by_hand"


def test_dice_taken_before_can_be_put_right():
    desk = DiceDesk.correcting(THROW, Dice(("pink", "pink", "tool")))
    assert desk.screen(tell, False).cursor == 0
    press(desk, OK, DOWN, OK)
    assert press(desk, OK) == given("yellow", "pink", "tool", source=Source.BUTTONS, is_unseen=True)


def test_going_back_leaves_a_correction():
    desk = DiceDesk.correcting(THROW, Dice(("pink", "pink", "tool")))
    press(desk, OK, DOWN, BACK)
    assert press(desk, BACK) == Back()
    assert press(DiceDesk.correcting(THROW, Dice(("pink", "pink", "tool"))), BACK) == Back()


# --- a list while the table is watched -------------------------------------------------------------------------------


def watching(refused=None):
    watch = Watch(THROW, Dice(("pink", "pink", "tool")), refused)
    return desk_for(Choose(words=say("road"), options=COLOURS.options, watch=watch))


def test_throwing_again_is_the_re_roll_and_needs_no_menu():
    desk = watching()
    assert desk.see(seen("yellow", "pink", "tool", moved={0})) is None
    screen = desk.screen(tell, False)
    assert isinstance(screen, DiceSeen)
    assert screen.thrown == {0}
    assert press(desk, OK) == given("yellow", "pink", "tool")


def test_dice_that_were_only_pushed_can_be_dismissed():
    desk = watching()
    desk.see(seen("yellow", "pink", "tool", moved={0}))
    assert press(desk, BACK) == Dismissed()
    assert isinstance(desk.screen(tell, False), List)


def test_a_third_throw_is_refused_with_the_games_reason():
    assert watching(say("third")).see(seen("tool", "tool", "tool")) == Refused(say("third"))


def test_a_throw_after_the_re_roll_lets_the_re_roll_count():
    desk = watching()
    desk.see(seen("yellow", "pink", "tool", moved={0}))
    assert desk.see(seen("tool", "tool", "tool")) == given("yellow", "pink", "tool")


def test_a_re_roll_in_doubt_is_replaced_by_the_next_look():
    desk = watching()
    desk.see(seen("yellow", "pink", "tool", moved={0}, doubtful={0}))
    assert desk.see(seen("tool", "pink", "tool", moved={0})) is None
    assert press(desk, OK) == given("tool", "pink", "tool")


def test_while_dice_may_be_thrown_again_the_list_says_what_the_camera_lacks():
    desk = watching()
    desk.see(Sight(trouble=(Reason.TOO_FEW,), count=3))
    assert desk.screen(tell, False).news.startswith("status.count")
    desk.see(Sight())
    assert desk.screen(tell, False).news == ""
    closed = watching(say("third"))
    closed.see(Sight(has_failed=True))
    assert closed.screen(tell, False).news == ""


def test_20_11_a_re_roll_that_must_not_count_by_itself_is_shown_and_waits_for_ok():
    desk = watching()
    desk.see(seen("pink", "yellow", "tool", moved={1}))
    desk.see(seen("tool", "tool", "tool")).hold()
    screen = desk.screen(tell, False)
    assert (screen.title, screen.faces) == ("pieces.only_with_ok", ("pink", "yellow", "tool"))
    assert desk.see(seen("yellow", "tool", "tool")) is None
    assert press(desk, OK) == given("pink", "yellow", "tool")
