"""A frame knows what has come since an earlier picture, if it was held against one."""

import numpy as np
import pytest

from vision.base.frame import Frame

PIXELS = np.zeros((80, 160, 3), np.uint8)
RIGHT_HALF = np.repeat(np.arange(40) >= 20, 20).reshape(40, 20).T


@pytest.mark.parametrize(("x", "share"), [(130.0, 1.0), (30.0, 0.0), (79.5, 0.5)])
def test_what_has_come_is_told_in_the_pictures_own_pixels(x: float, share: float) -> None:
    assert Frame(PIXELS, news=RIGHT_HALF).share_new(x, 39.5, 16) == pytest.approx(share)


def test_without_an_earlier_picture_everything_may_have_come() -> None:
    assert Frame(PIXELS).share_new(30, 40, 16) == 1.0


def test_nothing_has_come_outside_of_the_picture() -> None:
    assert Frame(PIXELS, news=RIGHT_HALF).share_new(400, 40, 16) == 0.0
    assert Frame(PIXELS, news=RIGHT_HALF).share_new(-400, -400, 16) == 0.0


def test_what_may_be_a_mere_shadow_is_told_and_without_an_earlier_picture_nothing_is() -> None:
    assert Frame(PIXELS, news=RIGHT_HALF, shade=RIGHT_HALF).share_shade(130.0, 39.5, 16) == pytest.approx(1.0)
    assert Frame(PIXELS, news=RIGHT_HALF, shade=RIGHT_HALF).share_shade(30.0, 39.5, 16) == 0.0
    assert Frame(PIXELS).share_shade(130.0, 39.5, 16) == 0.0
