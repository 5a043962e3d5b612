"""Which places are looked at, in which size, and what counts as one die."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tools.render.pips.cameras import WHOLE, as_photographed, random_camera
from tools.render.pips.lamps import random_lights
from tools.render.pips.makes import random_look
from tools.render.pips.tables import Die, draw_table
from tools.render.pips.throwing import Thrown, throw_one
from tools.render.surfaces import table
from vision.base.frame import Frame
from vision.base.reading import Status
from vision.dice.face_finding import Candidate
from vision.pips.looks import Look, LookSettings, each_once, in_usual_size, is_between
from vision.pips.reader import read_pips

SETTINGS = LookSettings()
NO_CROP = np.zeros((64, 64, 3), np.uint8)


def look(x: float, edge: float, nothing: float = 0.01, heat: float = 0.7) -> Look:
    shares = np.array([nothing, 1 - nothing, 0, 0, 0, 0, 0, 0], np.float32)
    return Look(Candidate(x, 100.0, edge, heat), NO_CROP, shares, 0.0)


@pytest.mark.parametrize(
    ("other", "dice"),
    [
        (look(124.0, 40.0), 1),  # they would overlap
        (look(130.0, 40.0), 2),  # two plain ones, told a little too near to each other
        (look(130.0, 40.0, nothing=0.3), 1),  # not plain: a side or a pip
        (look(140.0, 40.0), 2),
        (look(175.0, 110.0), 2),  # a large die that touches it: 75 pixels, two large ones would need 88
        (look(175.0, 110.0, nothing=0.3), 1),  # not plain: what is seen of it may be its side
    ],
    ids=["overlapping", "near and plain", "near and not plain", "beside", "large and touching", "large and not plain"],
)
def test_looks_that_two_dice_could_not_give_are_one(other: Look, dice: int) -> None:
    assert len(each_once([look(100.0, 40.0), other], SETTINGS)) == dice


@pytest.mark.parametrize(
    ("other", "is_doubted"),
    [
        (look(140.0, 80.0), True),  # too large to be apart from it, too far to be the same
        (look(120.0, 80.0), False),  # the same die
        (look(140.0, 80.0, nothing=0.6), False),
        (look(140.0, 80.0, heat=0.4), False),
    ],
    ids=["between", "the same", "hardly a die", "faint"],
)
def test_what_lies_between_dice_may_be_one(other: Look, is_doubted: bool) -> None:
    assert is_between(other, [look(100.0, 50.0), look(190.0, 50.0)], SETTINGS) is is_doubted


@pytest.mark.parametrize(
    ("strange", "sizes"),
    [
        (look(300.0, 35.0, nothing=0.9), [70.0]),
        (look(300.0, 140.0, nothing=0.9), [70.0]),
        (look(300.0, 60.0, nothing=0.9), []),  # as large as the others: no die
        (look(300.0, 35.0, nothing=0.9, heat=0.3), []),  # hardly anything there
        (look(300.0, 35.0, nothing=0.1), []),  # a small die
    ],
    ids=["half as large", "twice as large", "as large", "faint", "a small die"],
)
def test_what_is_surely_something_is_looked_at_in_the_usual_size(strange: Look, sizes: list[float]) -> None:
    looks = [look(100.0, 70.0, heat=0.8), strange]
    assert [place.edge for place in in_usual_size([each.place for each in looks], looks, SETTINGS)] == sizes


def test_without_a_clear_die_no_size_is_usual() -> None:
    looks = [look(100.0, 70.0, heat=0.3), look(300.0, 35.0, nothing=0.9)]
    assert in_usual_size([each.place for each in looks], looks, SETTINGS) == []


def table_of_sizes(seed: int, edge: float, times: float) -> tuple[Frame, list[Die]]:
    """Three dice and a larger one, thrown at random."""
    rng = np.random.default_rng((777, seed))
    view = replace(WHOLE, most_tilt=10.0)
    large = cv2.resize(table(rng, 768), (view.width, view.width))
    camera = random_camera(rng, edge, view)
    kind = random_look(rng, odd=0.0)
    margin = 1.3 * edge * times
    border = (margin, margin, view.width - margin, view.height - margin)
    dice: list[Thrown] = []
    for scale in (times, 1.0, 1.0, 1.0):
        for _ in range(30):
            if throw_one(rng, camera, dice, kind, scale, 0.0, border, 0.0):
                x, y = camera.project(dice[-1].place[None])[0]
                if border[0] <= x <= border[2] and border[1] <= y <= border[3]:
                    break
                dice.pop()
    sheet = np.asarray(large[: view.height], np.float32)
    layers, truth = draw_table(rng, sheet, camera, dice, random_lights(rng), False)
    return Frame(as_photographed(rng, layers.light)), truth


@pytest.mark.parametrize(("seed", "edge", "times"), [(103, 40.0, 2.5), (103, 90.0, 2.0), (109, 90.0, 2.5)])
def test_a_small_die_beside_a_large_one_is_not_passed_over_silently(seed: int, edge: float, times: float) -> None:
    frame, truth = table_of_sizes(seed, edge, times)
    reading = read_pips(frame)
    values = sorted(int(die.face) for die in reading.dice)
    assert reading.status is not Status.SURE or values == sorted(die.value for die in truth)
