"""How well simulated space dice are read, as a Markdown table per condition.

    python tests/vision/measure_symbols.py --scenes 100

right: every die found at its place with its face and nothing else. sure: taken without asking. wrong while sure: the
figure that must be 0. For dice on an edge and for four or six dice, right means that the reader noticed.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random

import cv2

from device.simulator.geometry import Projection
from device.simulator.leaning import leaning_pose, on_edge_pose
from device.simulator.render import render
from device.simulator.scene import PICTURE_SIZE, Light, Scene
from device.simulator.scenes import Truth, random_scene
from vision.frame import Frame
from vision.reading import DiceReading, Reason, Status
from vision.symbol_profile import shipped_profile
from vision.symbols import read_symbols

REACH_PIXELS = 15.0
TOUCHING_EVERY = 3  # every third scene has touching dice

Scenes = Iterator[tuple[Scene, list[Truth]]]
Judge = Callable[[DiceReading, list[Truth]], bool]


@dataclass(frozen=True, slots=True)
class Score:
    """What came out for one condition."""

    condition: str
    scenes: int
    right: int
    sure: int
    wrong_while_sure: int
    milliseconds: float


def scenes_in(light: Light, count: int, seed: int) -> Scenes:
    """Five dice in one light."""
    for number in range(count):
        rng = Random(f"{seed}-{light.value}-{number}")
        yield random_scene(rng, light, touching=number % TOUCHING_EVERY == 0)


def scenes_with(dice: int, count: int, seed: int) -> Scenes:
    """Another number of dice, in all lights."""
    for number in range(count):
        rng = Random(f"{seed}-{dice}-{number}")
        yield random_scene(rng, rng.choice(list(Light)), dice=dice, touching=number % TOUCHING_EVERY == 0)


def scenes_on_edge(count: int, seed: int) -> Scenes:
    """Five dice, one of them on its edge, in all lights."""
    for number in range(count):
        rng = Random(f"{seed}-edge-{number}")
        scene, truth = random_scene(rng, rng.choice(list(Light)))
        poses = [die[0] for die in scene.dice]
        tipped = on_edge_pose(poses[-1], poses[:-1], Projection(scene.camera, *PICTURE_SIZE), rng)
        yield replace(scene, dice=(*scene.dice[:-1], (tipped,))), truth


def scenes_leaning(count: int, seed: int) -> Scenes:
    """Four dice and one that leans against one of them, in all lights."""
    for number in range(count):
        rng = Random(f"{seed}-leaning-{number}")
        pose = None
        while pose is None:
            scene, truth = random_scene(rng, rng.choice(list(Light)), dice=4)
            pose = leaning_pose([die[0] for die in scene.dice], Projection(scene.camera, *PICTURE_SIZE), rng)
        yield replace(scene, dice=(*scene.dice, (pose,))), truth


def is_right(reading: DiceReading, truth: list[Truth]) -> bool:
    """Every die at its place with its face, and nothing else."""
    left = list(reading.dice)
    for face, x, y in truth:
        near = [die for die in left if math.dist((die.x, die.y), (x, y)) <= REACH_PIXELS and die.face == face]
        if not near:
            return False
        left.remove(near[0])
    return not left


def is_noticed(*reasons: Reason) -> Judge:
    """Whether the reading is not sure and gives one of these reasons."""
    return lambda reading, _: reading.status is not Status.SURE and bool(set(reasons) & set(reading.reasons))


def measure(condition: str, scenes: Scenes, judge: Judge = is_right) -> Score:
    """Render and read the scenes of one condition."""
    profile = shipped_profile()
    results = []
    for scene, truth in scenes:
        frame = Frame(render(scene))
        started = time.perf_counter()
        reading = read_symbols(frame, profile)
        spent = time.perf_counter() - started
        results.append((judge(reading, truth), reading.status is Status.SURE, spent))
    return Score(
        condition=condition,
        scenes=len(results),
        right=sum(right for right, _, _ in results),
        sure=sum(sure for _, sure, _ in results),
        wrong_while_sure=sum(sure and not right for right, sure, _ in results),
        milliseconds=1000 * sum(spent for _, _, spent in results) / max(1, len(results)),
    )


def all_scores(count: int, seed: int) -> Iterator[Score]:
    """Every condition, one after the other."""
    for light in Light:
        yield measure(light.value, scenes_in(light, count, seed))
    fewer = max(1, count // 3)
    not_flat = is_noticed(Reason.COCKED, Reason.TOO_FEW, Reason.COVERED)
    yield measure("on an edge", scenes_on_edge(fewer, seed), not_flat)
    yield measure("leaning", scenes_leaning(fewer, seed), not_flat)
    yield measure("four dice", scenes_with(4, fewer, seed), is_noticed(Reason.TOO_FEW))
    yield measure("six dice", scenes_with(6, fewer, seed), is_noticed(Reason.TOO_MANY))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=100, help="scenes per light")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print("# How well space dice are read on the simulated table\n")
    print(f"Made by `tests/vision/measure_symbols.py --scenes {options.scenes} --seed {options.seed}`", end=" ")
    print(f"on {datetime.now(UTC).date()} with OpenCV {cv2.__version__}, single frames, one thread.")
    print("Every third scene has touching dice. On an edge, leaning, four and six dice: right means noticed.\n")
    print("| condition | scenes | right | sure | wrong while sure | ms |\n|---|---:|---:|---:|---:|---:|")
    for score in all_scores(options.scenes, options.seed):
        print(
            f"| {score.condition} | {score.scenes} | {score.right / score.scenes:.1%} | {score.sure / score.scenes:.1%}"
            f" | {score.wrong_while_sure} | {score.milliseconds:.1f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
