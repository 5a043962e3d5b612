"""Evenings counted in every light, and the tables of docs/friction.md made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from device.app import simulated_device
from device.simulator.render.scene import Light, Surface
from tools.measuring.friction.counts import Counts, together
from tools.measuring.friction.evening import Evening
from tools.measuring.friction.hands import Clock, Hands

HEAD = (
    "| light | games | presses a game | before the first round | a round | questions | false complaints "
    "| wrong | stuck | seconds from rest |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True, slots=True)
class Condition:
    """The table at which an evening is played."""

    light: Light = Light.NORMAL
    top: Surface = Surface.WOOD
    is_littered: bool = True

    def __str__(self) -> str:
        return f"{self.light.value} on {self.top.value}, {'littered' if self.is_littered else 'swept'}"


def counted(evening: Evening, condition: Condition, seed: int = 1, most_rounds: int | None = None) -> Counts:
    """Play an evening at a device that is switched on for the first time, and count. Cards are shuffled by the seed."""
    clock = Clock()
    with (
        patch("device.menus.new_game.secrets.randbits", return_value=seed),
        TemporaryDirectory() as folder,
        simulated_device(
            Path(folder), language="de", seed=seed, clock=clock, is_swept=not condition.is_littered
        ) as device,
    ):
        device.table.set_light(condition.light)
        device.table.set_surface(condition.top)
        return Hands(device, clock, evening, most_rounds).play()


def rows_of(all_counted: Sequence[tuple[Condition, Counts]]) -> list[str]:
    """A row for every light, with and without what lies about, over all table tops; and one for all."""
    rows = []
    for is_littered in (False, True):
        for light in Light:
            some = [
                counts
                for condition, counts in all_counted
                if (condition.light, condition.is_littered) == (light, is_littered)
            ]
            if some:
                rows.append(_row(f"{light.value}, {'littered' if is_littered else 'swept'}", some))
    return [*rows, _row("all", [counts for _, counts in all_counted])]


def _row(name: str, some: Sequence[Counts]) -> str:
    total, games = together(some), len(some)
    cells = (
        name,
        str(games),
        f"{total.presses / games:.1f}",
        f"{total.presses_before / games:.1f}",
        f"{total.per_round:.2f}",
        str(total.questions),
        str(total.complaints),
        str(total.wrong),
        str(total.stuck),
        f"{total.usual_seconds:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def table(title: str, rows: Iterable[str]) -> str:
    """A table under its title."""
    return "\n".join((f"### {title}", "", *HEAD, *rows, ""))
