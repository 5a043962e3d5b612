"""Dice thrown into a game, held against the table before: what lay beside them is no reason to doubt."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tools.measuring.judging import judge
from tools.measuring.readers import read_line
from tools.render.scene import Scene
from tools.render.scenes.pips import EVENINGS, evening
from vision.base.frame import Frame
from vision.base.reading import DieReading
from vision.pips.reader import PipDoubt, has_unread_news

SEED = 9001
BESIDE_OLD_THINGS = (12, 36, 61)  # with something beside the dice that may be one, and lay there before
ONE_OVERLOOKED = 38
pytestmark = pytest.mark.slow


@cache
def scene(number: int) -> Scene:
    return evening(SEED, number)


@pytest.mark.parametrize("number", BESIDE_OLD_THINGS)
def test_what_lay_beside_the_dice_before_is_no_reason_to_doubt(number: int) -> None:
    chosen = scene(number)
    alone = judge(chosen.truth, read_line("pips", chosen.frame), chosen.reach)
    assert not alone.is_sure, "without a past it may be a die"
    held_against = judge(chosen.truth, read_line("pips", chosen.frame, before=chosen.before), chosen.reach)
    assert held_against.is_right
    assert held_against.is_sure


def test_a_die_that_came_and_is_overlooked_makes_unsure() -> None:
    chosen = scene(ONE_OVERLOOKED)
    line = read_line("pips", chosen.frame, before=chosen.before)
    assert len(line["dice"]) < len(chosen.truth["dice"])
    assert line["status"] == "unsure"


def news(*squares: tuple[int, int, int]) -> Frame:
    """A picture in which squares have come: left, top and side in a picture half as large."""
    is_new = np.zeros((200, 300), np.bool_)
    for left, top, side in squares:
        is_new[top : top + side, left : left + side] = True
    return Frame(np.zeros((400, 600, 3), np.uint8), news=is_new)


@pytest.mark.parametrize(
    ("side", "is_left"), [(24, True), (4, False), (9, False)], ids=["a die", "a speck", "a splinter"]
)
def test_only_what_is_as_thick_as_a_die_is_left_unread(side: int, is_left: bool) -> None:
    die = DieReading(face="3", x=51.0, y=51.0, confidence=1.0, size=40.0)
    frame = news((10, 10, 30), (120, 40, side))
    assert has_unread_news(frame, [die], PipDoubt()) is is_left


def test_where_everything_that_came_was_read_nothing_is_left() -> None:
    dice = [DieReading(face="3", x=x, y=51.0, confidence=1.0, size=40.0) for x in (51.0, 271.0)]
    assert not has_unread_news(news((10, 10, 30), (120, 10, 30)), dice, PipDoubt())
    assert not has_unread_news(Frame(np.zeros((400, 600, 3), np.uint8)), dice, PipDoubt())


def test_a_die_that_touches_one_that_was_read_is_left_unread() -> None:
    read = DieReading(face="3", x=51.0, y=51.0, confidence=1.0, size=40.0)
    assert has_unread_news(news((15, 15, 21), (36, 15, 21)), [read], PipDoubt())


def test_a_shadow_is_not_left_unread() -> None:
    die = DieReading(face="3", x=51.0, y=51.0, confidence=1.0, size=40.0)
    frame = news((10, 10, 30), (120, 40, 24))
    shade = frame.news.copy()
    shade[:, :60] = False
    assert has_unread_news(frame, [die], PipDoubt())
    assert not has_unread_news(replace(frame, shade=shade), [die], PipDoubt())


def test_every_evening_has_the_same_table_before() -> None:
    for number in range(len(EVENINGS)):
        chosen = scene(number)
        assert chosen.before is not None
        assert chosen.before.pixels.shape == chosen.frame.pixels.shape
        apart = np.abs(chosen.frame.pixels.astype(np.int16) - chosen.before.pixels).max(axis=2)
        assert float(np.median(apart)) < 12  # most of the picture has not changed
        for die in chosen.truth["dice"]:
            x, y = (round(part) for part in die["xy"])
            reach = round(die["reach"])
            assert apart[y - reach : y + reach, x - reach : x + reach].mean() > float(np.median(apart))
