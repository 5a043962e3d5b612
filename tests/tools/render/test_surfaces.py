"""Tables, and the steps of a camera that all pictures share."""

import numpy as np
import pytest

from tools.render.sensor import as_jpeg, from_middle, shouldered
from tools.render.surfaces import cloth, felt, from_hsv, plain, printed, speckled, spread_over, turned, wood


@pytest.mark.parametrize("make", [plain, felt, wood, cloth, speckled, printed])
def test_the_same_seed_gives_the_same_table_and_another_seed_another(make):
    first, again, other = (make(np.random.default_rng(seed), 64) for seed in (3, 3, 4))
    assert first.shape == (64, 64, 3)
    assert first.dtype == np.float32
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(("hue", "part"), [(0, 2), (120, 1), (240, 0), (360, 2)])
def test_hues_are_told_with_blue_first(hue, part):
    assert from_hsv(hue, 1.0, 0.5).argmax() == part
    assert from_hsv(hue, 1.0, 0.5).max() == pytest.approx(0.5)


@pytest.mark.parametrize(("width", "height"), [(90, 50), (50, 90), (40, 40)])
def test_a_table_fills_the_picture(width, height):
    sheet = np.random.default_rng(1).random((32, 32, 3), np.float32)
    assert spread_over(sheet, width, height).shape == (height, width, 3)


def test_turning_takes_one_random_number_whatever_the_size():
    rng, other = np.random.default_rng(5), np.random.default_rng(5)
    turned(rng, np.ones((20, 20, 3), np.float32), 1.42)
    other.uniform(0, 360)
    assert rng.random() == other.random()


def test_pixels_are_counted_from_the_middle():
    across, down = from_middle(5, 3)
    assert across.tolist() == [[-1.0, -0.5, 0.0, 0.5, 1.0]]
    assert down.tolist() == [[-1.0], [0.0], [1.0]]


def test_the_shoulder_presses_only_what_is_bright():
    assert shouldered(np.array([0.1, 0.8, 1.3], np.float32), 0.8) == pytest.approx([0.1, 0.8, 1.1])


def test_a_better_jpeg_is_nearer_to_the_picture():
    pixels = np.random.default_rng(2).integers(0, 255, (40, 40, 3)).astype(np.uint8)
    poor, good = (np.abs(as_jpeg(pixels, quality).astype(int) - pixels).mean() for quality in (40, 96))
    assert good < poor
