"""Space dice on a table in a game: the printed board and other things lie about, lamps are warm, table tops light.

Every scene has the same table before the throw with it. Dice are of the usual style and read with the shipped profile,
or of any style and taught before.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tools.render.lamp_colours import of_symbols as kelvin_colour
from tools.render.scene import Scene
from tools.render.scenes.symbols import DICE, LEAST_SEEN, SIZE, taught_scenes
from tools.render.symbols.litter import Litter, is_free, laid_out, lay, on_sheet
from tools.render.symbols.styles import Style, usual_style
from tools.render.symbols.tables import (
    camera_over,
    leaning,
    light_table,
    lying,
    photographed,
    random_lights,
    random_table,
    render,
    throw,
)
from vision.base.frame import Frame

USUAL = Litter()
BARE = Litter(board=False, rockets=(0, 1), others=(0, 1))


@dataclass(frozen=True, slots=True)
class Evening:
    """What is special about a scene."""

    name: str
    litter: Litter = USUAL
    is_light: bool = False  # the table top
    kelvin: tuple[float, float] = (2700.0, 6500.0)
    balanced: tuple[float, float] = (0.6, 1.1)  # how much of the lamp's colour the camera takes back
    drift: float = 0.03  # how far exposure and balance wander between the two pictures, as logarithms
    on_board: bool = False  # one of the dice lies on the board
    lean: tuple[float, float] | None = None  # degrees by which one of the dice leans: nobody can read it surely


EVENINGS = (
    Evening("board beside"),
    Evening("board beside, warm lamp", kelvin=(2200, 2900), balanced=(0.45, 0.9)),
    Evening("board on a light table", is_light=True),
    Evening("rockets and cards", Litter(board=False, rockets=(4, 10), others=(1, 4))),
    Evening("light table", BARE, is_light=True),
    Evening("light table, warm lamp", BARE, is_light=True, kelvin=(2200, 2900), balanced=(0.45, 0.9)),
    Evening("board beside, another lamp", drift=0.2),
    Evening("a die on the board", on_board=True),
)
# Kept apart: the networks have learned from the evenings above.
LEANING_EVENINGS = (
    Evening("a die leans, board beside", lean=(25, 44)),
    Evening("a die leans, light table", BARE, is_light=True, lean=(25, 44)),
)


def usual_evenings(count: int, seed: int) -> Iterator[Scene]:
    """Scenes with the usual dice, every one of another make, to be read with the shipped profile."""
    for number in range(count):
        yield usual_evening(seed, number)


def usual_leaning(count: int, seed: int) -> Iterator[Scene]:
    """The same with one die that leans: being sure of it is wrong, however it is called."""
    return (leaning_evening(seed, number) for number in range(count))


def leaning_evening(seed: int, number: int) -> Scene:
    """One of these scenes."""
    rng = np.random.default_rng([seed, number])
    return evening_of(rng, usual_style(rng), LEANING_EVENINGS[number % len(LEANING_EVENINGS)], None)


def usual_alone(count: int, seed: int) -> Iterator[Scene]:
    """The same scenes without the table before the throw, as a camera sees them that was just switched on."""
    return (replace(scene, before=None) for scene in usual_evenings(count, seed))


def taught_alone(count: int, seed: int) -> Iterator[Scene]:
    """Scenes with dice of any style, without the table before the throw."""
    return (replace(scene, before=None) for scene in taught_evenings(count, seed))


def usual_evening(seed: int, number: int) -> Scene:
    """One of these scenes."""
    rng = np.random.default_rng([seed, number])
    return evening_of(rng, usual_style(rng), EVENINGS[number % len(EVENINGS)], None)


def taught_evenings(count: int, seed: int) -> Iterator[Scene]:
    """Scenes with dice of any style: each is taught on a swept table and then seen on every evening."""
    return taught_scenes(count, seed, EVENINGS, evening_of)


def evening_of(rng: np.random.Generator, style: Style, evening: Evening, profile: Path | None) -> Scene:
    """One throw of dice of this style on such a table, and the table before it."""
    cv2.setRNGSeed(int(rng.integers(2**31)))
    camera = camera_over(rng, SIZE, float(rng.uniform(44, 64)), float(rng.uniform(0, 15)))
    kelvin = float(rng.uniform(*evening.kelvin))
    lights = random_lights(rng, kelvin)
    laid = laid_out(rng, camera, style, evening.litter)
    tops = [int(top) for top in rng.integers(0, 6, DICE)]
    dice = throw(rng, camera, SIZE, tops, 0.15, is_free(laid))
    if evening.on_board:
        dice[-1] = lying(rng, on_sheet(rng, laid[0]), tops[len(dice) - 1])
    if evening.lean:
        dice[-1] = leaning(rng, dice[-1], float(rng.uniform(*evening.lean)))
    bare = light_table(rng, SIZE) if evening.is_light else random_table(rng, SIZE)
    table = lay(bare, camera, laid, lights)
    balance = kelvin_colour(kelvin) ** -rng.uniform(*evening.balanced) * np.exp(rng.normal(0, 0.08, 3))
    exposure = float(rng.uniform(0.55, 0.95))
    earlier, _ = render(rng, camera, table, [], style, lights)
    picture, seen = render(rng, camera, table, dice, style, lights)
    was_balance, was_exposure = (part * np.exp(rng.normal(0, evening.drift, 3)) for part in (balance, exposure))
    # The same sensor and the same shadows of the room: only noise and what drifts differ.
    twin = copy.deepcopy(rng)
    before = photographed(twin, earlier, was_balance.astype(np.float32), float(was_exposure[0]))
    now = photographed(rng, picture, balance.astype(np.float32), exposure)
    edge = float(np.sqrt(np.median([cv2.contourArea(die.corners) for die in seen])))
    truth = {"dice": [{"face": die.face, "xy": [float(part) for part in die.centre]} for die in seen]}
    readable = evening.lean is None and len(seen) == DICE and all(die.share >= LEAST_SEEN for die in seen)
    name = evening.name if profile is None else f"{style.kind}, {evening.name}"
    return Scene(name, Frame(now), truth, 0.4 * edge, readable, profile, Frame(before))
