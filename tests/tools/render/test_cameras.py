"""The pinhole camera: what it sees where, and back."""

import numpy as np
import pytest

from tools.render.cameras import Camera, looking_down, rolled_axes


def camera(tilt=0.4, roll=0.3, far=1.1):
    forward = looking_down(tilt, far)
    axes = rolled_axes(forward, np.array([0.0, 0.0, 1.0]), roll)
    return Camera(np.asarray(-forward * 20, np.float32), axes, 900.0, 800, 600, (399.5, 299.5))


@pytest.mark.parametrize("height", [0.0, 1.5])
def test_a_point_under_a_pixel_is_seen_at_that_pixel(height):
    point = camera().on_table(123.0, 456.0, height)
    assert point[2] == pytest.approx(height, abs=1e-4)
    assert camera().project(point[None])[0] == pytest.approx([123.0, 456.0], abs=0.01)


def test_it_looks_at_what_it_was_pointed_at():
    assert camera().project(np.zeros((1, 3), np.float32))[0] == pytest.approx([399.5, 299.5], abs=0.01)


def test_axes_stand_upright_on_each_other_and_rays_have_unit_length():
    eye = camera()
    assert eye.axes @ eye.axes.T == pytest.approx(np.eye(3), abs=1e-5)
    rays = eye.rays(np.array([0, 799], np.float32), np.array([0, 599], np.float32))
    assert np.linalg.norm(rays, axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_up_is_up_in_the_picture_unless_the_camera_is_rolled():
    low, high = np.array([[0, 0, 0], [0, 0, 1]], np.float32)
    seen = camera(roll=0.0).project(np.stack([low, high]))
    assert seen[1, 1] < seen[0, 1]
    assert seen[1, 0] == pytest.approx(seen[0, 0], abs=0.01)
