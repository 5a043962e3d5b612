"""What the owner's number cards look like: the eight colours, in one small file, shipped or taught."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from vision.base.profile_files import Paint, number_in, paint_in, quoted, read_file, section_in, write_lines

PROFILE_FILE = "numbers.toml"  # a profile folder holds one file for every kind of piece
SHIPPED = Path(__file__).parents[1] / "profiles" / "number-cards"
TAUGHT_SPREAD = 4.0
MOST_PAINT = 1.5


@dataclass(frozen=True, slots=True)
class CardColour:
    """One colour of number cards: its name and its paint."""

    name: str
    paint: Paint  # how much of the light in blue, green and red it throws back; white paper 0.85


@dataclass(frozen=True, slots=True)
class NumberProfile:
    """What a deck of number cards looks like, colour by colour."""

    colours: tuple[CardColour, ...]
    spread: float = TAUGHT_SPREAD  # how far a colour of the deck may be from its paint here, in Lab units


def load_number_profile(folder: Path) -> NumberProfile:
    """Read a profile folder; BadProfile names the file and the key if something is amiss."""
    file = folder / PROFILE_FILE
    content = read_file(file, {"colours", "spread"}, "teach the number cards first")
    needed = "at least one line like red = [0.03, 0.02, 0.6] is needed"
    colours = section_in(file, "colours", content.get("colours"), needed)
    return NumberProfile(
        colours=tuple(
            CardColour(name, paint_in(file, f"colours.{name}", paint, MOST_PAINT)) for name, paint in colours.items()
        ),
        spread=number_in(file, "spread", content.get("spread", TAUGHT_SPREAD), 0.5, 30.0),
    )


def save_number_profile(profile: NumberProfile, folder: Path) -> None:
    """Write a profile folder, made on first use; the old file stays whole until the new one is."""
    lines = [
        f"{quoted(each.name)} = [{', '.join(f'{min(share, MOST_PAINT):.4f}' for share in each.paint)}]"
        for each in profile.colours
    ]
    write_lines(folder / PROFILE_FILE, [f"spread = {profile.spread:.2f}", "", "[colours]", *lines])


@functools.cache
def shipped_number_profile() -> NumberProfile:
    """The number cards Bordbuch knows without being taught."""
    return load_number_profile(SHIPPED)
