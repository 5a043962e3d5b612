"""What counts as a die, and what is left over."""

from __future__ import annotations

import numpy as np
import pytest

from vision.base.reading import DieReading, Reason
from vision.symbols.naming import Named
from vision.symbols.patches import TopFace, crops_of
from vision.symbols.reader import DoubtSettings, SeenDie, without_surplus, worth_reading
from vision.symbols.sides import own_sides

CROPS = crops_of(np.zeros((100, 100, 3), np.uint8), [])
DOUBT = DoubtSettings()
FITTING = Named((("pink", 0.99), ("blue", 0.01)), misfit=1.0, shape=0.02, veil=0.0)
BARELY = Named((("pink", 0.99), ("blue", 0.01)), misfit=7.0, shape=0.2, veil=0.0)
STRANGE = Named((("pink", 0.6), ("blue", 0.4)), misfit=60.0, shape=0.6, veil=0.0)


def die(x: float, heat: float) -> SeenDie:
    return SeenDie(CROPS, 0, TopFace(np.array([x, 100.0]), np.eye(2) * 50), heat, 0.0)


FIVE = [(die(100.0 + 200 * number, 0.7), FITTING) for number in range(5)]


def test_a_faint_thing_beside_all_dice_is_no_die() -> None:
    kept, is_unclear = worth_reading([*FIVE, (die(1200.0, 0.3), STRANGE)], 5, DOUBT)
    assert len(kept) == 5
    assert not is_unclear


@pytest.mark.parametrize("expected", [6, None], ids=["one is missing", "any number"])
def test_a_faint_thing_may_be_a_die_where_one_may_be_missing(expected: int | None) -> None:
    kept, is_unclear = worth_reading([*FIVE, (die(1200.0, 0.3), STRANGE)], expected, DOUBT)
    assert len(kept) == 5
    assert is_unclear


def test_a_thing_the_finder_is_sure_of_leaves_a_doubt() -> None:
    assert worth_reading([*FIVE, (die(1200.0, 0.6), STRANGE)], 5, DOUBT)[1]


def test_the_fainter_a_die_the_better_it_must_fit() -> None:
    for heat, name, counts in ((0.6, BARELY, True), (0.15, BARELY, False), (0.15, FITTING, True)):
        kept, is_unclear = worth_reading([*FIVE[:4], (die(1200.0, heat), name)], 5, DOUBT)
        assert len(kept) == (5 if counts else 4)
        assert not is_unclear


DOWN = np.array([0.0, 35.0])  # from above the upper border, 0.7 edges of a die's sides are seen


@pytest.mark.parametrize(
    ("place", "is_flat", "is_side"),
    [
        ((100.0, 150.0), False, True),
        ((115.0, 150.0), False, True),
        ((100.0, 150.0), True, False),  # lies flat: a die
        ((100.0, 50.0), False, False),  # above it, where no side is to be seen
        ((150.0, 110.0), False, False),  # beside it
        ((100.0, 165.0), False, False),  # too far away
    ],
    ids=["below", "below at a slant", "flat", "above", "beside", "far"],
)
def test_what_lies_where_a_die_shows_its_sides_is_one(place: tuple[float, float], is_flat: bool, is_side: bool) -> None:
    faces = [TopFace(np.array(centre), np.eye(2) * 50) for centre in ((100.0, 100.0), place)]
    assert own_sides(faces, [DOWN, DOWN], [True, is_flat]) == [False, is_side]


def test_seen_from_straight_above_nothing_is_a_side() -> None:
    faces = [TopFace(np.array([100.0, y]), np.eye(2) * 50) for y in (100.0, 150.0)]
    assert own_sides(faces, [np.array([0.0, 10.0])] * 2, [True, False]) == [False, False]


def test_sides_are_left_out_only_if_that_leaves_as_many_dice_as_there_should_be() -> None:
    dice = [DieReading("pink", 100.0 * number, 100.0, 0.9, (), 50.0, ()) for number in range(6)]
    one = [False] * 5 + [True]
    assert without_surplus(dice, one, 5) == (dice[:5], False)
    assert without_surplus(dice, [False] * 4 + [True, True], 5) == (dice, False)
    assert without_surplus(dice, one, 4) == (dice, False)


def test_what_is_left_out_though_it_fits_no_face_leaves_a_doubt() -> None:
    reasons = [(), (), (), (), (), (Reason.UNCLEAR, Reason.COCKED)]
    dice = [DieReading("pink", 100.0 * n, 100.0, 0.5, (), 50.0, why) for n, why in enumerate(reasons)]
    assert without_surplus(dice, [False] * 5 + [True], 5) == (dice[:5], True)
