"""The mothership and dice with pips on the simulated table: what can be done with them, and what vision reads of it."""

import math
from random import Random

import numpy as np
import pytest

from device.simulator.acts.beside import Ground
from device.simulator.acts.ship_acts import BAG
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.render.picture import render
from device.simulator.render.scene import (
    FACE_NORMALS,
    PICTURE_SIZE,
    PIPS_OF,
    CameraPose,
    DiceKind,
    Light,
    Pieces,
    Scene,
    Ship,
)
from tests.device.at_the_table import Clock
from vision.balls.profile import shipped_ball_profile
from vision.balls.reader import read_balls
from vision.base.frame import Frame
from vision.base.reading import Status
from vision.pips.reader import read_pips
from vision.table.motion import SteadyGate, TableState

MIDDLE = Ship(0.0, 0.0, 0.7, ("red", "yellow"))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def table(clock):
    table = SimulatedTable(3, clock=clock)
    table.set_pieces(Pieces.SHIP)
    return table


def come_to_rest(table, clock):
    clock.seconds = table.state().rest_seconds + 0.1


def test_two_dice_and_a_ship_come_out_of_the_box_and_go_back(table):
    assert (table.state().held, table.state().ship.is_lying) == ((1, 2), False)
    table.set_pieces(Pieces.DICE)
    assert (table.state().held, table.state().ship) == ((1, 2, 3, 4, 5), None)
    assert table.scene().dice_kind is DiceKind.SPACE
    assert not table.shake(), "no ship is played with"


def test_opposite_sides_of_a_die_make_seven():
    for face, normal in FACE_NORMALS.items():
        opposite = next(one for one, other in FACE_NORMALS.items() if np.allclose(np.add(normal, other), 0))
        assert PIPS_OF[face] + PIPS_OF[opposite] == 7


def test_a_shake_takes_the_ship_away_and_brings_it_back_elsewhere(table, clock):
    table.shake()
    come_to_rest(table, clock)
    first = table.scene().ship
    assert first is not None and not table.state().is_moving
    table.shake()
    clock.seconds += 0.6
    assert table.scene().ship is None
    assert table.state().is_moving
    come_to_rest(table, clock)
    second = table.scene().ship
    assert math.dist((first.x, first.y), (second.x, second.y)) > 1.0


def test_any_two_of_the_five_balls_fall_equally_often(table, clock):
    table._projection = Ground(CameraPose(), *PICTURE_SIZE)
    fallen = []
    for _ in range(300):
        table.shake()
        fallen.append(tuple(sorted(table.balls())))
    assert all(pair.count(colour) <= BAG.count(colour) for pair in fallen for colour in pair)
    with_black = sum("black" in pair for pair in fallen)
    assert 0.3 < with_black / 300 < 0.5  # two fifths of all pairs


def test_dice_and_ship_keep_out_of_each_others_way_and_a_throw_moves_the_ship_aside(table, clock):
    table.throw_all()
    come_to_rest(table, clock)
    table.shake()
    come_to_rest(table, clock)
    scene = table.scene()
    assert len(scene.dice) == 2 and scene.ship is not None
    table.throw_all()
    come_to_rest(table, clock)
    assert table.scene().ship is None and not table.state().ship.is_lying


def test_a_ball_can_stick(table, clock):
    assert not table.lose_ball(), "no ship lies there"
    table.shake()
    come_to_rest(table, clock)
    assert table.lose_ball()
    come_to_rest(table, clock)
    assert len(table.balls()) == 1
    reading = read_balls(Frame(render(table.scene())), shipped_ball_profile(), 2)
    assert reading.status is not Status.SURE


def test_the_gate_sees_the_shake(table, clock):
    camera, gate = SimulatedCamera(table), SteadyGate()

    def states(steps):
        found = []
        for _ in range(steps):
            clock.seconds += 0.1
            found.append(gate.step(camera.capture()))
        return found

    table.shake()
    states(12)
    assert states(2) == [TableState.AT_REST] * 2
    table.shake()
    assert {TableState.MOVING, TableState.HAND} & set(states(14))
    assert states(8)[-1] is TableState.AT_REST


def test_the_ship_has_a_shadow_gloss_and_a_stern_one_can_look_through():
    empty, drawn = render(Scene()), render(Scene(ship=MIDDLE))
    assert (np.abs(drawn.astype(int) - empty).max(axis=2) > 12).mean() > 0.01
    without = render(Scene(ship=Ship(0.0, 0.0, 0.7, ())))
    x, y = (round(float(value)) for value in Ground(CameraPose(), *PICTURE_SIZE).project(np.array([0.0, 0.0, 6.0])))
    table_there, through = (picture[y - 4 : y + 5, x - 4 : x + 5].mean() for picture in (empty, without))
    assert 0.5 * table_there < through < 1.5 * table_there
    lamp_side = render(Scene(ship=MIDDLE, light=Light.SLANTED)).astype(int)
    assert (lamp_side - render(Scene(light=Light.SLANTED))).min() < -25, "no shadow falls"


@pytest.mark.parametrize("light", list(Light))
def test_shakes_and_throws_are_read_and_never_surely_wrong(light):
    rng = Random(f"ship {light.value}")
    right = {"balls": 0, "dice": 0}
    clock = Clock()
    table = SimulatedTable(rng.randrange(2**31), clock=clock)
    table.set_light(light)
    table.set_pieces(Pieces.SHIP)
    for _ in range(2):
        table.throw_all()
        come_to_rest(table, clock)
        dice = read_pips(Frame(render(table.scene())), 2)
        is_right = sorted(die.face for die in dice.dice) == sorted(
            str(PIPS_OF[face]) for face in table.faces().values()
        )
        right["dice"] += is_right
        assert is_right or dice.status is not Status.SURE
        table.shake()
        come_to_rest(table, clock)
        balls = read_balls(Frame(render(table.scene())), shipped_ball_profile(), 2)
        is_right = sorted(ball.colour for ball in balls.balls) == sorted(table.balls())
        right["balls"] += is_right
        assert is_right or balls.status is not Status.SURE
    assert right["dice"] and right["balls"]
