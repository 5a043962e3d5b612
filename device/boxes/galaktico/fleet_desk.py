"""The desk that shows Galaktico's fleets in figures: what is in space, in the supply, and captured."""

from __future__ import annotations

from collections.abc import Callable

from device.boxes.galaktico.drawing import FleetRow, Fleets
from device.desks.desk import Reply, Tell
from device.desks.ok_desk import OkDesk
from device.parts.protocols import Button, Press
from device.screens.content import Screen
from games.galaktico.overview import ShowFleets
from games.galaktico.pieces import ACTIONS, SHIPS, Counts, Fleet
from games.spine.dialogue import say

# Each page: its name, and where a fleet has its figures.
_PAGES: tuple[tuple[str, Callable[[Fleet], Counts]], ...] = (
    ("in_space", lambda fleet: fleet.in_space),
    ("supply", lambda fleet: fleet.supply),
    ("trophies", lambda fleet: fleet.trophies),
)


class FleetDesk(OkDesk):
    """Up and down turn the pages; OK goes on, back goes back."""

    def __init__(self, prompt: ShowFleets) -> None:
        self.prompt = prompt
        self._page = 0

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.UP:
                self._page = (self._page - 1) % len(_PAGES)
            case Button.DOWN:
                self._page = (self._page + 1) % len(_PAGES)
            case _:
                return super().press(press)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        state = self.prompt.state
        name, counts = _PAGES[self._page]
        return Fleets(
            title=tell(say(f"galaktico.fleets.{name}")),
            ships=tuple(ship.value for ship in SHIPS),
            letters=tuple(tell(say(f"galaktico.letter.{ship.value}")) for ship in SHIPS),
            rows=tuple(
                FleetRow(
                    name=fleet.name,
                    figures=tuple(str(counts(fleet).of(ship)) for ship in SHIPS),
                    is_active=seat == state.active,
                    on_station=SHIPS.index(fleet.on_station) if fleet.on_station and name == "in_space" else None,
                )
                for seat, fleet in enumerate(state.fleets)
            ),
            actions=ACTIONS,
            actions_left=state.actions_left,
        )
