"""Space dice of the usual and of random styles: taught in some lights, thrown in others, with truth."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.lamp_colours import of_symbols as kelvin_colour
from tools.render.scene import Scene
from tools.render.symbols.styles import FACES, Style, random_style
from tools.render.symbols.tables import (
    Seen,
    camera_over,
    leaning,
    photographed,
    random_lights,
    random_table,
    render,
    throw,
)
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.symbols.profile import SymbolProfile, save_symbol_profile
from vision.symbols.teaching import teach_face

AnyCondition = TypeVar("AnyCondition")
SIZE = (1536, 864)
DICE = 5
LEAST_SEEN = 0.8  # of a top face, or nobody could be sure
PLAIN_LEAN = 20.0  # degrees: up to this, everybody still sees which face is on top


@dataclass(frozen=True, slots=True)
class Condition:
    """What is special about a scene."""

    name: str
    kelvin: tuple[float, float] = (2700.0, 6500.0)
    exposure: tuple[float, float] = (0.55, 0.95)
    tilt: tuple[float, float] = (0.0, 15.0)
    touching: float = 0.15
    mirrored: float = 1.0  # how bright lamps look in gloss, compared with usual
    lean: tuple[float, float] | None = None  # degrees by which one die leans
    is_covered: bool = False  # something lies over one die


CONDITIONS = (
    Condition("lamp light", kelvin=(2700, 3400)),
    Condition("day light", kelvin=(5000, 6500)),
    Condition("dim", exposure=(0.15, 0.3)),
    Condition("bright", exposure=(1.0, 1.35)),
    Condition("slanted", tilt=(15, 26)),
    Condition("touching", touching=0.9),
    Condition("glossy", mirrored=2.0),
    Condition("leaning a little", lean=(8, 20)),
    Condition("leaning", lean=(25, 44)),
    Condition("covered", is_covered=True),
)


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """So many scenes; every style is taught and then seen once in every condition."""
    return taught_scenes(count, seed, CONDITIONS, scene_of)


def taught_scenes(
    count: int,
    seed: int,
    conditions: Sequence[AnyCondition],
    scene_of: Callable[[np.random.Generator, Style, AnyCondition, Path], Scene],
) -> Iterator[Scene]:
    """So many scenes with dice of any style: each is taught first and then seen once in every condition."""
    with tempfile.TemporaryDirectory() as folder:
        made, number = 0, 0
        while made < count:
            rng = np.random.default_rng([seed, number])
            number += 1
            style = random_style(rng)
            profile = taught(rng, style)
            if profile is None:
                continue
            place = Path(folder) / f"style-{number}"
            save_symbol_profile(profile, place)
            for condition in conditions[: count - made]:
                yield scene_of(rng, style, condition, place)
                made += 1


def taught(rng: np.random.Generator, style: Style) -> SymbolProfile | None:
    """The profile an owner would make, all pictures in one light or each in another; None if he gave up."""
    profile = None
    same = float(rng.uniform(2700, 6500)) if rng.random() < 0.5 else None
    for number, face in enumerate(FACES):
        for _ in range(3):
            kelvin = same or float(rng.uniform(2700, 6500))
            condition = Condition("teaching", (kelvin, kelvin), exposure=(0.5, 0.95), touching=0.0)
            pixels, _ = picture_of(rng, style, condition, [number] * DICE)
            try:
                profile = teach_face(profile, face, [Frame(pixels)])
            except NothingToLearn:
                continue
            break
        else:
            return None
    return profile


def scene_of(rng: np.random.Generator, style: Style, condition: Condition, profile: Path | None) -> Scene:
    """One throw of dice of this style under this condition."""
    pixels, seen = picture_of(rng, style, condition, [int(top) for top in rng.integers(0, 6, DICE)])
    is_plain = condition.lean is None or condition.lean[1] <= PLAIN_LEAN
    readable = all(die.share >= LEAST_SEEN for die in seen) and is_plain and not condition.is_covered
    if condition.is_covered:
        cover(rng, pixels, seen[0])
    edge = float(np.sqrt(np.median([cv2.contourArea(die.corners) for die in seen])))
    truth = {"dice": [{"face": die.face, "xy": [float(part) for part in die.centre]} for die in seen]}
    return Scene(f"{style.kind}, {condition.name}", Frame(pixels), truth, 0.4 * edge, readable, profile)


def picture_of(
    rng: np.random.Generator, style: Style, condition: Condition, tops: Sequence[int]
) -> tuple[NDArray[np.uint8], list[Seen]]:
    """Dice with these faces up, as the camera sees them."""
    cv2.setRNGSeed(int(rng.integers(2**31)))
    camera = camera_over(rng, SIZE, float(rng.uniform(48, 90)), float(rng.uniform(*condition.tilt)))
    dice = throw(rng, camera, SIZE, tops, condition.touching)
    if condition.lean:
        dice[-1] = leaning(rng, dice[-1], float(rng.uniform(*condition.lean)))
    kelvin = float(rng.uniform(*condition.kelvin))
    lights = random_lights(rng, kelvin, condition.mirrored)
    picture, seen = render(rng, camera, random_table(rng, SIZE), dice, style, lights)
    # The camera takes back most of the lamp's colour, and errs.
    balance = kelvin_colour(kelvin) ** -rng.uniform(0.6, 1.1) * np.exp(rng.normal(0, 0.08, 3))
    return photographed(rng, picture, balance.astype(np.float32), float(rng.uniform(*condition.exposure))), seen


def cover(rng: np.random.Generator, pixels: NDArray[np.uint8], die: Seen) -> None:
    """A sleeve or a finger lies over a third to two thirds of a top face."""
    edge = float(np.sqrt(cv2.contourArea(die.corners)))
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    near = die.centre + way * edge * (rng.uniform(-0.15, 0.15) + 0.5)
    far = near + way * 600
    width = int(edge * rng.uniform(0.9, 1.4))
    tone = rng.uniform(30, 220, 3)
    ends = [(round(float(x)), round(float(y))) for x, y in (near, far)]
    cv2.line(pixels, ends[0], ends[1], tuple(float(part) for part in tone), width, cv2.LINE_AA)
