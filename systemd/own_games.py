"""Games that the owner has installed as packages come along when Bordbuch gets a new home."""

from __future__ import annotations

import shutil
from importlib.metadata import Distribution, distributions
from pathlib import Path

GROUP = "bordbuch.games"
OURS = "bordbuch"


def games_in(packages: Path) -> list[Distribution]:
    """The packages there that bring a game, apart from Bordbuch itself."""
    found = distributions(path=[str(packages)])
    return [one for one in found if one.name != OURS and one.entry_points.select(group=GROUP)]


def bring_along(old: Path, new: Path) -> list[str]:
    """Copy every game of the old folder of packages that the new one lacks; their names."""
    there = {one.name for one in games_in(new)}
    brought = []
    for game in games_in(old):
        files = [file for file in game.files or () if ".." not in file.parts and not file.is_absolute()]
        if game.name in there or not files:
            continue
        for file in files:
            source = old / file
            if source.is_file():
                (new / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, new / file)
        brought.append(game.name)
    return brought


def packages_of(venv: Path) -> Path | None:
    """Where the packages of a virtual environment lie, if it is one."""
    return next(iter(sorted(venv.glob("lib/python3*/site-packages"))), None)
