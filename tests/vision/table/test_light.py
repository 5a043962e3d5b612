"""Judging the light: dark, clipped and blurred pictures are told, others are not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.reading import Reason
from vision.table.light import edge_width, glare_at, judge_light


def table_with_squares(table: int = 60, body: int = 210) -> NDArray[np.uint8]:
    """Light squares on a dark table with some noise."""
    pixels = np.full((864, 1536, 3), table, np.uint8)
    for x, y in ((300, 200), (700, 500), (1100, 300)):
        corners = cv2.boxPoints(((x, y), (90, 90), 20 + x / 10))
        cv2.fillPoly(pixels, [corners.astype(np.int32)], (body, body, body), cv2.LINE_AA)
    noise = np.random.default_rng(5).normal(0, 2, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def test_a_good_picture_has_no_reasons() -> None:
    assert judge_light(Frame(table_with_squares())) == ()


def test_a_plain_table_is_not_called_blurred() -> None:
    assert judge_light(Frame(np.full((864, 1536, 3), 90, np.uint8))) == ()


def test_a_dark_picture_is_too_dark() -> None:
    dark = (table_with_squares() * 0.12).astype(np.uint8)
    assert Reason.TOO_DARK in judge_light(Frame(dark))


def test_a_mostly_white_picture_is_too_bright() -> None:
    assert Reason.TOO_BRIGHT in judge_light(Frame(table_with_squares(table=254, body=255)))


def test_clipped_dice_alone_are_not_too_bright() -> None:
    assert Reason.TOO_BRIGHT not in judge_light(Frame(table_with_squares(body=255)))


def test_a_picture_out_of_focus_is_blurred() -> None:
    blurred = np.asarray(cv2.GaussianBlur(table_with_squares(), (0, 0), 10), np.uint8)
    assert judge_light(Frame(blurred)) == (Reason.BLURRED,)


def test_edge_width_tells_the_blur_whatever_the_contrast() -> None:
    step = np.zeros((120, 160), np.uint8)
    for height in (80, 200):
        step[:, 80:] = height
        widths = [edge_width(np.asarray(cv2.GaussianBlur(step, (0, 0), sigma), np.uint8), 28) for sigma in (1.0, 2.0)]
        assert widths[0] is not None
        assert widths[1] is not None
        assert 0.9 < widths[0] < 1.6
        assert 1.6 < widths[1] < 2.7


def test_a_sharp_picture_of_dark_dice_with_soft_shadows_is_not_blurred() -> None:
    pixels = np.full((864, 1536, 3), 150, np.float32)
    for x, y in ((300, 200), (700, 500), (1100, 300)):
        shadow = np.zeros((864, 1536), np.float32)
        cv2.circle(shadow, (x, y), 190, 1.0, cv2.FILLED)
        pixels *= (1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 22))[..., np.newaxis]
        cv2.fillPoly(pixels, [cv2.boxPoints(((x, y), (90, 90), x / 10)).astype(np.int32)], (35, 33, 30), cv2.LINE_AA)
    sharp = np.clip(pixels + np.random.default_rng(5).normal(0, 2, pixels.shape), 0, 255).astype(np.uint8)
    assert judge_light(Frame(sharp)) == ()
    assert judge_light(Frame(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 12), np.uint8))) == (Reason.BLURRED,)


def test_dark_dice_that_end_in_red_alone_are_not_blurred() -> None:
    pixels = np.full((864, 1536, 3), (30, 90, 200), np.float32)
    for x, y in ((300, 200), (700, 500), (1100, 300)):
        shadow = np.zeros((864, 1536), np.float32)
        cv2.circle(shadow, (x, y), 190, 1.0, cv2.FILLED)
        pixels *= (1 - 0.5 * cv2.GaussianBlur(shadow, (0, 0), 22))[..., np.newaxis]
        cv2.fillPoly(pixels, [cv2.boxPoints(((x, y), (90, 90), x / 10)).astype(np.int32)], (25, 45, 25), cv2.LINE_AA)
    sharp = np.clip(pixels + np.random.default_rng(5).normal(0, 2, pixels.shape), 0, 255).astype(np.uint8)
    assert judge_light(Frame(sharp)) == ()
    assert judge_light(Frame(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 12), np.uint8))) == (Reason.BLURRED,)


def die_with(spot: int = 0, body: int = 190, spot_colour: tuple[int, int, int] = (255, 255, 255)) -> Frame:
    """A die of 90 pixels at (300, 200) with a round spot on it."""
    pixels = np.full((400, 600, 3), 60, np.uint8)
    cv2.rectangle(pixels, (255, 155), (345, 245), (body, body, body), cv2.FILLED)
    if spot:
        cv2.circle(pixels, (315, 190), spot, spot_colour, cv2.FILLED)
    return Frame(pixels)


def test_a_mirrored_lamp_is_glare_and_its_share_is_told() -> None:
    assert 0.10 < glare_at(die_with(spot=18), 300, 200, 90) < 0.15
    assert glare_at(die_with(), 300, 200, 90) == 0.0


def test_glare_beside_the_die_is_none_of_its_business() -> None:
    assert glare_at(die_with(spot=18), 150, 200, 90) == 0.0


def test_a_white_die_in_bright_light_is_no_glare() -> None:
    assert glare_at(die_with(body=252), 300, 200, 90) == 0.0
    assert glare_at(die_with(spot=18, body=245), 300, 200, 90) == 0.0


def test_a_bright_colour_is_no_glare() -> None:
    assert glare_at(die_with(spot=18, spot_colour=(20, 255, 255)), 300, 200, 90) == 0.0


def test_places_at_and_beyond_the_border_are_no_error() -> None:
    for x, y, size in ((0, 0, 90), (599, 399, 90), (-500, 200, 90), (300, 200, 0), (300, 200, 5000)):
        assert 0.0 <= glare_at(die_with(spot=18), x, y, size) <= 0.6
