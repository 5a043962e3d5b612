"""From cards as the camera sees them to a move: the rules settle what they can, the player is asked the rest.

Sightings are counted from their own first row and column, and a card may be doubtful. `meaning` lays them over the
known grid. What is known stays known as long as no sure sighting speaks against it; new cards that are sure and legal
are a `Move`; a doubtful one is `Asked` about, with the cards that can still be meant; all else is a `Misfit`, said in
one sentence. None means that there is nothing to tell. What lies about beyond the grid, chips and markers, is no card
as long as it is not surely one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State, start_cells
from games.number_up.placing import (
    Placed,
    Sighting,
    cell_of,
    fitted,
    is_inside,
    known_at,
    known_places,
    moved,
)
from games.number_up.reading import MOST_AT_ONCE, Difference, Misfit, shown, understand
from games.number_up.rules import Obstacle
from games.spine.dialogue import Laid, LaidCard

MOST_UNSEEN = 3  # known cards that may be out of sight; with more of them the whole grid is out of sight


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is remembered from one look to the next.

    `taken_back` are cards that the player has undone and still has to take away, the newest first; `there` are places
    of which the player has said that their card lies there, although nobody sees it; `met` are known cards that have
    been seen where they lie.
    """

    taken_back: tuple[tuple[Place, NumberCard], ...] = ()
    there: frozenset[Place] = frozenset()
    met: frozenset[tuple[Place, NumberCard]] = frozenset()


NOTHING = Remembered()


@dataclass(frozen=True, slots=True)
class Move:
    """A grid that may follow: the known cards and new ones."""

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
class Centre:
    """Several first cards at once: each way to lie that is legal, with another one of them on the start card."""

    ways: tuple[Move | Asked, ...]


@dataclass(frozen=True, slots=True)
class Faint:
    """Something may lie there, but is seen too weakly to be asked about."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Cards that were taken back still lie there, the newest first; `is_all` if nothing else is new."""

    cards: tuple[tuple[Place, NumberCard], ...]
    is_all: bool = True


Meaning: TypeAlias = Move | Asked | Gap | Waits | Centre | Faint | TakenBack | Misfit | None


def meaning(state: State, sightings: Sequence[Sighting], remembered: Remembered = NOTHING) -> Meaning:
    """What these sightings mean."""
    clear = [one for one in sightings if not one.is_faint]
    placed = _where_taken_back(state, clear, remembered) or fitted(state, sightings if state.laid else clear)
    if placed is None:
        return _nowhere(state, clear)
    seen = {place: one for place, one in placed.items() if not one.is_faint or known_at(state, place) is not None}
    told = _told(state, seen, remembered)
    return Faint() if told is None and len(seen) < len(sightings) else told


def met(state: State, sightings: Sequence[Sighting]) -> frozenset[tuple[Place, NumberCard]]:
    """The known cards that are surely seen where they lie."""
    placed = fitted(state, sightings) or {}
    return frozenset(
        (place, one.card) for place, one in placed.items() if one.is_sure and one.card == known_at(state, place)
    )


def proposed(state: State, sightings: Sequence[Sighting]) -> tuple[Place, tuple[NumberCard, ...]] | None:
    """The one known card that is seen otherwise, and what it can be instead; None if there is not exactly one."""
    placed = fitted(state, sightings)
    inside = _apart(state, placed)[0] if placed is not None else None
    others = [
        (place, sighting)
        for place, sighting in (inside or {}).items()
        if known_at(state, place) not in (None, sighting.card)
    ]
    if len(others) != 1:
        return None
    place, sighting = others[0]
    cards = tuple(card for card in sighting.cards if rules.correct_obstacle(state, place, card) is None)
    return (place, cards) if cards else None


def whole_grid(size: int, sightings: Sequence[Sighting]) -> dict[Place, Sighting] | None:
    """A full grid of this size among the sightings; None if there is none, or a sure card lies beside it."""
    at = {(one.row, one.col): one for one in sightings if not one.is_faint}
    for down, right in at:
        inside = {Place(row, col): at.get((down + row, right + col)) for row in range(size) for col in range(size)}
        found = {place: one for place, one in inside.items() if one is not None}
        if len(found) == size * size:
            beside = [one for one in at.values() if one not in found.values()]
            return None if any(one.is_sure for one in beside) else found
    return None


def with_cards(state: State, cards: Sequence[tuple[Place, NumberCard]], hand: Sequence[NumberCard] = ()) -> Laid:
    """The answer that shows the known grid with more cards, and perhaps a hand beside it."""
    size = state.level.size
    new = [LaidCard(*place, card.value, card.colour) for place, card in cards]
    open_cards = [LaidCard(size, number, card.value, card.colour) for number, card in enumerate(hand)]
    return Laid((*sorted([*shown(state).cards, *new]), *open_cards))


# --- where ---------------------------------------------------------------------------------------------------------


def _where_taken_back(state: State, sightings: Sequence[Sighting], remembered: Remembered) -> Placed | None:
    """Where cards belong if every card was taken back and several of them still lie there: where they lay."""
    if state.laid or len(sightings) < 2 or not remembered.taken_back:
        return None
    for place, card in remembered.taken_back:
        state = rules.filled(state, place, card)
    return fitted(state, sightings)


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
    ways = _ways_to_begin(state, sightings)
    if ways:
        return Centre(ways) if len(ways) > 1 else ways[0]
    return Misfit(Difference.CROWDED if len(sightings) > len(starts) + 1 else Difference.SEVERAL)


def _ways_to_begin(state: State, sightings: Sequence[Sighting]) -> tuple[Move | Asked, ...]:
    """How several first cards may lie if nobody has seen which of them came first: each on the start card in turn."""
    starts = start_cells(state.level.size)
    if len(starts) > 1 or len(sightings) > MOST_AT_ONCE:
        return ()
    row, col = divmod(starts[0], state.level.size)
    likeliest = sorted(
        sightings, key=lambda one: -sum(map(one.is_beside, sightings))
    )  # cards are laid around the first
    ways = (_told(state, moved(sightings, row - one.row, col - one.col), NOTHING) for one in likeliest)
    return tuple(way for way in ways if isinstance(way, Move | Asked))


def _is_hand(state: State, sightings: Sequence[Sighting]) -> bool:
    """Whether these may be the open cards: alone in one row, or before the first move with the start card's cards."""
    hand, starts = state.level.hand, len(start_cells(state.level.size))
    if not state.laid and hand > 1 and starts + 1 < len(sightings) <= starts + hand:
        return True
    return 2 < len(sightings) <= hand and len({one.row for one in sightings}) == 1


def _apart(state: State, placed: Placed) -> tuple[Placed | None, list[Sighting]]:
    """The cards inside the grid and the open hand in one row below it; no grid at all if a card lies elsewhere."""
    size, hand = state.level.size, state.level.hand
    inside = {place: one for place, one in placed.items() if is_inside(state, place)}
    below = hand > 1  # only there open cards are looked for
    outside = sorted(
        place for place, one in placed.items() if place not in inside and (one.is_sure or (below and place.row >= size))
    )
    if not outside:
        return inside, []
    is_hand = below and hand >= len(outside) and len({place.row for place in outside}) == 1
    if not is_hand or outside[0].row < size:
        return None, []
    return inside, [placed[place] for place in outside]


# --- what ----------------------------------------------------------------------------------------------------------


def _told(state: State, placed: Placed, remembered: Remembered) -> Meaning:
    """What cards mean that lie where they belong."""
    inside, hand = _apart(state, placed)
    if inside is None:
        return Misfit(Obstacle.OUTSIDE)
    seen = _settled(state, inside, remembered)
    new = sorted(place for place in seen if known_at(state, place) is None)
    still = tuple((place, card) for place, card in remembered.taken_back if place in new and card in seen[place].cards)
    if still:
        return TakenBack(still, is_all=len(still) == len(new))
    unseen = [place for place in known_places(state) if place not in seen]
    if len(unseen) > MOST_UNSEEN:
        return Misfit(Difference.LOST)
    changed = _changed(state, seen, remembered)
    if changed is not None:
        return changed
    told = _new(state, {place: seen[place] for place in new}, hand)
    unseen = [place for place in unseen if place not in remembered.there]
    return _with_gap(state, unseen[0], told) if unseen else told


def _settled(state: State, inside: Placed, remembered: Remembered) -> Placed:
    """The same, with cards taken for those that are known to lie there, unless they are surely others."""
    settled: Placed = {}
    for place, one in inside.items():
        known = known_at(state, place)
        is_known = known is not None and _is_known(state, place, one, remembered)
        settled[place] = replace(one, cards=(known,), is_sure=True) if known is not None and is_known else one
    return settled


def _is_known(state: State, place: Place, one: Sighting, remembered: Remembered) -> bool:
    """Whether the card that is known to lie there is seen.

    One that was seen there before and still shows its digit is the same, whatever its colour seems to be in this light;
    unless it is a card that is known to lie elsewhere.
    """
    known = known_at(state, place)
    if known is None or not one.is_sure or known in one.cards:
        return known is not None
    return (place, known) in remembered.met and one.card.value == known.value and one.card not in state.grid


def _changed(state: State, seen: Placed, remembered: Remembered) -> Misfit | None:
    """What has become of a known card that is seen to be another one, or to lie elsewhere.

    Where the known card was seen before, another one lies upon it now; where it never was, it may have been misread.
    """
    where = {one.card for one in seen.values() if one.is_sure}
    for place in known_places(state):
        card, one = known_at(state, place), seen.get(place)
        assert card is not None
        if one is not None and one.card == card:
            continue
        if card in where:
            return Misfit(Difference.MOVED, card, place)
        if one is not None:
            is_upon = (place, card) in remembered.met and one.card in rules.layable_cards(state)
            return Misfit(Difference.ON_TOP if is_upon else Difference.SWAPPED, card, place, one.card)
    return None


def _new(state: State, new: Placed, hand: list[Sighting]) -> Move | Asked | Misfit | None:
    """What the new cards mean, now that nothing known speaks against them."""
    if len(new) > MOST_AT_ONCE:
        return Misfit(Difference.SEVERAL)
    order = rules.laying_order(state, list(new))
    sure = tuple((place, new[place].card) for place in order if new[place].is_sure)
    doubtful = tuple((place, _possible(state, new[place])) for place in order if not new[place].is_sure)
    for place in new:
        if place not in order:
            obstacle = rules.lay_obstacle(state, place, new[place].card)
            assert obstacle is not None  # or it could be filled at once
            return Misfit(obstacle, new[place].card, place)
    for place, cards in doubtful:
        if not cards and rules.card_obstacle(state, new[place].card) is Obstacle.LAID:
            return Misfit(Obstacle.LAID, new[place].card, place)
    if doubtful:
        return Asked(sure, doubtful)
    known_hand = _open_cards(state, hand, [card for _, card in sure])
    answer = with_cards(state, sure, known_hand)
    after = understand(state, answer)
    if isinstance(after, Misfit):
        return None if after.reason is Difference.NOTHING_NEW else after
    starts = start_cells(state.level.size)
    if len(sure) > 1 and _order_matters(state) and any(cell_of(state, place) not in starts for place, _ in sure):
        return Asked((), tuple((place, (card,)) for place, card in sure))
    return Move(answer)


def _order_matters(state: State) -> bool:
    """Whether something may have happened between two cards: one chosen of several, or one thrown away."""
    return state.level.hand > 1 or state.discards_left > 0


def _possible(state: State, one: Sighting) -> tuple[NumberCard, ...]:
    """What a doubtful card can be by the rules, likeliest first."""
    return tuple(card for card in one.cards if rules.card_obstacle(state, card) is None)


def _with_gap(state: State, place: Place, told: Move | Asked | Misfit | None) -> Gap | Misfit:
    """What is told if a known card is out of sight: a new card is no longer sure, what cannot be still cannot be."""
    if isinstance(told, Misfit):
        return told
    card = known_at(state, place)
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
