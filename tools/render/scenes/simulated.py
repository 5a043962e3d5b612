"""Space dice on the simulated table, in every light it has, swept and littered: what the shipped profile is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from device.simulator.acts.beside import laid_beside
from device.simulator.acts.leaning import leaning_pose, on_edge_pose
from device.simulator.render.geometry import Projection
from device.simulator.render.picture import render
from device.simulator.render.scene import PICTURE_SIZE, Light, ThingKind
from device.simulator.render.scene import Scene as TableScene
from tools.render.scene import Scene
from tools.render.scenes.random_throws import Truth, random_scene
from vision.base.frame import Frame

REACH_PIXELS = 15.0
LITTERED, LITTERED_EVENING = "littered", "littered, evening"
CONDITIONS = (*(light.value for light in Light), "touching", LITTERED, LITTERED_EVENING, "on an edge", "leaning")
# As in a game with these dice: a board of coloured stars, rockets and parts, the box.
BESIDE = ((ThingKind.STAR_SHEET, 1), (ThingKind.STRIP, 6), (ThingKind.BOX, 1))


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """Five dice, in all conditions one after the other."""
    for number in range(count):
        condition = CONDITIONS[number % len(CONDITIONS)]
        rng = Random(f"{seed}-{number}")
        table, truth = thrown(rng, condition)
        told = {"dice": [{"face": face, "xy": [x, y]} for face, x, y in truth]}
        is_flat = condition not in ("on an edge", "leaning")
        yield Scene(condition, Frame(render(table)), told, REACH_PIXELS, is_readable=is_flat)


def thrown(rng: Random, condition: str) -> tuple[TableScene, list[Truth]]:
    """One throw; where a die stands on its edge or leans, the truth is about the others."""
    light = Light(condition) if condition in {each.value for each in Light} else rng.choice(list(Light))
    if condition in (LITTERED, LITTERED_EVENING):
        light = Light.EVENING if condition == LITTERED_EVENING else light
        return random_scene(rng, light, beside=laid_beside(BESIDE, rng.randrange(2**31)))
    if condition != "leaning":
        scene, truth = random_scene(rng, light, touching=condition == "touching")
        if condition != "on an edge":
            return scene, truth
        poses = [die[0] for die in scene.dice]
        tipped = on_edge_pose(poses[-1], poses[:-1], Projection(scene.camera, *PICTURE_SIZE), rng)
        return replace(scene, dice=(*scene.dice[:-1], (tipped,))), truth[:-1]
    pose = None
    while pose is None:
        scene, truth = random_scene(rng, light, dice=4)
        pose = leaning_pose([die[0] for die in scene.dice], Projection(scene.camera, *PICTURE_SIZE), rng)
    return replace(scene, dice=(*scene.dice, (pose,))), truth
