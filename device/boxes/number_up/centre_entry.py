"""Several first cards laid before anybody saw which came first: the grid as it may lie, until it is the right one."""

from __future__ import annotations

from collections.abc import Iterator

from device.boxes.number_up.card_entry import Left
from device.boxes.number_up.grid_screen import grid_screen
from device.desks.desk import Tell
from device.parts.protocols import Button
from device.screens.content import Screen
from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State, start_cells
from games.number_up.sighting import Asked, Centre, Move
from games.spine.dialogue import say


class CentreEntry:
    """Up and down put another card on the start card, OK takes it so, back leaves it open."""

    def __init__(self, state: State, centre: Centre) -> None:
        self.centre = centre
        self._state = state
        self._at = 0

    @property
    def way(self) -> Move | Asked:
        """How the cards lie as they are shown now."""
        return self.centre.ways[self._at]

    def press(self, button: Button) -> Move | Asked | Left | None:
        match button:
            case Button.UP | Button.DOWN:
                by = 1 if button is Button.DOWN else -1
                self._at = (self._at + by) % len(self.centre.ways)
                return None
            case Button.OK:
                return self.way
        return Left()

    def screen(self, tell: Tell) -> Screen:
        state = self._state
        for place, card in laid_by(self.way):
            state = rules.filled(state, place, card)
        (middle,) = start_cells(state.level.size)
        title, line = say("number_up.which_centre"), say("number_up.turn")
        return grid_screen(state, tell, title=tell(title), line=tell(line), cursor=middle)


def laid_by(way: Move | Asked) -> Iterator[tuple[Place, NumberCard]]:
    """Where the cards lie, and what they most likely are."""
    if isinstance(way, Asked):
        yield from way.sure
        yield from ((place, cards[0]) for place, cards in way.doubtful if cards)
    else:
        yield from ((Place(card.row, card.col), NumberCard(card.value, card.colour)) for card in way.answer.cards)
