"""Pictures of the simulated table: what a camera sees of it, and random scenes with their truth."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from device.errors import CameraFailed
from device.parts.protocols import Camera
from device.simulator.acts.places import flat_pose
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.render.geometry import Projection, corners, rotation_showing, top_face
from device.simulator.render.picture import render
from device.simulator.render.scene import FACE_NORMALS, PICTURE_SIZE, Face, Hand, Light, Scene, Surface
from tools.render.scenes.random_throws import Truth, random_scene

SIX_DICE = Scene(
    dice=tuple((flat_pose(-100.0 + 40.0 * i, 30.0 - 12.0 * i, face, 0.7 * i),) for i, face in enumerate(Face)),
    surface=Surface.FELT,
)


def mean_patch(picture: NDArray[np.uint8], x: float, y: float, size: int = 4) -> NDArray[np.float64]:
    u, v = round(x), round(y)
    patch: NDArray[np.float64] = picture[v - size : v + size + 1, u - size : u + size + 1].mean(axis=(0, 1))
    return patch


def top_centres(scene: Scene) -> list[tuple[float, float]]:
    projection = Projection(scene.camera, *PICTURE_SIZE)
    places = [projection.project(np.add(path[0].position, (0.0, 0.0, 8.0))) for path in scene.dice]
    return [(float(x), float(y)) for x, y in places]


def test_a_scene_always_gives_the_same_picture() -> None:
    first = render(SIX_DICE)
    assert first.shape == (864, 1536, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, render(SIX_DICE))
    assert not np.array_equal(first, render(replace(SIX_DICE, noise_seed=1)))


def test_each_top_face_has_its_colour_in_its_middle() -> None:
    picture = render(SIX_DICE)
    blue, green, red = np.array([mean_patch(picture, x, y) for x, y in top_centres(SIX_DICE)]).T
    pink, yellow, leaf, sky, purple, tool = range(6)
    assert list(Face) == [Face.PINK, Face.YELLOW, Face.GREEN, Face.BLUE, Face.PURPLE, Face.TOOL]
    assert red[pink] > blue[pink] > green[pink]
    assert red[yellow] > green[yellow] > blue[yellow] + 40
    assert green[leaf] > max(red[leaf], blue[leaf]) + 30
    assert blue[sky] > green[sky] > red[sky]
    assert blue[purple] > red[purple] > green[purple]
    assert max(red[tool], green[tool], blue[tool]) - min(red[tool], green[tool], blue[tool]) < 30
    assert red[tool] < 150


def test_top_faces_are_60_to_85_pixels_wide_on_average() -> None:
    rng = Random(3)
    for _ in range(40):
        scene, _ = random_scene(rng, Light.NORMAL)
        projection = Projection(scene.camera, *PICTURE_SIZE)
        for (pose,) in scene.dice:
            top = [corner for corner in corners(pose) if corner[2] > 12]
            pixels = projection.project(np.array(top))
            gaps = np.linalg.norm(pixels[:, None] - pixels[None], axis=2)
            edges = np.sort(gaps, axis=1)[:, 1:3]
            assert 60 <= edges.mean() <= 85


def test_side_faces_are_seen_where_the_camera_looks_at_them() -> None:
    """At the left of the picture the camera sees the right side of a die: other ink than on top."""
    face_down = flat_pose(-120.0, 0.0, Face.TOOL, 0.0)
    scene = Scene(dice=((face_down,),), surface=Surface.FELT)
    projection = Projection(scene.camera, *PICTURE_SIZE)
    side = projection.project(np.add(face_down.position, (8.0, 0.0, 0.0)))
    blue, green, red = mean_patch(render(scene), float(side[0]), float(side[1]), 1)
    seen = next(face for face, normal in FACE_NORMALS.items() if (np.asarray(face_down.rotation) @ normal)[0] > 0.99)
    assert seen is Face.YELLOW
    assert red > blue + 40
    assert green > blue


def test_dim_light_is_darker_and_noisier_than_normal_light() -> None:
    noise, brightness = {}, {}
    for light in (Light.NORMAL, Light.DIM):
        scene = replace(SIX_DICE, light=light)
        one, other = render(scene), render(replace(scene, noise_seed=1))
        brightness[light] = one.mean()
        noise[light] = (one.astype(int) - other).std()
    assert brightness[Light.DIM] < 0.75 * brightness[Light.NORMAL]
    assert noise[Light.DIM] > 2.5 * noise[Light.NORMAL]


def test_warm_light_leaves_a_yellow_cast_on_white() -> None:
    casts = {}
    x, y = top_centres(SIX_DICE)[2]
    for light in (Light.NORMAL, Light.WARM):
        picture = render(replace(SIX_DICE, light=light))
        white = picture[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30].reshape(-1, 3)
        blue, _, red = np.percentile(white, 85, axis=0)
        casts[light] = red / blue
    assert casts[Light.WARM] > casts[Light.NORMAL] + 0.1


def test_bright_light_clips_a_part_of_the_dice() -> None:
    picture = render(replace(SIX_DICE, light=Light.BRIGHT))
    share = (picture.max(axis=2) == 255).mean()
    assert 0.0005 < share < 0.03


def test_slanted_light_throws_long_shadows() -> None:
    def dark_pixels(light: Light) -> int:
        with_dice, bare = render(replace(SIX_DICE, light=light)), render(replace(SIX_DICE, light=light, dice=()))
        return int((with_dice.astype(int) + 12 < bare).all(axis=2).sum())

    assert dark_pixels(Light.SLANTED) > 2 * dark_pixels(Light.NORMAL)


@pytest.mark.parametrize("surface", Surface)
def test_surfaces_differ_and_have_texture(surface: Surface) -> None:
    bare = render(Scene(surface=surface))
    others = [render(Scene(surface=other)) for other in Surface if other is not surface]
    assert all(abs(bare.astype(int) - other).mean() > 8 for other in others)
    assert bare[300:500, 600:900].std(axis=(0, 1)).max() > 2.5


def test_a_hand_covers_a_large_part_of_the_picture() -> None:
    bare, covered = render(Scene()), render(Scene(hand=Hand(0.0, 0.0)))
    assert 0.08 < (np.abs(bare.astype(int) - covered).max(axis=2) > 25).mean() < 0.5


def test_faces_turn_up_as_told() -> None:
    for face in Face:
        assert top_face(flat_pose(0.0, 0.0, face, 1.0)) is face
        assert np.linalg.det(rotation_showing(face, 0.3)) == pytest.approx(1.0)


def test_projection_and_its_inverse_agree() -> None:
    projection = Projection(Scene().camera, *PICTURE_SIZE)
    x, y = projection.on_table(200.0, 700.0)
    assert projection.project(np.array([x, y, 0.0])) == pytest.approx([200.0, 700.0])
    flat = projection.plane_to_picture(20.0) @ (30.0, -40.0, 1.0)
    assert flat[:2] / flat[2] == pytest.approx(projection.project(np.array([30.0, -40.0, 20.0])))


def test_random_scenes_tell_the_truth_about_themselves() -> None:
    scene, truth = random_scene(Random(5), Light.NORMAL, touching=True)
    again, same = random_scene(Random(5), Light.NORMAL, touching=True)
    assert (scene, truth) == (again, same)
    assert [entry.face for entry in truth] == [face.value for (pose,) in scene.dice if (face := top_face(pose))]
    assert np.array([entry[1:] for entry in truth]) == pytest.approx(np.array(top_centres(scene)))
    picture = render(scene)
    coloured = [entry for entry in truth if entry.face != "tool"]
    for _, x, y in coloured:
        ink = mean_patch(picture, x, y)
        assert ink.max() - ink.min() > 25
    assert isinstance(truth[0], Truth)


def test_random_scenes_vary_camera_table_and_number_of_dice() -> None:
    rng = Random(1)
    scenes = [random_scene(rng, Light.DIM, dice=number)[0] for number in (1, 4, 5, 6, 6, 5, 4, 3)]
    assert [len(scene.dice) for scene in scenes] == [1, 4, 5, 6, 6, 5, 4, 3]
    assert len({scene.camera for scene in scenes}) == 8
    assert len({scene.surface for scene in scenes}) > 1
    assert random_scene(rng, Light.DIM, camera_jitter=0.0)[0].camera == Scene().camera


class Clock:
    """A clock that goes only when told."""

    seconds = 5.0

    def __call__(self) -> float:
        return self.seconds


def test_frames_differ_in_flight_and_only_by_noise_at_rest() -> None:
    clock = Clock()
    table = SimulatedTable(3, clock)
    camera: Camera = SimulatedCamera(table, seed=1)
    table.throw_all()
    clock.seconds += 0.35
    first = camera.capture()
    clock.seconds += 0.05
    second = camera.capture()
    assert first.seconds == pytest.approx(5.35)
    assert second.seconds == pytest.approx(5.4)
    assert np.abs(first.pixels.astype(int) - second.pixels).max() > 60
    clock.seconds = table.state().rest_seconds
    resting = [camera.capture().pixels.astype(int) for _ in range(3)]
    clock.seconds += 100
    resting.append(camera.capture().pixels.astype(int))
    for one, other in pairwise(resting):
        difference = np.abs(one - other)
        assert 0.3 < difference.mean() < 4
        assert difference.max() < 25


def test_a_closed_camera_gives_no_pictures() -> None:
    camera = SimulatedCamera(SimulatedTable(1))
    camera.close()
    with pytest.raises(CameraFailed):
        camera.capture()


def test_drawing_needs_nothing_of_vision_but_the_frame_and_what_it_may_complain_of() -> None:
    script = (
        "import sys, device.simulator.camera, tools.render.scenes.random_throws, tools.render.scenes.random_grids;"
        "print(sorted(name for name in sys.modules if name.startswith('vision')))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "['vision', 'vision.base', 'vision.base.errors', 'vision.base.frame']"
