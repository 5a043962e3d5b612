"""Space dice on a table in a game: the board, rockets, cards and light table tops are no riddle, and no die is lost."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from device.command.read_kinds import dice_line
from tools.measuring.judging import Verdict, judge
from tools.render.scene import Scene
from tools.render.scenes.evening import EVENINGS, leaning_evening, usual_evening
from vision.base.reading import DiceReading, Reason, Status
from vision.symbols.finding import find_dice
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols
from vision.symbols.standing import chances_to_stand
from vision.table.place import read_there

SEED = 901
NAMES = [evening.name for evening in EVENINGS]
BESIDE, LIGHT, ON_BOARD = (NAMES.index(name) for name in ("board beside", "light table", "a die on the board"))


@cache
def scene(number: int) -> Scene:
    return usual_evening(SEED, number)


def read(chosen: Scene, with_past: bool) -> DiceReading:
    before = chosen.before if with_past else None
    return read_there(chosen.frame, lambda frame: read_symbols(frame, shipped_profile(), 5), before=before)


def verdict(chosen: Scene, with_past: bool) -> Verdict:
    line = dice_line(read(chosen, with_past), lambda face: {"face": face})
    return judge(chosen.truth, line, chosen.reach)


def test_dice_stand_and_the_fields_of_a_board_do_not() -> None:
    chosen = scene(BESIDE + 2 * len(EVENINGS))
    places = find_dice(chosen.frame.pixels)
    chances = chances_to_stand(chosen.frame.pixels, places)
    dice = [die["xy"] for die in chosen.truth["dice"]]
    away = np.array([min(math.dist((place.x, place.y), die) for die in dice) for place in places])
    assert np.count_nonzero(away < chosen.reach) == 5
    assert chances[away < chosen.reach].min() > 0.9
    assert np.count_nonzero(away > 4 * chosen.reach) > 20, "the finder alone takes many fields for dice"
    assert np.mean(chances[away > 4 * chosen.reach] < 0.1) > 0.9


def test_nothing_to_look_at_has_no_chances() -> None:
    assert not len(chances_to_stand(scene(LIGHT).frame.pixels, []))


def test_dice_beside_a_board_are_read_surely_without_a_past() -> None:
    reached = verdict(scene(BESIDE), with_past=False)
    assert reached.is_right
    assert reached.is_sure


def test_white_dice_on_a_light_table_are_found() -> None:
    reached = verdict(scene(LIGHT), with_past=False)
    assert reached.is_right
    assert reached.is_sure


@pytest.mark.slow
@pytest.mark.parametrize("with_past", [False, True], ids=["single", "with a past"])
def test_evenings_are_read_right_and_never_wrong_while_sure(with_past: bool) -> None:
    ordinary = [number for number in range(2 * len(EVENINGS)) if number % len(EVENINGS) != ON_BOARD]
    reached = [verdict(scene(number), with_past) for number in ordinary]
    assert not any(each.is_wrong_while_sure for each in reached)
    assert sum(each.is_right for each in reached) >= len(ordinary) - 1
    assert sum(each.is_sure for each in reached) >= len(ordinary) // 2


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(4))
def test_a_die_on_the_board_is_never_overlooked_surely(turn: int) -> None:
    chosen = scene(ON_BOARD + turn * len(EVENINGS))
    assert not verdict(chosen, with_past=False).is_wrong_while_sure
    assert not verdict(chosen, with_past=True).is_wrong_while_sure


@pytest.mark.slow
def test_light_beside_all_dice_makes_no_wrench_cocked() -> None:
    reached = verdict(usual_evening(9001, BESIDE + len(EVENINGS)), with_past=True)
    assert reached.is_right
    assert reached.is_sure


@pytest.mark.slow
def test_a_leaning_die_is_told_where_light_lies_beside_all_of_them() -> None:
    reading = read(leaning_evening(9001, 24), with_past=True)
    assert reading.status is not Status.SURE
    assert Reason.COCKED in reading.reasons
