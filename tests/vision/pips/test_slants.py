"""Which way dice face: flat ones alike, leaning ones and sides otherwise."""

import math
import statistics

import numpy as np
import pytest

from tests.vision.stored_scenes import stored
from tools.render.pips.tables import render_scene
from vision.base.reading import Reason, Status
from vision.pips.naming import cut_out
from vision.pips.reader import read_pips
from vision.pips.slants import TURNS, WEIGHTS, Lie, Slant, flat_or_not, lies_of, slants_of

FIRST_SEED = 9_000_100  # of windows kept for checking
MIDDLE = (0.0, 0.0)


@pytest.fixture(scope="module")
def rendered():
    """Top faces and sides of dice large enough to see: (cut-out, true slant, is a side)."""
    faces = []
    for seed in range(FIRST_SEED, FIRST_SEED + 24):
        pixels, dice = render_scene(np.random.default_rng(seed))
        for die in dice:
            for face, is_side in ((die, False), *((side, True) for side in die.sides)):
                if face.edge > 18:
                    faces.append((cut_out(pixels, face.x, face.y, face.edge), face.slant, is_side))
    return faces


def errors(faces):
    told = slants_of([crop for crop, _, _ in faces])
    return [math.dist((slant.right, slant.down), true) for slant, (_, true, _) in zip(told, faces, strict=True)]


def test_most_faces_are_told_within_a_sixth(rendered):
    tops = [face for face in rendered if not face[2]]
    sides = [face for face in rendered if face[2]]
    for name, faces in (("tops", tops), ("sides", sides)):
        print(f"{name}: {statistics.median(errors(faces)):.2f} off in the middle of {len(faces)}")
        assert statistics.median(errors(faces)) < 1 / 6
    flat = [math.hypot(*true) for _, true, is_side in rendered if not is_side]
    assert statistics.median(flat) > 1 / 6  # saying that all of them face the camera would not do


def test_turning_the_picture_turns_the_slant(rendered):
    crops = [crop for crop, _, _ in rendered[:6]]
    for before, after in zip(slants_of(crops), slants_of([np.rot90(crop) for crop in crops]), strict=True):
        assert (after.right, after.down) == pytest.approx((before.down, -before.right), abs=0.02)


@pytest.mark.parametrize(
    ("glance", "looked", "leaning", "asked"),
    [
        ((0.1, 0.1), (0.1, 0.1), [False, False], [1]),
        ((0.1, 0.9), (0.1, 0.2), [False, False], [1, TURNS]),
        ((0.1, 0.9), (0.1, 0.8), [True, True], [1, TURNS]),
    ],
    ids=["flat at a glance", "flat after all", "leaning"],
)
def test_only_what_seems_to_lean_is_looked_at_in_all_turns(monkeypatch, glance, looked, leaning, asked):
    turns_asked = []

    def told(_, turns=TURNS):
        turns_asked.append(turns)
        return [Slant(right, 0.0, 0.05) for right in (glance if turns == 1 else looked)]

    monkeypatch.setattr("vision.pips.slants.slants_of", told)
    slants, lies = flat_or_not([np.zeros((64, 64, 3), np.uint8)] * 2, [MIDDLE] * 2)
    assert ([lie is Lie.LEANING for lie in lies], turns_asked) == (leaning, asked)
    assert [slant.right for slant in slants] == list(looked)


def are_leaning(slants, places):
    return [lie is Lie.LEANING for lie in lies_of(slants, places)]


def test_a_die_that_faces_another_way_leans():
    flat, other = Slant(0.1, -0.2, 0.05), Slant(0.55, -0.2, 0.05)
    assert are_leaning([flat, flat, other], [MIDDLE] * 3) == [False, False, True]
    assert are_leaning([flat, other], [MIDDLE] * 2) == [True, True]
    assert are_leaning([], []) == []


def test_only_what_slants_as_the_others_do_is_surely_flat():
    first, near, farther = Slant(0.1, -0.2, 0.05), Slant(0.2, -0.2, 0.05), Slant(0.35, -0.2, 0.05)
    assert lies_of([first, first, near], [MIDDLE] * 3) == [Lie.FLAT] * 3
    assert lies_of([first, first, farther], [MIDDLE] * 3) == [Lie.FLAT, Lie.FLAT, Lie.UNTOLD]
    assert lies_of([first], [MIDDLE]) == [Lie.UNTOLD]


def test_what_is_told_with_doubt_must_differ_more():
    flat, other = Slant(0.0, 0.0, 0.05), Slant(0.4, 0.0, 0.3)
    assert are_leaning([flat, flat, other], [MIDDLE] * 3) == [False] * 3


def test_a_single_die_must_face_the_camera():
    assert are_leaning([Slant(0.5, 0.0, 0.05)], [MIDDLE]) == [True]
    assert are_leaning([Slant(0.5, 0.0, 0.05)], [(0.5, 0.0)]) == [False]  # at the border it is seen from the side


def test_cameras_near_and_far_see_flat_dice_as_flat():
    places = [(-0.45, 0.0), (0.0, 0.1), (0.1, 0.0), (0.45, 0.0)]
    near = [Slant(right / 1.2, down / 1.2, 0.05) for right, down in places]
    assert not any(are_leaning(near, places))
    assert not any(are_leaning([Slant(0.0, 0.0, 0.05)] * 4, places))


def test_a_side_is_at_right_angles_to_its_top():
    assert Slant(-0.65, 0.0, 0.1).is_across(Slant(0.43, 0.12, 0.1))
    assert not Slant(0.3, 0.0, 0.1).is_across(Slant(-0.1, 0.0, 0.1))


def test_a_side_taken_for_a_die_makes_the_reading_unsure():
    slanted = next(scene for scene in stored("pips") if scene.name == "05.jpg")
    reading = read_pips(slanted.frame())
    assert len(reading.dice) == 2  # the die's top and its side
    assert reading.status is Status.UNSURE
    assert Reason.COCKED in reading.reasons


def test_the_trained_file_stays_small():
    assert WEIGHTS.stat().st_size <= 100_000
