"""Where cards belong that the camera sees: counted from their own first row and column, laid over the known grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State, start_cells


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card as it was seen: where, and what it can be, likeliest first."""

    row: int
    col: int
    cards: tuple[NumberCard, ...]
    is_sure: bool = True
    is_faint: bool = False  # it may be nothing at all, unless a card is known to lie there

    @property
    def card(self) -> NumberCard:
        """What it most likely is."""
        return self.cards[0]

    def is_beside(self, other: Sighting) -> bool:
        """Whether the two lie edge to edge."""
        return abs(self.row - other.row) + abs(self.col - other.col) == 1


Placed: TypeAlias = dict[Place, Sighting]


def fitted(state: State, sightings: Sequence[Sighting]) -> Placed | None:
    """The sightings moved to where they belong in the grid; None if that is open.

    They belong where most known cards are seen in their places, even if another card then lies outside; a doubtful card
    that may be the known one counts half. Between equals it decides how many places are taken that are known to be
    taken. Before any card is known, the start card's places decide.
    """
    if not sightings:
        return {}
    size = state.level.size
    downs = range(-max(one.row for one in sightings), size)
    rights = range(-max(one.col for one in sightings), size)
    ways = [moved(sightings, down, right) for down in downs for right in rights]
    scores = [_agreement(state, placed) for placed in ways]
    best = max(scores)
    return ways[scores.index(best)] if best[0] > 0 and scores.count(best) == 1 else None


def moved(sightings: Sequence[Sighting], down: int, right: int) -> Placed:
    """The sightings so many rows and columns further."""
    return {Place(one.row + down, one.col + right): one for one in sightings}


def _agreement(state: State, placed: Placed) -> tuple[int, int]:
    """How well known cards are seen in their places, and how many of these are taken; at first, the start card's."""
    if not state.laid:
        starts = start_cells(state.level.size)
        return sum(is_inside(state, place) and cell_of(state, place) in starts for place in placed), 0
    alike = sum(_likeness(known_at(state, place), one) for place, one in placed.items())
    return alike, sum(known_at(state, place) is not None for place in placed)


def _likeness(known: NumberCard | None, sighting: Sighting) -> int:
    if known is None:
        return 0
    return 2 if sighting.card == known else int(known in sighting.cards)


def is_inside(state: State, place: Place) -> bool:
    """Whether this place is one of the grid."""
    size = state.level.size
    return 0 <= place.row < size and 0 <= place.col < size


def cell_of(state: State, place: Place) -> int:
    """The number of a place in the grid."""
    return place.row * state.level.size + place.col


def known_at(state: State, place: Place) -> NumberCard | None:
    """The card that is known to lie there."""
    return state.grid[cell_of(state, place)] if is_inside(state, place) else None


def known_places(state: State) -> list[Place]:
    """Where a card is known to lie."""
    size = state.level.size
    return [Place(*divmod(cell, size)) for cell, card in enumerate(state.grid) if card is not None]
