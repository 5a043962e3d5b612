"""The rules of Number UP as pure functions: each takes a `State` and gives the next, or raises IllegalMove.

A turn is `draw` where the open card is known before it is laid, then `lay` or, where the level allows, `discard`. A
card may also be laid without being drawn first: then it came from the top of the deck unseen, as when only the grid is
looked at. `correct` puts a card right that was read wrongly. The game is over when every place is filled.

House rules beside the printed ones: cards that are thrown away are gone; of an open hand any card may be laid, and a
new one is drawn; where the level says so, a full line with too few points gets a -10 marker instead of a number chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import (
    CHECK,
    COLOURS,
    MINUS,
    Level,
    Line,
    Mark,
    MarkKind,
    Place,
    State,
    neighbours,
    start_cells,
)
from games.spine.errors import IllegalMove

_SOME_CARD = NumberCard(0, "")


class Obstacle(Enum):
    """Why a card cannot be laid, drawn, thrown away or corrected."""

    OVER = "over"  # every place is filled
    OUTSIDE = "outside"
    OCCUPIED = "occupied"
    START = "start"  # a place of the start card is still free
    APART = "apart"  # no card lies left, right, above or below
    NO_SUCH_CARD = "no_such_card"  # not in the box
    VALUE = "value"  # not among this level's numbers
    COLOUR = "colour"  # one colour more than this level has
    LAID = "laid"  # it lies in the grid already
    THROWN = "thrown"
    HELD = "held"  # it is among the open cards already
    NOT_IN_HAND = "not_in_hand"  # all open cards are known, and it is none of them
    HAND_FULL = "hand_full"
    NO_DISCARD = "no_discard"  # none allowed, or none left
    EMPTY = "empty"  # there is no card to correct


# --- a turn ------------------------------------------------------------------------------------------------------


def start(level: Level) -> State:
    """The state before the first card."""
    return State(level, grid=(None,) * level.size**2, marks=(None,) * len(level.lines))


def draw(state: State, card: NumberCard) -> State:
    """A card turned up from the deck, to lie open."""
    _need(draw_obstacle(state, card), card)
    return replace(state, hand=(*state.hand, card))


def lay(state: State, place: Place, card: NumberCard) -> State:
    """A card laid in the grid; the lines through it get their markers at once."""
    _need(lay_obstacle(state, place, card), card, place)
    cell = place.row * state.level.size + place.col
    grid = (*state.grid[:cell], card, *state.grid[cell + 1 :])
    marks = list(state.marks)
    for number in state.level.lines_by_cell[cell]:
        if marks[number] is None:
            marks[number] = _mark(state.level, state.level.lines[number], grid)
    return replace(state, grid=grid, marks=tuple(marks), hand=_without(state.hand, card), newest=cell)


def discard(state: State, card: NumberCard | None) -> State:
    """An open card thrown away; None if nobody saw which."""
    _need(discard_obstacle(state, card), card)
    if card is None:
        return replace(state, discarded=state.discarded + 1)
    hand, thrown = _without(state.hand, card), (*state.thrown, card)
    return replace(state, hand=hand, discarded=state.discarded + 1, thrown=thrown)


def correct(state: State, place: Place, card: NumberCard) -> State:
    """The state as it is if the card in this place was this one all along."""
    _need(correct_obstacle(state, place, card), card, place)
    emptied = _emptied(state, place)
    cell = place.row * state.level.size + place.col
    grid = (*emptied.grid[:cell], card, *emptied.grid[cell + 1 :])
    return replace(emptied, grid=grid, marks=count_marks(state.level, grid))


# --- what is possible --------------------------------------------------------------------------------------------


def open_places(state: State) -> tuple[Place, ...]:
    """Where a card can be laid now."""
    size = state.level.size
    return tuple(Place(cell // size, cell % size) for cell in open_cells(state))


def open_cells(state: State) -> list[int]:
    """The same as numbers in the grid: the free places of the start card first, then all beside laid cards."""
    grid = state.grid
    starts = [cell for cell in start_cells(state.level.size) if grid[cell] is None]
    if starts:
        return starts
    around = neighbours(state.level.size)
    return [
        cell
        for cell, card in enumerate(grid)
        if card is None and any(grid[neighbour] is not None for neighbour in around[cell])
    ]


def open_size(state: State) -> int:
    """How many cards lie open: as many as the level says while there are so many, whether they are known or not."""
    return min(state.level.hand, state.level.deck_size - state.laid - state.discarded)


def colours_of(state: State) -> frozenset[str]:
    """The colours seen so far."""
    seen = {card.colour for card in state.grid if card is not None}
    return frozenset(seen.union(card.colour for card in (*state.hand, *state.thrown)))


def unseen_cards(state: State) -> tuple[NumberCard, ...]:
    """The cards that may still be in the deck; while not all colours have been seen, those of any colour."""
    colours: frozenset[str] | tuple[str, ...] = colours_of(state)
    if len(colours) < state.level.colours:
        colours = COLOURS
    seen = {*state.grid, *state.hand, *state.thrown}
    cards = (NumberCard(value, colour) for colour in COLOURS if colour in colours for value in state.level.values)
    return tuple(card for card in cards if card not in seen)


def layable_cards(state: State) -> tuple[NumberCard, ...]:
    """The cards that can be laid next: the open ones if all are known, else also those in the deck."""
    return state.hand if len(state.hand) >= open_size(state) else (*state.hand, *unseen_cards(state))


def laying_order(state: State, places: Sequence[Place]) -> tuple[Place, ...]:
    """These places in an order in which they can be filled, whatever the cards are; without those that never can."""
    order: list[Place] = []
    left = list(places)
    while (nearest := next((place for place in left if _place_obstacle(state, place) is None), None)) is not None:
        left.remove(nearest)
        order.append(nearest)
        state = filled(state, nearest, _SOME_CARD)
    return tuple(order)


def filled(state: State, place: Place, card: NumberCard) -> State:
    """The state with this card in this place, whether it may be laid there or not; markers are not counted."""
    cell = place.row * state.level.size + place.col
    return replace(state, grid=(*state.grid[:cell], card, *state.grid[cell + 1 :]))


def cards_instead(state: State, place: Place) -> tuple[NumberCard, ...]:
    """What the card in this place can have been, itself among them."""
    return unseen_cards(_emptied(state, place))


def lay_obstacle(state: State, place: Place, card: NumberCard) -> Obstacle | None:
    """Why this card cannot be laid in this place, or None if it can."""
    return _place_obstacle(state, place) or _open_obstacle(state, card)


def card_obstacle(state: State, card: NumberCard) -> Obstacle | None:
    """Why this card cannot be laid now, wherever that would be, or None if it can."""
    return _open_obstacle(state, card)


def draw_obstacle(state: State, card: NumberCard) -> Obstacle | None:
    """Why this card cannot be turned up, or None if it can."""
    if state.is_over:
        return Obstacle.OVER
    if card in state.hand:
        return Obstacle.HELD
    if len(state.hand) >= open_size(state):
        return Obstacle.HAND_FULL
    return _card_obstacle(state, card)


def discard_obstacle(state: State, card: NumberCard | None) -> Obstacle | None:
    """Why this card cannot be thrown away, or None if it can."""
    if state.is_over:
        return Obstacle.OVER
    if state.discards_left < 1:
        return Obstacle.NO_DISCARD
    if card is None:
        return Obstacle.NOT_IN_HAND if len(state.hand) >= open_size(state) else None
    return _open_obstacle(state, card)


def correct_obstacle(state: State, place: Place, card: NumberCard) -> Obstacle | None:
    """Why the card in this place cannot have been this one, or None if it can."""
    size = state.level.size
    if not (0 <= place.row < size and 0 <= place.col < size):
        return Obstacle.OUTSIDE
    if state.grid[place.row * size + place.col] is None:
        return Obstacle.EMPTY
    return Obstacle.HELD if card in state.hand else _card_obstacle(_emptied(state, place), card)


# --- markers -----------------------------------------------------------------------------------------------------


def count_marks(level: Level, grid: tuple[NumberCard | None, ...]) -> tuple[Mark | None, ...]:
    """The markers of all lines, counted anew from the cards."""
    return tuple([_mark(level, line, grid) for line in level.lines])


def _mark(level: Level, line: Line, grid: tuple[NumberCard | None, ...]) -> Mark | None:
    """What belongs at the end of a line, or None while it is open."""
    rule = level.rule_of(line)
    places = [grid[cell] for cell in line.cells]
    points = rule.points(places)
    if points >= rule.target:
        return CHECK
    if None in places:
        return None
    return MINUS if points < level.minus_below else Mark(MarkKind.CHIP, points)


# --- inside ------------------------------------------------------------------------------------------------------


def _need(obstacle: Obstacle | None, card: NumberCard | None, place: Place | None = None) -> None:
    if obstacle is not None:
        where = f" at {tuple(place)}" if place is not None else ""
        raise IllegalMove(f"{card}{where}: {obstacle.value}")


def _place_obstacle(state: State, place: Place) -> Obstacle | None:
    size = state.level.size
    if state.is_over:
        return Obstacle.OVER
    if not (0 <= place.row < size and 0 <= place.col < size):
        return Obstacle.OUTSIDE
    cell = place.row * size + place.col
    if state.grid[cell] is not None:
        return Obstacle.OCCUPIED
    starts = start_cells(size)
    if cell not in starts and any(state.grid[one] is None for one in starts):
        return Obstacle.START
    if cell not in starts and all(state.grid[beside] is None for beside in neighbours(size)[cell]):
        return Obstacle.APART
    return None


def _open_obstacle(state: State, card: NumberCard) -> Obstacle | None:
    """Why this card cannot be the open one, or None if it can."""
    if card in state.hand:
        return None
    unknown = _card_obstacle(state, card)
    if unknown is None and len(state.hand) >= open_size(state):
        return Obstacle.NOT_IN_HAND
    return unknown


def _card_obstacle(state: State, card: NumberCard) -> Obstacle | None:
    """Why this card cannot come from the deck, or None if it can."""
    if card.colour not in COLOURS:
        return Obstacle.NO_SUCH_CARD
    if card.value not in state.level.values:
        return Obstacle.VALUE
    if card in state.grid:
        return Obstacle.LAID
    if card in state.thrown:
        return Obstacle.THROWN
    if len(colours_of(state) | {card.colour}) > state.level.colours:
        return Obstacle.COLOUR
    return None


def _emptied(state: State, place: Place) -> State:
    cell = place.row * state.level.size + place.col
    return replace(state, grid=(*state.grid[:cell], None, *state.grid[cell + 1 :]))


def _without(hand: tuple[NumberCard, ...], card: NumberCard) -> tuple[NumberCard, ...]:
    return tuple(other for other in hand if other != card)
