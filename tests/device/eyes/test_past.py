"""What lay there before the throw: which picture is a good past, and how a reading is held against it."""

from dataclasses import replace

import numpy as np
import pytest

from device.eyes.eyes import Eyes
from device.eyes.past import Past, left_open, read_new, read_new_cards
from games.spine.dialogue import ReadDice, ReadLaid, say
from vision.base.frame import Frame
from vision.base.reading import DiceReading, DieReading, NumberReading, NumbersReading, Reason, Status
from vision.table.motion import TableState
from vision.table.past import news_share, only_new

THROW = ReadDice(words=say("throw"), count=2, faces=("pink", "tool"))
CARDS = ReadLaid(words=say("lay"), size=5)
REST, MOVING = TableState.AT_REST, TableState.MOVING
NOTHING = DiceReading(Status.UNREADABLE, (), (Reason.NOTHING,))
STARS, DICE = ((60, 40), (60, 120)), ((250, 60), (300, 150))


def picture(*places, board=False):
    """A grey cloth with white squares of 20 pixels around these places, and perhaps a large dark board."""
    grain = np.random.default_rng(1).integers(0, 6, (216, 384, 1), dtype=np.uint8)
    pixels = np.repeat(grain + np.uint8(110), 3, axis=2)
    if board:
        pixels[10:206, 10:140] = (70, 30, 40)
    for x, y in places:
        pixels[y - 10 : y + 10, x - 10 : x + 10] = 240
    return Frame(np.ascontiguousarray(pixels))


def dice(*places, status=Status.SURE, faces=("pink", "tool"), reasons=()):
    found = tuple(DieReading(faces[n % 2], x, y, 0.99, (), 20.0) for n, (x, y) in enumerate(places))
    return DiceReading(status, found, reasons)


def reader(new, alone):
    return lambda before: alone if before is None else new


def test_without_a_past_or_with_one_that_does_not_tell_the_picture_alone_is_read():
    now, alone = picture(*DICE), dice(*DICE)
    assert read_new(now, None, 2, reader(None, alone)) is alone
    larger = Frame(np.zeros((300, 400, 3), np.uint8))
    assert read_new(now, Past(larger, is_known=True), 2, reader(None, alone)) is alone


def test_what_is_new_counts_where_the_picture_alone_sees_too_many():
    new, alone = dice(*DICE), dice(*STARS, *DICE, status=Status.UNSURE, reasons=(Reason.TOO_MANY,))
    assert read_new(picture(*STARS, *DICE), Past(picture(*STARS)), 2, reader(new, alone)) is new


def test_a_die_as_new_as_the_others_is_never_left_out_with_the_past_in_mind():
    third = (200, 100)
    new, alone = dice(*DICE), dice(*DICE, third, status=Status.UNSURE, reasons=(Reason.TOO_MANY,))
    assert read_new(picture(*DICE, third), Past(picture(), is_known=True), 2, reader(new, alone)) is alone
    assert read_new(picture(*DICE, third), Past(picture(third), is_known=True), 2, reader(new, alone)) is new


def test_two_sure_readings_that_differ_make_none():
    new, alone = dice(*DICE), dice(*DICE, faces=("tool", "pink"))
    told = read_new(picture(*DICE), Past(picture(), is_known=True), 2, reader(new, alone))
    assert told.status is Status.UNSURE
    assert all(Reason.UNCLEAR in die.reasons for die in told.dice), "or further frames would outvote the doubt"


def test_dice_that_lay_in_the_past_are_still_read_from_the_picture_alone():
    new, alone = dice(DICE[0], status=Status.UNSURE, reasons=(Reason.TOO_FEW,)), dice(*DICE)
    assert read_new(picture(*DICE), Past(picture(DICE[1])), 2, reader(new, alone)) is alone
    unsure = replace(alone, status=Status.UNSURE)
    told = read_new(picture(*DICE), Past(picture(DICE[1])), 2, reader(new, unsure))
    assert [bool(die.reasons) for die in told.dice] == [False, True], "only the one that is new is not asked for"


def test_where_no_piece_is_new_unsure_ones_of_the_board_are_not_told():
    now, stars = picture(*STARS, (200, 180)), dice(*STARS, status=Status.UNSURE)
    assert read_new(now, Past(picture(*STARS), is_known=True), 2, reader(NOTHING, stars)) is NOTHING


def test_where_nothing_is_new_unsure_pieces_are_the_tables_own_and_sure_ones_are_told():
    now, unsure = picture(*STARS), dice(*STARS, status=Status.UNSURE)
    assert read_new(now, Past(now, is_known=True), 2, reader(None, unsure)).reasons == (Reason.NOTHING,)
    assert read_new(now, Past(now), 2, reader(None, unsure)) is unsure, "they may be dice that nobody has read"
    assert read_new(now, Past(now, is_known=True), 2, reader(None, dice(*STARS))).status is Status.SURE


def test_pieces_that_were_known_stay_open_in_the_past():
    before = left_open(picture(*STARS, *DICE), dice(*DICE).dice)
    kept = only_new(picture(*STARS, *DICE), before)
    assert kept is not None
    white = [bool(kept.pixels[y, x].min() > 200) for x, y in (*STARS, *DICE)]
    assert white == [False, False, True, True]


def test_a_board_that_is_laid_out_makes_a_new_past_and_a_few_dice_do_not():
    past = Past(picture(), is_known=True)
    assert past.then(picture(*DICE)) is past
    laid = past.then(picture(board=True))
    assert not laid.is_known
    assert news_share(picture(board=True), laid.table) == 0


class Table:
    """A camera, a gate and a reader; `pasts` are what the reader was handed."""

    is_settling = False

    def __init__(self):
        self.state, self.now, self.reading, self.pasts = REST, picture(*STARS), NOTHING, []
        self.eyes = Eyes(self, self, self.read, lambda readings: readings[-1], self.read)

    def capture(self):
        return self.now

    def close(self): ...

    def step(self, frame):
        return self.state

    def forget(self): ...

    def read(self, frame, wanted, past):
        self.pasts.append(past)
        return self.reading

    def look(self, wanted=THROW, steps=8):
        self.told = [sight.seen for sight in (self.eyes.look(wanted) for _ in range(steps)) if sight.seen is not None]

    def throw(self, reading, now, wanted=THROW):
        self.state = MOVING
        self.look(wanted, 1)
        self.state, self.reading, self.now = REST, reading, now
        self.look(wanted)

    def is_open(self, past, place):
        """Whether whatever lies at this place would be new."""
        kept = only_new(replace(self.now, pixels=self.now.pixels.copy()), past.table)
        return kept is not None and bool(kept.pixels[place[1], place[0]].min() > 200)


@pytest.fixture
def table():
    return Table()


def test_a_camera_that_was_just_switched_on_has_no_past(table):
    table.reading = dice(*DICE)
    table.look()
    assert set(table.pasts) == {None}


@pytest.mark.parametrize("wanted", [None, THROW], ids=["nobody asked", "asked"])
def test_the_table_before_the_throw_is_its_past_and_known_if_it_was_read(table, wanted):
    table.look(wanted)
    bare = table.now
    table.throw(dice(*DICE), picture(*STARS, *DICE))
    assert table.pasts[-1].is_known is (wanted is THROW)
    assert table.pasts[-1].table is bare


def test_kept_dice_are_seen_in_a_re_roll_and_the_board_is_not(table):
    table.look()
    table.throw(dice(*DICE), picture(*STARS, *DICE))
    table.eyes.settle()
    table.throw(dice(DICE[0], (330, 40)), picture(*STARS, DICE[0], (330, 40)))
    past = table.pasts[-1]
    assert table.is_open(past, DICE[0])
    assert not table.is_open(past, STARS[0])


@pytest.mark.parametrize(
    "told",
    [dice(*DICE, status=Status.UNSURE), dice(DICE[0], status=Status.UNSURE, reasons=(Reason.TOO_FEW,))],
    ids=["unsure", "too few"],
)
def test_a_throw_nobody_could_read_never_becomes_the_past_of_the_next(table, told):
    table.look()
    bare = table.now
    table.throw(told, picture(*STARS, *DICE))
    table.throw(dice(*DICE), picture(*STARS, *DICE))
    assert table.pasts[-1].table is bare


def test_an_unsure_throw_that_was_taken_is_known(table):
    table.look()
    table.throw(dice(*DICE, status=Status.UNSURE), picture(*STARS, *DICE))
    table.eyes.settle()
    table.throw(dice(*DICE), picture(*STARS, *DICE))
    assert table.is_open(table.pasts[-1], DICE[0])


def test_what_is_moved_beside_dice_that_lie_still_is_part_of_the_past_again(table):
    table.look()
    table.throw(dice(*DICE), picture(*STARS, *DICE))
    table.eyes.settle()
    moved = (90, 180)
    star = dice(*DICE, moved, status=Status.UNSURE, reasons=(Reason.TOO_MANY,))
    table.throw(star, picture(*STARS, *DICE, moved))
    table.throw(dice((330, 40), (200, 180)), picture(*STARS, moved, (330, 40), (200, 180)))
    assert not table.is_open(table.pasts[-1], moved)
    assert table.is_open(table.pasts[-1], (330, 40))


def card(x, confidence=0.99, reasons=()):
    return NumberReading(0, 0, 4, "red", x, 100.0, confidence, size=50.0, reasons=reasons)


def test_a_doubtful_card_that_lay_there_before_the_first_one_is_left_out_and_a_clear_one_never():
    now, past = picture(*STARS, *DICE), Past(picture(*STARS))
    phone, first, second = card(60, 0.5, (Reason.UNCLEAR,)), card(250), card(300)
    new = NumbersReading(Status.SURE, (first,))
    for alone, is_left_out in (
        (NumbersReading(Status.UNSURE, (phone,), (Reason.UNCLEAR,)), True),
        (NumbersReading(Status.UNSURE, (second, first), (Reason.UNCLEAR,)), False),
        (NumbersReading(Status.UNSURE, (phone,) * 3, (Reason.UNCLEAR,)), False),
        (NumbersReading(Status.SURE, (first, second)), False),
    ):
        told = read_new_cards(now, past, lambda before, alone=alone: alone if before is None else new)
        assert told is (new if is_left_out else alone)


def test_the_past_of_cards_ends_with_the_first_sure_one(table):
    sure = NumbersReading(Status.SURE, (card(250),))
    table.reading = NumbersReading(Status.UNREADABLE, (), (Reason.NOTHING,))
    table.look(CARDS)
    bare = table.now
    for now in (picture(*STARS, DICE[0]), picture(*STARS, *DICE), picture(*STARS, *DICE, board=True)):
        table.throw(sure, now, CARDS)
        assert table.pasts[-1].table is bare


def test_one_doubtful_thing_on_a_table_that_was_just_set_is_no_question_but_a_card_that_came_is(table):
    table.reading = NumbersReading(Status.UNSURE, (replace(card(60), reasons=(Reason.UNCLEAR,)),), (Reason.UNCLEAR,))
    table.look(CARDS)
    assert table.told == []
    table.throw(table.reading, picture(*STARS, DICE[0]), CARDS)
    assert len(table.told) == 1
