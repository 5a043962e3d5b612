"""Smaller pictures are the averages of larger ones."""

import cv2
import numpy as np
import pytest

from vision.base.shrink import reduced


@pytest.mark.parametrize(
    ("shape", "width", "expected"),
    [
        ((864, 1536), 384, (216, 384)),
        ((1296, 2304), 1536, (864, 1536)),
        ((480, 640), 384, (288, 384)),
        ((1536, 864), 384, (384, 216)),
        ((7, 2000), 100, (1, 100)),
    ],
)
def test_the_longer_side_gets_the_width_asked_for(shape, width, expected):
    picture, scale = reduced(np.zeros((*shape, 3), np.uint8), width)
    assert picture.shape == (*expected, 3)
    assert scale == width / max(shape)


def test_a_small_picture_stays_as_it_is():
    pixels = np.zeros((10, 20, 3), np.uint8)
    picture, scale = reduced(pixels, 64)
    assert picture is pixels
    assert scale == 1.0


def test_every_pixel_is_the_average_of_those_it_stands_for():
    pixels = np.random.default_rng(1).integers(0, 256, (64, 128, 3), np.uint8)
    picture, _ = reduced(pixels, 32)
    averages = pixels.reshape(16, 4, 32, 4, 3).mean(axis=(1, 3))
    assert np.abs(picture - averages).max() <= 1.5


@pytest.mark.parametrize(("shape", "width"), [((48, 96), 64), ((96, 48), 64)])
def test_two_pixels_of_three_are_averages_too(shape, width):
    pixels = np.random.default_rng(2).integers(0, 256, (*shape, 3), np.uint8)
    picture, scale = reduced(pixels, width)
    averaged = cv2.resize(pixels.astype(np.float32), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
    assert scale == width / max(shape)
    assert np.abs(picture - averaged).max() <= 4
