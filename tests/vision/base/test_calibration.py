"""Measured confidence: scores become shares of right answers, and never more than was counted."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.base.calibration import UNMEASURED, Calibration, fitted, measured


def test_without_measurement_a_score_stays_what_it_is():
    assert [UNMEASURED.confidence(score) for score in (0.0, 0.25, 0.97, 1.0)] == [0.0, 0.25, 0.97, 1.0]


def test_outside_the_measured_scores_nothing_is_invented():
    calibration = Calibration((0.3, 0.9), (0.4, 0.95))
    assert calibration.confidence(0.0) == 0.4
    assert calibration.confidence(1.0) == 0.95


def test_a_score_that_boasts_is_brought_down_to_what_was_observed():
    rng = Random(1)
    rights = [rng.random() < 0.7 for _ in range(2000)]
    calibration = fitted([0.99] * len(rights), rights)
    assert calibration.confidence(0.99) == pytest.approx(0.7, abs=0.04)


def test_few_right_answers_do_not_make_certainty():
    assert fitted([0.9] * 10, [True] * 10).confidence(0.9) == pytest.approx(11 / 12, abs=1e-3)
    assert fitted([0.9] * 1000, [True] * 1000).confidence(0.9) > 0.998


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=400))
def test_a_better_score_never_means_less_confidence(answers):
    calibration = fitted([score for score, _ in answers], [right for _, right in answers], bin_size=10)
    assert list(calibration.scores) == sorted(calibration.scores)
    assert list(calibration.shares) == sorted(calibration.shares)
    steps = [calibration.confidence(number / 50) for number in range(51)]
    assert steps == sorted(steps)
    assert all(0 < share < 1 for share in calibration.shares)


@pytest.mark.parametrize("kind", ["pips", "small_pips", "symbols", "numbers", "balls", "card"])
def test_every_kind_of_reading_was_measured(kind):
    calibration = measured(kind)
    assert calibration is not UNMEASURED
    assert list(calibration.scores) == sorted(calibration.scores)
    assert list(calibration.shares) == sorted(calibration.shares)
