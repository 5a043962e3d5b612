"""The sheet shows what is worth a look: mistakes first, doubts next, nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from tools.measuring.contact_sheet import (
    ACROSS,
    CAPTION,
    HEIGHT,
    RIGHT,
    WIDTH,
    WRONG,
    Tile,
    contact_sheet,
    drawn,
    hardest,
    shown_part,
)
from tools.measuring.judging import judge
from tools.render.scene import Scene
from vision.base.frame import Frame

SCENE = Scene("usual", Frame(np.full((864, 1536, 3), 90, np.uint8)), {"dice": [{"value": 5, "xy": [700, 400]}]})


def tile(value, status, x=700):
    line = {"status": status, "reasons": [], "dice": [{"value": value, "x": x, "y": 400, "confidence": 0.9}]}
    return Tile.of("pips", SCENE, line, judge(SCENE.truth, line))


def test_what_was_wrong_while_sure_comes_first_and_what_was_fine_not_at_all():
    tiles = [tile(5, "sure"), tile(5, "unsure"), tile(4, "unsure"), tile(4, "sure")]
    assert [each.hardness for each in hardest(tiles, 9)] == [3, 2, 1]
    assert [each.hardness for each in hardest(tiles, 2)] == [3, 2]


def test_the_sheet_has_full_rows_whatever_there_is():
    assert contact_sheet([]).shape == (HEIGHT + CAPTION, ACROSS * WIDTH, 3)
    assert contact_sheet([tile(4, "sure")] * (ACROSS + 1)).shape == (2 * (HEIGHT + CAPTION), ACROSS * WIDTH, 3)


def test_what_was_not_found_is_ringed_and_what_is_clear_has_a_dot():
    missed = {"status": "unsure", "reasons": ["nothing"], "dice": []}
    found = missed | {"dice": [{"value": 5, "x": 700, "y": 400, "confidence": 0.99}]}
    colours = [{tuple(pixel) for pixel in drawn(SCENE, line).reshape(-1, 3).tolist()} for line in (missed, found)]
    assert [(WRONG in seen, RIGHT in seen) for seen in colours] == [(True, False), (False, True)]


@pytest.mark.parametrize("spots", [[], [(3, 3)], [(1530, 860)], [(0, 0), (1535, 863)], [(700, 10), (700, 850)]])
def test_the_part_that_is_shown_is_in_the_picture(spots):
    left, top, wide = shown_part(spots, 1536, 864)
    assert left >= 0 and top >= 0 and left + wide <= 1536 and top + round(wide * HEIGHT / WIDTH) <= 864
