"""Windows of photographs made small, full of small dice, and the truth about them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.pips.cameras import WINDOW, View, as_photographed, random_camera
from tools.render.pips.lamps import random_lights
from tools.render.pips.makes import small_look
from tools.render.pips.tables import Die, Side, draw_table, is_to_be_seen
from tools.render.pips.throwing import Thrown, throw_one
from tools.render.surfaces import table

ENLARGED = 2  # drawn so many times as large, so that they are as sharp as photographs made small are
CLOSE = View(512, 512, (860.0, 1600.0), (440.0, 280.0))


def render_small_scene(rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Die]]:
    """A window of a photograph made small, full of small dice: drawn larger, so that it is as sharp as those are."""
    edge = float(np.exp(rng.uniform(np.log(14), np.log(34)))) * ENLARGED
    sheet = table(rng, CLOSE.width // ENLARGED)
    large = cv2.resize(sheet, (CLOSE.width, CLOSE.height), interpolation=cv2.INTER_LINEAR)
    camera = random_camera(rng, edge, CLOSE)
    kind, is_mixed = small_look(rng), rng.random() < 0.8
    dice: list[Thrown] = []
    border = (-0.1 * edge, -0.1 * edge, CLOSE.width + 0.1 * edge, CLOSE.height + 0.1 * edge)
    for _ in range(int(rng.integers(6, 15))):
        lean = float(rng.uniform(0.2, 0.78)) if rng.random() < 0.1 else 0.0
        look = small_look(rng) if is_mixed else kind
        for _ in range(12):
            if throw_one(rng, camera, dice, look, float(rng.uniform(0.85, 1.1)), lean, border, 0.3):
                break
    layers, truth = draw_table(rng, large, camera, dice, random_lights(rng), rng.random() < 0.03)
    light, pips = (
        np.asarray(cv2.resize(part, (WINDOW.width, WINDOW.height), interpolation=cv2.INTER_AREA), np.float32)
        for part in (layers.light, layers.pips)
    )
    pixels = as_photographed(rng, light)
    small = [shrunk(die) for die in truth]
    return pixels, [replace(die, readable=die.readable and is_to_be_seen(pixels, pips, die)) for die in small]


def shrunk(die: Die) -> Die:
    """A die of the enlarged drawing as it is in the picture."""
    sides = tuple(Side(side.x / ENLARGED, side.y / ENLARGED, side.edge / ENLARGED, side.slant) for side in die.sides)
    return replace(die, x=die.x / ENLARGED, y=die.y / ENLARGED, edge=die.edge / ENLARGED, sides=sides)
