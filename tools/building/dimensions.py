"""The one table of measures, docs/case/dimensions.toml, for Python, and as a file that OpenSCAD reads.

python -m tools.building.dimensions --write    # makes docs/case/dimensions.scad anew
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CASE = Path(__file__).parents[2] / "docs" / "case"
TABLE, FOR_OPENSCAD = CASE / "dimensions.toml", CASE / "dimensions.scad"
SHARED = ("print", "stand", "camera", "bar")
CHOSEN = ("computer", "display", "button")

Measures = Mapping[str, Any]


def table() -> Measures:
    """All measures as they stand in the table."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def builds() -> tuple[str, ...]:
    """The names of the builds, in order."""
    return tuple(table()["build"])


def measures_of(build: str) -> dict[str, float]:
    """Every measure of one build under the name it has in OpenSCAD, like display_board_width."""
    everything = table()
    sections = {name: everything[name] for name in SHARED}
    sections |= {name: everything[name][everything["build"][build][name]] for name in CHOSEN}
    return {f"{section}_{key}": value for section, keys in sections.items() for key, value in keys.items()}


def for_openscad() -> str:
    """The same for OpenSCAD, where the variable `build` chooses."""
    each = {build: measures_of(build) for build in builds()}
    *others, last = each
    lines = ["// Made from dimensions.toml by python -m tools.building.dimensions --write. Change that one."]
    for name, value in each[last].items():
        if all(measures[name] == value for measures in each.values()):
            lines.append(f"{name} = {value};")
        else:
            choices = "".join(f'build == "{build}" ? {each[build][name]} : ' for build in others)
            lines.append(f"{name} = {choices}{value};")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print it, or write it where it belongs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"make {FOR_OPENSCAD.name} anew")
    if parser.parse_args().write:
        FOR_OPENSCAD.write_text(for_openscad(), encoding="utf-8")
    else:
        print(for_openscad(), end="")


if __name__ == "__main__":
    main()
