"""Dice that lie flat fit one view of the table; those that do not stand out."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.symbols.patches import Crops, TopFace, crops_of
from vision.symbols.sides import leaning_sides
from vision.symbols.view import Slant, axes_of, judge_slants, planes_at

SIZE = (1536, 864)
MIDDLE = (np.array(SIZE) - 1) / 2
FOCAL = 0.8 * SIZE[0]
FOOT, HEIGHT = np.array([[0.05, 0.2]]), 17.0
PLACES = [np.array(place, np.float64) for place in ((300, 200), (1200, 250), (760, 430), (350, 700), (1150, 650))]


def face_at(place: NDArray[np.float64], turn: float, lean_degrees: float = 0.0, lean_way: float = 0.0) -> TopFace:
    """What a die looks like at a place, flat or leaning that way."""
    sight = (place - MIDDLE) / FOCAL
    axes = axes_of(FOOT)
    plane = planes_at(sight[np.newaxis], axes)[0, 0]
    flat = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    way = np.array([[math.cos(lean_way), -math.sin(lean_way)], [math.sin(lean_way), math.cos(lean_way)]])
    shortened = way @ np.diag([math.cos(math.radians(lean_degrees)), 1.0]) @ way.T
    return TopFace(place, plane @ shortened @ flat * FOCAL / HEIGHT)


def judged(lean_degrees: float = 0.0, lean_way: float = 0.0) -> list[Slant]:
    """Five dice, of which the last one may lean."""
    faces = [face_at(place, 0.3 * number) for number, place in enumerate(PLACES[:-1])]
    return judge_slants([*faces, face_at(PLACES[-1], 1.0, lean_degrees, lean_way)], SIZE)


def test_flat_dice_agree_on_one_view() -> None:
    slants = judged()
    assert max(slant.strain for slant in slants) < 1
    assert all(slant.size == pytest.approx(1, abs=0.03) for slant in slants)


@pytest.mark.parametrize("way", [0.0, 1.0, 2.5, 4.0])
@pytest.mark.parametrize("degrees", [35, 45])
def test_a_leaning_die_stands_out_and_the_others_do_not(degrees: float, way: float) -> None:
    slants = judged(degrees, way)
    assert slants[-1].strain > 2.3
    assert max(slant.strain for slant in slants[:-1]) < 1.5


def test_a_die_of_another_size_stands_out() -> None:
    faces = [face_at(place, 0.0) for place in PLACES]
    faces[2] = TopFace(faces[2].centre, faces[2].edges * 0.7)
    assert judge_slants(faces, SIZE)[2].size == pytest.approx(0.7, abs=0.03)


def test_no_dice_have_no_slants() -> None:
    assert judge_slants([], SIZE) == []


def test_upright_edges_point_towards_the_foot() -> None:
    foot = MIDDLE + FOOT[0] * FOCAL  # about: the view was made with it
    for place, slant in zip(PLACES, judged(), strict=True):
        towards = foot - place
        assert slant.down @ towards > 0.9 * np.linalg.norm(slant.down) * np.linalg.norm(towards)
        assert np.linalg.norm(slant.down) == pytest.approx(np.linalg.norm(towards) / HEIGHT, rel=0.35)


def crop_of_a_die(side: NDArray[np.float64]) -> tuple[Crops, TopFace]:
    """A light top face with a dark side beside it, on a grey table; the side reaches that way."""
    pixels = np.full((200, 200, 3), 120, np.uint8)
    face = TopFace(np.array([100.0, 100.0]), np.array([[48.0, -20.0], [20.0, 48.0]]))
    corners = face.corners()
    whole = cv2.convexHull(np.concatenate([corners, corners + side]).astype(np.float32))
    cv2.fillConvexPoly(pixels, np.round(whole).astype(np.int32), (40, 40, 40))
    cv2.fillConvexPoly(pixels, np.round(corners).astype(np.int32), (230, 230, 230))
    return crops_of(pixels, [(100.0, 100.0, face.edge)]), face


@pytest.mark.parametrize("way", [(18.0, 0.0), (0.0, -15.0), (-11.0, 13.0)])
def test_a_die_whose_side_is_seen_where_a_flat_one_has_none_leans(way: tuple[float, float]) -> None:
    down = np.array(way)
    assert leaning(crop_of_a_die(down), down) == 0
    assert leaning(crop_of_a_die(-down), down) > 1


def leaning(seen: tuple[Crops, TopFace], down: NDArray[np.float64]) -> float:
    """How clearly the only die of a crop leans."""
    crops, face = seen
    return float(leaning_sides(crops, [0], [face], [down])[0])


def test_where_hardly_a_side_is_to_be_seen_nothing_tells_that_a_die_leans() -> None:
    assert leaning(crop_of_a_die(np.array([-3.0, 0.0])), np.array([3.0, 0.0])) == 0
