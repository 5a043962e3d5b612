"""Whole pictures of tables with ordinary dice, from easy to impossible, to measure how well they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.render.cameras import Camera
from tools.render.game_pieces import lay_game
from tools.render.lamp_colours import of_pips
from tools.render.lamps import Lamp, Lights, direction
from tools.render.pips.cameras import WHOLE, View, as_photographed, random_camera
from tools.render.pips.dice import Look
from tools.render.pips.lamps import random_lights
from tools.render.pips.makes import harder_look, random_look, random_marks, small_look
from tools.render.pips.tables import Die, draw_table, is_to_be_seen
from tools.render.pips.things import lay_things
from tools.render.pips.throwing import Thrown, throw_one
from tools.render.scene import Scene
from tools.render.scenes.strangers import balls, card_detail, space_dice
from tools.render.surfaces import lay_clutter, spread_over, table
from vision.base.frame import Frame

Stranger = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.uint8]]
SHEET = 768  # tables are made this wide and enlarged: their grain is coarser than a camera's pixels anyway


@dataclass(frozen=True, slots=True)
class Condition:
    """What is special about a scene; whatever is not named is as usual."""

    name: str
    kelvin: tuple[float, float] = (3500.0, 5500.0)
    exposure: float = 1.0
    tilt: float = 14.0  # degrees at most
    dice: tuple[int, int] = (1, 8)
    edge: tuple[float, float] = (44.0, 110.0)  # pixels
    touching: float = 0.15  # share of dice thrown beside another
    lean: tuple[float, float] | None = None  # of some of the dice, in radians ...
    leaning: int = 1  # ... so many of them
    hard_light: bool = False
    littered: bool = False
    in_game: bool = False  # board, cards, chips and whatever else belongs to a game lie about
    is_hand_in: bool = False
    odd: bool = False  # dice of another game among them
    view: View = WHOLE
    stranger: Stranger | None = None  # draws the whole picture, without dice with pips
    is_hard_make: bool = False  # glossy hollow faces, stark marble, pips that differ by hue alone


SQUARE = View(640, 640, (560.0, 800.0), (0.0, 0.0))  # a photograph made small

CONDITIONS = (
    Condition("usual"),
    Condition("warm", kelvin=(2600.0, 3000.0)),
    Condition("cold", kelvin=(6000.0, 7000.0)),
    Condition("dim", exposure=0.4),
    Condition("bright", exposure=1.5),
    Condition("slanted", tilt=42.0),
    Condition("touching", dice=(3, 8), touching=0.95),
    Condition("small", edge=(26.0, 42.0)),
    Condition("shadows", hard_light=True),
    Condition("littered", littered=True),
    Condition("small touching", dice=(3, 8), edge=(34.0, 84.0), touching=0.95),
    Condition("in a game", in_game=True),
    Condition("evening in a game", kelvin=(2200.0, 2900.0), in_game=True),
    Condition("leaning", dice=(1, 5), lean=(0.44, 0.77)),
    Condition("covered", dice=(1, 5), is_hand_in=True),
    Condition("no dice", dice=(0, 0), littered=True),
    Condition("game, no dice", dice=(0, 0), in_game=True),
    Condition("card detail", stranger=card_detail),
    Condition("balls", stranger=balls),
    Condition("space dice", stranger=space_dice),
    Condition("other dice", dice=(1, 6), odd=True),
    Condition("many tiny", dice=(6, 25), edge=(20.0, 34.0), touching=0.25, view=SQUARE, is_hard_make=True),
)
TINY = CONDITIONS[-1:]  # narrower than SMALL_EDGE of vision/pips/looks.py
NOT_TINY = CONDITIONS[:-1]


def scenes(count: int, seed: int, conditions: Sequence[Condition] = CONDITIONS) -> Iterator[Scene]:
    """`count` pictures with their truth, the conditions in turn; the same for the same seed."""
    for number in range(count):
        yield scene(conditions[number % len(conditions)], np.random.default_rng((seed, number)))


def scene(condition: Condition, rng: np.random.Generator) -> Scene:
    """One picture; readable if a player could say the value of every die to be seen in it."""
    pixels, truth = picture_of(condition, rng)
    return Scene(
        condition=condition.name,
        frame=Frame(pixels),
        truth={"dice": [told(die) for die in truth]},
        is_readable=bool(truth) and all(die.readable for die in truth),
    )


def picture_of(condition: Condition, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Die]]:
    """One picture and the dice to be seen in it; those whose pips nobody could make out are not readable."""
    view = replace(condition.view, most_tilt=condition.tilt)
    if condition.stranger is not None:
        return condition.stranger(rng, (view.width, view.height)), []
    sheet = table(rng, SHEET)
    if condition.littered or rng.random() < 0.15:
        sheet = lay_things(rng, lay_clutter(rng, sheet))
    large = spread_over(sheet, view.width, view.height)
    edge = float(rng.uniform(*condition.edge))
    if condition.in_game:
        large = lay_game(rng, large, edge)
    camera = random_camera(rng, edge, view)
    dice = thrown(rng, condition, camera, edge, view)
    lights = hard_lights(rng) if condition.hard_light else random_lights(rng)
    layers, truth = draw_table(rng, large, camera, dice, lights, condition.is_hand_in)
    tint = of_pips(float(rng.uniform(*condition.kelvin)))
    pixels = as_photographed(rng, np.asarray(layers.light * tint * condition.exposure, np.float32))
    return pixels, [replace(die, readable=die.readable and is_to_be_seen(pixels, layers.pips, die)) for die in truth]


def told(die: Die) -> dict[str, object]:
    """One die as `bordbuch read` and the scoring know it."""
    return {"value": die.value, "xy": [round(die.x, 1), round(die.y, 1)], "reach": round(0.6 * die.edge, 1)}


def thrown(rng: np.random.Generator, condition: Condition, camera: Camera, edge: float, view: View) -> list[Thrown]:
    """Dice of one or of several kinds, wholly in the picture."""
    wanted = int(rng.integers(condition.dice[0], condition.dice[1] + 1))
    any_look = random_look
    if condition.is_hard_make:
        any_look = harder_look if rng.random() < 0.5 else small_look
    kind, is_mixed = any_look(rng, odd=0.0), rng.random() < 0.5
    border = (1.3 * edge, 1.3 * edge, view.width - 1.3 * edge, view.height - 1.3 * edge)
    dice: list[Thrown] = []
    for number in range(wanted):
        look: Look = any_look(rng, odd=0.0) if is_mixed else kind
        if condition.odd and number == 0:
            look = replace(look, marks=random_marks(rng))
        lean = float(rng.uniform(*condition.lean)) if condition.lean is not None and number < condition.leaning else 0.0
        for _ in range(12):
            if throw_one(rng, camera, dice, look, 1.0, lean, border, condition.touching):
                x, y = camera.project(dice[-1].place[None])[0]
                if border[0] <= x <= border[2] and border[1] <= y <= border[3]:
                    break
                dice.pop()  # beside another, but out of the picture
    return dice


def hard_lights(rng: np.random.Generator) -> Lights:
    """One low lamp and little else: long dark shadows."""
    towards = direction(rng.uniform(0.4, 0.8), rng.uniform(0, 2 * np.pi))
    return Lights((Lamp(towards, np.full(3, 0.75 / towards[2], np.float32)),), np.full(3, 0.22, np.float32))
