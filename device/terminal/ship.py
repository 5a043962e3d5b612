"""The mothership in a terminal: one key to shake it, one to let a ball stick."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from games.spine.dialogue import Text

if TYPE_CHECKING:
    from device.simulator.acts.table import TableState


class ShipTable(Protocol):
    """What can be done with a mothership at a simulated table."""

    def shake(self) -> bool: ...
    def lose_ball(self) -> bool: ...
    def state(self) -> TableState: ...


class ShipKeys:
    """s shakes the mothership, x lets only one ball fall; the keys for dice stay what they are."""

    def __init__(self, table: ShipTable) -> None:
        self._table = table

    @property
    def _is_out(self) -> bool:
        return self._table.state().ship is not None

    def press(self, key: str) -> bool:
        """Do what a key means for the ship; False if it means nothing to it."""
        if not self._is_out or key not in ("s", "x"):
            return False
        if key == "s":
            self._table.shake()
        else:
            self._table.lose_ball()
        return True

    def help_keys(self) -> tuple[str, ...]:
        """The texts that say which keys there are now; none while there is no ship."""
        return ("terminal.ship", "terminal.ship.more") if self._is_out else ()

    def status(self, tell: Callable[[Text], str]) -> str:
        """Nothing: a mothership needs no line beside the OLED."""
        return ""

    def map(self, tell: Callable[[Text], str]) -> list[str]:
        """Nothing: a mothership needs no map beside the OLED."""
        return []
