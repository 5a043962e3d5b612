"""The counter of presses: an evening is data, and what it costs is counted at the whole device."""

import json

import pytest

from device.app import simulated_device
from device.simulator.render.scene import Light, Surface
from tools.measuring.friction.counts import Counts, together
from tools.measuring.friction.evening import EVENINGS, At, Evening, load, read
from tools.measuring.friction.hands import Clock, Hands
from tools.measuring.friction.matrix import matrix, written
from tools.measuring.friction.tables import Condition, counted, rows_of, table


@pytest.mark.parametrize("name", sorted(path.stem for path in EVENINGS.glob("*.toml")))
def test_every_written_evening_can_be_read(name):
    evening = load(name)
    assert evening.title and evening.at


def test_an_act_that_nobody_knows_is_named():
    with pytest.raises(ValueError, match="juggle"):
        read({"title": "x", "at": [{"says": "Bordbuch", "do": ["juggle 3"]}]})


def hands(folder, *at, **more):
    """Hands at a device that was just switched on, which nobody has to look through."""
    clock = Clock()
    with simulated_device(folder, language="de", seed=1, clock=clock) as device:
        return Hands(device, clock, Evening("x", at), **more).play()


def test_presses_are_counted_by_the_title_of_their_screen(tmp_path):
    counts = hands(
        tmp_path,
        At("Bordbuch", ("row Einstellungen", "down 2", "back"), times=1),
        At("Bordbuch", ("end",)),
    )
    assert (counts.presses, counts.stuck) == (counts.pressed_at.total(), 0)
    assert counts.pressed_at["Einstellungen"] == 3


def test_a_row_that_is_not_there_ends_the_evening_and_is_told(tmp_path):
    counts = hands(tmp_path, At("Bordbuch", ("row Kartenhaus",)))
    assert counts.stuck == 1
    assert any("Kartenhaus" in told for told in counts.pressed_at)


@pytest.mark.slow
def test_a_round_at_the_table_is_counted_with_its_seconds():
    counts = counted(load("galaktix_1"), Condition(Light.NORMAL, Surface.WOOD, is_littered=False), most_rounds=1)
    assert (counts.rounds, counts.wrong, counts.stuck, counts.complaints) == (1, 0, 0, 0)
    assert counts.presses > counts.presses_before > 0
    assert len(counts.seconds) == 1 and 0 < counts.seconds[0] < 3


def test_presses_are_told_round_by_round():
    assert Counts(presses=12, began=[3, 5, 6]).by_round == [2, 1, 6]
    assert Counts(presses=12).by_round == []


SWEPT = Condition(Light.NORMAL, Surface.WOOD, is_littered=False)


@pytest.mark.slow
def test_24_an_evening_of_sternenfahrer_costs_what_was_wanted():
    counts = counted(load("sternenfahrer"), SWEPT)
    assert (counts.rounds, counts.wrong, counts.stuck, counts.complaints) == (12, 0, 0, 0)
    assert counts.per_round <= 8
    bare = [counts.by_round[turn - 1] for turn in (1, 3, 10, 11)]
    assert max(bare) <= 2


@pytest.mark.slow
def test_24_an_evening_of_galaktico_costs_little_more_than_was_wanted():
    counts = counted(load("galaktico_camera"), SWEPT)
    assert (counts.rounds, counts.wrong, counts.stuck, counts.complaints) == (20, 0, 0, 0)
    assert counts.per_round <= 4.4
    assert counts.by_round.count(1) == 8, "a turn in which nothing counts is one press"
    assert [counts.by_round[turn - 1] for turn in (13, 19)] == [4, 4], "an attack of known types"


def test_a_table_has_a_row_for_every_light_and_one_for_all():
    one = Counts(rounds=4, presses=9, presses_before=5, seconds=[0.5])
    other = Counts(rounds=1, presses=6, presses_before=5, questions=1, seconds=[0.7, 0.9])
    rows = rows_of([(Condition(Light.NORMAL), one), (Condition(Light.WARM), other)])
    assert rows == [
        "| normal, littered | 1 | 9.0 | 5.0 | 1.00 | 0 | 0 | 0 | 0 | 0.50 |",
        "| warm, littered | 1 | 6.0 | 5.0 | 1.00 | 1 | 0 | 0 | 0 | 0.80 |",
        "| all | 2 | 7.5 | 5.0 | 1.00 | 1 | 0 | 0 | 0 | 0.70 |",
    ]
    assert table("Game", rows).startswith("### Game\n\n| light |")
    assert together([one, other]).per_round == 1.0


def test_23_a_matrix_has_a_row_for_every_light_and_table_top_swept_beside_littered():
    swept = Counts(rounds=25, presses=12, presses_before=9, presses_after=3, seconds=[0.4])
    littered = Counts(rounds=25, presses=14, presses_before=9, presses_after=3, questions=1, seconds=[0.5])
    on = {is_littered: Condition(Light.WARM, Surface.FELT, is_littered) for is_littered in (False, True)}
    lines = matrix([(on[False], swept), (on[True], littered)], "card").splitlines()
    assert "before the first card" in lines[0]
    assert lines[2] == "| warm, felt | 12.0 / 14.0 | 9.0 | 0.00 / 0.08 | 3.0 | 0 / 1 | 0 | 0 | 0 | 0.40 / 0.50 |"
    assert lines[3].startswith("| **all** | 12.0 / 14.0 |")


def test_23_a_table_is_put_into_its_place_in_a_document_and_nowhere_else():
    document = "# x\n<!-- a -->\nold\n<!-- end of a -->\n<!-- b -->\n<!-- end of b -->\nend\n"
    after = written(document, "a", "| 1 |")
    assert after == document.replace("old", "| 1 |")
    assert written(after, "a", "| 1 |") == after
    with pytest.raises(ValueError, match="<!-- c -->"):
        written(document, "c", "")


def test_23_what_was_counted_can_be_kept_and_read_again():
    counts = Counts(rounds=2, presses=3, seconds=[0.5, 0.6])
    counts.pressed_at["Menü"] += 2
    assert Counts.from_json(json.loads(json.dumps(counts.to_json()))) == counts


def test_23_the_last_card_waits_for_ok_without_being_a_question_and_a_throw_again_is_no_round(tmp_path):
    clock = Clock()
    with simulated_device(tmp_path, language="de", seed=1, clock=clock) as device:
        one = Hands(device, clock, load("number_up_1"))
        one._before = "Letzte?\nRot 5"
        assert one._waits_for_the_end()
        one._before = "Stimmt diese?\nRot 5"
        assert not one._waits_for_the_end()
        one._do("throw again 1")
        assert one.counts.rounds == 0
        other = Hands(device, clock, load("galaktix_1"))
        other._do("throw")
        assert other.counts.rounds == 1
