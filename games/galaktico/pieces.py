"""What lies on the table in Galaktico: four types of ships, four effects, weapons, shields, and the fleets.

All of it may be seen by everybody; what is secret has its own module, `hidden`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from games.spine.errors import IllegalMove


class Ship(Enum):
    """The types of ships that can move and fight; the station can do neither."""

    DESTROYER = "destroyer"
    FIGHTER = "fighter"
    CRUISER = "cruiser"
    SCOUT = "scout"


class Effect(Enum):
    """The four effects a weapon can have; a shield keeps two of them off."""

    LASER = "laser"
    QUANTEN = "quanten"
    KRYPTO = "krypto"
    IMPULS = "impuls"


SHIPS = tuple(Ship)
EFFECTS = tuple(Effect)
SEATS = (2, 3)
ACTIONS = 2  # a turn has exactly so many
WEAPONS = 8  # per player
SHIELDS = 6
WEAPONS_PER_SHIP = 2
BLOCKED = 2  # effects a shield keeps off
MOST_FORCE = 6  # of a weapon in one effect
METEOR_BONUS = 3  # for a scout that attacks directly out of a meteor field


@dataclass(frozen=True, slots=True)
class ShipCard:
    """What a ship card says: force, range in spaces, jumps in one move, and how many figures there are."""

    force: int
    range: int
    jumps: int
    on_board: int  # at the start
    in_supply: int

    @property
    def figures(self) -> int:
        return self.on_board + self.in_supply


SHIP_CARDS = {
    Ship.DESTROYER: ShipCard(force=5, range=2, jumps=0, on_board=1, in_supply=2),
    Ship.FIGHTER: ShipCard(force=4, range=3, jumps=1, on_board=1, in_supply=2),
    Ship.CRUISER: ShipCard(force=3, range=4, jumps=2, on_board=2, in_supply=2),
    Ship.SCOUT: ShipCard(force=1, range=5, jumps=0, on_board=3, in_supply=2),
}


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon card: its forces in the order of the effects."""

    key: str
    name: str
    forces: tuple[int, ...]

    def force(self, effect: Effect) -> int:
        return self.forces[EFFECTS.index(effect)]


@dataclass(frozen=True, slots=True)
class Shield:
    """A shield card: the two effects it keeps off."""

    key: str
    name: str
    blocks: frozenset[Effect]

    @property
    def lets_through(self) -> tuple[Effect, ...]:
        return tuple(effect for effect in EFFECTS if effect not in self.blocks)


# --- figures -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counts:
    """So many of each type of ship."""

    destroyer: int = 0
    fighter: int = 0
    cruiser: int = 0
    scout: int = 0

    def of(self, ship: Ship) -> int:
        return int(getattr(self, ship.value))

    @property
    def total(self) -> int:
        return sum(self.of(ship) for ship in SHIPS)

    def plus(self, ship: Ship, change: int = 1) -> Counts:
        """So many more of one type; never fewer than none."""
        count = self.of(ship) + change
        if count < 0:
            raise IllegalMove(f"there is no {ship.value} left to take away")
        return replace(self, **{ship.value: count})


@dataclass(frozen=True, slots=True)
class Fleet:
    """One player's figures: in the supply, in space, perhaps one on the station; the rest is captured."""

    name: str
    supply: Counts
    in_space: Counts
    trophies: Counts = Counts()  # figures captured by each type, as they stand on its card
    on_station: Ship | None = None  # deployed and, as far as anybody has said, not moved off yet

    @property
    def inactive(self) -> int:
        """The ships in the supply and the one on the station."""
        return self.supply.total + (self.on_station is not None)

    def outside(self, ship: Ship) -> int:
        """The figures of a type that can be in space: who deployed one may have moved it off meanwhile."""
        return self.in_space.of(ship) + (self.on_station is ship)

    def owned(self, ship: Ship) -> int:
        """The figures of a type that are not captured."""
        return self.supply.of(ship) + self.in_space.of(ship) + (self.on_station is ship)

    def captured(self, ship: Ship) -> int:
        """The figures of a type that the others have captured."""
        return SHIP_CARDS[ship].figures - self.owned(ship)


@dataclass(frozen=True, slots=True)
class OpenFitting:
    """What lies open under a ship card, by the names on the cards."""

    seat: int
    ship: Ship
    shield: str
    lets_through: tuple[Effect, ...]
    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What everybody may know: the fleets, whose turn it is, and what was done in this turn."""

    fleets: tuple[Fleet, ...]  # clockwise
    active: int = 0
    actions_left: int = ACTIONS
    moved: Counts = Counts()  # ships in space that have moved in this turn
    has_deployed: bool = False  # in this turn
    opened: tuple[OpenFitting, ...] = ()  # cards that everybody has seen, where they stay open for good

    @property
    def current(self) -> Fleet:
        return self.fleets[self.active]

    def others(self) -> tuple[int, ...]:
        """The seats of the opponents, clockwise from the active player."""
        return tuple((self.active + step) % len(self.fleets) for step in range(1, len(self.fleets)))

    def with_fleet(self, seat: int, fleet: Fleet) -> State:
        return replace(self, fleets=(*self.fleets[:seat], fleet, *self.fleets[seat + 1 :]))


def start_fleet(name: str) -> Fleet:
    """A fleet before the first turn: seven ships in space, eight in the supply."""
    return Fleet(
        name,
        supply=Counts(*(SHIP_CARDS[ship].in_supply for ship in SHIPS)),
        in_space=Counts(*(SHIP_CARDS[ship].on_board for ship in SHIPS)),
    )
