"""Whole pictures in which nothing is a die with pips, but much looks like one: card details, balls, space dice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.render.balls.arranging import Arrangement, Group, View, boxes, random_pair
from tools.render.game_pieces import lay_card_detail
from tools.render.lamp_colours import of_pips
from tools.render.lamp_colours import of_symbols as kelvin_colour
from tools.render.pips.cameras import as_photographed
from tools.render.surfaces import spread_over, table
from tools.render.symbols.styles import random_style, usual_style
from tools.render.symbols.tables import camera_over, photographed, random_lights, random_table, render, throw

TOOL = 5  # the face of space dice with a wrench: two round ends on a shaft look like a two


def card_detail(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Playing cards from so near that their signs are as large as pips or whole dice; `size` is width and height."""
    sheet = spread_over(table(rng, 768), *size)
    unit = float(np.exp(rng.uniform(np.log(40), np.log(320))))
    picture = lay_card_detail(rng, sheet, unit) * of_pips(float(rng.uniform(2500, 6500)))
    return as_photographed(rng, np.asarray(picture, np.float32))


def balls(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Glossy balls of any colour, alone or some together, in which lamps are mirrored."""
    view = View(
        *size,
        diameter=float(np.exp(rng.uniform(np.log(26), np.log(120)))),
        kelvin=float(rng.uniform(2200, 6500)),
        exposure=float(rng.uniform(0.25, 0.9)),
    )
    arranged = Arrangement(rng, view)
    for x, y in boxes(rng, int(rng.integers(1, 6))):
        colours = (*random_pair(rng), "stranger")[int(rng.integers(3)) :]
        arranged.add_balls(Group(colours, x, y, in_tube=bool(rng.random() < 0.3)))
    return arranged.rendered()[0]


def space_dice(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Dice with a star or a tool on each face, often all with the same one on top."""
    style = usual_style(rng) if rng.random() < 0.75 else random_style(rng)
    camera = camera_over(rng, size, float(rng.uniform(44, 110)), float(rng.uniform(0, 20)))
    tops = [TOOL if rng.random() < 0.5 else int(rng.integers(6)) for _ in range(int(rng.integers(1, 6)))]
    if rng.random() < 0.4:
        tops = [tops[0]] * len(tops)
    kelvin = float(rng.uniform(2300, 6500))
    dice = throw(rng, camera, size, tops)
    picture, _ = render(rng, camera, random_table(rng, size), dice, style, random_lights(rng, kelvin))
    balance = kelvin_colour(kelvin) ** -rng.uniform(0.6, 1.1) * np.exp(rng.normal(0, 0.08, 3))
    return photographed(rng, picture, balance.astype(np.float32), float(rng.uniform(0.3, 1.1)))
