"""Dice that lie flat fit one view of the table, in their marks and in their outlines; others do not."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.bodies import Tabletop
from vision.marks.finding import Face, Mark
from vision.marks.outlines import filled, lens_of, stray_light
from vision.marks.profile import MarkLook
from vision.marks.reader import DoubtSettings, beyond_usual
from vision.marks.viewpoint import Slant, View, axes_of, judge_slants, planes_at

SIZE = (1536, 864)
LITTLE = 0.03  # squared edges: pixels cut by an outline
MIDDLE = (np.array(SIZE) - 1) / 2
FOCAL = 0.8 * SIZE[0]
VIEW = View(foot=(0.05, 0.2), height=17.0, focal=FOCAL)
PLACES = [np.array(place, np.float64) for place in ((300, 200), (1200, 250), (760, 430), (350, 700), (1150, 650))]
STAR = MarkLook("pink", (0.6, 0.3, 0.9), roundness=0.96, fill=0.16)
WRENCH = MarkLook("tool", (0.4, 0.4, 0.4), roundness=0.31, fill=0.14)


def face_at(place: NDArray[np.float64], look: MarkLook, lean: NDArray[np.float64] | None = None) -> Face:
    """What an ideal mark looks like at a place, on a table seen in VIEW or leaning by a rotation of the table."""
    plane = planes_at((place - MIDDLE) / FOCAL, axes_of(np.array([VIEW.foot])))
    mapping = plane.map[0] * FOCAL / VIEW.height @ (np.eye(2) if lean is None else lean)
    form = np.diag([1.0, 1.0 if look is STAR else look.roundness**2])
    spread = mapping @ form @ mapping.T
    thin, long = np.linalg.eigvalsh(spread)
    squeeze = np.eye(2) - spread / long
    mark = Mark(
        x=float(place[0]),
        y=float(place[1]),
        area=look.fill * abs(float(np.linalg.det(mapping))),
        roundness=math.sqrt(thin / long),
        squeeze=(float(squeeze[0, 0]), float(squeeze[0, 1]), float(squeeze[1, 1])),
        solidity=0.65,
        ink=look.ink,
        body=(200.0, 200.0, 200.0),
        clipped=0.0,
        margin=30.0,
    )
    return Face(mark, edge=70.0, sides=())


def judged(looks: list[MarkLook], lean: NDArray[np.float64] | None = None) -> tuple[View, list[Slant]]:
    """Five dice, of which the last one may lean."""
    faces = [face_at(place, look) for place, look in zip(PLACES[:-1], looks[:-1], strict=True)]
    return judge_slants([*faces, face_at(PLACES[-1], looks[-1], lean)], looks, [], SIZE)


def test_flat_dice_tell_where_the_camera_is() -> None:
    view, slants = judged([STAR] * 5)
    assert math.dist(view.foot, VIEW.foot) < 0.05
    assert view.height == pytest.approx(VIEW.height, rel=0.03)
    assert all(slant.strain < 1 for slant in slants)


@pytest.mark.parametrize("look", [STAR, WRENCH], ids=["star", "wrench"])
@pytest.mark.parametrize("degrees", [30, 45])
def test_a_face_that_is_shortened_stands_out_and_the_others_do_not(look: MarkLook, degrees: float) -> None:
    shortened = np.diag([math.cos(math.radians(degrees)), 1.0])
    _, slants = judged([STAR, STAR, WRENCH, STAR, look], shortened)
    assert slants[-1].strain > 3
    assert all(slant.strain < 1.5 for slant in slants[:-1])


def table_with(places: list[NDArray[np.float64]], turns: list[float]) -> Tabletop:
    """The light bodies of flat dice, sides and all."""
    shape = (SIZE[1] // 4, SIZE[0] // 4)
    lens = lens_of(VIEW, 1 / 4, shape)
    light = np.zeros(shape, np.uint8)
    for place, turn in zip(places, turns, strict=True):
        light |= filled(lens.corners((place + 0.5) / 4 - 0.5, np.array([turn]))[0], shape)
    coarse = np.zeros((*shape, 3), np.uint8)
    pixels = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    return Tabletop(pixels, 1.0, coarse, coarse, light // 255, 1.3, (), 70.0)


def test_flat_dice_leave_no_stray_light_however_they_are_turned() -> None:
    table = table_with(PLACES, [3.0, 20.0, 41.0, 62.0, 80.0])
    assert max(stray_light(table, [face_at(place, STAR) for place in PLACES], VIEW)) < LITTLE


def test_flat_dice_that_touch_leave_no_stray_light() -> None:
    places = [np.array([700.0, 400.0]), np.array([775.0, 400.0])]
    assert max(stray_light(table_with(places, [0.0, 0.0]), [face_at(place, STAR) for place in places], VIEW)) < LITTLE


@pytest.mark.parametrize(("across", "down"), [(-1, -1), (-1, 1), (1, -1), (1, 1)])
def test_light_beside_a_die_is_laid_to_that_die(across: int, down: int) -> None:
    table = table_with(PLACES, [45.0] * 5)
    x, y = PLACES[2] / 4 + np.array([across, down]) * 17
    cv2.circle(table.light, (round(x), round(y)), 5, 1, cv2.FILLED)
    stray = stray_light(table, [face_at(place, STAR) for place in PLACES], VIEW)
    assert stray[2] > 0.1
    assert max(stray[:2] + stray[3:]) < LITTLE


def test_light_beside_most_dice_says_nothing_of_one_of_them():
    doubt = DoubtSettings()
    assert beyond_usual([0.4, 0.36, 0.45, 0.42, 0.38], doubt) == [0.0] * 5
    assert beyond_usual([0.0, 0.0, 0.4, 0.0, 0.0], doubt) == [0.0, 0.0, 0.4, 0.0, 0.0]
    assert beyond_usual([0.2, 0.2, 1.0], doubt)[2] > doubt.most_strain * doubt.stray_light
