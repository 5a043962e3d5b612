"""How small a piece may be in the picture and is still read: the simulated table from higher and higher.

    python -m tools.measuring.smallest_pieces --scenes 9

Prints, for each kind of piece and each size in pixels, how many tables were read right and how many of them surely. The
sizes that hardware.md calls enough come from here.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2

from device.simulator.render.geometry import FOCAL_LENGTH_OF_WIDTH
from device.simulator.render.picture import render
from device.simulator.render.scene import CARD_WIDTH_MM, EDGE_MM, PICTURE_SIZE, PIPS_OF, DiceKind, Face, Light, Scene
from tools.measuring.readers import read_line
from tools.render.scenes.random_grids import random_grid_scene
from tools.render.scenes.random_throws import random_scene
from vision.base.frame import Frame

LIGHTS = (Light.NORMAL, Light.WARM, Light.SLANTED)
DICE_PIXELS = (72, 56, 44, 36, 30, 25, 20)
CARD_PIXELS = (100, 88, 76, 64, 54, 46)
Names = Counter[object]


def symbols(rng: Random, light: Light) -> tuple[Scene, Names]:
    """A scene of five space dice, and their names."""
    scene, truth = random_scene(rng, light, camera_jitter=0.0)
    return scene, Counter(die.face for die in truth)


def pips(rng: Random, light: Light) -> tuple[Scene, Names]:
    """A scene of five dice with pips, and their names."""
    scene, truth = random_scene(rng, light, camera_jitter=0.0)
    return replace(scene, dice_kind=DiceKind.PIPS), Counter(PIPS_OF[Face(die.face)] for die in truth)


def numbers(rng: Random, light: Light) -> tuple[Scene, Names]:
    """A scene of a full grid of 5 x 5 number cards, and their names."""
    scene, truth = random_grid_scene(rng, light, camera_jitter=0.0)
    return scene, Counter((card.value, card.colour) for card in truth)


def named(line: dict[str, object]) -> Names:
    """What a reading names, wherever it lies."""
    pieces = line.get("dice") or line.get("cards") or []
    assert isinstance(pieces, list)
    return Counter(
        piece.get("value") or piece.get("face") or (piece.get("digit"), piece.get("colour")) for piece in pieces
    )


def from_higher(scene: Scene, piece_mm: float, pixels: float) -> Scene:
    """The same table from so high that a piece is so many pixels wide."""
    height = FOCAL_LENGTH_OF_WIDTH * PICTURE_SIZE[0] * piece_mm / pixels
    return replace(scene, camera=replace(scene.camera, height_mm=height, target_mm=(0.0, 0.0)))


def main() -> None:
    """Measure every kind and size, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="symbols, pips, numbers (default: all)")
    parser.add_argument("--scenes", type=int, default=9)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    kinds: dict[str, tuple[Callable[[Random, Light], tuple[Scene, Names]], float, tuple[int, ...]]] = {
        "symbols": (symbols, EDGE_MM, DICE_PIXELS),
        "pips": (pips, EDGE_MM, DICE_PIXELS),
        "numbers": (numbers, CARD_WIDTH_MM, CARD_PIXELS),
    }
    print("kind pixels tables right sure wrong_while_sure")
    for kind in given.kinds or kinds:
        make, piece_mm, sizes = kinds[kind]
        for pixels in sizes:
            right = sure = wrong = 0
            for number in range(given.scenes):
                scene, truth = make(Random(f"{kind}-{number}"), LIGHTS[number % len(LIGHTS)])
                line = read_line(kind, Frame(render(from_higher(scene, piece_mm, pixels))))
                is_right, is_sure = named(line) == truth, line["status"] == "sure"
                right, sure, wrong = right + is_right, sure + (is_right and is_sure), wrong + (is_sure and not is_right)
            print(kind, pixels, given.scenes, right, sure, wrong, flush=True)


if __name__ == "__main__":
    main()
