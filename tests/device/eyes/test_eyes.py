"""When the eyes look, and what is news to them."""

from dataclasses import replace

import numpy as np
import pytest

from device.errors import CameraFailed
from device.eyes.dice_watcher import moved_dice
from device.eyes.eyes import Eyes
from device.eyes.settling import SettlingGate
from device.eyes.sight import LaidOut, Thrown
from device.eyes.watcher import FRAMES_AT_MOST, FRAMES_TO_AGREE
from games.spine.dialogue import ReadDice, ReadLaid, say
from vision.base.frame import Frame
from vision.base.reading import DiceReading, DieReading, NumberReading, NumbersReading, Reason, Status
from vision.table.motion import TableState

THROW = ReadDice(words=say("throw"), count=3, faces=("pink", "tool"))
AGAIN = ReadDice(words=say("again"), count=3, faces=("pink", "tool"), all_thrown=False)
CARDS = ReadLaid(words=say("lay"), size=5)
REST, MOVING, HAND = TableState.AT_REST, TableState.MOVING, TableState.HAND


def dice(*places, faces=("pink", "pink", "tool"), status=Status.SURE, reasons=()):
    found = tuple(DieReading(faces[n % 3], x, 100.0, 0.99, (), 60.0) for n, x in enumerate(places))
    return DiceReading(status, found, reasons)


def cards(*colours, status=Status.SURE, reasons=()):
    found = tuple(NumberReading(0, n, 4, colour, 100.0 * n, 100.0, 0.99) for n, colour in enumerate(colours))
    return NumbersReading(status, found, reasons)


class Table:
    """A camera, a gate and a reader that say what the test wants."""

    is_settling = False

    def __init__(self):
        self.state = REST
        self.reading = dice(0, 100, 200)
        self.is_plugged_in = True
        self.reads = 0
        self.forgotten = 0
        self.seconds = 0.0
        self.cards = cards("red")
        self.eyes = Eyes(self, self, self.read, lambda readings: readings[-1], self.read_cards)

    def capture(self):
        if not self.is_plugged_in:
            raise CameraFailed("unplugged")
        pixels = np.full((200, 1000, 3), 90, np.uint8)
        for die in () if self.state is HAND else self.reading.dice:
            pixels[80:120, max(0, int(die.x) - 20) : int(die.x) + 20] = 230 if die.face == "pink" else 20
        return Frame(pixels, self.seconds)

    def close(self): ...

    def step(self, frame):
        return self.state

    def forget(self):
        self.forgotten += 1

    def read(self, frame, wanted, past=None):
        self.reads += 1
        return self.reading

    def read_cards(self, frame, wanted, past=None):
        self.reads += 1
        return self.cards

    def look_at_cards(self, steps=FRAMES_AT_MOST + 2, wanted=CARDS):
        """All readings of cards told in so many steps."""
        sights = [self.eyes.look(wanted) for _ in range(steps)]
        return [sight.seen.reading for sight in sights if isinstance(sight.seen, LaidOut)]

    def look(self, wanted, steps=FRAMES_AT_MOST + 2):
        """All throws told in so many steps, and the last sight."""
        sights = [self.eyes.look(wanted) for _ in range(steps)]
        return [sight.seen for sight in sights if isinstance(sight.seen, Thrown)], sights[-1]

    def throw(self, *places, **more):
        self.state = MOVING
        self.eyes.look(THROW)
        self.state = REST
        self.reading = dice(*places, **more)


@pytest.fixture
def table():
    return Table()


def test_a_throw_is_told_once(table):
    told, _ = table.look(THROW, 20)
    assert len(told) == 1
    assert told[0].moved == {0, 1, 2}
    assert table.reads == FRAMES_TO_AGREE


def test_nothing_is_read_while_nobody_asks_or_the_table_moves(table):
    table.state = MOVING
    assert table.look(THROW, 5)[1].trouble == (), "nothing is said before the table was first at rest"
    table.state = REST
    table.look(None, 5)
    table.state = MOVING
    assert table.look(THROW, 5)[1].trouble == (Reason.MOVING,)
    table.state = HAND
    _, last = table.look(THROW, 5)
    assert table.reads == 0
    assert last.trouble == (Reason.HAND,)


def test_dice_on_the_table_from_the_start_were_not_witnessed(table):
    assert not table.look(THROW)[0][0].witnessed
    table.eyes.settle()
    table.throw(300, 400, 500)
    assert table.look(THROW)[0][0].witnessed


def test_the_throw_of_the_last_round_is_not_taken_for_the_next(table):
    table.look(THROW)
    table.eyes.settle()
    assert table.look(THROW, 20)[0] == []
    table.state = HAND  # a hand passes over the table
    table.look(THROW, 2)
    table.state = REST
    assert table.look(THROW, 20)[0] == []


def test_dice_entered_by_hand_are_known_even_if_they_were_never_read(table):
    table.look(None, 3)
    table.eyes.settle_unseen()
    table.state = HAND  # still over the dice
    table.look(AGAIN, 2)
    table.state = REST
    assert table.look(AGAIN, 20)[0] == []
    table.throw(300, 400, 500)
    assert len(table.look(THROW)[0]) == 1


def test_20_5_who_entered_by_hand_and_throws_at_once_is_seen(table):
    table.look(None, 3)
    table.eyes.settle_unseen()
    table.throw(300, 400, 500)
    assert [told.witnessed for told in table.look(THROW)[0]] == [True]


def test_dice_entered_by_hand_at_an_empty_table_do_not_swallow_the_next_throw(table):
    table.reading = DiceReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))
    table.eyes.settle_unseen()
    table.look(AGAIN, 20)
    table.throw(300, 400, 500)
    assert len(table.look(THROW)[0]) == 1


def test_a_hand_over_a_throw_that_waits_for_its_ok_changes_nothing(table):
    table.look(THROW)
    table.state = HAND
    table.look(THROW, 2)
    table.state = REST
    assert table.look(THROW, 20)[0] == []


def test_what_is_thrown_while_the_answer_is_given_is_still_news(table):
    table.look(THROW)
    table.throw(0, 100, 500)
    table.eyes.look(AGAIN)
    table.eyes.settle()  # OK came before the new throw was read
    assert table.look(AGAIN)[0][0].moved == {2}


def test_a_throw_in_two_portions_counts_when_every_die_has_been_thrown(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(0, 100, 500)
    assert table.look(THROW)[1].lying_still == 2
    table.throw(700, 800, 500)
    assert len(table.look(THROW)[0]) == 1


def test_a_push_is_no_throw(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(40, 140, 240)
    assert table.look(AGAIN, 20)[0] == []


def test_a_reading_nobody_took_is_told_again_and_one_that_was_taken_is_not(table):
    table.throw(300, 400, 500)
    table.look(THROW)
    table.eyes.tell_again()
    assert len(table.look(THROW)[0]) == 1
    table.eyes.settle()
    table.eyes.tell_again()
    assert table.look(THROW, 20)[0] == []


def test_dice_told_again_after_an_undo_were_not_seen_falling(table):
    table.look(THROW)
    table.throw(300, 400, 500)
    assert table.look(THROW)[0][0].witnessed
    table.eyes.settle()
    table.eyes.forget()
    assert not table.look(THROW)[0][0].witnessed


@pytest.mark.parametrize("between", [HAND, MOVING])
def test_20_5_dice_that_lay_there_were_not_thrown_although_a_hand_passes_over_them(table, between):
    """After switching on, after an undo, and after an undo of what was entered by hand."""

    def told_after_a_hand():
        table.state = between
        table.look(None, 2)
        table.state = REST
        return [told.witnessed for told in table.look(THROW)[0]]

    table.look(None, 2)
    assert told_after_a_hand() == [False], "switched on"
    table.eyes.settle()
    table.eyes.forget(THROW)
    assert told_after_a_hand() == [False], "undone"
    table.eyes.tell_again()
    assert told_after_a_hand() == [False], "told to the next desk"
    table.throw(300, 400, 500)
    table.eyes.settle_unseen()
    table.eyes.forget(THROW)
    assert told_after_a_hand() == [False], "entered by hand and undone"
    table.throw(600, 700, 800)
    assert [told.witnessed for told in table.look(THROW)[0]] == [True]


def test_20_5_what_comes_to_rest_only_after_the_undo_is_no_throw_either(table):
    table.look(THROW)
    table.eyes.settle()
    table.state = HAND
    table.look(THROW, 2)
    table.eyes.forget(THROW)
    table.state, table.reading = REST, dice(300, 400, 500)
    assert [told.witnessed for told in table.look(THROW)[0]] == [False]


def test_20_5_dice_thrown_on_the_page_after_a_throw_and_then_an_undo_are_no_throw(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(300, 400, 500)
    table.look(None)
    table.eyes.forget(THROW)
    assert [told.witnessed for told in table.look(THROW)[0]] == [False]


def test_20_5_some_dice_thrown_again_after_an_undo_make_no_throw_of_all(table):
    table.look(THROW)
    table.eyes.settle()
    table.eyes.forget(THROW)
    table.look(THROW)
    table.throw(0, 100, 500)
    assert [told.witnessed for told in table.look(THROW)[0]] == [False]
    table.throw(700, 800, 500)
    assert [told.witnessed for told in table.look(THROW)[0]] == [True]


def test_20_5_a_quick_throw_on_the_page_before_counts(table):
    table.look(THROW)
    table.eyes.settle()
    table.look(None)
    table.throw(300, 400, 500)
    table.look(None)
    assert [told.witnessed for told in table.look(THROW)[0]] == [True]


def test_20_5_what_lies_there_when_somebody_begins_to_enter_by_hand_is_no_throw(table):
    table.reading = dice(300, 400, status=Status.UNREADABLE, reasons=(Reason.TOO_FEW,))
    table.look(THROW)
    table.throw(300, 400, status=Status.UNREADABLE, reasons=(Reason.TOO_FEW,))
    table.look(THROW)
    table.eyes.remember_lying()
    table.throw(300, 400)  # the same two are seen better after a hand has passed
    two = ReadDice(words=say("throw"), count=2, faces=("pink", "tool"))
    assert [told.witnessed for told in table.look(two)[0]] == [False]
    table.throw(500, 600)
    assert [told.witnessed for told in table.look(two)[0]] == [True]


def test_20_5_under_another_lamp_the_dice_that_lie_there_have_not_moved(table):
    bright = Table.capture

    def dimmed(table):
        frame = bright(table)
        return replace(frame, pixels=(frame.pixels * 0.6).astype(np.uint8))

    table.look(None, 2)
    table.state = MOVING
    table.look(None, 1)
    table.state = REST
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "capture", dimmed)
        assert [told.witnessed for told in table.look(THROW)[0]] == [False]


def test_20_5_cards_are_told_with_those_that_were_laid_since_somebody_chose_by_hand(table):
    table.cards = cards("red", "blue")
    table.reading = dice()

    def laid():
        return [sight.seen.laid for sight in (table.eyes.look(CARDS) for _ in range(8)) if sight.seen]

    assert laid() == [frozenset()]
    table.eyes.remember_lying()
    table.state = HAND
    table.eyes.look(CARDS)
    table.state = REST
    assert laid() == [frozenset()], "a hand only passed over them"
    table.state = HAND
    table.eyes.look(CARDS)
    table.state, table.reading = REST, dice(100)  # the picture has changed where the second card lies
    assert laid() == [frozenset({1})]


def test_an_undo_that_is_redone_at_once_leaves_the_dice_taken(table):
    table.look(THROW)
    table.eyes.settle()
    table.eyes.forget()
    table.eyes.settle()
    assert table.look(THROW, 20)[0] == []


def test_what_stays_in_the_picture_for_long_becomes_part_of_the_table(table):
    table.state = HAND
    for table.seconds in (0.0, 10.0, 29.0):
        table.eyes.look(THROW)
    before = table.forgotten
    table.seconds = 31.0
    table.eyes.look(THROW)
    assert table.forgotten == before + 1


def test_a_board_laid_out_before_somebody_is_asked_belongs_to_the_table_at_once(table):
    table.look(None)
    assert table.forgotten == 0
    table.look(THROW)
    table.look(AGAIN)
    assert table.forgotten == 1, "once for a kind of piece, not for every prompt"
    table.look_at_cards()
    assert table.forgotten == 2


def test_all_dice_must_be_thrown_where_the_game_says_so(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(0, 100, 500)
    told, last = table.look(THROW)
    assert told == []
    assert last.lying_still == 2


def test_one_die_may_by_chance_lie_as_before(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(0, 300, 500)
    assert table.look(THROW)[0][0].moved == {1, 2}


def test_a_re_roll_tells_which_dice_moved(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(0, 100, 500)
    assert table.look(AGAIN)[0][0].moved == {2}


def test_forgetting_makes_the_lying_dice_news_again(table):
    table.look(THROW)
    table.eyes.settle()
    table.eyes.forget()
    assert len(table.look(THROW)[0]) == 1


def test_an_unsure_reading_gets_more_frames_and_is_told_at_last(table):
    table.reading = dice(0, 100, 200, status=Status.UNSURE)
    told, _ = table.look(THROW, 20)
    assert len(told) == 1
    assert table.reads == FRAMES_AT_MOST


@pytest.mark.parametrize(
    "reading",
    [
        dice(0, 100, status=Status.UNSURE, reasons=(Reason.TOO_FEW,)),
        dice(0, 100, 200, 300, status=Status.UNSURE, reasons=(Reason.TOO_MANY,)),
        DiceReading(Status.UNREADABLE, reasons=(Reason.TOO_DARK,)),
    ],
)
def test_what_cannot_be_taken_is_told_as_trouble_until_it_is_mended(table, reading):
    table.reading = reading
    told, last = table.look(THROW, 20)
    assert told == []
    assert last.trouble == reading.reasons
    table.reading = dice(0, 100, 200)  # the light came back without anything moving
    assert len(table.look(THROW, 20)[0]) == 1


def test_a_camera_that_fails_is_told_and_picked_up_again(table):
    table.is_plugged_in = False
    assert table.look(THROW)[1].has_failed
    table.is_plugged_in = True
    told, last = table.look(THROW)
    assert len(told) == 1
    assert not last.has_failed


def test_once_the_camera_has_failed_its_last_picture_is_not_taken_for_the_table(table):
    table.look(THROW)
    assert table.eyes.frame is not None
    table.is_plugged_in = False
    table.look(THROW)
    assert table.eyes.frame is None


def test_a_die_turned_in_its_place_has_moved():
    assert moved_dice(dice(0, 100), dice(0, 100, faces=("pink", "tool", "tool"))) == {1}
    assert moved_dice(dice(0, 100), dice(3, 104)) == frozenset()
    assert moved_dice(dice(0, 100), dice(0, 170, faces=("pink", "pink", "tool"))) == {1}
    assert moved_dice(None, dice(0, 100)) == {0, 1}


def test_the_places_are_those_of_the_last_complete_reading(table):
    assert table.eyes.places() == []
    table.look(THROW)
    assert table.eyes.places() == [(0, 100.0), (100, 100.0), (200, 100.0)]


# --- cards ---


def test_cards_are_told_once_for_every_rest(table):
    assert table.look_at_cards(20) == [table.cards]
    assert table.reads == FRAMES_TO_AGREE
    table.state = HAND
    table.look_at_cards(2)
    table.state = REST
    table.cards = cards("red", "orange")
    assert table.look_at_cards(20) == [table.cards]


def test_unsure_cards_get_more_frames_and_are_told_at_last(table):
    table.cards = cards("red", status=Status.UNSURE, reasons=(Reason.UNCLEAR,))
    assert table.look_at_cards(20) == [table.cards]
    assert table.reads == FRAMES_AT_MOST


def test_an_empty_table_is_told_once_and_not_read_again_and_again(table):
    table.cards = cards(status=Status.UNREADABLE, reasons=(Reason.NOTHING,))
    assert table.look_at_cards(40) == [table.cards]
    assert table.reads == FRAMES_TO_AGREE


def test_cards_that_cannot_be_read_are_trouble_until_they_can(table):
    table.cards = cards(status=Status.UNREADABLE, reasons=(Reason.TOO_DARK,))
    assert table.look_at_cards(20) == []
    assert table.eyes.look(CARDS).trouble == (Reason.TOO_DARK,)
    table.cards = cards("red")
    assert table.look_at_cards(20) == [table.cards]


def test_cards_are_told_again_to_whoever_asks_anew(table):
    table.look_at_cards()
    table.eyes.tell_again()
    assert table.look_at_cards() == [table.cards]


def test_another_grid_or_dice_instead_of_cards_are_looked_at_anew(table):
    table.look_at_cards()
    assert len(table.look(THROW)[0]) == 1
    assert table.look_at_cards() == [table.cards]
    six = ReadLaid(words=say("lay"), size=6)
    assert table.look_at_cards(9, six) == [table.cards]


def test_eyes_without_a_reader_of_cards_see_none(table):
    eyes = Eyes(table, table, table.read, lambda readings: readings[-1])
    assert not [sight for sight in (eyes.look(CARDS) for _ in range(9)) if sight.seen or sight.trouble]


def test_something_beside_the_cards_is_told_with_them(table):
    def strays():
        sights = [table.eyes.look(CARDS) for _ in range(9)]
        table.eyes.tell_again()
        return [sight.seen.has_strays for sight in sights if sight.seen]

    assert strays() == [False]
    table.cards = cards("red", status=Status.UNSURE, reasons=(Reason.UNCLEAR,))
    assert strays() == [True]
    doubtful = NumberReading(0, 0, 4, "red", 0.0, 0.0, 0.6, reasons=(Reason.UNCLEAR,))
    table.cards = NumbersReading(Status.UNSURE, (doubtful,), (Reason.UNCLEAR,))
    assert strays() == [False], "it is the card itself that is unclear"
    table.cards = cards(*["red"] * 25, status=Status.UNSURE, reasons=(Reason.UNCLEAR,))
    assert strays() == [False], "a little doubt about each of many cards is doubt enough"


# --- put aside ---


def laid_anew(table, *places, **more):
    """Some dice laid elsewhere by hand; what is told of it."""
    table.throw(*places, **more)
    return table.look(THROW)


def test_23_7_of_a_throw_that_was_put_aside_one_die_may_be_laid_anew(table):
    table.look(THROW)
    table.eyes.settle()
    table.throw(400, 500, 600)
    told, _ = table.look(THROW)
    assert told[0].witnessed
    table.eyes.put_aside()
    assert table.look(THROW)[0] == [], "as it lies it is no news"
    told, _ = laid_anew(table, 400, 500, 600)
    assert told == [], "nor because a hand passed over it"
    told, _ = laid_anew(table, 400, 500, 800)
    assert len(told) == 1 and told[0].witnessed
    assert laid_anew(table, 400, 500, 800)[0] == [], "it is told once"


def test_23_7_more_than_one_die_of_a_throw_put_aside_has_to_be_thrown_with_all_others(table):
    five = replace(THROW, count=5)

    def thrown(*places):
        table.throw(*places)
        table.state = MOVING
        table.eyes.look(five)
        table.state = REST
        return table.look(five)

    table.reading = dice(0, 100, 200, 300, 400)
    table.look(five)
    table.eyes.settle()
    assert len(thrown(500, 600, 700, 800, 900)[0]) == 1
    table.eyes.put_aside()
    told, last = thrown(500, 600, 700, 80, 180)
    assert (told, last.lying_still) == ([], 3)
    told, _ = thrown(0, 100, 200, 300, 400)
    assert len(told) == 1


def test_23_7_once_a_throw_is_taken_no_single_die_is_a_throw(table):
    table.look(THROW)
    table.eyes.put_aside()
    table.eyes.settle()
    told, last = laid_anew(table, 0, 100, 600)
    assert (told, last.lying_still) == ([], 2)


def test_23_7_a_leaning_die_that_was_put_down_where_it_leant_is_told(table):
    doubtful = dice(400, 500, 600, status=Status.UNSURE, reasons=(Reason.COCKED,))
    table.look(THROW)
    table.eyes.settle()
    table.throw(400, 500, 600)
    table.reading = doubtful
    told, _ = table.look(THROW, 12)
    assert len(told) == 1
    table.eyes.put_aside()
    told, _ = laid_anew(table, 400, 500, 600)
    assert len(told) == 1 and told[0].witnessed


# --- before a rest ---


def settling(table, frames):
    """A throw whose last frames of motion are quiet."""
    table.throw(400, 500, 600)
    table.state, table.is_settling = MOVING, True
    return [table.eyes.look(THROW) for _ in range(frames)]


def test_23_a_table_about_to_rest_is_read_ahead_and_told_with_the_first_frame_of_the_rest(table):
    table.look(THROW)
    before = settling(table, 4)
    assert [sight.seen for sight in before] == [None] * 4
    assert all(sight.trouble == (Reason.MOVING,) for sight in before), "nothing is said of it yet"
    table.state, table.is_settling = REST, False
    assert isinstance(table.eyes.look(THROW).seen, Thrown)


def test_23_no_more_is_read_ahead_than_is_needed_and_nothing_if_nobody_asks(table):
    table.look(THROW)
    table.reads = 0
    settling(table, 9)
    assert table.reads == FRAMES_TO_AGREE - 1
    table.throw(700, 800, 900)
    table.state, table.is_settling, table.reads = MOVING, True, 0
    table.eyes.look(None)
    assert table.reads == 0


def test_23_what_was_read_ahead_is_forgotten_if_the_table_moves_after_all(table):
    table.look(THROW)
    settling(table, 2)
    table.is_settling = False
    table.eyes.look(THROW)
    table.state, table.reading, table.reads = REST, dice(300, 400, 500), 0
    told, _ = table.look(THROW, FRAMES_TO_AGREE)
    assert table.reads == FRAMES_TO_AGREE
    assert [die.x for die in told[0].reading.dice] == [300, 400, 500]


def test_23_the_gate_says_when_it_is_only_too_early_to_call_it_rest():
    gate, empty = SettlingGate(), np.full((108, 192, 3), 90, np.uint8)
    there = empty.copy()
    there[40:60, 60:80] = 220
    for n in range(10):
        gate.step(Frame(empty, 0.1 * n))
    said = []
    for n in range(7):
        state = gate.step(Frame(there, 2.0 + 0.11 * n))
        said.append("rest" if state is REST else "settling" if gate.is_settling else "moving")
    assert said == ["moving", "moving", "settling", "settling", "rest", "rest", "rest"]
