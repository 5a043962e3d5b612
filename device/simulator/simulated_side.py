"""The simulated side of a device without a real table: the table, the camera above it, and the hands that set it."""

from __future__ import annotations

from collections.abc import Callable

from device.boxes.box import GameList
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from device.simulator.card_holding import CardHolder, KnownCards
from device.simulator.unpacking import Unpacker
from device.talks.service import Service


class SimulatedSide:
    """What lies on the other side of the camera. `known_cards` are taught by its own pictures, as an owner would."""

    def __init__(
        self, game_list: GameList, seed: int | None, clock: Callable[[], float], is_swept: bool = False
    ) -> None:
        self.table = SimulatedTable(seed, clock=clock)
        self.table.sweep(is_swept)
        self.table.lay_beside(())
        self.camera = SimulatedCamera(self.table, seed)
        self.known_cards = KnownCards()
        self._unpacker = Unpacker(self.table, game_list)
        self._card_holder = CardHolder(self.table, self.known_cards, game_list)

    def follow(self, service: Service) -> None:
        """Take out what the game that is on needs: its cards, or the dice."""
        self._unpacker.follow(service)
        self._card_holder.follow(service)
