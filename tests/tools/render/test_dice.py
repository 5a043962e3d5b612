"""How dice lie, and rays that meet them."""

import numpy as np
import pytest

from tools.render.cameras import Camera, looking_down, rolled_axes
from tools.render.dice import Body, Placed, are_apart, hit_body, normals_at, share_seen, standing_at
from tools.render.ray_casting import Layers, block_around, cast_die

FLAT = np.eye(3, dtype=np.float32)
SHARP = Body(rounding=0.02, ball=2.0)


def placed(x=0.0, y=0.0, z=0.5, turn=FLAT, scale=1.0):
    return Placed(np.array([x, y, z], np.float32), turn, (1, 6, 2, 5, 3, 4), scale)


def above():
    forward = looking_down(0.0, 0.0)
    axes = rolled_axes(forward, np.array([0.0, 1.0, 0.0]), 0.0)
    return Camera(np.asarray(-forward * 20, np.float32), axes, 1000.0, 200, 160, (99.5, 79.5))


def empty():
    shape = (160, 200)
    return Layers(np.zeros((*shape, 3), np.float32), np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int32))


def test_the_face_on_top_is_the_one_that_looks_up():
    assert placed().face_at(placed().top) == 3
    tipped = np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0]], np.float32)
    assert placed(turn=tipped).face_at(placed(turn=tipped).top) == 6


def test_corners_of_the_top_face_are_an_edge_high_and_half_an_edge_out():
    die = placed(x=3.0, z=1.0, scale=2.0)
    assert die.corners_at(die.top)[:, 2] == pytest.approx([2.0] * 4)
    assert die.corners_at(die.top)[:, :2].mean(axis=0) == pytest.approx([3.0, 0.0])


def test_a_die_stands_on_its_lowest_corner():
    assert standing_at(np.array([1.0, 2.0]), FLAT, 1.0) == pytest.approx([1.0, 2.0, 0.5])
    half = np.sqrt(0.5)
    on_edge = np.array([[half, 0, half], [0, 1, 0], [-half, 0, half]], np.float32)
    assert standing_at(np.array([0.0, 0.0]), on_edge, 1.0)[2] == pytest.approx(half)


@pytest.mark.parametrize(
    ("x", "y", "scale", "gap", "apart"),
    [
        (0.9, 0.0, 1.0, 0.0, False),
        (1.1, 0.0, 1.0, 0.0, True),
        (1.1, 0.0, 1.0, 0.2, False),
        (0.5, 1.05, 1.0, 0.0, True),
        (1.1, 0.0, 1.5, 0.0, False),
    ],
)
def test_dice_keep_apart(x, y, scale, gap, apart):
    assert are_apart(placed(), placed(x, y, scale=scale), gap) is apart


def test_rays_meet_the_skin_and_it_faces_them():
    origin = np.array([0, 0, 5], np.float32)
    rays = np.array([[0, 0, -1], [1, 0, 0]], np.float32)
    hits, travelled = hit_body(origin, rays, SHARP)
    assert hits.tolist() == [True, False]
    assert travelled[0] == pytest.approx(4.5, abs=0.01)
    assert normals_at(np.array([[0, 0, 0.5]], np.float32), SHARP)[0] == pytest.approx([0, 0, 1], abs=1e-3)


def drawn(layers, number, die, tone):
    block = block_around(layers, above(), die)
    assert block is not None
    return cast_die(
        layers, block, number, above(), die, SHARP, lambda hits: np.full((len(hits.index), 3), tone, np.float32)
    )


def test_a_die_covers_its_place_and_hides_what_is_farther_away():
    layers = empty()
    assert drawn(layers, 0, placed(z=2.5), 0.8).any()
    drawn(layers, 1, placed(), 0.2)
    assert layers.owner[79, 99] == 0
    assert layers.light[79, 99] == pytest.approx([0.8] * 3)
    assert layers.owner[0, 0] == -1
    assert layers.depth[79, 99] == pytest.approx(17.0, abs=0.05)


def test_what_lies_outside_the_picture_has_no_block():
    assert block_around(empty(), above(), placed(x=30.0)) is None


def test_all_of_a_face_alone_is_seen_and_less_of_a_covered_one():
    layers = empty()
    drawn(layers, 0, placed(), 0.5)
    quad = above().project(placed().corners_at(placed().top))
    assert share_seen(quad, layers.owner, 0) > 0.9
    layers.owner[:, :100] = -2
    assert 0.4 < share_seen(quad, layers.owner, 0) < 0.6
