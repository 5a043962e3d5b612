"""Lamps, their colours and the shadows of dice."""

import numpy as np
import pytest

from tools.render import lamp_colours
from tools.render.cameras import Camera, looking_down, rolled_axes
from tools.render.dice import Placed
from tools.render.lamps import Lamp, Lights, Shadows, cast_shadow, direction

KINDS = (lamp_colours.of_balls, lamp_colours.of_numbers, lamp_colours.of_pips, lamp_colours.of_symbols)


def above():
    forward = looking_down(0.0, 0.0)
    axes = rolled_axes(forward, np.array([0.0, 1.0, 0.0]), 0.0)
    return Camera(np.asarray(-forward * 20, np.float32), axes, 600.0, 300, 300, (149.5, 149.5))


@pytest.mark.parametrize("colour_of", KINDS)
def test_warm_lamps_are_redder_and_cold_ones_bluer_and_green_is_one(colour_of):
    warm, cold = colour_of(2700.0), colour_of(6900.0)
    assert warm[1] == cold[1] == 1
    assert warm[2] > warm[0]
    assert (cold[0] - cold[2]) > (warm[0] - warm[2])


def test_a_direction_has_unit_length_and_its_height():
    assert np.linalg.norm(direction(0.7, 2.0)) == pytest.approx(1, abs=1e-6)
    assert direction(np.pi / 2, 0.0)[2] == pytest.approx(1)


def test_a_flat_table_gets_light_from_everywhere_and_from_lamps_as_they_stand():
    lights = Lights((Lamp(direction(np.pi / 6, 0.0), np.ones(3, np.float32)),), np.full(3, 0.25, np.float32))
    assert lights.flat == pytest.approx([0.75] * 3, abs=1e-5)


def shadow_of(strength):
    lights = Lights((Lamp(direction(0.8, 0.0), np.full(3, 0.8, np.float32)),), np.full(3, 0.3, np.float32))
    die = Placed(np.array([0, 0, 0.5], np.float32), np.eye(3, dtype=np.float32), (1, 2, 3, 4, 5, 6), 1.0)
    picture = np.ones((300, 300, 3), np.float32)
    shadows = Shadows(0.46, (0.02, 0.03), strength, (4.0, 4))
    cast_shadow(np.random.default_rng(1), picture, above(), die, lights, shadows)
    return picture


def test_a_die_darkens_the_table_on_the_side_away_from_the_lamp_and_nowhere_far_off():
    picture = shadow_of(None)
    away, towards = above().project(np.array([[-0.9, 0, 0], [0.9, 0, 0]], np.float32)).round().astype(int)
    assert picture[away[1], away[0]].max() < picture[towards[1], towards[0]].min()
    assert (picture[:60] == 1).all()
    assert (picture >= 0).all()


def test_a_weaker_shadow_leaves_more_light():
    assert shadow_of((0.3, 0.3)).min() > shadow_of((1.0, 1.0)).min()
    assert (shadow_of(None) <= shadow_of((0.5, 0.5)) + 0.2).all()
