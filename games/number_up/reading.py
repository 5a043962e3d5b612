"""What a reading of the whole grid means: the difference to the known grid is the move.

Answers show all cards that lie there. `understand` compares them with the state and gives the state that follows, or a
`Misfit`: what does not fit, with its place and card, so that it can be said in one sentence. Nothing known is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.rules import Obstacle
from games.spine.dialogue import Laid, LaidCard

MOST_AT_ONCE = 4  # cards that may be new at one look: whoever lays one a second has laid so many by then


class Difference(Enum):
    """How a reading can disagree with the known grid, beyond what the rules forbid."""

    NOTHING_NEW = "nothing_new"
    SEVERAL = "several"  # more new cards than anybody lays between two looks
    MISSING = "missing"  # a card is not seen any more
    MOVED = "moved"  # it is seen in another place
    SWAPPED = "swapped"  # another card is seen in its place
    ON_TOP = "on_top"  # another card was laid upon it
    TWICE = "twice"  # the same card in two places
    HAND_CHANGED = "hand_changed"  # an open card is gone without having been laid
    CROWDED = "crowded"  # the table is full of cards although none has been laid yet
    ONLY_HAND = "only_hand"  # the open cards outnumber the grid, so that it is not known among them
    UNFILLED = "unfilled"  # a whole grid was to be shown, and some places are free
    LOST = "lost"  # hardly any known card is seen where it lay


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a reading cannot follow: a difference or an obstacle, the card it is about and where that is."""

    reason: Difference | Obstacle
    card: NumberCard | None = None
    place: Place | None = None
    seen: NumberCard | None = None  # what is seen there instead


def understand(state: State, answer: Laid) -> State | Misfit:
    """The state after the moves this reading shows, or why it shows none.

    A few cards may be new at once: they count if they can have been laid one after the other. No card ever lowers a
    line, so the order makes no difference to the points.
    """
    size = state.level.size
    seen = {Place(card.row, card.col): _card(card) for card in answer.cards if card.row < size}
    hand = [_card(card) for card in answer.cards if card.row == size]
    misfit = _twice([*seen.items(), *((None, card) for card in hand)]) or _changed(state, seen)
    if misfit is not None:
        return misfit
    new = [place for place in sorted(seen) if state.grid[place.row * size + place.col] is None]
    if len(new) > MOST_AT_ONCE:
        return Misfit(Difference.SEVERAL)
    after = _laid(state, {place: seen[place] for place in new})
    if isinstance(after, Misfit):
        return after
    if hand and not after.is_over:  # once the grid is full, open cards do not matter any more
        after = _drawn(after, hand)
        if isinstance(after, Misfit):
            return after
    return Misfit(Difference.NOTHING_NEW) if after == state else after


def corrected(state: State, answer: Laid) -> State | Misfit:
    """The state with the one card put right that this answer shows otherwise."""
    size = state.level.size
    seen = {Place(card.row, card.col): _card(card) for card in answer.cards if card.row < size}
    others = [(place, card) for place, card in seen.items() if state.grid[place.row * size + place.col] != card]
    if not others:
        return Misfit(Difference.NOTHING_NEW)
    if len(others) > 1:
        return Misfit(Difference.SEVERAL)
    place, card = others[0]
    obstacle = rules.correct_obstacle(state, place, card)
    return Misfit(obstacle, card, place) if obstacle else rules.correct(state, place, card)


def counted(state: State, answer: Laid) -> State | Misfit:
    """The end of a game that was played without being watched: a full grid, in whichever order it was laid."""
    seen = {Place(card.row, card.col): _card(card) for card in answer.cards}
    misfit = _twice(seen.items())
    if misfit is not None:
        return misfit
    for place, card in seen.items():
        obstacle = rules.card_obstacle(state, card)
        if obstacle is not None:
            return Misfit(obstacle, card, place)
        state = rules.filled(state, place, card)
    if not state.is_over:
        return Misfit(Difference.UNFILLED)
    return replace(state, marks=rules.count_marks(state.level, state.grid), newest=None)


def shown(state: State) -> Laid:
    """The answer that shows the known grid and nothing else."""
    size = state.level.size
    return Laid(
        tuple(LaidCard(*divmod(cell, size), card.value, card.colour) for cell, card in enumerate(state.grid) if card)
    )


def shown_with(state: State, place: Place, card: NumberCard) -> Laid:
    """The answer for a card chosen and placed by buttons: the known grid with this card in this place."""
    others = [laid for laid in shown(state).cards if (laid.row, laid.col) != place]
    return Laid(tuple(sorted([*others, LaidCard(place.row, place.col, card.value, card.colour)])))


# --- inside ------------------------------------------------------------------------------------------------------


def _card(card: LaidCard) -> NumberCard:
    return NumberCard(card.value, card.colour)


def _twice(seen: Iterable[tuple[Place | None, NumberCard]]) -> Misfit | None:
    met: set[NumberCard] = set()
    for place, card in seen:
        if card in met:
            return Misfit(Difference.TWICE, card, place)
        met.add(card)
    return None


def _changed(state: State, seen: dict[Place, NumberCard]) -> Misfit | None:
    """What has become of a known card that does not lie as it lay."""
    size = state.level.size
    where = {card: place for place, card in seen.items()}
    for cell, card in enumerate(state.grid):
        place = Place(*divmod(cell, size))
        if card is None or seen.get(place) == card:
            continue
        if card in where:
            return Misfit(Difference.MOVED, card, place)
        if place in seen:
            return Misfit(Difference.SWAPPED, card, place, seen[place])
        return Misfit(Difference.MISSING, card, place)
    return None


def _laid(state: State, new: dict[Place, NumberCard]) -> State | Misfit:
    """All of them laid, in whichever order they can be; else what forbids one that cannot."""
    left = dict(new)
    while left:
        place = next((place for place, card in left.items() if not rules.lay_obstacle(state, place, card)), None)
        if place is None:
            place, card = next(iter(left.items()))
            obstacle = rules.lay_obstacle(state, place, card)
            assert obstacle is not None
            return Misfit(obstacle, card, place)
        state = rules.lay(state, place, left.pop(place))
    return state


def _drawn(state: State, hand: list[NumberCard]) -> State | Misfit:
    """The state with all open cards known that are seen beside the grid."""
    for card in state.hand:
        if card not in hand:
            return Misfit(Difference.HAND_CHANGED, card)
    for card in hand:
        if card not in state.hand:
            obstacle = rules.draw_obstacle(state, card)
            if obstacle is not None:
                return Misfit(obstacle, card)
            state = rules.draw(state, card)
    return state
