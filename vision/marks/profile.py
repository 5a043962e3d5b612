"""How marks printed on light dice look: the colour of their ink and their form, as the shipped profile tells them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.base.errors import BadProfile
from vision.base.profile_files import check_keys, number_in, paint_in, quoted


@dataclass(frozen=True, slots=True)
class MarkLook:
    """How one face's mark looks, freed from the lamp's colour by the light body around it."""

    name: str
    ink: tuple[float, float, float]  # picture / unprinted body in B, G, R
    roundness: float  # 1 for a star seen from above, small for something long
    fill: float  # share of the face that the mark covers

    def absorbed(self) -> tuple[float, float, float]:
        """Direction of what the ink takes away from the light; a highlight on the ink does not turn it."""
        taken = tuple(1.0 - value for value in self.ink)
        length = math.hypot(*taken)
        return taken[0] / length, taken[1] / length, taken[2] / length


@dataclass(frozen=True, slots=True)
class MarkProfile:
    """The marks of a set of light dice."""

    faces: tuple[MarkLook, ...]
    spread_degrees: float = 6.0  # how far the same ink's direction wanders between lamps, one standard deviation


def mark_profile_from(file: Path, section: object) -> MarkProfile:
    """The [marks] section of a profile; BadProfile names the file and the key if something is amiss."""
    if not isinstance(section, Mapping):
        raise BadProfile(f"{file}: marks: a table with spread_degrees and one table for each face is expected")
    looks = {name: look for name, look in section.items() if name != "spread_degrees"}
    if not looks:
        raise BadProfile(f"{file}: marks: at least one [marks.NAME] is needed")
    return MarkProfile(
        faces=tuple(look_from(file, name, look) for name, look in looks.items()),
        spread_degrees=number_in(file, "marks.spread_degrees", section.get("spread_degrees", 6.0), 1.0, 30.0),
    )


def look_from(file: Path, name: str, look: object) -> MarkLook:
    """One [marks.NAME] section: how the mark of that face looks."""
    place = f"marks.{name}"
    if not isinstance(look, Mapping):
        raise BadProfile(f"{file}: {place}: a table with ink, roundness and fill is expected")
    check_keys(file, place, look, ("ink", "roundness", "fill"), between=" and ")
    ink = paint_in(file, f"{place}.ink", look.get("ink"), 1.0)
    if min(ink) > 0.9:
        raise BadProfile(f"{file}: {place}.ink: this is the body's own colour; one number must be below 0.9")
    return MarkLook(
        name=name,
        ink=ink,
        roundness=number_in(file, f"{place}.roundness", look.get("roundness"), 0.0, 1.0),
        fill=number_in(file, f"{place}.fill", look.get("fill"), 0.02, 0.9),
    )


def mark_lines(profile: MarkProfile) -> list[str]:
    """The [marks] section as lines of a file."""
    lines = [
        "",
        "# The marks of light dice. ink: picture / unprinted body in blue, green, red, 1 = like the body, 0 = black;",
        "# roundness: 1 for a star seen from above, small for something long; fill: share of the face that it covers.",
        "[marks]",
        f"spread_degrees = {profile.spread_degrees:g}",
    ]
    for look in profile.faces:
        ink = ", ".join(f"{part:g}" for part in look.ink)
        lines += ["", f"[marks.{quoted(look.name)}]", f"ink = [{ink}]"]
        lines += [f"roundness = {look.roundness:g}", f"fill = {look.fill:g}"]
    return lines
