"""All boxes there are: those of the list, then those of installed packages, as pytest finds its plug-ins.

A package names its box in its own pyproject.toml::

    [project.entry-points."bordbuch.games"]
    mygame = "mygame.box:BOX"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from device.boxes.box import Box, GameList, LoadedGame, Workshop
from device.boxes.loader import open_shipped
from device.boxes.shipped import SHIPPED
from device.records.journal import Journal
from device.words.catalogue import all_entries

GROUP = "bordbuch.games"


@dataclass(frozen=True, slots=True)
class BoxProblem:
    """A game of an installed package that cannot be played, and why."""

    name: str
    sentence: str


def find_boxes(outside: Iterable[EntryPoint] | None = None) -> tuple[tuple[Box, ...], tuple[BoxProblem, ...]]:
    """The boxes in the order in which they are offered, and what is wrong with those of packages; the rest plays on."""
    boxes, problems = [*SHIPPED], []
    found = entry_points(group=GROUP) if outside is None else outside
    for entry in sorted(found, key=lambda entry: entry.name):
        box = _load(entry, boxes)
        if isinstance(box, Box):
            boxes.append(box)
        else:
            problems.append(box)
    return tuple(boxes), tuple(problems)


def _load(entry: EntryPoint, others: Sequence[Box]) -> Box | BoxProblem:
    package = f"The game {entry.name} from the package {entry.dist.name if entry.dist else entry.value}"
    remedy = "Bring the package up to date, or uninstall it."
    try:
        box = entry.load()
        if not isinstance(box, Box):
            return BoxProblem(entry.name, f"{package} has no box but a {type(box).__name__}. {remedy}")
        if box.name in {other.name for other in others}:
            return BoxProblem(entry.name, f"{package} is called {box.name}, as another game is already. {remedy}")
        # Its files may lack or be wrong too, and the device reads them only when it is too late to leave it out.
        entries = all_entries(one.texts_in for one in (*others, box))
        wrong = _misfit(box, open_shipped(box), entries)
        if wrong:
            return BoxProblem(entry.name, f"{package} {wrong}. {remedy}")
    except Exception as error:  # noqa: BLE001  somebody else's package: whatever is wrong with it, the rest plays on
        why = f"{type(error).__name__}: {error}".replace("\n", "; ")
        return BoxProblem(entry.name, f"{package} cannot be loaded ({why}). {remedy}")
    return box


def _misfit(box: Box, loaded: LoadedGame, entries: Mapping[str, object]) -> str:
    """What would only show at the table: a game by another name, without a title, or with nothing to begin."""
    if loaded.game.name != box.name:
        return f"is called {box.name} by its box and {loaded.game.name} by its rules"
    if box.title.key not in entries:
        return f"has no text {box.title.key!r}, which is its title"
    return "" if loaded.starts else "has neither levels nor ways to begin"


def workshops_of(
    boxes: Iterable[Box], folder: Path, game_list: GameList, journal: Journal
) -> tuple[tuple[Workshop, ...], tuple[BoxProblem, ...]]:
    """Where the owner can change the games' data, and which of them cannot be opened."""
    workshops, problems = [], []
    for box in boxes:
        if box.workshop is None:
            continue
        try:
            workshops.append(box.workshop(folder, game_list, journal))
        except Exception as error:  # noqa: BLE001  as above
            why = f"{type(error).__name__}: {error}".replace("\n", "; ")
            problems.append(BoxProblem(box.name, f"The workshop of {box.name} cannot be opened ({why})."))
    return tuple(workshops), tuple(problems)
