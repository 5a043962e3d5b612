"""What the page can do at the simulated table: from an action's name and its JSON to one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from device.simulator.scene import Face, Light, Surface

if TYPE_CHECKING:  # the table itself is not needed to serve a page
    from device.simulator.table import TableState


class TablePort(Protocol):
    """The simulated table as the page uses it; every call returns at once and may come from any thread."""

    def throw_all(self) -> None: ...
    def throw_held(self) -> bool: ...
    def show_all(self, face: Face) -> None: ...
    def pick_up(self, x: float, y: float) -> bool: ...
    def put_hand(self, present: bool) -> None: ...
    def set_light(self, light: Light) -> None: ...
    def set_surface(self, surface: Surface) -> None: ...
    def lean_die(self) -> bool: ...
    def add_die(self) -> bool: ...
    def remove_die(self) -> bool: ...
    def nudge(self) -> bool: ...
    def state(self) -> TableState: ...


class BadRequest(ValueError):
    """The page asked for something that does not exist; the message says what does."""


def table_state(table: TablePort) -> dict[str, Any]:
    """The table as JSON for the page."""
    state = table.state()
    return {
        "dice": [
            {"number": die.number, "x": round(die.x, 1), "y": round(die.y, 1), "size": round(die.size, 1)}
            for die in state.dice
        ],
        "held": len(state.held),
        "hand": state.has_hand,
        "light": state.light.value,
        "surface": state.surface.value,
        "moving": state.is_moving,
    }


def do_at_table(table: TablePort, action: str, values: Mapping[str, Any]) -> bool:
    """Carry an action out; False if the table had nothing to do for it. BadRequest if it does not exist like that."""
    do = ACTIONS.get(action)
    if do is None:
        raise BadRequest(f'There is no action "{action}" at the table. There are: {", ".join(ACTIONS)}.')
    return do(table, values) is not False


def _number(values: Mapping[str, Any], key: str) -> float:
    value = values.get(key)
    # "not a finite number" also keeps out the NaN and Infinity that Python's JSON lets through.
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise BadRequest(f'"{key}" must be a number, a pixel of the camera\'s picture.')
    return float(value)


def _truth(values: Mapping[str, Any], key: str) -> bool:
    value = values.get(key)
    if not isinstance(value, bool):
        raise BadRequest(f'"{key}" must be true or false.')
    return value


Kind = TypeVar("Kind", bound=Enum)


def _one_of(kinds: type[Kind], values: Mapping[str, Any], key: str) -> Kind:
    for kind in kinds:
        if kind.value == values.get(key):
            return kind
    raise BadRequest(f'"{key}" must be one of {", ".join(kind.value for kind in kinds)}.')


ACTIONS: dict[str, Callable[[TablePort, Mapping[str, Any]], object]] = {
    "throw_all": lambda table, values: table.throw_all(),
    "throw_held": lambda table, values: table.throw_held(),
    "show_all": lambda table, values: table.show_all(_one_of(Face, values, "face")),
    "pick_up": lambda table, values: table.pick_up(_number(values, "x"), _number(values, "y")),
    "put_hand": lambda table, values: table.put_hand(_truth(values, "present")),
    "set_light": lambda table, values: table.set_light(_one_of(Light, values, "light")),
    "set_surface": lambda table, values: table.set_surface(_one_of(Surface, values, "surface")),
    "lean_die": lambda table, values: table.lean_die(),
    "add_die": lambda table, values: table.add_die(),
    "remove_die": lambda table, values: table.remove_die(),
    "nudge": lambda table, values: table.nudge(),
}
