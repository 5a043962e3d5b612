"""The simulated side of a device without a real table: the table, the camera above it, and the hands that set it."""

from __future__ import annotations

from collections.abc import Callable

from device.boxes.box import Shelf
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.card_setting import CardSetter, KnownCards
from device.simulator.table_setting import TableSetter
from device.talks.service import Service


class TableSide:
    """What lies on the other side of the camera. `known_cards` are taught by its own pictures, as an owner would."""

    def __init__(self, shelf: Shelf, seed: int | None, clock: Callable[[], float]) -> None:
        self.table = SimulatedTable(seed, clock=clock)
        self.camera = SimulatedCamera(self.table)
        self.known_cards = KnownCards()
        self._table_setter = TableSetter(self.table, shelf)
        self._card_setter = CardSetter(self.table, self.known_cards, shelf)

    def follow(self, service: Service) -> None:
        """Take out what the game that is on needs: its cards, or the dice."""
        self._table_setter.follow(service)
        self._card_setter.follow(service)
