"""Random still scenes with the truth about them, for measuring how well pictures are read."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from device.simulator.acts.beside import Ground
from device.simulator.acts.places import find_place
from device.simulator.render.scene import EDGE_MM, PICTURE_SIZE, CameraPose, Face, Light, Pose, Scene, Surface, Thing


class Truth(NamedTuple):
    """One die of a scene: its top face and the pixel in the middle of that face."""

    face: str
    x: float
    y: float


def random_scene(
    rng: Random,
    light: Light,
    surface: Surface | None = None,
    dice: int = 5,
    touching: bool = False,
    camera_jitter: float = 1.0,
    beside: tuple[Thing, ...] = (),
) -> tuple[Scene, list[Truth]]:
    """Dice thrown on some table under some camera: the scene and what lies there.

    `touching` puts about every second die against another one. `camera_jitter` scales how far the camera's height,
    tilt, heading and aim, the focus and the exposure stray from the usual; 0 is the camera of the simulated table.
    No die lies on the things `beside`.
    """
    usual = CameraPose()
    camera = CameraPose(
        height_mm=usual.height_mm + camera_jitter * rng.uniform(-18, 14),
        tilt_degrees=usual.tilt_degrees + camera_jitter * rng.uniform(-3, 4),
        heading_degrees=usual.heading_degrees + camera_jitter * rng.uniform(-12, 12),
        target_mm=(camera_jitter * rng.uniform(-12, 12), camera_jitter * rng.uniform(-12, 12)),
    )
    projection = Ground(camera, *PICTURE_SIZE, beside)
    chance = 0.55 if touching else 0.05
    poses: list[Pose] = []
    truth: list[Truth] = []
    for number in range(dice):
        face = rng.choice(list(Face))
        # With touching dice asked for, at least the second one touches the first.
        pose = find_place(face, poses, projection, rng, touching=1.0 if touching and number == 1 else chance)
        poses.append(pose)
        x, y = projection.project(np.add(pose.position, (0.0, 0.0, EDGE_MM / 2)))
        truth.append(Truth(face.value, float(x), float(y)))
    scene = Scene(
        dice=tuple((pose,) for pose in poses),
        beside=beside,
        light=light,
        surface=surface or rng.choice(list(Surface)),
        surface_variant=rng.randrange(3),
        camera=camera,
        defocus_pixels=0.7 + camera_jitter * rng.uniform(-0.2, 0.4),
        exposure_steps=camera_jitter * rng.uniform(-0.3, 0.2),
        noise_seed=rng.randrange(2**31),
    )
    return scene, truth
