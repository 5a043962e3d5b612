"""Counting pips again: hue counts as much as light, and what no hue shows is left to light."""

import cv2
import numpy as np
import pytest

from tools.render.pips.small_tables import render_small_scene
from vision.pips.naming import CROP, NOTHING, UNREADABLE_DIE, cut_out
from vision.pips.recount import NEARER, WEIGHTS, joined, mirrored, recount, taken_apart

FIRST_SEED = 9_200_000  # of windows kept for checking
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
LAYOUT = {2: ((-1, -1), (1, 1)), 4: CORNERS, 5: (*CORNERS, (0, 0))}


def drawn(value, body, pip, table=(150, 160, 165)):
    """A die's face as the network sees it, drawn large and made small."""
    canvas = np.full((256, 256, 3), table, np.uint8)
    cv2.rectangle(canvas, (64, 64), (192, 192), body, -1)
    for across, down in LAYOUT[value]:
        cv2.circle(canvas, (128 + across * 34, 128 + down * 34), 15, pip, -1, cv2.LINE_AA)
    small = cv2.GaussianBlur(cv2.resize(canvas, (40, 40), interpolation=cv2.INTER_AREA), (0, 0), 0.5)
    return np.asarray(cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR), np.uint8)


def faces(shares):
    return [int(share[1:7].argmax()) + 1 for share in shares]


@pytest.mark.parametrize("value", LAYOUT)
def test_pips_that_differ_by_hue_alone_are_counted(value):
    red_on_grey = drawn(value, (62, 60, 58), (40, 30, 120))
    green_on_purple = drawn(value, (150, 60, 150), (60, 130, 60))
    assert faces(recount([red_on_grey, green_on_purple])) == [value, value]


def test_of_small_rendered_dice_most_are_counted_right():
    crops, truth = [], []
    for seed in range(FIRST_SEED, FIRST_SEED + 20):
        pixels, dice = render_small_scene(np.random.default_rng(seed))
        for die in dice:
            if die.readable and die.edge >= 18:
                crops.append(cut_out(pixels, die.x, die.y, die.edge))
                truth.append(die.value)
    right = sum(told == true for told, true in zip(faces(recount(crops)), truth, strict=True))
    print(f"{right} of {len(truth)} right")
    assert right >= 0.9 * len(truth)


def test_a_bare_table_is_no_die():
    grain = np.random.default_rng(3).integers(120, 140, (CROP, CROP, 3), dtype=np.uint8)
    shares = recount([grain])[0]
    assert shares[NOTHING] + shares[UNREADABLE_DIE] > 0.5
    assert recount([]).shape == (0, 8)


@pytest.mark.parametrize(("share", "asked"), [(0.99, [2]), (0.9, [2, *[1] * len(NEARER)])], ids=["clear", "unclear"])
def test_only_what_is_unclear_is_looked_at_once_more(monkeypatch, share, asked):
    counts = []

    def told(crops):
        counts.append(len(crops))
        shares = np.array([[0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 1 - share, share, 0, 0, 0, 0]], np.float32)
        return np.stack([shares[-len(crops) :]] * 4)

    monkeypatch.setattr("vision.pips.recount.views_of", told)
    assert faces(recount([drawn(5, (20, 20, 20), (220, 220, 220))] * 2)) == [3, 3]
    assert counts == asked


def test_a_face_is_what_all_views_allow_and_the_rest_is_the_mean():
    sure = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    torn = [0.2, 0.0, 0.0, 0.25, 0.25, 0.0, 0.0, 0.3]
    shares = joined(np.array([[sure], [torn]], np.float32))[0]
    assert shares.sum() == pytest.approx(1.0)
    assert (shares[NOTHING], shares[UNREADABLE_DIE]) == pytest.approx((0.1, 0.15))
    assert shares[3] > 0.95 * shares[1:7].sum()  # the mean of both would be 0.83


def test_a_cut_out_is_mirrored_and_enlarged_about_its_middle():
    crop = np.random.default_rng(5).integers(0, 256, (CROP, CROP, 3), dtype=np.uint8)
    assert np.array_equal(mirrored(crop, 1.0), crop[:, ::-1])
    spot = np.zeros((CROP, CROP, 3), np.uint8)
    spot[20:24, 40:44] = 255
    down, across, _ = (each.mean() for each in np.nonzero(mirrored(spot, 2.0)))
    assert (down, across) == pytest.approx((31.5 - 20, 31.5 - 20), abs=0.5)


def test_more_light_and_more_contrast_change_nothing():
    face = drawn(5, (40, 45, 90), (130, 100, 60)).astype(np.float32)
    before, after = taken_apart(np.stack([face, face * 1.5 + 10]))
    assert np.ptp(before, axis=(1, 2)).min() > 1  # light and both hues show the pips
    assert np.abs(before - after).max() < 0.02


def test_a_mirrored_lamp_has_no_hue():
    plain = np.full((CROP, CROP, 3), 60.0, np.float32)
    glaring = plain.copy()
    glaring[20:30, 20:44] = 250
    light, red_green, yellow_blue = taken_apart(glaring[None])[0]
    assert np.ptp(light) > 1
    assert np.abs(red_green).max() < 1e-3
    assert np.abs(yellow_blue).max() < 1e-3


def test_an_even_face_is_not_blown_up_to_noise():
    grain = np.random.default_rng(4).normal(60, 1, (1, CROP, CROP, 3)).astype(np.float32)
    assert taken_apart(grain).std() < 0.6


def test_all_trained_files_together_stay_within_two_megabytes():
    assert WEIGHTS.stat().st_size <= 650_000
    assert sum(path.stat().st_size for path in WEIGHTS.parents[1].rglob("*.onnx")) <= 2_000_000
