"""Whole pictures of tables with ordinary dice, from easy to impossible, to measure how well they are read."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
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
# With the same table before the throw; kept apart, since the networks have learned from the conditions above.
EVENINGS = (
    Condition("in a game", in_game=True),
    Condition("evening in a game", kelvin=(2200.0, 2900.0), in_game=True),
    Condition("two in a game", dice=(2, 2), in_game=True),
    Condition("two, one leans, in a game", dice=(2, 2), in_game=True, lean=(0.44, 0.77)),
)
DRIFT = 0.03  # how far exposure and balance wander between two pictures of a table, as a logarithm
OTHER_NOISE = 2.0  # levels, so that the noise of two pictures is not the same


def scenes(count: int, seed: int, conditions: Sequence[Condition] = CONDITIONS) -> Iterator[Scene]:
    """`count` pictures with their truth, the conditions in turn; the same for the same seed."""
    for number in range(count):
        yield scene(conditions[number % len(conditions)], np.random.default_rng((seed, number)))


def evenings(count: int, seed: int) -> Iterator[Scene]:
    """`count` pictures of tables in a game, each with the same table before the throw."""
    return (evening(seed, number) for number in range(count))


def evening(seed: int, number: int) -> Scene:
    """One of these pictures."""
    condition, rng = EVENINGS[number % len(EVENINGS)], np.random.default_rng((seed, number))
    pixels, truth, bare = pictures_of(condition, rng)
    now = scene_with(condition, pixels, truth)
    return replace(now, before=Frame(as_photographed_before(np.random.default_rng((seed, number, 1)), bare)))


def evenings_alone(count: int, seed: int) -> Iterator[Scene]:
    """The same pictures without the table before the throw, as a camera sees them that was just switched on."""
    return (replace(scene, before=None) for scene in evenings(count, seed))


def scene(condition: Condition, rng: np.random.Generator) -> Scene:
    """One picture; readable if a player could say the value of every die to be seen in it."""
    return scene_with(condition, *picture_of(condition, rng))


def scene_with(condition: Condition, pixels: NDArray[np.uint8], truth: Sequence[Die]) -> Scene:
    """That picture with its truth."""
    return Scene(
        condition=condition.name,
        frame=Frame(pixels),
        truth={"dice": [told(die) for die in truth]},
        is_readable=bool(truth) and all(die.readable for die in truth),
    )


def picture_of(condition: Condition, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Die]]:
    """One picture and the dice to be seen in it; those whose pips nobody could make out are not readable."""
    if condition.stranger is not None:
        return condition.stranger(rng, (condition.view.width, condition.view.height)), []
    pixels, truth, _ = pictures_of(condition, rng)
    return pixels, truth


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The light of a table without its dice, and the camera's mood when it was photographed with them."""

    light: Array
    rng: np.random.Generator


def as_photographed_before(rng: np.random.Generator, bare: Bare) -> NDArray[np.uint8]:
    """The table before the throw, by the same camera a little later; its noise is another one."""
    drifted = bare.light * np.exp(rng.normal(0, DRIFT, 3)).astype(np.float32)
    pixels = as_photographed(copy.deepcopy(bare.rng), np.asarray(drifted, np.float32)).astype(np.float32)
    noisy = pixels + rng.normal(0, OTHER_NOISE, pixels.shape).astype(np.float32)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def pictures_of(condition: Condition, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Die], Bare]:
    """The same for dice that we throw, and what the table without them needs."""
    view = replace(condition.view, most_tilt=condition.tilt)
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
    bare = Bare(np.asarray(large * lights.flat * tint * condition.exposure, np.float32), copy.deepcopy(rng))
    pixels = as_photographed(rng, np.asarray(layers.light * tint * condition.exposure, np.float32))
    seen = [replace(die, readable=die.readable and is_to_be_seen(pixels, layers.pips, die)) for die in truth]
    return pixels, seen, bare


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
