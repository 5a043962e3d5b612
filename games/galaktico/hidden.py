"""What nobody else may see: how a fleet is equipped, and the points in the bags.

Nothing of it is ever part of a `State`, which is drawn for everybody. Only where a group plays with cards that stay
open is told there what everybody has seen.
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

    @property
    def keys(self) -> frozenset[str]:
        """The short names of its cards."""
        return frozenset((self.shield.key, *(weapon.key for weapon in self.weapons)))

    @property
    def names(self) -> tuple[str, ...]:
        """What is printed on its cards: the shield, then the weapons."""
        return (self.shield.name, *(weapon.name for weapon in self.weapons))


@dataclass(frozen=True, slots=True)
class Equipment:
    """A fitting for every type of ship, for the whole game; None for one whose cards nobody has told yet."""

    fittings: tuple[Fitting | None, ...]  # in the order of the types

    def knows(self, ship: Ship) -> bool:
        return self.fittings[SHIPS.index(ship)] is not None

    def of(self, ship: Ship) -> Fitting:
        """The cards under a ship card; IllegalMove if nobody has told them yet."""
        found = self.fittings[SHIPS.index(ship)]
        if found is None:
            raise IllegalMove(f"nobody has shown the cards of the {ship.value}")
        return found

    def with_fitting(self, ship: Ship, fitting: Fitting) -> Equipment:
        """With the cards that were shown for a type. A type that was said to have one of them is asked for anew."""
        others = (None if one is None or one.keys & fitting.keys else one for one in self.fittings)
        return Equipment(tuple(fitting if kind is ship else one for kind, one in zip(SHIPS, others, strict=True)))


UNTOLD = Equipment((None,) * len(SHIPS))  # before the first combat


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
    shown: frozenset[tuple[int, Ship]] = frozenset()  # whose types have fought: everybody has seen their cards

    def with_points(self, seat: int, gain: int) -> Hidden:
        """So many more points in one bag."""
        points = (*self.points[:seat], self.points[seat] + gain, *self.points[seat + 1 :])
        return replace(self, points=points)

    def with_fitting(self, seat: int, ship: Ship, fitting: Fitting) -> Hidden:
        """With the cards that a player has shown for a type."""
        changed = self.equipment[seat].with_fitting(ship, fitting)
        return replace(self, equipment=(*self.equipment[:seat], changed, *self.equipment[seat + 1 :]))
