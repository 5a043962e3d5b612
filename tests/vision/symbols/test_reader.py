"""Reading space dice on simulated tables: faces, doubts, and what must not change a sure reading."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from device.command.read_kinds import dice_line
from device.simulator.render.picture import render
from device.simulator.render.scene import Light, Surface
from tools.measuring.judging import judge
from tools.render.scenes.random_throws import Truth, random_scene
from tools.render.scenes.simulated import REACH_PIXELS, thrown
from vision.base.frame import Frame
from vision.base.overlay import draw_reading
from vision.base.reading import DiceReading, Reason, Status
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols

SCENES_PER_CONDITION = 3
NOT_FLAT = {Reason.COCKED, Reason.TOO_FEW, Reason.COVERED}


@cache
def good_table() -> tuple[NDArray[np.uint8], list[Truth]]:
    """A picture that is read for sure."""
    scene, truth = random_scene(Random("good"), Light.NORMAL, Surface.FELT, camera_jitter=0.5)
    return render(scene), truth


def read(pixels: NDArray[np.uint8], expected: int | None = 5) -> DiceReading:
    return read_symbols(Frame(pixels), shipped_profile(), expected)


def faces(reading: DiceReading) -> list[str]:
    return sorted(die.face for die in reading.dice)


def is_right(reading: DiceReading, truth: list[Truth]) -> bool:
    """Whether every die is at its place with its face, and nothing else."""
    told = {"dice": [{"face": face, "xy": [x, y]} for face, x, y in truth]}
    return judge(told, dice_line(reading, lambda face: {"face": face}), REACH_PIXELS).is_right


@pytest.mark.parametrize("condition", [*(light.value for light in Light), "touching"])
def test_thrown_dice_are_read_right_and_never_wrong_while_sure(condition: str) -> None:
    throws = [thrown(Random(f"11-{condition}-{number}"), condition) for number in range(SCENES_PER_CONDITION)]
    readings = [(read(render(scene)), truth) for scene, truth in throws]
    assert all(is_right(reading, truth) for reading, truth in readings)
    assert sum(reading.status is Status.SURE for reading, _ in readings) >= SCENES_PER_CONDITION - 1


def test_four_and_six_dice_are_noticed_and_still_read() -> None:
    for count, reason in ((4, Reason.TOO_FEW), (6, Reason.TOO_MANY)):
        scene, truth = random_scene(Random(f"count-{count}"), Light.NORMAL, dice=count)
        reading = read(render(scene))
        assert reading.status is Status.UNSURE
        assert reason in reading.reasons
        assert faces(reading) == sorted(die.face for die in truth)
        assert read(render(scene), None).status is Status.SURE


@pytest.mark.parametrize(("condition", "count"), [("on an edge", 3), ("leaning", 4)])
def test_a_die_that_does_not_lie_flat_is_noticed(condition: str, count: int) -> None:
    for number in range(count):
        scene, _ = thrown(Random(f"5-{condition}-{number}"), condition)
        reading = read(render(scene))
        assert reading.status is not Status.SURE
        assert NOT_FLAT & set(reading.reasons)


def test_an_empty_table_is_nothing() -> None:
    scene, _ = random_scene(Random("empty"), Light.NORMAL, dice=0)
    assert read(render(scene)) == DiceReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))


def test_a_black_picture_is_too_dark() -> None:
    reading = read(np.zeros((864, 1536, 3), np.uint8))
    assert reading.status is Status.UNREADABLE
    assert Reason.TOO_DARK in reading.reasons


@pytest.mark.parametrize("size", [(16, 16), (64, 48), (1, 400)])
def test_tiny_and_odd_pictures_are_unreadable_not_an_error(size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (*size, 3), dtype=np.uint8)
    assert read(pixels).status is not Status.SURE


def test_mere_noise_is_never_sure() -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (864, 1536, 3), dtype=np.uint8)
    assert read(pixels).status is not Status.SURE


def test_places_are_those_of_the_top_faces() -> None:
    pixels, truth = good_table()
    reading = read(pixels)
    for face, x, y in truth:
        nearest = min(reading.dice, key=lambda die: math.dist((die.x, die.y), (x, y)))
        assert nearest.face == face
        assert math.dist((nearest.x, nearest.y), (x, y)) < 4


def test_dice_come_in_reading_order() -> None:
    dice = read(good_table()[0]).dice
    half = dice[0].size / 2
    for one, following in pairwise(dice):
        assert following.y > one.y - half
        assert following.x > one.x or following.y > one.y


def test_a_die_covered_by_a_hand_is_never_passed_over_silently() -> None:
    pixels, truth = good_table()
    hidden = pixels.copy()
    _, x, y = truth[0]
    cv2.circle(hidden, (round(x), round(y)), 60, (110, 140, 190), cv2.FILLED)
    reading = read(hidden)
    assert reading.status is not Status.SURE
    assert Reason.TOO_FEW in reading.reasons


def test_a_star_wiped_out_by_glare_is_not_passed_over_when_any_number_is_fine() -> None:
    pixels, truth = good_table()
    glaring = pixels.copy()
    _, x, y = truth[0]
    cv2.circle(glaring, (round(x), round(y)), 26, (255, 255, 255), cv2.FILLED)
    assert read(glaring, None).status is not Status.SURE


def test_a_blurred_picture_is_not_sure() -> None:
    pixels, _ = good_table()
    assert read(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 12), np.uint8)).status is not Status.SURE


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_turning_the_picture_keeps_a_sure_reading(quarters: int) -> None:
    pixels, truth = good_table()
    turned = read(np.ascontiguousarray(np.rot90(pixels, quarters)))
    assert read(pixels).status is Status.SURE
    assert turned.status is Status.SURE
    assert faces(turned) == sorted(die.face for die in truth)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(gain=st.floats(0.35, 1.08), warmth=st.floats(0.6, 1.0))
def test_darker_and_warmer_light_keeps_a_sure_reading(gain: float, warmth: float) -> None:
    pixels, truth = good_table()
    lamp = gain * np.array([warmth, (1 + warmth) / 2, 1.0])
    reading = read(np.clip(pixels * lamp, 0, 255).astype(np.uint8))
    assert reading.status is Status.SURE
    assert faces(reading) == sorted(die.face for die in truth)


def test_a_larger_picture_of_the_same_table_reads_the_same() -> None:
    pixels, truth = good_table()
    larger = np.asarray(cv2.resize(pixels, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    reading = read(larger)
    assert faces(reading) == sorted(die.face for die in truth)
    face, x, y = truth[0]
    assert any(die.face == face and math.dist((die.x, die.y), (2 * x, 2 * y)) < 10 for die in reading.dice)


def test_confidences_are_shares_that_add_up_to_at_most_one() -> None:
    for die in read(good_table()[0]).dice:
        shares = [die.confidence, *(share for _, share in die.others)]
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) <= 1.001
        assert shares == sorted(shares, reverse=True)
        assert die.face not in [name for name, _ in die.others]


def test_the_debug_hook_gets_a_picture_of_every_step() -> None:
    steps: dict[str, NDArray[np.uint8]] = {}
    read_symbols(Frame(good_table()[0]), shipped_profile(), debug=steps.__setitem__)
    assert {"table", "bodies"} <= set(steps)
    assert any(name.startswith("ink-") for name in steps)
    assert all(picture.dtype == np.uint8 for picture in steps.values())


def test_the_overlay_is_drawn_on_a_copy() -> None:
    pixels, _ = good_table()
    before = pixels.copy()
    reading = read(pixels)
    doubtful = replace(reading.dice[0], confidence=0.4, reasons=(Reason.COCKED,))
    drawn = draw_reading(Frame(pixels), replace(reading, dice=(doubtful, *reading.dice[1:])))
    assert np.array_equal(pixels, before)
    assert drawn.shape == pixels.shape
    assert (drawn != pixels).any()
