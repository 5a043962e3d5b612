"""A throw that counts by itself: written after a second, never where it ends a game; a further one is asked about."""

import pytest

from device.eyes.sight import Sight
from device.parts.protocols import Button, Press, Tone
from device.screens.content import DiceSeen, List, Message
from games.spine.dialogue import Choose, Dice, Notice, Option, Watch, say
from games.spine.session import Answered
from tests.device.talks.test_waits_for_ok import CLOSING, LYING, NEXT, THROW, Table

CLOSED = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, LYING, say("no")))
PAGE = Choose(words=say("page"), options=(Option("one", say("one")),))


def taken_by_itself(*prompts):
    """A table at which a throw has just counted by itself."""
    table = Table(THROW, *prompts)
    table.see(LYING)
    pass_time(table)
    return table


def pass_time(table):
    for seconds in (100.0, 100.5, 101.0):
        table.talk.see(Sight(seconds=seconds))


def test_a_sure_throw_is_written_after_a_second_with_a_tone():
    table = taken_by_itself(CLOSED)
    assert table.lines == [LYING.to_line()]
    assert table.heard[-1] is Tone.DONE
    assert isinstance(table.screen, List)


def test_a_throw_that_would_open_a_card_or_end_the_game_waits_for_ok():
    for later in ((), (CLOSING, THROW)):
        table = taken_by_itself(*later)
        assert table.lines == []
        assert table.screen.title == "pieces.only_with_ok"
        table.press(Button.OK)
        assert table.lines == [LYING.to_line()]


def test_a_further_throw_before_the_next_answer_asks_which_counts_and_the_old_one_comes_first():
    table = taken_by_itself(CLOSED, THROW)
    screen = table.see(NEXT)
    assert isinstance(screen, List)
    assert (screen.title, screen.cursor) == ("throw.which_counts", 0)
    table.press(Button.OK)
    assert table.lines == [LYING.to_line()]
    assert table.screen.title == "road"


def test_the_new_throw_takes_the_place_of_the_old_one_if_somebody_says_so():
    table = taken_by_itself(CLOSED, THROW)
    table.see(NEXT)
    table.press(Button.DOWN, Button.OK)
    assert table.lines == [LYING.to_line(), "undo 1"]
    assert "forget" in table.eyes, "what lies there now is offered"
    assert isinstance(table.see(NEXT, witnessed=False), DiceSeen)
    pass_time(table)
    assert len(table.lines) == 2, "and only OK takes it"
    table.press(Button.OK)
    assert table.session.answers == (NEXT,)


def test_a_throw_that_was_taken_with_ok_is_not_put_in_question():
    table = Table(THROW, CLOSED, THROW, entries=[Answered(LYING)])
    screen = table.see(NEXT)
    assert isinstance(screen, Message)
    assert (screen.title, screen.body) == ("title.too_often", "no")


def test_after_the_next_answer_nothing_is_asked_any_more():
    table = taken_by_itself(PAGE, CLOSED, THROW)
    table.press(Button.OK)
    assert isinstance(table.see(NEXT), Message)


def test_a_re_roll_counts_by_itself_and_a_third_throw_is_asked_about():
    road = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, LYING))
    table = taken_by_itself(road, CLOSED, THROW)
    again = Dice(("pink", "yellow", "tool"))
    table.see(again)
    pass_time(table)
    assert table.session.answers == (LYING, again)
    assert table.see(NEXT).title == "throw.which_counts"


def test_what_lies_there_when_the_first_throw_is_asked_for_was_moved_in_setting_up_and_is_no_throw():
    table = Table(Notice(words=say("set up")), THROW, THROW)
    table.press(Button.OK)
    assert table.eyes[-1] == "remember_lying"
    table.see(LYING)
    pass_time(table)
    assert table.session.answers[-1] == LYING
    assert table.eyes[-1] == "settle", "later throws may also fall on the page before"


@pytest.mark.parametrize("is_reroll", [False, True])
def test_20_11_who_opens_the_menu_over_a_throw_has_stopped_it_for_good(is_reroll):
    road = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, LYING))
    table = taken_by_itself(road, CLOSED, THROW) if is_reroll else Table(THROW, CLOSED, THROW)
    before = list(table.lines)
    table.see(NEXT)
    table.talk.press(Press(Button.BACK, held=True))
    pass_time(table)
    table.press(Button.BACK)
    assert table.screen.footer == "footer.take_or_fix"
    pass_time(table)
    assert table.lines == before
    table.press(Button.OK)
    assert table.lines == [*before, NEXT.to_line()]
