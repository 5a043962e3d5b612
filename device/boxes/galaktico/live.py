"""Galaktico on a page: captured ships and who has most of them, and all fleets in figures. No card, no hidden point."""

from __future__ import annotations

from device.boxes.live import Fact, Facts, Figures, LiveView, Seat
from device.desks.desk import Tell
from games.galaktico import wording
from games.galaktico.pieces import SHIPS, Counts, Fleet, State
from games.spine.dialogue import say


def live(scene: object, tell: Tell) -> LiveView | None:
    """The game at this moment; None before there is one."""
    if not isinstance(scene, State):
        return None
    return LiveView(tell(say("game.galaktico")), (_turn(scene, tell), _captured(scene, tell)), (_fleets(scene, tell),))


def _turn(state: State, tell: Tell) -> Facts:
    facts = [Fact(tell(say("galaktico.live.actions")), str(state.actions_left), is_main=True)]
    for fleet in state.fleets:
        if fleet.on_station is not None:
            ship = tell(wording.ship_name(fleet.on_station))
            facts.append(Fact(tell(say("galaktico.live.station")), f"{fleet.name}: {ship}"))
    return Facts(tuple(facts))


def _captured(state: State, tell: Tell) -> Figures:
    """What stands on everybody's ship cards, the most first: what anybody at the table can count."""
    ranked = sorted(enumerate(state.fleets), key=lambda one: -one[1].trophies.total)
    columns = (tell(say("galaktico.live.all")), *_types(tell))
    seats = tuple(
        Seat(fleet.name, (str(fleet.trophies.total), *_figures(fleet.trophies)), is_active=seat == state.active)
        for seat, fleet in ranked
    )
    return Figures(tell(say("galaktico.live.captured")), columns, seats)


def _fleets(state: State, tell: Tell) -> Figures:
    """Ships in space and in the supply, type by type."""
    seats = tuple(Seat(fleet.name, _here_and_there(fleet)) for fleet in state.fleets)
    return Figures(tell(say("galaktico.live.fleets")), _types(tell), seats)


def _types(tell: Tell) -> tuple[str, ...]:
    return tuple(tell(wording.ship_name(ship)) for ship in SHIPS)


def _figures(counts: Counts) -> tuple[str, ...]:
    return tuple(str(counts.of(ship)) for ship in SHIPS)


def _here_and_there(fleet: Fleet) -> tuple[str, ...]:
    return tuple(f"{fleet.in_space.of(ship)} + {fleet.supply.of(ship)}" for ship in SHIPS)
