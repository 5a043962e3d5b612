"""Random tables of number cards with the truth about them, for measuring how well pictures of them are read."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from device.simulator.acts.laid_cards import CARD_CAMERA, VALUES, Cell, NumberCard, cell_middle, laid_by_hand
from device.simulator.render.card_faces import PAINTS
from device.simulator.render.geometry import Projection
from device.simulator.render.scene import PICTURE_SIZE, CameraPose, Light, Scene, Surface, Thing


class NumberCardTruth(NamedTuple):
    """One card of a scene: its cell, what is printed on it, and the pixel in its middle."""

    row: int
    col: int
    value: int
    colour: str
    x: float
    y: float


def random_grid_scene(
    rng: Random,
    light: Light,
    size: int = 5,
    count: int | None = None,
    surface: Surface | None = None,
    camera_jitter: float = 1.0,
    beside: tuple[Thing, ...] = (),
) -> tuple[Scene, list[NumberCardTruth]]:
    """A grid laid from its middle as the rules ask, full or with `count` cards: the scene and what lies there.

    `camera_jitter` scales how far the camera, the focus and the exposure stray from the usual; 0 is the camera of the
    simulated table. `beside` is what lies about around a grid of this size.
    """
    camera = CameraPose(
        height_mm=CARD_CAMERA.height_mm + camera_jitter * rng.uniform(-10, 30),
        tilt_degrees=CARD_CAMERA.tilt_degrees + camera_jitter * rng.uniform(-5, 5),
        heading_degrees=camera_jitter * rng.uniform(-4, 4),
        target_mm=(camera_jitter * rng.uniform(-40, 40), camera_jitter * rng.uniform(-12, 12)),
    )
    projection = Projection(camera, *PICTURE_SIZE)
    deck = [NumberCard(value, colour) for value in VALUES for colour in PAINTS]
    rng.shuffle(deck)
    cells = grown_grid(rng, size, size * size if count is None else count)
    laid = [laid_by_hand(card, *cell_middle(size, cell), rng) for cell, card in zip(cells, deck, strict=False)]
    truth = []
    for cell, card in zip(cells, laid, strict=True):
        x, y = projection.project(np.array([card.x, card.y, 0.0]))
        truth.append(NumberCardTruth(*cell, card.value, card.colour, float(x), float(y)))
    scene = Scene(
        cards=tuple(laid),
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


def grown_grid(rng: Random, size: int, count: int) -> list[Cell]:
    """Cells in an order in which cards may be laid: from the middle, each beside an earlier one."""
    middle = sorted({(size - 1) // 2, size // 2})
    cells = [(row, col) for row in middle for col in middle][:count]
    while len(cells) < count:
        row, col = rng.choice(cells)
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cell = (row + down, col + right)
        if 0 <= cell[0] < size and 0 <= cell[1] < size and cell not in cells:
            cells.append(cell)
    return cells
