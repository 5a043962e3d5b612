"""Throwing dice with pips: how each of them comes to lie, beside others or by itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.dice import Placed, are_apart, standing_at
from tools.render.pips.cameras import View
from tools.render.pips.dice import Look
from tools.render.pips.makes import harder_look


@dataclass(frozen=True, eq=False)
class Thrown(Placed):
    """A die on the table and its make; its faces are values."""

    look: Look


def random_turn(rng: np.random.Generator, lean: float) -> tuple[Array, tuple[int, ...]]:
    """How a die lies (rows: its axes in table coordinates) and the values at its +x, -x, +y, -y, +z, -z."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    rng.shuffle(pairs)
    faces: list[int] = []
    for pair in pairs:
        faces.extend(pair if rng.random() < 0.5 else pair[::-1])
    yaw = rng.uniform(0, 2 * np.pi)
    around = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    tip = np.array([[np.cos(lean), 0, np.sin(lean)], [0, 1, 0], [-np.sin(lean), 0, np.cos(lean)]])
    side = rng.uniform(0, 2 * np.pi)
    before = np.array([[np.cos(side), -np.sin(side), 0], [np.sin(side), np.cos(side), 0], [0, 0, 1]])
    turn = around @ before.T @ tip @ before if lean else around
    return np.asarray(turn.T, np.float32), tuple(faces)


def thrown_dice(rng: np.random.Generator, camera: Camera, edge: float, view: View) -> list[Thrown]:
    """Dice that do not stand in each other, some of one kind, some touching."""
    wanted = 0 if rng.random() < 0.07 else int(rng.integers(1, min(14, round(9000 / edge**2) + 4)))
    kinds = [harder_look(rng) for _ in range(wanted)] if rng.random() < 0.6 else [harder_look(rng)] * wanted
    mixed = rng.random() < 0.4
    dice: list[Thrown] = []
    for look in kinds:
        scale = float(rng.uniform(0.7, 1.25)) if mixed else 1.0
        lean = float(rng.uniform(0.2, 0.78)) if rng.random() < 0.12 else 0.0
        for _ in range(12):
            border = (-0.1 * edge, -0.1 * edge, view.width + 0.1 * edge, view.height + 0.1 * edge)
            if throw_one(rng, camera, dice, look, scale, lean, border):
                break
    return dice


def throw_one(
    rng: np.random.Generator,
    camera: Camera,
    dice: list[Thrown],
    look: Look,
    scale: float,
    lean: float,
    border: tuple[float, float, float, float],
    near: float = 0.45,
) -> bool:
    """Try to add a die within the border (left, top, right, bottom in pixels), often beside another; False: no room."""
    if dice and rng.random() < near:
        other = dice[int(rng.integers(len(dice)))]
        angle = rng.uniform(0, 2 * np.pi)
        step = (scale + other.scale) / 2 * rng.uniform(1.0, 1.35)
        spot = other.place + np.array([np.cos(angle), np.sin(angle), 0], np.float32) * step
    else:
        spot = camera.on_table(*rng.uniform(border[:2], border[2:]))
    turn, faces = random_turn(rng, lean)
    die = Thrown(standing_at(spot, turn, scale), turn, faces, scale, look)
    if not all(are_apart(die, other) for other in dice):
        return False
    dice.append(die)
    return True
