"""Render all printed parts of all builds, check that they can be printed and that everything fits, draw pictures.

    python -m tools.building.case               # STL files in dist/case, pictures in docs/case
    python -m tools.building.case --build small

Needs `openscad` (Debian has it); no display.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np

from tools.building import mesh as meshes
from tools.building.bought import at_the_post, in_the_console
from tools.building.dimensions import CASE, builds, for_openscad, measures_of, table
from tools.building.fitting import bodies
from tools.building.mesh import Mesh
from tools.building.pictures import Colour, draw

SOURCE = CASE / "bordbuch.scad"
OUT = CASE.parents[1] / "dist" / "case"
CONSOLE = ("case", "back", "button_bar", "floor")
MOST_HANGING_CM2 = 2.0  # the upper halves of holes, and slots that a printer bridges
PARTS = (*CONSOLE, "camera_head", "pi_clip")
COLOURS: dict[str, Colour] = {
    "case": (150, 185, 225),
    "back": (205, 215, 228),
    "button_bar": (240, 200, 130),
    "floor": (228, 222, 208),
    "camera_head": (165, 210, 165),
    "pi_clip": (215, 165, 165),
}
NUMBERS = {COLOURS[name]: number for number, name in enumerate(PARTS, 1)}  # as in the table of docs/case.md
# How far each part is drawn from its place in the exploded picture: right, away, up.
APART: dict[str, tuple[float, float, float]] = {
    "case": (0, 40, 0),
    "back": (0, 150, 0),
    "button_bar": (0, -30, 0),
    "floor": (0, -30, -45),
}


def down(part: str, lean: float) -> tuple[float, float, float]:
    """Which side of a part lies on the bed."""
    angle = math.radians(lean)
    return {
        "case": (0.0, -math.cos(angle), math.sin(angle)),
        "back": (0.0, 1.0, 0.0),
        "button_bar": (0.0, 0.0, 1.0),
        "pi_clip": (0.0, -1.0, 0.0),
    }.get(part, (0.0, 0.0, -1.0))


def rendered(build: str, part: str, folder: Path) -> Mesh:
    """One part as OpenSCAD makes it, standing where it belongs."""
    file = folder / f"{build}-{part}.scad.stl"
    command = ["openscad", "-q", "-D", f'build="{build}"', "-D", f'part="{part}"', "-o", str(file), str(SOURCE)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode or not file.exists() or "WARNING" in told.stderr:
        raise SystemExit(f"openscad could not make {part} of {build}: {told.stderr.strip()}")
    mesh = meshes.read_stl(file)
    file.unlink()
    return mesh


def faults(build: str, parts: Mapping[str, Mesh]) -> Iterator[str]:
    """A sentence for everything that would spoil a print or a part that does not fit."""
    of = measures_of(build)
    for name, mesh in parts.items():
        lying = meshes.laid(mesh, down(name, of["print_lean"]))
        if edges := meshes.open_edges(mesh):
            yield f"{build}, {name}: not closed, {edges} edges are not shared by two triangles."
        if meshes.volume(mesh) <= 0:
            yield f"{build}, {name}: inside out."
        if (wall := meshes.thinnest(mesh)) < of["print_least_wall"] - 0.01:
            yield f"{build}, {name}: a wall of {wall:.2f} mm, {of['print_least_wall']} are wanted."
        if (meshes.size(lying) > of["print_bed"]).any():
            yield f"{build}, {name}: {meshes.size(lying).round()} mm do not fit on the bed."
        if (over := meshes.hanging(lying) / 100) > MOST_HANGING_CM2:
            yield f"{build}, {name}: {over:.1f} cm2 hang over nothing; it would need supports."
    for body in bodies(of):
        for name in body.near:
            if touching := int(meshes.inside(parts[name], body.points).sum()):
                share = f"{touching} of {len(body.points)} points"
                yield f"{build}: {body.name} does not fit, {name} is in the way ({share})."


def line(build: str, name: str, mesh: Mesh, lean: float) -> str:
    """What there is to know about a part, in a line."""
    lying = meshes.laid(mesh, down(name, lean))
    wide, deep, high = meshes.size(lying)
    return (
        f"{build:10} {name:12} {wide:4.0f} x {deep:3.0f} x {high:3.0f} mm, {meshes.volume(mesh) / 1000:5.1f} cm3, "
        f"thinnest wall {meshes.thinnest(mesh):.1f} mm, hangs over {meshes.hanging(lying) / 100:.1f} cm2"
    )


def exploded(parts: Mapping[str, Mesh]) -> list[tuple[Mesh, Colour]]:
    """The console's parts pulled apart, as they are put together."""
    return [(parts[name] + np.array(APART[name]), COLOURS[name]) for name in CONSOLE]


def side_by_side(parts: Mapping[str, Mesh], lean: float) -> list[tuple[Mesh, Colour]]:
    """All parts of a build as they lie on the bed, in a row."""
    placed, at = [], 0.0
    for name, mesh in parts.items():
        lying = meshes.laid(mesh, down(name, lean))
        placed.append((lying + np.array([at, 0.0, 0.0]), COLOURS[name]))
        at += float(meshes.size(lying)[0]) + 15
    return placed


def make(build: str, folder: Path, pictures: Path) -> list[str]:
    """Make everything for one build; what is wrong with it."""
    lean = measures_of(build)["print_lean"]
    parts = {part: rendered(build, part, folder) for part in PARTS}
    for name, mesh in parts.items():
        meshes.write_stl(folder / f"{build}-{name}.stl", meshes.laid(mesh, down(name, lean)))
        print(line(build, name, mesh, lean), flush=True)
    for name, picture in (
        (f"{build}.png", draw([*exploded(parts), *in_the_console(measures_of(build))], 560, numbers=NUMBERS)),
        (
            f"{table()['build'][build]['computer']}.png",
            draw(at_the_post(measures_of(build), parts, COLOURS), 560, numbers=NUMBERS),
        ),
        (f"{build}-bed.png", draw(side_by_side(parts, lean), 1000, numbers=NUMBERS)),
    ):
        cv2.imwrite(str(pictures / name), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return list(faults(build, parts))


def main() -> None:
    """Make all builds, or one; end with an error if a part cannot be printed or does not fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", choices=builds(), help="only this one")
    parser.add_argument("--out", type=Path, default=OUT, help="where the STL files go (default: dist/case)")
    parser.add_argument("--pictures", type=Path, default=CASE, help="where the pictures go (default: docs/case)")
    given = parser.parse_args()
    if shutil.which("openscad") is None:
        raise SystemExit("openscad is missing. On Debian: sudo apt install openscad")
    if (CASE / "dimensions.scad").read_text(encoding="utf-8") != for_openscad():
        raise SystemExit("dimensions.scad is older than dimensions.toml: python -m tools.building.dimensions --write")
    given.out.mkdir(parents=True, exist_ok=True)
    given.pictures.mkdir(parents=True, exist_ok=True)
    wrong = [
        fault
        for build in ([given.build] if given.build else builds())
        for fault in make(build, given.out, given.pictures)
    ]
    for fault in wrong:
        print(fault, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
