"""The judge must see every mistake: wrong names, missing and extra objects, false certainty."""

from __future__ import annotations

from tools.measuring.judging import Row, judge, reliability, upper_bound

TRUTH = {"dice": [{"value": 5, "xy": [100, 100]}, {"value": 2, "xy": [300, 100]}]}


def line(*dice, status="sure"):
    return {"status": status, "dice": [{"value": v, "x": x, "y": y, "confidence": c} for v, x, y, c in dice]}


def test_all_objects_at_their_places_are_right():
    verdict = judge(TRUTH, line((2, 305, 96, 0.98), (5, 99, 103, 0.99)))
    assert verdict.is_right
    assert not verdict.is_wrong_while_sure
    assert verdict.answers == ((0.99, True), (0.98, True))


def test_a_wrong_name_is_wrong_while_sure():
    verdict = judge(TRUTH, line((2, 305, 96, 0.98), (6, 99, 103, 0.99)))
    assert (verdict.is_right, verdict.is_wrong_while_sure, verdict.objects_right) == (False, True, 1)


def test_a_missing_object_and_an_extra_one_are_mistakes():
    assert judge(TRUTH, line((5, 100, 100, 1.0))).is_wrong_while_sure
    extra = judge(TRUTH, line((5, 100, 100, 1.0), (2, 300, 100, 1.0), (1, 600, 600, 0.9)))
    assert extra.is_wrong_while_sure
    assert (0.9, False) in extra.answers


def test_an_object_too_far_away_is_another_one():
    assert not judge(TRUTH, line((5, 140, 100, 1.0), (2, 300, 100, 1.0))).is_right
    assert judge(TRUTH, line((5, 140, 100, 1.0), (2, 300, 100, 1.0)), reach=50).is_right


def test_where_nobody_could_read_only_doubt_is_right():
    assert judge(TRUTH, line(status="unsure"), is_readable=False).is_right
    assert judge(TRUTH, line((5, 100, 100, 1.0)), is_readable=False).is_wrong_while_sure


def test_an_untaught_card_must_be_unknown():
    assert judge({"card": None}, {"status": "sure", "card": None, "confidence": 0.9}).is_right
    assert judge({"card": None}, {"status": "sure", "card": "king", "confidence": 0.9}).is_wrong_while_sure
    assert judge({"card": 108}, {"status": "sure", "card": "108", "confidence": 0.9}).is_right


def test_rows_count_the_sure_among_the_right():
    sure, unsure = line((5, 100, 100, 1.0), (2, 300, 100, 1.0)), line((5, 100, 100, 1.0), status="unsure")
    row = Row.of("x", [judge(TRUTH, sure), judge(TRUTH, sure | {"status": "unsure"}), judge(TRUTH, unsure)], 1.0)
    assert (row.scenes, row.right, row.sure, row.sure_of_right, row.wrong_while_sure) == (3, 2, 1, 0.5, 0)


def test_what_nobody_could_be_sure_of_does_not_count_against_the_sure():
    sure = line((5, 100, 100, 1.0), (2, 300, 100, 1.0))
    row = Row.of("x", [judge(TRUTH, sure), judge(TRUTH, line(status="unsure"), is_readable=False)], 1.0)
    assert (row.right, row.sure_of_right) == (2, 1.0)


def test_reliability_holds_predicted_against_observed():
    rows = reliability([(0.6, True), (0.7, False), (0.995, True), (1.0, True)])
    assert [(count, round(mean, 3), share) for _, _, count, mean, share in rows] == [(2, 0.65, 0.5), (2, 0.998, 1.0)]


def test_none_in_many_leaves_a_rate_of_about_three_in_as_many():
    assert abs(upper_bound(0, 2000) - 0.0015) < 1e-4
    assert upper_bound(0, 10) > upper_bound(0, 100) > upper_bound(0, 1000)


def test_the_bound_is_above_what_was_counted():
    assert 0.05 < upper_bound(1, 20) < upper_bound(2, 20) < upper_bound(20, 20) == 1.0
