"""What the owner's dice look like: one small file in a folder, shipped for the usual dice, taught for others."""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.errors import BadProfile

PROFILE_FILE = "profile.toml"
SHIPPED = Path(__file__).parent / "profiles" / "space-dice"


@dataclass(frozen=True, slots=True)
class FaceLook:
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
class SymbolProfile:
    """A set of dice with a printed mark on each face."""

    faces: tuple[FaceLook, ...]
    spread_degrees: float = 6.0  # how far the same ink's direction wanders between lamps, one standard deviation


def load_profile(folder: Path) -> SymbolProfile:
    """Read a profile folder; BadProfile names the file and the key if something is amiss."""
    file = folder / PROFILE_FILE
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadProfile(f"{file}: cannot be read ({error.strerror}); teach the dice first") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadProfile(f"{file}: no valid TOML: {error}") from error
    unknown = sorted(set(content) - {"faces", "spread_degrees"})
    if unknown:
        raise BadProfile(f"{file}: unknown key {unknown[0]!r}; known are faces and spread_degrees")
    faces = content.get("faces")
    if not isinstance(faces, dict) or not faces:
        raise BadProfile(f"{file}: faces: at least one [faces.NAME] is needed")
    return SymbolProfile(
        faces=tuple(face_from(file, name, look) for name, look in faces.items()),
        spread_degrees=number_in(file, "spread_degrees", content.get("spread_degrees", 6.0), 1.0, 30.0),
    )


def face_from(file: Path, name: str, look: object) -> FaceLook:
    """One [faces.NAME] table."""
    place = f"faces.{name}"
    if not isinstance(look, Mapping):
        raise BadProfile(f"{file}: {place}: a table with ink, roundness and fill is expected")
    unknown = sorted(set(look) - {"ink", "roundness", "fill"})
    if unknown:
        raise BadProfile(f"{file}: {place}: unknown key {unknown[0]!r}; known are ink, roundness and fill")
    ink = look.get("ink")
    if not isinstance(ink, list) or len(ink) != 3:
        raise BadProfile(f"{file}: {place}.ink: three numbers (blue, green, red) are expected")
    blue, green, red = (number_in(file, f"{place}.ink", value, 0.0, 1.0) for value in ink)
    if min(blue, green, red) > 0.9:
        raise BadProfile(f"{file}: {place}.ink: this is the body's own colour; one number must be below 0.9")
    return FaceLook(
        name=name,
        ink=(blue, green, red),
        roundness=number_in(file, f"{place}.roundness", look.get("roundness"), 0.0, 1.0),
        fill=number_in(file, f"{place}.fill", look.get("fill"), 0.02, 0.9),
    )


def number_in(file: Path, key: str, value: object, least: float, most: float) -> float:
    """A number within its bounds, or a sentence that names the key."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise BadProfile(f"{file}: {key}: a number from {least:g} to {most:g} is expected, not {value!r}")
    return float(value)


@functools.cache
def shipped_profile() -> SymbolProfile:
    """The dice Bordbuch knows without being taught."""
    return load_profile(SHIPPED)
