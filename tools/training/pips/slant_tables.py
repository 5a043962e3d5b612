"""Tables for lessons about slants: dice as large as on a whole picture, many of them leaning, and which way faces face.

Only cut-outs around faces are kept, wide enough to be cut out again a little off. On some tables what is farther from
the dice is blurred away, as it is where a throw is held against the table before it.
"""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cameras import Camera
from tools.render.game_pieces import lay_game
from tools.render.lamp_colours import of_pips
from tools.render.pips.cameras import View, as_photographed, random_camera
from tools.render.pips.lamps import random_lights
from tools.render.pips.makes import random_look
from tools.render.pips.tables import Die, draw_table
from tools.render.pips.things import lay_things
from tools.render.pips.throwing import Thrown, throw_one
from tools.render.surfaces import lay_clutter, table
from vision.pips.naming import CROP, cut_out

WIDER = 1.375  # times as far as the device looks around a face
KEPT = round(CROP * WIDER)  # pixels of the side of what is kept
EDGES = (24.0, 110.0)  # pixels
SIDES = (220, 460)  # of the window, in pixels
WINDOW_EDGES = 5.5
MOST_DICE = 7
LEANING, LEANS = 0.4, (0.12, 0.79)  # share of the dice, and by how much, in radians
LEAST_SIDE = 14.0  # pixels of a side's edge: smaller ones show nothing
IN_GAME, LITTERED, HELD_AGAINST_BEFORE = 0.3, 0.3, 0.35  # shares of the tables


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Cut-outs (n, KEPT, KEPT, 3) around top faces and sides, and the truth about each."""

    crops: NDArray[np.uint8]
    slants: NDArray[np.float32]  # right and down
    is_side: NDArray[np.bool_]


def faces_on_tables(path: Path, first_seed: int, count: int, processes: int) -> Faces:
    """The faces on so many tables, or what was rendered before."""
    if not path.exists():
        with multiprocessing.Pool(processes) as pool:
            rows = [row for rows in pool.imap(one_table, range(first_seed, first_seed + count), 8) for row in rows]
        crops, slants, sides = zip(*rows, strict=True)
        np.savez(path, crops=np.stack(crops), slants=np.array(slants, np.float32), sides=np.array(sides, np.bool_))
    stored = np.load(path)
    return Faces(stored["crops"], stored["slants"], stored["sides"])


def one_table(seed: int) -> list[tuple[NDArray[np.uint8], tuple[float, float], bool]]:
    """Cut-outs of one table with their slants, and whether each shows a side."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    edge = float(np.exp(rng.uniform(*np.log(EDGES))))
    side = int(np.clip(WINDOW_EDGES * edge, *SIDES))
    view = View(side, side, (1050.0, 1900.0), (650.0, 380.0), 44.0)
    sheet = table(rng, side)
    if rng.random() < LITTERED:
        sheet = lay_things(rng, lay_clutter(rng, sheet))
    if rng.random() < IN_GAME:
        sheet = lay_game(rng, sheet, edge)
    camera = random_camera(rng, edge, view)
    layers, truth = draw_table(rng, sheet, camera, thrown(rng, edge, view, camera), random_lights(rng), False)
    tint = of_pips(float(rng.uniform(2200, 6500)))
    pixels = as_photographed(rng, np.asarray(layers.light * tint, np.float32))
    if rng.random() < HELD_AGAINST_BEFORE:
        pixels = with_dice_alone(pixels, layers.owner >= 0, rng)
    return [face for die in truth for face in faces_of(pixels, die)]


def thrown(rng: np.random.Generator, edge: float, view: View, camera: Camera) -> list[Thrown]:
    """Dice of one make or of several, many leaning."""
    kind, is_mixed = random_look(rng, odd=0.0), rng.random() < 0.5
    border = (0.7 * edge, 0.7 * edge, view.width - 0.7 * edge, view.height - 0.7 * edge)
    dice: list[Thrown] = []
    for _ in range(int(rng.integers(2, MOST_DICE + 1))):
        look = random_look(rng, odd=0.0) if is_mixed else kind
        lean = float(rng.uniform(*LEANS)) if rng.random() < LEANING else 0.0
        any(throw_one(rng, camera, dice, look, 1.0, lean, border, 0.3) for _ in range(8))
    return dice


def with_dice_alone(
    pixels: NDArray[np.uint8], is_die: NDArray[np.bool_], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The picture with bare table wherever no die is near."""
    reach = 2 * int(rng.integers(12, 36)) + 1
    near = cv2.dilate(is_die.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    share = cv2.GaussianBlur(near.astype(np.float32), (0, 0), 6.0)
    bare = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 24.0), np.uint8)
    return np.asarray(cv2.blendLinear(pixels, bare, share, 1 - share), np.uint8)


def faces_of(pixels: NDArray[np.uint8], die: Die) -> list[tuple[NDArray[np.uint8], tuple[float, float], bool]]:
    """A die's top face and those of its sides that show something."""
    seen = [(die.x, die.y, die.edge, die.slant, False)]
    seen += [(side.x, side.y, side.edge, side.slant, True) for side in die.sides if side.edge > LEAST_SIDE]
    return [(wide_cut_out(pixels, x, y, edge), slant, is_side) for x, y, edge, slant, is_side in seen]


def wide_cut_out(pixels: NDArray[np.uint8], x: float, y: float, edge: float) -> NDArray[np.uint8]:
    """What is around a face, wider than the device looks."""
    wide = cut_out(pixels, x, y, edge * WIDER)
    return np.asarray(cv2.resize(wide, (KEPT, KEPT), interpolation=cv2.INTER_LINEAR), np.uint8)
