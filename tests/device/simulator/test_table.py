"""The simulated table without pictures: throws, picking up, bad cases."""

from __future__ import annotations

import threading
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from device.simulator.acts.dice_mischief import MOST_DICE
from device.simulator.acts.places import gap_between, is_in_picture
from device.simulator.acts.table import SimulatedTable, TableState
from device.simulator.render.geometry import Projection, corners
from device.simulator.render.scene import EDGE_MM, PICTURE_SIZE, Face, Light, Pose, Surface


class Clock:
    """A clock that goes only when told."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def table_with_clock(seed: int = 1) -> tuple[SimulatedTable, Clock]:
    clock = Clock()
    return SimulatedTable(seed, clock), clock


def let_rest(table: SimulatedTable, clock: Clock) -> TableState:
    clock.seconds = table.state().rest_seconds
    return table.state()


def thrown(seed: int = 1) -> tuple[SimulatedTable, Clock]:
    table, clock = table_with_clock(seed)
    table.throw_all()
    let_rest(table, clock)
    return table, clock


def resting_poses(table: SimulatedTable) -> list[Pose]:
    paths = table.scene().dice
    assert all(len(path) == 1 for path in paths)
    return [path[0] for path in paths]


def test_at_the_start_all_dice_are_in_the_hand() -> None:
    table, _ = table_with_clock()
    state = table.state()
    assert state.held == (1, 2, 3, 4, 5)
    assert state.dice == ()
    assert not state.is_moving
    assert table.scene().dice == ()


def test_the_same_seed_throws_the_same_dice() -> None:
    first, second, other = (thrown(seed)[0] for seed in (4, 4, 5))
    assert first.faces() == second.faces()
    assert first.scene() == second.scene()
    assert first.scene() != other.scene()


def test_a_throw_may_be_given() -> None:
    table, clock = table_with_clock()
    wanted = (Face.PINK, Face.TOOL, Face.TOOL, Face.BLUE, Face.GREEN)
    table.throw_all(wanted)
    let_rest(table, clock)
    assert tuple(table.faces().values()) == wanted


def test_a_throw_flies_in_and_comes_to_rest() -> None:
    table, clock = table_with_clock()
    table.throw_all()
    scenes = []
    for _ in range(6):
        clock.seconds += 0.1
        assert table.state().is_moving
        scenes.append(table.scene())
    assert len(set(scenes)) == 6
    assert any(len(path) > 1 for path in scenes[3].dice)
    assert 0.5 < table.state().rest_seconds - 100.0 < 1.0
    let_rest(table, clock)
    at_rest = table.scene()
    assert not table.state().is_moving
    assert len(resting_poses(table)) == 5
    clock.seconds += 50
    assert table.scene() == at_rest


def test_flying_dice_never_dip_into_the_table() -> None:
    table, clock = table_with_clock(8)
    table.throw_all()
    for _ in range(80):
        clock.seconds += 0.01
        for path in table.scene().dice:
            assert min(corners(pose)[:, 2].min() for pose in path) > -1e-6


def test_flying_dice_slow_down_without_jumps() -> None:
    table, clock = table_with_clock(3)
    table.throw_all()
    before: Pose | None = None
    for _ in range(1000):
        clock.seconds += 0.001
        paths = table.scene().dice
        if len(paths) == 5:
            now = paths[0][-1]
            if before:
                assert np.linalg.norm(np.subtract(now.position, before.position)) < 2.0
            before = now


@pytest.mark.parametrize("seed", range(12))
def test_dice_at_rest_lie_flat_apart_and_inside_the_picture(seed: int) -> None:
    table, clock = thrown(seed)
    projection = Projection(table.scene().camera, *PICTURE_SIZE)
    for _ in range(3):
        poses = resting_poses(table)
        assert len(poses) == 5
        assert all(pose.position[2] == EDGE_MM / 2 for pose in poses)
        assert all(gap_between(one, other) >= 0 for one, other in combinations(poses, 2))
        assert all(is_in_picture(pose, projection) for pose in poses)
        assert None not in table.faces().values()
        for number in (2, 5):
            assert table.pick_up_die(number)
        assert table.throw_held()
        let_rest(table, clock)


def test_dice_sometimes_touch() -> None:
    table, clock = table_with_clock(2)
    touching = 0
    for _ in range(40):
        table.throw_all()
        let_rest(table, clock)
        touching += any(gap_between(one, other) < 0.2 for one, other in combinations(resting_poses(table), 2))
    assert 5 <= touching <= 35


def test_gaps_are_measured_between_turned_squares() -> None:
    flat = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    here = Pose((0.0, 0.0, 8.0), flat)
    assert gap_between(here, Pose((18.0, 5.0, 8.0), flat)) == pytest.approx(2.0, abs=1e-4)
    assert gap_between(here, Pose((12.0, 0.0, 8.0), flat)) == pytest.approx(-4.0, abs=1e-4)
    half = 0.5**0.5
    diamond = ((half, -half, 0.0), (half, half, 0.0), (0.0, 0.0, 1.0))
    assert gap_between(here, Pose((20.0, 0.0, 8.0), diamond)) == pytest.approx(12.0 - 16 * half, abs=1e-4)


def test_dice_that_were_not_picked_up_keep_their_places_exactly() -> None:
    table, clock = thrown(6)
    before, faces = resting_poses(table), table.faces()
    assert table.pick_up_die(1)
    assert table.pick_up_die(4)
    assert table.state().held == (1, 4)
    table.throw_held()
    for _ in range(8):
        clock.seconds += 0.1
        still = [path[0] for path in table.scene().dice if len(path) == 1]
        assert {before[1], before[2], before[4]} <= set(still)
    let_rest(table, clock)
    after = resting_poses(table)
    assert [after[i] for i in (1, 2, 4)] == [before[i] for i in (1, 2, 4)]
    assert after[0] != before[0]
    assert after[3] != before[3]
    assert {number: table.faces()[number] for number in (2, 3, 5)} == {number: faces[number] for number in (2, 3, 5)}


def test_every_face_comes_up_equally_often() -> None:
    table, clock = table_with_clock(12)
    counts: Counter[Face | None] = Counter()
    throws = 500
    for _ in range(throws):
        table.throw_all()
        counts.update(table.faces().values())
        clock.seconds += 2
    expected = throws * 5 / 6
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in Face)
    assert sum(counts.values()) == throws * 5
    assert chi_square < 15.09  # 99 of 100 fair dice stay below this with 5 degrees of freedom


def test_a_click_on_a_die_picks_that_one_up() -> None:
    table, clock = thrown(9)
    places = {place.number: place for place in table.state().dice}
    for number in (3, 1):
        assert table.pick_up(places[number].x, places[number].y)
    assert table.state().held == (1, 3)
    assert [place.number for place in table.state().dice] == [2, 4, 5]
    assert not table.pick_up(places[3].x, places[3].y)
    let_rest(table, clock)
    assert len(table.scene().dice) == 3


def test_a_click_on_the_bare_table_does_nothing() -> None:
    table, _ = thrown(9)
    before = table.state()
    assert not table.pick_up(3.0, 3.0)
    assert not table.pick_up(-500.0, 9000.0)
    assert table.state() == before


def test_flying_dice_cannot_be_picked_up() -> None:
    table, clock = table_with_clock()
    table.throw_all()
    clock.seconds += 0.2
    assert not table.pick_up_die(1)
    assert table.state().held == ()


def test_unknown_dice_cannot_be_picked_up() -> None:
    table, _ = thrown()
    assert not table.pick_up_die(6)
    assert not table.pick_up_die(0)


def test_throwing_with_an_empty_hand_does_nothing() -> None:
    table, _ = thrown()
    before = table.scene()
    assert not table.throw_held()
    assert table.scene() == before


def test_a_hand_reaches_in_for_the_picked_up_die_and_takes_it_away() -> None:
    table, clock = thrown()
    assert table.pick_up_die(2)
    clock.seconds += 0.1
    assert table.scene().hand is not None
    assert len(table.scene().dice) == 5
    clock.seconds += 0.1
    assert table.scene().hand is not None
    assert len(table.scene().dice) == 4
    let_rest(table, clock)
    assert table.scene().hand is None


def test_a_hand_put_into_the_picture_stays_until_it_is_taken_out() -> None:
    table, clock = thrown()
    table.put_hand(True)
    let_rest(table, clock)
    there = table.scene()
    assert there.hand is not None
    assert there.hand.blur_mm == 0
    clock.seconds += 30
    assert table.scene() == there
    assert table.state().has_hand
    table.put_hand(False)
    let_rest(table, clock)
    assert table.scene().hand is None
    assert not table.state().has_hand


def test_a_leaning_die_shows_no_face_and_stands_on_the_table_beside_the_others() -> None:
    for seed in range(8):
        table, _ = thrown(seed)
        assert table.lean_die()
        assert list(table.faces().values()).count(None) == 1
        poses = resting_poses(table)
        leaning = next(pose for pose in poses if pose.position[2] > EDGE_MM / 2 + 1)
        assert corners(leaning)[:, 2].min() == pytest.approx(0, abs=1e-6)
        assert all(gap_between(one, other) >= 0 for one, other in combinations(poses, 2))


def test_a_lone_die_balances_on_its_edge() -> None:
    table, _ = thrown()
    for _ in range(4):
        table.remove_die()
    assert table.lean_die()
    (pose,) = resting_poses(table)
    assert pose.position[2] == pytest.approx(EDGE_MM / 2**0.5)
    assert corners(pose)[:, 2].min() == pytest.approx(0, abs=1e-6)


def test_a_leaning_die_can_be_thrown_again() -> None:
    table, clock = thrown()
    table.lean_die()
    number = next(number for number, face in table.faces().items() if face is None)
    assert table.pick_up_die(number)
    assert table.throw_held()
    let_rest(table, clock)
    assert None not in table.faces().values()


def test_dice_come_and_go_one_by_one() -> None:
    table, _ = thrown()
    assert table.add_die()
    assert [place.number for place in table.state().dice] == [1, 2, 3, 4, 5, 6]
    while table.add_die():
        pass
    assert len(table.state().dice) == MOST_DICE
    while table.remove_die():
        pass
    assert table.state().dice == ()
    assert not table.lean_die()
    assert not table.nudge()


def test_a_nudge_shifts_dice_a_little_and_turns_none_over() -> None:
    table, clock = thrown(3)
    before, faces = resting_poses(table), table.faces()
    assert table.nudge()
    assert table.state().is_moving
    let_rest(table, clock)
    after = resting_poses(table)
    ways = [np.linalg.norm(np.subtract(b.position, a.position)) for a, b in zip(before, after, strict=True)]
    assert max(ways) > 2.9
    assert max(ways) < 8.1
    assert table.faces() == faces
    assert all(gap_between(one, other) >= 0 for one, other in combinations(after, 2))


def test_light_and_surface_change_the_scene_but_not_the_dice() -> None:
    table, _ = thrown()
    before = table.scene()
    table.set_light(Light.DIM)
    table.set_surface(Surface.FELT)
    assert table.state().light is Light.DIM
    assert table.state().surface is Surface.FELT
    assert table.scene().light is Light.DIM
    assert table.scene().dice == before.dice


def test_several_threads_leave_every_die_in_exactly_one_place() -> None:
    table = SimulatedTable(1)

    def play() -> None:
        for number in range(1, 31):
            table.throw_all()
            table.pick_up_die(number % 5 + 1)
            table.scene()
            table.throw_held()

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = table.state()
    assert sorted([*state.held, *(place.number for place in state.dice)]) == [1, 2, 3, 4, 5]
