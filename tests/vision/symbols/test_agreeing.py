"""Two readings of one picture: which is taken, and what one may say against the other."""

from __future__ import annotations

import numpy as np

from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.dice.readings import reading_of
from vision.symbols.agreeing import better_of, doubted_by, is_lean_alone, only_these
from vision.symbols.naming import Named
from vision.symbols.reader import DoubtSettings, lean_of
from vision.symbols.view import Slant

LONG = frozenset({"tool"})
DOUBT = DoubtSettings()
NOTHING = DiceReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))
PINK = Named((("pink", 1.0),), misfit=1.0, shape=0.05, veil=0.0)


def die(x: float, face: str = "pink", *reasons: Reason) -> DieReading:
    return DieReading(face, x, 100.0, 0.5 if reasons else 0.99, size=50.0, reasons=reasons)


def reading(*dice: DieReading, reasons: tuple[Reason, ...] = ()) -> DiceReading:
    return reading_of(dice, reasons, 0.97)


def test_what_the_pictures_are_sure_of_is_taken() -> None:
    sure = reading(die(100), die(300))
    assert better_of(reading(die(100), reasons=(Reason.TOO_FEW,)), sure, 2, LONG) == sure
    assert better_of(NOTHING, sure, 2, LONG) == sure


def test_where_the_pictures_see_nothing_the_marks_speak() -> None:
    assert better_of(NOTHING, DiceReading(Status.UNREADABLE, reasons=(Reason.UNCLEAR,)), 2, LONG) == NOTHING


def test_of_two_doubtful_readings_the_one_with_the_right_number_is_taken() -> None:
    many = reading(die(100), die(300), die(500), reasons=(Reason.TOO_MANY,))
    two = reading(die(100, "pink", Reason.UNCLEAR), die(300))
    assert better_of(many, two, 2, LONG) == two
    assert better_of(two, many, 2, LONG) == two


def test_a_long_mark_that_lies_flat_by_the_marks_is_not_called_cocked_by_its_picture() -> None:
    by_marks = reading(die(100, "tool"), die(300), reasons=(Reason.UNCLEAR,))
    by_pictures = reading(die(102, "tool", Reason.COCKED), die(301))
    assert better_of(by_marks, by_pictures, 2, LONG).status is Status.SURE
    assert better_of(by_marks, by_pictures, 2, frozenset()).status is Status.UNSURE
    elsewhere = reading(die(150, "tool"), die(300), reasons=(Reason.UNCLEAR,))
    assert better_of(elsewhere, by_pictures, 2, LONG).status is Status.UNSURE


def test_where_both_agree_on_a_die_that_leans_only_that_one_is_asked_about() -> None:
    by_marks = reading(die(100, "pink", Reason.COCKED), die(300), die(500))
    by_pictures = reading(die(101, "pink", Reason.COCKED), die(302, "pink", Reason.COCKED), die(500))
    told = better_of(by_marks, by_pictures, 3, LONG)
    assert told.status is Status.UNSURE
    assert [bool(each.reasons) for each in told.dice] == [True, False, False]
    alone = better_of(reading(die(100), die(300), die(500), reasons=(Reason.UNCLEAR,)), by_pictures, 3, LONG)
    assert [bool(each.reasons) for each in alone.dice] == [True, True, False]


def test_a_die_that_leans_by_its_mark_is_doubted_unless_most_seem_to() -> None:
    leaning = die(100, "pink", Reason.COCKED)
    assert doubted_by(reading(leaning, die(300), die(500))) == (leaning,)
    assert doubted_by(reading(leaning, die(300, "pink", Reason.COCKED), die(500))) == ()


def test_a_doubted_die_must_lie_flat_all_the_more_plainly() -> None:
    slant = Slant(strain=1.0, size=1.0, down=(0.0, 1.0))  # type: ignore[arg-type]
    assert lean_of(PINK, slant, 0.0, False, False, DOUBT) <= 1
    assert lean_of(PINK, slant, 0.0, False, True, DOUBT) > 1
    assert lean_of(PINK, slant, 0.5, None, False, DOUBT) <= 1
    assert lean_of(PINK, slant, 0.5, True, True, DOUBT) > 1


def test_19_2_the_marks_are_asked_again_only_where_nothing_but_some_lean_is_open() -> None:
    leaning = die(100, "tool", Reason.COCKED)
    assert is_lean_alone(reading(leaning, die(300), die(500)), 3)
    assert not is_lean_alone(reading(leaning, die(300), die(500)), 4)
    assert not is_lean_alone(reading(leaning, die(300)), 2), "half of them is no exception"
    assert not is_lean_alone(reading(leaning, die(300), die(500), reasons=(Reason.UNCLEAR,)), 3)
    assert not is_lean_alone(reading(die(100), die(300), die(500)), 3)


def test_19_2_where_only_these_dice_are_left_a_board_beside_them_has_become_table() -> None:
    pixels = np.full((400, 768, 3), (70, 80, 90), np.uint8)
    pixels[75:125, 75:125] = 230  # the die
    pixels[200:380, 400:700] = (40, 40, 200)  # the board
    left = only_these(pixels, [die(100)]).astype(int)
    assert np.abs(left[75:125, 75:125] - 230).max() == 0
    assert np.abs(left[200:380, 400:700] - (70, 80, 90)).max() <= 3
