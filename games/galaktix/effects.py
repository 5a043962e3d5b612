"""What special rockets, flags and the strip do, read from a level or from `[rules]` above all levels of its file.

    grey = { advance = 2 }                      # flies two fields beyond the dice
    black = { swirls = true, points = 1 }       # may land on swirls, and brings a point where it lands
    flag = { rocket = "grey", parts = 1, by_part = false }
    strip = { points = 3 }                      # in a level: the strip lies there, a road that reaches it brings 3 more

What is not named does what it does in the house book; what is named does just what is written there.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.galaktix.pieces import (
    COLOURS,
    HOUSE_EFFECTS,
    Effects,
    FlagEffect,
    Rocket,
    RocketEffect,
)
from games.spine.dialogue import Bilingual
from games.spine.toml_text import Section

EFFECT_KEYS = ("grey", "black", "flag")
MOST_ADVANCE = 5
MOST_POINTS = 99
MOST_PARTS = 15


def read_effects(level: Section, rules: Section) -> Effects:
    """The effects that a level names, or else the `[rules]` of its file."""
    return Effects(
        grey=_read_rocket(level, rules, "grey", HOUSE_EFFECTS.grey),
        black=_read_rocket(level, rules, "black", HOUSE_EFFECTS.black),
        flag=_read_flag(level, rules),
        strip_points=_read_strip(level),
    )


def _named(level: Section, rules: Section, key: str) -> Section | None:
    """Where an effect is named: in the level, or in what holds for all."""
    for section in (level, rules):
        if key in section.entries:
            inside = section.inner(key)
            return inside if section.is_fine(key) else None
    return None


def _read_rocket(level: Section, rules: Section, key: str, house: RocketEffect) -> RocketEffect:
    section = _named(level, rules, key)
    if section is None:
        return house
    section.only("advance", "swirls", "points")
    return RocketEffect(
        section.number("advance", 0, MOST_ADVANCE, default=0),
        section.flag("swirls", False),
        section.number("points", 0, MOST_POINTS, default=0),
    )


def _read_flag(level: Section, rules: Section) -> FlagEffect:
    section = _named(level, rules, "flag")
    if section is None:
        return FlagEffect()
    section.only("rocket", "parts", "by_part")
    rocket = section.entries.get("rocket")
    known = [colour.key for colour in COLOURS]
    if rocket is not None and rocket not in known:
        section.complain(
            "rocket",
            Bilingual(f"muss {', '.join(known)} sein, nicht {rocket!r}", f"must be {', '.join(known)}, not {rocket!r}"),
        )
        rocket = None
    return FlagEffect(
        Rocket[str(rocket).upper()] if rocket is not None else None,
        section.number("parts", 0, MOST_PARTS, default=0),
        section.flag("by_part", True),
    )


def _read_strip(level: Section) -> int:
    """`strip` is true or false, or a table that says what reaching it brings."""
    if not isinstance(level.entries.get("strip"), Mapping):
        level.flag("strip", False)
        return 0
    section = level.inner("strip")
    section.only("points")
    return section.number("points", 1, MOST_POINTS)


def has_strip(level: Section) -> bool:
    """Whether the strip lies on the board in this level."""
    value = level.entries.get("strip", False)
    return value is True or isinstance(value, Mapping)
