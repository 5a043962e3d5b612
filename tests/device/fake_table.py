"""A table for tests of the page: it only writes down what is done to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from device.simulator.scene import Face, Light, Surface
from device.simulator.table import DiePlace, TableState


def table_state(*dice: DiePlace, held: int = 0) -> TableState:
    """A table at rest in normal light with these dice on it."""
    return TableState(
        dice=dice,
        held=tuple(range(len(dice) + 1, len(dice) + held + 1)),
        has_hand=False,
        light=Light.NORMAL,
        surface=Surface.WOOD,
        is_moving=False,
        rest_seconds=0.0,
    )


@dataclass
class FakeTable:
    """Shows `view` and keeps what was done. A die is picked up within half its size."""

    view: TableState
    done: list[tuple[Any, ...]] = field(default_factory=list)

    def state(self) -> TableState:
        return self.view

    def throw_all(self) -> None:
        self.done.append(("throw_all",))

    def throw_held(self) -> bool:
        self.done.append(("throw_held",))
        return len(self.view.held) > 0

    def show_all(self, face: Face) -> None:
        self.done.append(("show_all", face))

    def pick_up(self, x: float, y: float) -> bool:
        self.done.append(("pick_up", round(x), round(y)))
        return any(max(abs(x - die.x), abs(y - die.y)) < die.size / 2 for die in self.view.dice)

    def put_hand(self, present: bool) -> None:
        self.view = replace(self.view, has_hand=present)

    def set_light(self, light: Light) -> None:
        self.view = replace(self.view, light=light)

    def set_surface(self, surface: Surface) -> None:
        self.view = replace(self.view, surface=surface)

    def lean_die(self) -> bool:
        self.done.append(("lean_die",))
        return True

    def add_die(self) -> bool:
        self.done.append(("add_die",))
        return True

    def remove_die(self) -> bool:
        self.done.append(("remove_die",))
        return True

    def nudge(self) -> bool:
        self.done.append(("nudge",))
        return True
