"""Lessons for telling dice that stand on the table from what is flat: what the finder sees on our tables.

python -m tools.training.symbols.standing_lessons --work DIR --scenes 600 --seed 1
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.picture import render as render_simulated
from tools.render.scene import Scene
from tools.render.scenes.evening import EVENINGS, evening_of
from tools.render.scenes.simulated import CONDITIONS as SIMULATED
from tools.render.scenes.simulated import thrown
from tools.render.scenes.symbols import CONDITIONS, scene_of
from tools.render.symbols.styles import random_style, usual_style
from vision.base.frame import Frame
from vision.dice.face_finding import Candidate
from vision.symbols.finding import find_dice, find_faint_dice
from vision.symbols.standing import around

SHAKEN = 3  # times every die is shown, each time seen a little otherwise
ERRORS = (0.06, 0.14)  # of places (edges) and of sizes (logarithm), as the finder errs
AT, AWAY = 0.35, 1.3  # edges: nearer is the die, farther is none; in between are its sides
SIZES = (0.62, 1.5)  # of the true edge: a place of another size is not the die
ANYWHERE = 4  # places of a picture that nobody takes for a die

Lesson = tuple[NDArray[np.uint8], bool]


def lessons_of(scene: Scene, rng: np.random.Generator) -> Iterator[Lesson]:
    """What is to be seen at many places of a scene, and whether a die stands there."""
    pixels, edge = scene.frame.pixels, scene.reach / 0.4
    dice = [(float(die["xy"][0]), float(die["xy"][1])) for die in scene.truth["dice"]]
    for x, y in dice:
        for _ in range(SHAKEN):
            right, down = rng.normal(0, ERRORS[0] * edge, 2)
            yield around(pixels, Candidate(x + right, y + down, edge * math.exp(rng.normal(0, ERRORS[1])), 1.0)), True
    seen = find_dice(pixels)
    places = [*seen, *find_faint_dice(pixels, seen)]
    places += [
        Candidate(float(x), float(y), edge * float(rng.uniform(0.4, 1.6)), 0.0)
        for x, y in rng.uniform((0, 0), (pixels.shape[1], pixels.shape[0]), (ANYWHERE, 2))
    ]
    for place in places:
        nearest = min((math.dist((place.x, place.y), die) for die in dice), default=math.inf) / edge
        if nearest > AWAY and scene.is_readable:
            yield around(pixels, place), False
        elif nearest < AT and SIZES[0] < place.edge / edge < SIZES[1]:
            yield around(pixels, place), True


def many_scenes(count: int, seed: int) -> Iterator[Scene]:
    """Tables in a game, swept ones with dice of any style, and simulated ones."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        style = usual_style(rng) if rng.random() < 0.4 else random_style(rng)
        if number % 8 < 5:
            yield evening_of(rng, style, EVENINGS[int(rng.integers(len(EVENINGS)))], None)
        elif number % 8 < 7:
            yield scene_of(rng, style, CONDITIONS[int(rng.integers(len(CONDITIONS) - 1))], None)
        else:
            draw = Random(f"standing-{seed}-{number}")
            table, truth = thrown(draw, draw.choice(SIMULATED[:-2]))
            told = {"dice": [{"face": face, "xy": [x, y]} for face, x, y in truth]}
            picture = render_simulated(table)
            yield Scene("simulated", Frame(picture), told, 0.4 * usual_edge(picture, truth))


def usual_edge(picture: NDArray[np.uint8], truth: Sequence[tuple[str, float, float]]) -> float:
    """A die's edge on a simulated table, as the finder sees it."""
    edges = [
        place.edge
        for place in find_dice(picture)
        if min(math.dist((place.x, place.y), (x, y)) for _, x, y in truth) < place.edge * AT
    ]
    return float(np.median(edges)) if edges else 60.0


def main() -> None:
    """Render and cut out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(given.seed)
    gathered = [lesson for scene in many_scenes(given.scenes, given.seed) for lesson in lessons_of(scene, rng)]
    given.work.mkdir(parents=True, exist_ok=True)
    np.savez(
        given.work / f"standing-{given.seed}.npz",
        crops=np.stack([crop for crop, _ in gathered]),
        stands=np.array([stands for _, stands in gathered]),
    )
    print(f"{len(gathered)} lessons, {sum(stands for _, stands in gathered)} of dice")


if __name__ == "__main__":
    main()
