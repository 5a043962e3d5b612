"""A table for tests of the page: it only writes down what is done to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from device.simulator.acts.card_acts import CardsState, CellPlace
from device.simulator.acts.laid_cards import NumberCard
from device.simulator.acts.ship_acts import ShipState
from device.simulator.acts.table import DiePlace, TableState
from device.simulator.render.scene import Face, Light, Pieces, Surface


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


def ship_state() -> TableState:
    """A table at rest where two dice with pips and a mothership are played with."""
    return replace(table_state(held=2), ship=ShipState(is_lying=False))


def card_state(*drawn: NumberCard, taken: tuple[tuple[int, int], ...] = ((2, 2),)) -> TableState:
    """A table at rest with a grid of five in a picture of 640 x 360, cards in the cells that are taken."""
    cells = tuple(
        CellPlace(row, col, 220.0 + 50 * col, 60.0 + 60 * row, 40.0, 50.0, (row, col) in taken)
        for row in range(5)
        for col in range(5)
    )
    return replace(table_state(), cards=CardsState(5, cells, drawn, 28, 2, is_hand_shown=False))


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

    def sweep(self, is_swept: bool) -> None:
        self.view = replace(self.view, is_swept=is_swept)

    def set_pieces(self, pieces: Pieces) -> None:
        self.done.append(("set_pieces", pieces))

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

    def lay_drawn(self, row: int, col: int, number: int = 0) -> bool:
        self.done.append(("lay_drawn", row, col, number))
        return True

    def take(self, row: int, col: int) -> bool:
        self.done.append(("take", row, col))
        return True

    def move(self, row: int, col: int, to_row: int, to_col: int) -> bool:
        self.done.append(("move", row, col, to_row, to_col))
        return True

    def swap(self, row: int, col: int, to_row: int, to_col: int) -> bool:
        self.done.append(("swap", row, col, to_row, to_col))
        return True

    def discard_drawn(self, number: int = 0) -> bool:
        self.done.append(("discard_drawn", number))
        return True

    def show_drawn(self, is_shown: bool) -> bool:
        self.done.append(("show_drawn", is_shown))
        return True

    def clear_cards(self) -> bool:
        self.done.append(("clear_cards",))
        return True

    def show_colours(self) -> None:
        self.done.append(("show_colours",))

    def lay_outside(self) -> bool:
        self.done.append(("lay_outside",))
        return True

    def lay_apart(self) -> bool:
        self.done.append(("lay_apart",))
        return False

    def shake(self) -> bool:
        self.done.append(("shake",))
        return True

    def lose_ball(self) -> bool:
        self.done.append(("lose_ball",))
        return self.view.ship is not None and self.view.ship.is_lying

    def lay_two(self) -> bool:
        self.done.append(("lay_two",))
        return True

    def lay_on_top(self) -> bool:
        self.done.append(("lay_on_top",))
        return True

    def move_card(self) -> bool:
        self.done.append(("move_card",))
        return True

    def swap_cards(self) -> bool:
        self.done.append(("swap_cards",))
        return True

    def take_card(self) -> bool:
        self.done.append(("take_card",))
        return True

    def bump_camera(self) -> bool:
        self.done.append(("bump_camera",))
        return True

    def show_card(self, number: int) -> bool:
        self.done.append(("show_card", number))
        return True

    def take_shown(self) -> bool:
        self.done.append(("take_shown",))
        return True

    def show_stranger(self) -> bool:
        self.done.append(("show_stranger",))
        return True
