"""The mat's greys give the white balance: the lamp's colour is undone, and no gains are made up."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.table.drawn_mat import PIXELS_PER_MM, Photo, fill, photographed, sheet
from vision.base.frame import Frame
from vision.table.mat import Mat, find_mat
from vision.table.mat_colours import Gains, grey_gains, white_balanced
from vision.table.mat_layout import Box, Paper, layout_of

CARD = Box(120.0, 80.0, 40.0, 30.0)  # a grey card in the field, which the gains are not made from


def found(frame: Frame) -> Mat:
    mat = find_mat(frame)
    assert mat is not None
    return mat


def cast(frame: Frame, mat: Mat, box: Box = CARD) -> float:
    """How far a thing that is grey is from grey: the largest difference of its channels, as a share of green."""
    x, y = mat.in_picture(np.array([box.centre]))[0]
    colour = frame.pixels[int(y) - 12 : int(y) + 13, int(x) - 12 : int(x) + 13].reshape(-1, 3).mean(axis=0)
    return float(np.ptp(colour) / colour[1])


def with_card() -> NDArray[np.uint8]:
    upon = sheet(Paper.A4).copy()
    fill(upon, CARD, (170, 170, 170))
    return upon


@pytest.mark.parametrize("kelvin", [2700, 3500, 4500, 6500])
@pytest.mark.parametrize("exposure", [0.35, 0.85])
def test_a_grey_card_becomes_grey_under_any_lamp(kelvin: int, exposure: float) -> None:
    frame = photographed(Photo(kelvin=kelvin, exposure=exposure), with_card())
    mat = found(frame)
    gains = grey_gains(frame, mat)
    assert gains is not None
    before, after = cast(frame, mat), cast(white_balanced(frame, gains), mat)
    print(f"{kelvin} K, white at {exposure}: colour cast {before:.3f} -> {after:.3f} by {gains.patches} greys")
    assert after < 0.05
    assert after < before / 3


def test_shadow_and_a_hand_on_one_ribbon_do_not_turn_the_balance() -> None:
    upon = with_card()
    upon[: round(35 * PIXELS_PER_MM), round(90 * PIXELS_PER_MM) : round(260 * PIXELS_PER_MM)] = (90, 120, 190)
    upon[round(175 * PIXELS_PER_MM) :, : round(150 * PIXELS_PER_MM)] //= 2
    frame = photographed(Photo(kelvin=3000), upon)
    mat = found(frame)
    gains = grey_gains(frame, mat)
    assert gains is not None
    assert cast(white_balanced(frame, gains), mat) < 0.05


def test_no_gains_without_greys() -> None:
    upon = with_card()
    for patch in layout_of(Paper.A4).greys:
        fill(upon, patch.box, (40, 160, 220))
    for patch in layout_of(Paper.A4).greys[::3]:
        fill(upon, patch.box, (200, 60, 60))
    for patch in layout_of(Paper.A4).greys[1::3]:
        fill(upon, patch.box, (90, 200, 60))
    frame = photographed(Photo(), upon)
    assert grey_gains(frame, found(frame)) is None


def test_no_gains_from_a_picture_that_is_black_or_clipped() -> None:
    mat = found(photographed(Photo()))
    for level in (0, 255):
        assert grey_gains(Frame(np.full((864, 1536, 3), level, np.uint8)), mat) is None


def test_white_stays_white_and_black_black() -> None:
    pixels = np.zeros((4, 4, 3), np.uint8)
    pixels[:2] = 255
    balanced = white_balanced(Frame(pixels, 3.5), Gains(2.4, 1.3, 1.0, 12))
    assert np.array_equal(balanced.pixels, pixels)
    assert balanced.seconds == 3.5


def test_gains_lift_the_weak_channel_in_linear_light() -> None:
    pixels = np.full((2, 2, 3), 100, np.uint8)
    blue, green, red = white_balanced(Frame(pixels), Gains(2.0, 1.0, 1.0, 12)).pixels[0, 0]
    assert (green, red) == (100, 100)
    assert blue == 138  # twice the light of 100 in sRGB
