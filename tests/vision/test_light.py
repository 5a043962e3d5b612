"""Judging the light: dark, clipped and blurred pictures are told, others are not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.light import edge_width, judge_light
from vision.reading import Reason


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
