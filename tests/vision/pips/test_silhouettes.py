"""Which way dice face, told by the outlines of what came: cubes drawn by hand, whose slant is known."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.base.frame import Frame
from vision.dice.face_finding import Candidate
from vision.pips.silhouettes import came_as_bodies, slants_by_silhouette
from vision.pips.slants import Slant, leaning_by_both

EDGE = 80.0  # pixels of the picture, which is four times as large as what came is told in
FOUR = 4


def with_cubes(*cubes: tuple[float, float, float, float], shade: tuple[int, int, int, int] | None = None) -> Frame:
    """Cubes have come, given by their top face's place and slant; and a shadow (left, top, right, bottom)."""
    news, dark = np.zeros((216, 384), np.uint8), np.zeros((216, 384), np.uint8)
    for x, y, right, down in cubes:
        face = np.array([(x + a * EDGE / 2, y + b * EDGE / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        body = np.concatenate([face, face - np.array([right, down]) * EDGE]) / FOUR
        cv2.fillPoly(news, [cv2.convexHull(np.round(body).astype(np.int32))], 1)
    if shade is not None:
        left, top, away, bottom = shade
        cv2.rectangle(dark, (left, top), (away, bottom), 1, cv2.FILLED)
        dark &= 1 - news
    pixels = np.zeros((216 * FOUR, 384 * FOUR, 3), np.uint8)
    return Frame(pixels, news=(news | dark).astype(np.bool_), shade=dark.astype(np.bool_))


def face(x: float, y: float) -> Candidate:
    return Candidate(x, y, EDGE, 1.0)


@pytest.mark.parametrize("slant", [(0.0, 0.0), (0.2, -0.1), (-0.4, 0.3), (0.0, 0.6)])
def test_an_outline_tells_how_a_die_slants(slant: tuple[float, float]) -> None:
    told = slants_by_silhouette(with_cubes((500.0, 400.0, *slant)), [face(500, 400)])[0]
    assert told is not None
    assert math.dist(told, slant) < 0.1


def test_a_shadow_is_no_part_of_the_outline() -> None:
    frame = with_cubes((500.0, 400.0, 0.1, 0.0), shade=(120, 80, 160, 140))
    told = slants_by_silhouette(frame, [face(500, 400)])[0]
    assert told is not None
    assert math.dist(told, (0.1, 0.0)) < 0.1
    as_body = Frame(frame.pixels, news=frame.news)
    taken_for_one = slants_by_silhouette(as_body, [face(500, 400)])[0]
    assert taken_for_one is None or math.dist(taken_for_one, (0.1, 0.0)) > 0.1


def test_dice_that_touch_have_an_outline_each() -> None:
    frame = with_cubes((500.0, 400.0, 0.1, 0.0), (500.0 + 1.1 * EDGE, 400.0, 0.1, 0.0))
    told = slants_by_silhouette(frame, [face(500, 400), face(500 + 1.1 * EDGE, 400)])
    assert all(slant is not None and math.dist(slant, (0.1, 0.0)) < 0.15 for slant in told)


@pytest.mark.parametrize("edge", [30.0, 160.0], ids=["much larger than the face", "much smaller"])
def test_what_is_no_cube_of_that_size_tells_nothing(edge: float) -> None:
    assert slants_by_silhouette(with_cubes((500.0, 400.0, 0.0, 0.0)), [Candidate(500, 400, edge, 1.0)]) == [None]


def test_where_nothing_came_no_outline_tells_and_without_a_past_none_is_asked() -> None:
    assert slants_by_silhouette(with_cubes((500.0, 400.0, 0.0, 0.0)), [face(1200, 700)]) == [None]
    alone = Frame(np.zeros((864, 1536, 3), np.uint8))
    assert slants_by_silhouette(alone, [face(500, 400)]) == []
    assert came_as_bodies(alone) is None


MIDDLE = (0.0, 0.0)
FLAT, LEFT = Slant(0.0, 0.0, 0.1), Slant(-0.1, 0.0, 0.1)


@pytest.mark.parametrize(
    ("outlines", "lean"),
    [
        ([(0.0, 0.0), (-0.1, 0.0)], [False, False]),
        ([(0.0, 0.0), (-0.4, 0.0)], [True, True]),  # the face alone would not tell
        ([(0.0, 0.0), None], [False, False]),
        ([(0.4, 0.0), None], [False, False]),  # one outline has nothing to be held against
    ],
)
def test_of_two_dice_faces_and_outlines_must_agree(outlines: list, lean: list[bool]) -> None:
    assert leaning_by_both([FLAT, LEFT], outlines, [MIDDLE, MIDDLE]) == lean


def test_of_two_dice_without_outlines_the_faces_must_be_much_alike() -> None:
    assert leaning_by_both([FLAT, Slant(0.13, 0.0, 0.1)], [None, None], [MIDDLE, MIDDLE]) == [True, True]


def test_of_many_dice_the_one_that_leans_is_told() -> None:
    slants, outlines = [FLAT, FLAT, FLAT, LEFT], [(0.0, 0.0), (0.05, 0.0), None, (-0.5, 0.0)]
    assert leaning_by_both(slants, outlines, [MIDDLE] * 4) == [False, False, False, True]
