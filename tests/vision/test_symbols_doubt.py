"""What counts as a die, and what is left over."""

from __future__ import annotations

import numpy as np
import pytest

from vision.symbol_naming import Named
from vision.symbol_patches import TopFace, crops_of
from vision.symbols import DoubtSettings, SeenDie, worth_reading

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
