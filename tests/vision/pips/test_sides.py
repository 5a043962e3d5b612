"""Sides of dice: what is likely one is no reason to doubt, what may be one is no die to be sure of."""

import numpy as np
import pytest

from vision.base.reading import DieReading
from vision.dice.face_finding import Candidate
from vision.pips.naming import CROP
from vision.pips.sides import SideSettings, is_shaded, is_side_of, likely_sides, sides_among

RED, DARK_RED, BLUE, WHITE, BLACK = (40, 40, 200), (25, 25, 120), (190, 80, 30), (235, 235, 235), (25, 25, 25)


def face(body, pip=WHITE):
    """A cut-out with a face in its middle, five pips on it, on grey."""
    crop = np.full((CROP, CROP, 3), 128, np.uint8)
    quarter = CROP // 4
    crop[quarter:-quarter, quarter:-quarter] = body
    for x, y in ((22, 22), (22, 42), (32, 32), (42, 22), (42, 42)):
        crop[y - 2 : y + 3, x - 2 : x + 3] = pip
    return crop


def test_a_smaller_face_beside_a_die_may_be_its_side_and_one_as_large_is_not():
    die, settings = DieReading(face="3", x=100, y=100, confidence=1.0, size=40), SideSettings()
    assert is_side_of(die, Candidate(100, 135, 26, 0.4), False, settings)
    assert not is_side_of(die, Candidate(100, 140, 38, 0.4), False, settings)
    assert not is_side_of(die, Candidate(100, 150, 26, 0.4), False, settings)
    assert is_side_of(die, Candidate(100, 140, 38, 0.4), True, settings)
    assert not is_side_of(die, Candidate(100, 160, 38, 0.4), True, settings)


@pytest.mark.parametrize(
    ("away", "edge", "colour", "is_doubted"),
    [
        (40, 30, DARK_RED, True),
        (40, 30, RED, True),
        (40, 40, DARK_RED, False),
        (60, 30, DARK_RED, False),
        (40, 30, BLUE, False),
        (40, 30, WHITE, False),
    ],
    ids=["in the shade", "as light", "as large", "apart", "another hue", "another light"],
)
def test_a_smaller_die_of_the_same_colour_that_touches_may_be_a_side(away, edge, colour, is_doubted):
    places = [Candidate(100, 100, 40, 0.9), Candidate(100, 100 + away, edge, 0.9)]
    crops = [face(RED), face(colour)]
    assert sides_among(places, crops, SideSettings()) == [(1, 0)] * is_doubted
    assert sides_among(places[::-1], crops[::-1], SideSettings()) == [(0, 1)] * is_doubted


def test_a_black_die_beside_a_larger_white_one_is_no_side():
    places = [Candidate(100, 100, 40, 0.9), Candidate(100, 138, 30, 0.9)]
    assert not sides_among(places, [face(WHITE, BLACK), face(BLACK)], SideSettings())


def test_sides_are_darker_than_tops():
    assert is_shaded(face(DARK_RED), face(RED), SideSettings())
    assert not is_shaded(face(RED), face(RED), SideSettings())
    assert not is_shaded(face(RED), face(DARK_RED), SideSettings())


@pytest.mark.parametrize(
    ("away", "colour", "is_left_out"),
    [(38, DARK_RED, True), (38, RED, False), (44, DARK_RED, False)],
    ids=["near and dark", "as light", "as far as a die beside it"],
)
def test_only_what_is_near_and_in_the_shade_is_left_out(away, colour, is_left_out):
    places = [Candidate(100, 100, 40, 0.9), Candidate(100, 100 + away, 30, 0.9)]
    crops = [face(RED), face(colour)]
    pairs = sides_among(places, crops, SideSettings())
    assert pairs == [(1, 0)]
    assert likely_sides(pairs, places, crops, SideSettings()) == {1} & {int(is_left_out)}
