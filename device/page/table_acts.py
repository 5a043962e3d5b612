"""What the page can do at the simulated table: from an action's name and its JSON to one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from device.simulator.card_table import CardTable
from device.simulator.render.scene import About, Face, Light, Pieces, Surface

if TYPE_CHECKING:  # the table itself is not needed to serve a page
    from device.simulator.acts.card_acts import CardsState
    from device.simulator.acts.table import TableState


LARGEST_GRID = 6  # rows and columns
MOST_OPEN = 5  # cards in a hand to choose from
MOST_SHOWN = 60  # cards with names to show to the camera


class TablePort(CardTable, Protocol):
    """The simulated table as the page uses it; every call returns at once and may come from any thread."""

    def throw_all(self) -> None: ...
    def throw_held(self) -> bool: ...
    def show_all(self, face: Face) -> None: ...
    def pick_up(self, x: float, y: float) -> bool: ...
    def put_hand(self, present: bool) -> None: ...
    def set_light(self, light: Light) -> None: ...
    def set_surface(self, surface: Surface) -> None: ...
    def sweep(self, is_swept: bool) -> None: ...
    def set_pieces(self, pieces: Pieces) -> None: ...
    def lean_die(self) -> bool: ...
    def add_die(self) -> bool: ...
    def remove_die(self) -> bool: ...
    def nudge(self) -> bool: ...
    def move(self, row: int, col: int, to_row: int, to_col: int) -> bool: ...
    def swap(self, row: int, col: int, to_row: int, to_col: int) -> bool: ...
    def show_card(self, number: int) -> bool: ...
    def take_shown(self) -> bool: ...
    def show_stranger(self) -> bool: ...
    def shake(self) -> bool: ...
    def lose_ball(self) -> bool: ...


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
        "about": (About.SWEPT if state.is_swept else About.LITTERED).value,
        "surface": state.surface.value,
        "pieces": pieces_of(state),
        "moving": state.is_moving,
        "cards": None if state.cards is None else cards_state(state.cards),
        "shown": None if state.shown is None else {"names": state.shown.names, "lying": state.shown.is_lying},
    }


def pieces_of(state: TableState) -> str:
    """What is played with now."""
    if state.shown is not None:
        return "shown"
    if state.ship is not None:
        return Pieces.SHIP.value
    return (Pieces.DICE if state.cards is None else Pieces.CARDS).value


def cards_state(cards: CardsState) -> dict[str, Any]:
    """The grid and the player's open cards as JSON for the page."""
    return {
        "size": cards.size,
        "cells": [
            {
                "row": cell.row,
                "col": cell.col,
                "x": round(cell.x, 1),
                "y": round(cell.y, 1),
                "width": round(cell.width, 1),
                "height": round(cell.height, 1),
                "card": cell.has_card,
            }
            for cell in cards.cells
        ],
        "drawn": [{"value": card.value, "colour": card.colour} for card in cards.drawn],
        "deck": cards.deck,
        "discards": cards.discards,
        "shown": cards.is_hand_shown,
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


def _whole(values: Mapping[str, Any], key: str, low: int, high: int, usual: int | None = None) -> int:
    value = values.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadRequest(f'"{key}" must be a whole number from {low} to {high}.')
    return value


def _cell(values: Mapping[str, Any], row: str = "row", col: str = "col") -> tuple[int, int]:
    """A cell of the grid, or one just beside it."""
    return _whole(values, row, -1, LARGEST_GRID), _whole(values, col, -1, LARGEST_GRID)


def _open_card(values: Mapping[str, Any]) -> int:
    """Which of the open cards, the first one if nothing is said."""
    return _whole(values, "number", 0, MOST_OPEN - 1, usual=0)


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
    "set_about": lambda table, values: table.sweep(_one_of(About, values, "about") is About.SWEPT),
    "set_surface": lambda table, values: table.set_surface(_one_of(Surface, values, "surface")),
    "set_pieces": lambda table, values: table.set_pieces(_one_of(Pieces, values, "pieces")),
    "lean_die": lambda table, values: table.lean_die(),
    "add_die": lambda table, values: table.add_die(),
    "remove_die": lambda table, values: table.remove_die(),
    "nudge": lambda table, values: table.nudge(),
    "lay_drawn": lambda table, values: table.lay_drawn(*_cell(values), _open_card(values)),
    "take": lambda table, values: table.take(*_cell(values)),
    "move": lambda table, values: table.move(*_cell(values), *_cell(values, "to_row", "to_col")),
    "swap": lambda table, values: table.swap(*_cell(values), *_cell(values, "to_row", "to_col")),
    "discard_drawn": lambda table, values: table.discard_drawn(_open_card(values)),
    "show_drawn": lambda table, values: table.show_drawn(_truth(values, "shown")),
    "show_colours": lambda table, values: table.show_colours(),
    "clear_cards": lambda table, values: table.clear_cards(),
    "lay_outside": lambda table, values: table.lay_outside(),
    "lay_apart": lambda table, values: table.lay_apart(),
    "lay_two": lambda table, values: table.lay_two(),
    "lay_on_top": lambda table, values: table.lay_on_top(),
    "move_card": lambda table, values: table.move_card(),
    "swap_cards": lambda table, values: table.swap_cards(),
    "take_card": lambda table, values: table.take_card(),
    "bump_camera": lambda table, values: table.bump_camera(),
    "show_card": lambda table, values: table.show_card(_whole(values, "number", 0, MOST_SHOWN - 1)),
    "take_shown": lambda table, values: table.take_shown(),
    "show_stranger": lambda table, values: table.show_stranger(),
    "shake": lambda table, values: table.shake(),
    "lose_ball": lambda table, values: table.lose_ball(),
}
