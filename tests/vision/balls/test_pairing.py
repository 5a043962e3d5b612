"""Looking at two balls side by side: how the cut-out is turned, and what is told of each."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.balls.finding import Place
from vision.balls.judging import Judged
from vision.balls.naming import Name
from vision.balls.pairing import CENTRE, HEIGHT, SIZE, WIDTH, beside, judge_pair
from vision.balls.reader import Candidate, DoubtSettings, beside_best, is_rival

GREEN, PINK = (40, 200, 60), (180, 60, 250)


def seen_at(x: float, y: float, size: float = 24.0, ball: float = 0.9) -> Judged:
    return Judged(Place(x, y, size, 1.0), ball, 0.05, (0.0, 0.0), -1.0, tint_spread=1.0, darkness_spread=3.0)


def two_balls(one: tuple[int, int], other: tuple[int, int], radius: int = 12) -> np.ndarray:
    """A grey table with a red and a blue ball, shaded and shining."""
    pixels = np.full((300, 400, 3), (140, 142, 145), np.float32)
    rows, columns = np.mgrid[:300, :400]
    for (x, y), level in ((one, (45, 40, 200)), (other, (190, 85, 45))):
        away = np.hypot(columns - x, rows - y) / radius
        shade = np.sqrt(np.clip(1 - 0.7 * away**2, 0, 1))[:, :, None] * np.array(level)
        pixels[away < 1] = shade[away < 1]
        cv2.circle(pixels, (x - 3, y - 3), 2, (235, 235, 235), cv2.FILLED)
    return np.asarray(np.clip(cv2.GaussianBlur(pixels, (0, 0), 0.8), 0, 255), np.uint8)


@pytest.mark.parametrize("turn", [0.0, 0.9, 2.2, 3.5, 5.0])
def test_the_other_one_always_lies_to_the_right(turn: float) -> None:
    x, y = 200 + 28 * math.cos(turn), 150 + 28 * math.sin(turn)
    pixels = np.zeros((300, 400, 3), np.uint8)
    cv2.circle(pixels, (200, 150), 6, GREEN, cv2.FILLED)
    cv2.circle(pixels, (round(x), round(y)), 6, PINK, cv2.FILLED)
    crop = beside(pixels, Place(200, 150, 24, 1.0), Place(x, y, 24, 1.0))
    assert crop.shape == (HEIGHT, WIDTH, 3)
    row, column = round(CENTRE[1]), round(CENTRE[0])
    assert tuple(crop[row, column]) == GREEN
    assert tuple(crop[row, round(CENTRE[0] + 28 * SIZE / 24)]) == PINK


def test_a_cut_out_beyond_the_picture_is_as_large_as_any() -> None:
    pixels = np.full((40, 40, 3), 90, np.uint8)
    for x in (-500.0, -3.0, 39.0, 900.0):
        assert beside(pixels, Place(x, 20, 24, 1.0), Place(x + 24, 20, 24, 1.0)).shape == (HEIGHT, WIDTH, 3)


def test_both_are_told_whichever_comes_first_and_stay_where_they_are() -> None:
    pixels = two_balls((200, 150), (220, 163))
    one, other = seen_at(200, 150), seen_at(220, 163)
    red, blue = judge_pair(pixels, one, other)
    assert judge_pair(pixels, other, one) == (blue, red)
    assert (red.place, blue.place) == (one.place, other.place)
    assert red.ball > 0.9 and blue.ball > 0.9
    assert red.tint[0] > 0.2 and blue.tint[1] > 0.2


def test_the_bare_table_beside_a_ball_is_no_ball() -> None:
    pixels = two_balls((200, 150), (330, 40))
    ball, table = judge_pair(pixels, seen_at(200, 150), seen_at(224, 150))
    assert table.ball < 0.1 < ball.ball


def test_a_third_thing_is_told_as_it_looks_beside_the_best_two() -> None:
    one, other, third, far = (seen_at(x, 100) for x in (100, 124, 148, 300))
    looks = [((one, other), (one, other)), ((other, third), (other, replace(third, ball=0.02)))]
    assert beside_best(third, looks, (one, other)).ball == 0.02
    assert beside_best(far, looks, (one, other)) is far


@pytest.mark.parametrize(
    ("x", "ball", "of_pair", "is_third"),
    [(400, 0.7, 1.0, False), (400, 0.95, 1.0, True), (248, 0.7, 1.0, True), (400, 0.7, 0.6, True)],
)
def test_19_4_a_thing_far_from_two_clear_balls_is_a_third_one_only_if_it_is_as_clear(
    x: float, ball: float, of_pair: float, is_third: bool
) -> None:
    name = Name("red", 0.999, ())
    pair = [Candidate(seen_at(at, 150, ball=of_pair), name) for at in (200.0, 224.0)]
    assert is_rival(seen_at(x, 150, ball=ball), pair, DoubtSettings()) is is_third
