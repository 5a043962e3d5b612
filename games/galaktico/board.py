"""The board: three sectors of 6 x 6 spaces round a centre, and the three axes between them that mirror a ship.

Every sector touches both others along an edge that begins in the centre. A space is told by its sector and by how far
it lies from each of these two edges; the same two distances lead to its mirror image in the other sector.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from games.spine.errors import IllegalMove

SIDE = 6  # spaces along the edge of a sector: our reading of public reviews, the rule book does not count them


class Sector(Enum):
    """The sectors, clockwise; the first player's is A."""

    A = 0
    B = 1
    C = 2

    @property
    def next(self) -> Sector:
        return Sector((self.value + 1) % len(Sector))

    @property
    def previous(self) -> Sector:
        return Sector((self.value - 1) % len(Sector))

    @property
    def neighbours(self) -> tuple[Sector, Sector]:
        return self.next, self.previous


@dataclass(frozen=True, slots=True)
class Space:
    """A space: rows from the edges to the next and to the previous sector, from 0 for the row at the edge."""

    sector: Sector
    from_next: int
    from_previous: int

    def rows_from(self, other: Sector) -> int:
        """How many rows lie between this space and the edge to another sector."""
        return self.from_next if other is self.sector.next else self.from_previous


def space_at(sector: Sector, from_next: int, from_previous: int) -> Space:
    """The space with these distances; IllegalMove if the sector has none such.

    >>> space_at(Sector.A, 2, 0).rows_from(Sector.B)
    2
    """
    if not (0 <= from_next < SIDE and 0 <= from_previous < SIDE):
        raise IllegalMove(f"a sector has rows 0 to {SIDE - 1}, not {from_next} and {from_previous}")
    return Space(sector, from_next, from_previous)


def all_spaces() -> tuple[Space, ...]:
    """The 108 spaces of the board."""
    rows = range(SIDE)
    return tuple(space_at(sector, one, other) for sector in Sector for one in rows for other in rows)


def mirrored(space: Space, into: Sector) -> Space:
    """Where a jump into another sector ends: as far from the axis, and as far along it.

    >>> mirrored(space_at(Sector.A, 2, 5), Sector.B)
    Space(sector=<Sector.B: 1>, from_next=5, from_previous=2)
    """
    if into is space.sector:
        raise IllegalMove("a jump leads into another sector")
    # What was the distance from the axis to the next sector is the distance from the axis to the previous one there.
    return space_at(into, space.from_previous, space.from_next)


def neighbours(space: Space) -> frozenset[Space]:
    """All spaces that touch this one, at an edge or a corner, also across the borders of the sectors."""
    steps = [(one, other) for one in (-1, 0, 1) for other in (-1, 0, 1) if (one, other) != (0, 0)]
    found = (_stepped(space, one, other) for one, other in steps)
    return frozenset(other for other in found if other is not None)


def _stepped(space: Space, one: int, other: int) -> Space | None:
    """The space one step away; behind an axis the other sector begins. Past the centre and the rim there is none."""
    from_next, from_previous = space.from_next + one, space.from_previous + other
    if max(from_next, from_previous) >= SIDE or (from_next < 0 and from_previous < 0):
        return None
    if from_next < 0:
        return space_at(space.sector.next, from_previous, 0)
    if from_previous < 0:
        return space_at(space.sector.previous, 0, from_next)
    return space_at(space.sector, from_next, from_previous)


def gravity_field(source: Space) -> frozenset[Space]:
    """The field of a destroyer or a station: its own space and all that touch it."""
    return neighbours(source) | {source}


def is_jump_blocked(start: Space, target: Space, enemy_sources: Iterable[Space]) -> bool:
    """Whether a field of somebody else holds the ship at either end of its jump; own fields never do."""
    return any({start, target} & gravity_field(source) for source in enemy_sources)
