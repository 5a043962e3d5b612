"""The player that looks ahead by sampling the deck.

It imagines several orders in which the remaining cards may come and plays each of them to the end, every card going
where the lines look best to somebody with experience. Moves that look best at first are tried in a few such futures,
the best of them in some more; the one that ends best on average is made.
"""

from __future__ import annotations

from random import Random

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.players import Discard, Lay, Move
from games.number_up.sketch import Paper, Sketch

OPENING = 4  # cards for which first sight is enough: the places around the centre hardly differ
FIRST_LOOK, FIRST_FUTURES = 8, 2  # so many moves are tried in so many futures,
SECOND_LOOK, SECOND_FUTURES = 3, 5  # and so many of them in so many more
# A few futures tell moves apart only roughly, so what a move brings at first sight counts beside them. Tried with
# weights 0 to 3 on levels 1, 7, 9 and 11, 24 games each: without it the planner was no better than the beginner in
# level 7, with weight 1 it was 4 to 19 points better in all four.
FIRST_SIGHT = 1.0
THROWN_FOR = 0.5  # points by which throwing a card away must be better than laying it


class PlanningPlayer:
    """Makes the move after which the imagined futures end best."""

    def __init__(self, paper: Paper, rng: Random) -> None:
        self._paper, self._rng = paper, rng

    def move(self, state: State) -> Move:
        sketch = Sketch.of(state, self._paper)
        sights = self._promising(state, sketch)
        if len(sights) == 1 or state.laid < OPENING:
            return next(iter(sights))
        totals = dict.fromkeys(sights, 0.0)
        self._try(state, sketch, totals, FIRST_FUTURES)
        worths = {move: total / FIRST_FUTURES + FIRST_SIGHT * sights[move] for move, total in totals.items()}
        best = sorted(worths, key=worths.__getitem__, reverse=True)[:SECOND_LOOK]
        totals = {move: totals[move] for move in best}
        self._try(state, sketch, totals, SECOND_FUTURES)
        futures = FIRST_FUTURES + SECOND_FUTURES
        return max(best, key=lambda move: totals[move] / futures + FIRST_SIGHT * sights[move])

    def _promising(self, state: State, sketch: Sketch) -> dict[Move, float]:
        """The moves that bring most at first sight, the best first, and throwing away the card that brings least."""
        size = state.level.size
        gains: dict[Move, float] = {}
        best_of_card: dict[NumberCard, float] = {}
        for card in state.hand:
            code = self._paper.code[card]
            for cell in sketch.cells:
                move = Lay(Place(*divmod(cell, size)), card)
                gains[move] = sketch.gain(code, cell)
                best_of_card[card] = max(gains[move], best_of_card.get(card, gains[move]))
        moves = sorted(gains, key=gains.__getitem__, reverse=True)[:FIRST_LOOK]
        promising = {move: gains[move] for move in moves}
        if state.discards_left:
            promising[Discard(min(best_of_card, key=best_of_card.__getitem__))] = -THROWN_FOR
        return promising

    def _try(self, state: State, sketch: Sketch, totals: dict[Move, float], futures: int) -> None:
        """Add to each move the results it leads to in so many futures."""
        for _ in range(futures):
            coming = self._future(state)
            for move in totals:
                totals[move] += self._result(state, sketch, move, coming)

    def _future(self, state: State) -> list[int]:
        """An order in which the cards nobody has seen may come."""
        seen = {*state.grid, *state.hand, *state.thrown}
        coming = [code for code, card in enumerate(self._paper.deck) if card not in seen]
        self._rng.shuffle(coming)
        return coming

    def _result(self, state: State, sketch: Sketch, move: Move, coming: list[int]) -> int:
        held = [self._paper.code[card] for card in state.hand if card != move.card]
        ahead = sketch.copy()
        if isinstance(move, Lay):
            ahead.lay(self._paper.code[move.card], move.place.row * state.level.size + move.place.col)
        return ahead.play_on(held + coming)
