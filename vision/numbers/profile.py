"""What the owner's number cards look like: the eight colours, in one small file, shipped or taught."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path

from vision.base.errors import BadProfile
from vision.base.profile_files import number_in

PROFILE_FILE = "numbers.toml"  # a profile folder holds one file for every kind of piece
SHIPPED = Path(__file__).parents[1] / "profiles" / "number-cards"
TAUGHT_SPREAD = 4.0
Paint = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class CardColour:
    """One colour of cards."""

    name: str
    paint: Paint  # how much of the light in blue, green and red it throws back; white paper 0.85


@dataclass(frozen=True, slots=True)
class NumberProfile:
    """A deck of number cards."""

    colours: tuple[CardColour, ...]
    spread: float = TAUGHT_SPREAD  # how far a colour of the deck may be from its paint here, in Lab units


def load_number_profile(folder: Path) -> NumberProfile:
    """Read a profile folder; BadProfile names the file and the key if something is amiss."""
    file = folder / PROFILE_FILE
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadProfile(f"{file}: cannot be read ({error.strerror}); teach the number cards first") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadProfile(f"{file}: no valid TOML: {error}") from error
    unknown = sorted(set(content) - {"colours", "spread"})
    if unknown:
        raise BadProfile(f"{file}: unknown key {unknown[0]!r}; known are colours and spread")
    colours = content.get("colours")
    if not isinstance(colours, dict) or not colours:
        raise BadProfile(f"{file}: colours: at least one line like red = [0.03, 0.02, 0.6] is needed")
    return NumberProfile(
        colours=tuple(CardColour(name, paint_from(file, name, paint)) for name, paint in colours.items()),
        spread=number_in(file, "spread", content.get("spread", TAUGHT_SPREAD), 0.5, 30.0),
    )


def paint_from(file: Path, name: str, paint: object) -> Paint:
    """One colour's three numbers."""
    if not isinstance(paint, list) or len(paint) != 3:
        raise BadProfile(f"{file}: colours.{name}: three numbers (blue, green, red) are expected")
    blue, green, red = (number_in(file, f"colours.{name}", value, 0.0, 1.5) for value in paint)
    return blue, green, red


def save_number_profile(profile: NumberProfile, folder: Path) -> None:
    """Write a profile folder, made on first use; the old file stays whole until the new one is."""
    lines = [
        f"{quoted(each.name)} = [{', '.join(f'{min(share, 1.5):.4f}' for share in each.paint)}]"
        for each in profile.colours
    ]
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{PROFILE_FILE}.new"
    fresh.write_text("\n".join([f"spread = {profile.spread:.2f}", "", "[colours]", *lines]) + "\n", encoding="utf-8")
    fresh.replace(folder / PROFILE_FILE)


def quoted(name: str) -> str:
    """A name as a TOML key; what would end the key early is left out."""
    return '"' + "".join(letter for letter in name if letter.isprintable() and letter not in '"\\') + '"'


@functools.cache
def shipped_number_profile() -> NumberProfile:
    """The number cards Bordbuch knows without being taught."""
    return load_number_profile(SHIPPED)
