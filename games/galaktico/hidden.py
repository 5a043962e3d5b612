"""What nobody else may see: how a fleet is equipped, and the points in the bags.

Nothing of it is ever part of a `State`, which is drawn for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.galaktico.pieces import SHIPS, WEAPONS_PER_SHIP, Shield, Ship, Weapon
from games.spine.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Fitting:
    """The cards under one ship card."""

    shield: Shield
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True, slots=True)
class Equipment:
    """A fitting for every type of ship, for the whole game."""

    fittings: tuple[Fitting, ...]  # in the order of the types

    def of(self, ship: Ship) -> Fitting:
        return self.fittings[SHIPS.index(ship)]


def equip(fittings: Mapping[Ship, Fitting]) -> Equipment:
    """The equipment of a fleet; IllegalMove if a type has none, a wrong number of weapons, or a card is used twice."""
    missing = [ship.value for ship in SHIPS if ship not in fittings]
    if missing:
        raise IllegalMove(f"the equipment is not complete, nothing is chosen for {', '.join(missing)}")
    chosen = tuple(fittings[ship] for ship in SHIPS)
    for ship, fitting in zip(SHIPS, chosen, strict=True):
        if len(fitting.weapons) != WEAPONS_PER_SHIP:
            raise IllegalMove(f"the {ship.value} needs {WEAPONS_PER_SHIP} weapons, not {len(fitting.weapons)}")
    cards = [fitting.shield.key for fitting in chosen]
    cards += [weapon.key for fitting in chosen for weapon in fitting.weapons]
    twice = sorted({key for key in cards if cards.count(key) > 1})
    if twice:
        raise IllegalMove(f"there is only one card of each kind, but {', '.join(twice)} is used twice")
    return Equipment(chosen)


@dataclass(frozen=True, slots=True)
class Hidden:
    """The secrets of all players, in the order of their seats."""

    equipment: tuple[Equipment, ...]
    points: tuple[int, ...]

    def with_points(self, seat: int, gain: int) -> Hidden:
        """So many more points in one bag."""
        points = (*self.points[:seat], self.points[seat] + gain, *self.points[seat + 1 :])
        return replace(self, points=points)
