"""From cards as the camera sees them to a move: the rules settle what they can, the player is asked the rest.

Sightings are counted from their own first row and column, and a card may be doubtful. `meaning` lays them over the
known grid. What is known stays known as long as no sure sighting speaks against it; a new card that is sure and legal
is a `Move`; a doubtful one is `Asked` about, with the cards that can still be meant; all else is a `Misfit`, said in
one sentence. None means that there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State, start_cells
from games.number_up.reading import Difference, Misfit, shown, understand
from games.number_up.rules import Obstacle
from games.spine.dialogue import Laid, LaidCard

# What forbids a doubtful card whatever it is: its place, or that it looks like one that lies there.
SURE_OBSTACLES = frozenset({Obstacle.OCCUPIED, Obstacle.START, Obstacle.APART, Obstacle.LAID})
MOST_UNSEEN = 3  # known cards that may be out of sight; with more of them the whole grid is out of sight


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


@dataclass(frozen=True, slots=True)
class Move:
    """A grid that may follow: the known cards and the new one."""

    answer: Laid


@dataclass(frozen=True, slots=True)
class Asked:
    """New cards, some of them doubtful: what each of those may be, likeliest first, or nothing if nobody can guess."""

    sure: tuple[tuple[Place, NumberCard], ...]
    doubtful: tuple[tuple[Place, tuple[NumberCard, ...]], ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A known card is out of sight; `asked` are the new cards that count if it lies there all the same."""

    card: NumberCard
    place: Place
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Waits:
    """So many cards lie on the start card, and it is still open on which of its fields."""

    seen: int


@dataclass(frozen=True, slots=True)
class Faint:
    """Something may lie there, but is seen too weakly to be asked about."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A card that was taken back still lies there; `place` if it is the only one."""

    card: NumberCard
    place: Place | None = None


Meaning: TypeAlias = Move | Asked | Gap | Waits | Faint | TakenBack | Misfit | None
Placed: TypeAlias = dict[Place, Sighting]


def meaning(
    state: State, sightings: Sequence[Sighting], taken_back: frozenset[tuple[Place, NumberCard]] = frozenset()
) -> Meaning:
    """What these sightings mean; `taken_back` are cards the player has undone and still has to take away."""
    clear = [one for one in sightings if not one.is_faint]
    placed = fitted(state, sightings if state.laid else clear)
    if placed is None:
        return _nowhere(state, clear)
    seen = {place: one for place, one in placed.items() if not one.is_faint or _known(state, place) is not None}
    told = _told(state, seen, taken_back)
    return Faint() if told is None and len(seen) < len(sightings) else told


def proposed(state: State, sightings: Sequence[Sighting]) -> tuple[Place, tuple[NumberCard, ...]] | None:
    """The one known card that is seen otherwise, and what it can be instead; None if there is not exactly one."""
    placed = fitted(state, sightings)
    inside = _apart(state, placed)[0] if placed is not None else None
    others = [
        (place, sighting)
        for place, sighting in (inside or {}).items()
        if _known(state, place) not in (None, sighting.card)
    ]
    if len(others) != 1:
        return None
    place, sighting = others[0]
    cards = tuple(card for card in sighting.cards if rules.correct_obstacle(state, place, card) is None)
    return (place, cards) if cards else None


def with_cards(state: State, cards: Sequence[tuple[Place, NumberCard]], hand: Sequence[NumberCard] = ()) -> Laid:
    """The answer that shows the known grid with more cards, and perhaps a hand beside it."""
    size = state.level.size
    new = [LaidCard(*place, card.value, card.colour) for place, card in cards]
    open_cards = [LaidCard(size, number, card.value, card.colour) for number, card in enumerate(hand)]
    return Laid((*sorted([*shown(state).cards, *new]), *open_cards))


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
    moved = [_moved(sightings, down, right) for down in downs for right in rights]
    scores = [_agreement(state, placed) for placed in moved]
    best = max(scores)
    return moved[scores.index(best)] if best[0] > 0 and scores.count(best) == 1 else None


# --- where ---------------------------------------------------------------------------------------------------------


def _moved(sightings: Sequence[Sighting], down: int, right: int) -> Placed:
    return {Place(one.row + down, one.col + right): one for one in sightings}


def _agreement(state: State, placed: Placed) -> tuple[int, int]:
    """How well known cards are seen in their places, and how many of these are taken; at first, the start card's."""
    if not state.laid:
        starts = start_cells(state.level.size)
        return sum(_is_inside(state, place) and _cell(state, place) in starts for place in placed), 0
    alike = sum(_likeness(_known(state, place), one) for place, one in placed.items())
    return alike, sum(_known(state, place) is not None for place in placed)


def _likeness(known: NumberCard | None, sighting: Sighting) -> int:
    if known is None:
        return 0
    return 2 if sighting.card == known else int(known in sighting.cards)


def _nowhere(state: State, sightings: Sequence[Sighting]) -> Meaning:
    """What it means if nothing tells where the cards belong."""
    if _is_hand(state, sightings):
        return Misfit(Difference.ONLY_HAND)
    if state.laid:
        return Misfit(Difference.LOST)
    starts = start_cells(state.level.size)
    side = 1 if len(starts) == 1 else 2
    on_start = len(sightings) < len(starts) and all(max(one.row, one.col) < side for one in sightings)
    if on_start:
        return Waits(len(sightings))
    return Misfit(Difference.CROWDED if len(sightings) > len(starts) + 1 else Difference.SEVERAL)


def _is_hand(state: State, sightings: Sequence[Sighting]) -> bool:
    """Whether these may be the open cards: alone in one row, or before the first move with the start card's cards."""
    hand, starts = state.level.hand, len(start_cells(state.level.size))
    if not state.laid and hand > 1 and starts + 1 < len(sightings) <= starts + hand:
        return True
    return 2 < len(sightings) <= hand and len({one.row for one in sightings}) == 1


def _apart(state: State, placed: Placed) -> tuple[Placed | None, list[Sighting]]:
    """The cards inside the grid and the open hand in one row below it; no grid at all if a card lies elsewhere."""
    outside = sorted(place for place in placed if not _is_inside(state, place))
    if not outside:
        return placed, []
    rows = {place.row for place in outside}
    is_hand = state.level.hand >= len(outside) > 0 and state.level.hand > 1 and len(rows) == 1
    if not is_hand or min(rows) < state.level.size:
        return None, []
    inside = {place: one for place, one in placed.items() if place not in outside}
    return inside, [placed[place] for place in outside]


def _is_inside(state: State, place: Place) -> bool:
    size = state.level.size
    return 0 <= place.row < size and 0 <= place.col < size


def _cell(state: State, place: Place) -> int:
    return place.row * state.level.size + place.col


def _known(state: State, place: Place) -> NumberCard | None:
    return state.grid[_cell(state, place)] if _is_inside(state, place) else None


def _known_places(state: State) -> list[Place]:
    size = state.level.size
    return [Place(*divmod(cell, size)) for cell, card in enumerate(state.grid) if card is not None]


# --- what ----------------------------------------------------------------------------------------------------------


def _told(state: State, placed: Placed, taken_back: frozenset[tuple[Place, NumberCard]]) -> Meaning:
    """What cards mean that lie where they belong."""
    inside, hand = _apart(state, placed)
    if inside is None:
        return Misfit(Obstacle.OUTSIDE)
    seen = _settled(state, inside)
    new = sorted(place for place in seen if _known(state, place) is None)
    still = [card for place in new for card in seen[place].cards if (place, card) in taken_back]
    if new and len(still) == len(new):
        return TakenBack(still[0], new[0] if len(new) == 1 else None)
    unseen = [place for place in _known_places(state) if place not in seen]
    if len(unseen) > MOST_UNSEEN:
        return Misfit(Difference.LOST)
    changed = _changed(state, seen)
    if changed is not None:
        return changed
    told = _new(state, {place: seen[place] for place in new}, hand)
    return _with_gap(state, unseen[0], told) if unseen else told


def _settled(state: State, inside: Placed) -> Placed:
    """The same, with every doubtful card taken for the one that is known to lie there."""
    settled: Placed = {}
    for place, one in inside.items():
        known = _known(state, place)
        settled[place] = one if known is None or one.is_sure else replace(one, cards=(known,), is_sure=True)
    return settled


def _changed(state: State, seen: Placed) -> Misfit | None:
    """What has become of a known card that is seen to be another one, or to lie elsewhere."""
    where = {one.card for one in seen.values() if one.is_sure}
    for place in _known_places(state):
        card, one = _known(state, place), seen.get(place)
        assert card is not None
        if one is not None and one.card == card:
            continue
        if card in where:
            return Misfit(Difference.MOVED, card, place)
        if one is not None:
            return Misfit(Difference.SWAPPED, card, place, one.card)
    return None


def _new(state: State, new: Placed, hand: list[Sighting]) -> Move | Asked | Misfit | None:
    """What the new cards mean, now that nothing known speaks against them."""
    starts = start_cells(state.level.size)
    if len(new) > 1 and any(_cell(state, place) not in starts for place in new):
        return Misfit(Difference.SEVERAL)
    sure = tuple((place, one.card) for place, one in new.items() if one.is_sure)
    doubtful = tuple((place, _possible(state, place, one)) for place, one in new.items() if not one.is_sure)
    for place, cards in doubtful:
        obstacle = rules.lay_obstacle(state, place, new[place].card)
        if not cards and obstacle in SURE_OBSTACLES:
            return Misfit(obstacle, new[place].card, place)
    if doubtful:
        return Asked(sure, doubtful)
    known_hand = _open_cards(state, hand, [card for _, card in sure])
    answer = with_cards(state, sure, known_hand)
    after = understand(state, answer)
    if isinstance(after, Misfit):
        return None if after.reason is Difference.NOTHING_NEW else after
    return Move(answer)


def _possible(state: State, place: Place, one: Sighting) -> tuple[NumberCard, ...]:
    """What a doubtful card can be by the rules, likeliest first."""
    return tuple(card for card in one.cards if rules.lay_obstacle(state, place, card) is None)


def _with_gap(state: State, place: Place, told: Move | Asked | Misfit | None) -> Gap | Misfit:
    """What is told if a known card is out of sight: a new card is no longer sure, what cannot be still cannot be."""
    if isinstance(told, Misfit):
        return told
    card = _known(state, place)
    assert card is not None
    if isinstance(told, Move):
        known = set(shown(state).cards)
        new = [one for one in told.answer.cards if one not in known and one.row < state.level.size]
        doubtful = tuple((Place(one.row, one.col), (NumberCard(one.value, one.colour),)) for one in new)
        told = Asked((), doubtful) if doubtful else None
    return Gap(card, place, told)


def _open_cards(state: State, hand: list[Sighting], laid: list[NumberCard]) -> list[NumberCard]:
    """The hand as it is seen beside the grid, if all of it is sure; else nothing is told of it."""
    if not hand or not all(one.is_sure for one in hand):
        return []
    return [one.card for one in hand if one.card not in laid]
