"""What the owner's balls look like: one small file in a folder, shipped for the usual balls, taught for others."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.base.errors import BadProfile
from vision.base.profile_files import Paint, number_in, paint_in, quoted, read_file, section_in, write_lines

PROFILE_FILE = "balls.toml"  # a profile folder holds one file for every kind of piece
SHIPPED = Path(__file__).parents[1] / "profiles" / "balls"
USUAL_COLOURS = ("yellow", "red", "blue", "black")  # of the shipped profile; the network for pairs knows them by heart


@dataclass(frozen=True, slots=True)
class BallColour:
    """One colour of balls: its name, its paint, and how many balls have it."""

    name: str
    paint: Paint  # shares of blue, green and red that it makes of white light
    count: int = 1  # how many balls of this colour there are

    def hue(self) -> tuple[float, float]:
        """Its direction among the colours in degrees, and how far it is from grey."""
        return hue_of(self.paint)


@dataclass(frozen=True, slots=True)
class BallProfile:
    """What a set of balls looks like, colour by colour."""

    colours: tuple[BallColour, ...]
    spread_degrees: float = 7.0  # how far the same paint's hue wanders, one standard deviation


def colour_points(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Linear light (..., B G R) as places (..., 2) on a disc of colours with grey in the middle; brightness falls out.

    Taken from the picture's own levels, not from linear light: there orange is next to red.

    >>> colour_points(np.array([0.2, 0.2, 0.2])).round(6).tolist()
    [0.0, 0.0]
    """
    levels = np.power(light, 1 / 2.2)
    share = levels / (levels.sum(axis=-1, keepdims=True) + 1e-9)
    x = (share[..., 2] - share[..., 1]) * (math.sqrt(3) / 2)
    y = share[..., 0] - (share[..., 1] + share[..., 2]) / 2
    return np.stack([x, y], axis=-1)


def tint_light(tint: tuple[float, float]) -> Paint:
    """Shares of blue, green and red whose colour point is this one.

    >>> [round(share, 6) for share in colour_points(np.array(tint_light((0.1, -0.2)))).tolist()]
    [0.1, -0.2]
    """
    x, y = tint
    blue = (1 + 2 * y) / 3
    both = 1 - blue  # of the levels, green and red together
    difference = x * 2 / math.sqrt(3)
    levels = blue, (both - difference) / 2, (both + difference) / 2
    blue, green, red = (max(0.0, level) ** 2.2 for level in levels)
    return shares((blue, green, red))


@functools.lru_cache(maxsize=64)
def hue_of(paint: Paint) -> tuple[float, float]:
    """Direction in degrees and distance from grey."""
    x, y = colour_points(np.array(paint)).tolist()
    return math.degrees(math.atan2(y, x)), math.hypot(x, y)


def load_ball_profile(folder: Path) -> BallProfile:
    """Read a profile folder; BadProfile names the file and the key if something is amiss."""
    file = folder / PROFILE_FILE
    content = read_file(file, {"colours", "counts", "spread_degrees"}, "teach the balls first")
    needed = "at least one line like red = [0.1, 0.1, 0.8] is needed"
    colours = section_in(file, "colours", content.get("colours"), needed)
    counts = content.get("counts", {})
    if not isinstance(counts, dict) or set(counts) - set(colours):
        raise BadProfile(f"{file}: counts: lines like yellow = 2, for colours named under colours, are expected")
    return BallProfile(
        colours=tuple(
            BallColour(
                name, paint_from(file, name, paint), int(number_in(file, f"counts.{name}", counts.get(name, 1), 1, 20))
            )
            for name, paint in colours.items()
        ),
        spread_degrees=number_in(file, "spread_degrees", content.get("spread_degrees", 7.0), 1.0, 40.0),
    )


def paint_from(file: Path, name: str, paint: object) -> Paint:
    """One colour's three shares, made to sum to 1."""
    light = paint_in(file, f"colours.{name}", paint, 1.0)
    if sum(light) < 0.1:
        raise BadProfile(f"{file}: colours.{name}: shares of the light are expected, for black [0.33, 0.33, 0.33]")
    return shares(light)


def shares(light: Paint) -> Paint:
    """The same colour with a sum of 1."""
    total = sum(light) + 1e-9
    return light[0] / total, light[1] / total, light[2] / total


def save_ball_profile(profile: BallProfile, folder: Path) -> None:
    """Write a profile folder, made on first use; the old file stays whole until the new one is."""
    colours = [
        f"{quoted(each.name)} = [{', '.join(f'{share:.4f}' for share in each.paint)}]" for each in profile.colours
    ]
    counts = [f"{quoted(each.name)} = {each.count}" for each in profile.colours]
    lines = [f"spread_degrees = {profile.spread_degrees:.2f}", "", "[colours]", *colours, "", "[counts]", *counts]
    write_lines(folder / PROFILE_FILE, lines)


def is_usual(colour: BallColour) -> bool:
    """Whether this is a shipped colour that nobody taught anew."""
    return any(colour.name == each.name and colour.paint == each.paint for each in shipped_ball_profile().colours)


@functools.cache
def shipped_ball_profile() -> BallProfile:
    """The balls Bordbuch knows without being taught."""
    return load_ball_profile(SHIPPED)
