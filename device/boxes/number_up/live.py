"""Number UP on a page: the grid in colour, what every line is worth at its rim, points, goal and places left."""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.live import Fact, Facts, LivePart, LiveView, Picture
from device.boxes.number_up.grid_screen import goal, line_signs
from device.boxes.number_up.marks import LineSign, mark_in_words
from device.desks.desk import Tell
from device.paper.lettering import placed
from device.paper.shapes import INK, SOFT_INK, WHITE, Colour, Filled, Outline, Shape, Sheet
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import State, start_cells
from games.number_up.wording import level_title
from games.spine.dialogue import say
from vision.table.mat_layout import Box

PAINTS: dict[str, Colour] = {
    "red": (0.76, 0.11, 0.16),
    "orange": (0.93, 0.49, 0.12),
    "yellow": (0.95, 0.81, 0.16),
    "light_green": (0.54, 0.76, 0.23),
    "dark_green": (0.07, 0.37, 0.21),
    "light_blue": (0.31, 0.71, 0.89),
    "dark_blue": (0.16, 0.23, 0.57),
    "purple": (0.48, 0.21, 0.56),
}
_DARK_DIGITS = frozenset({"orange", "yellow", "light_green", "light_blue"})  # those on which white would not be read
_RIM = 17.0  # where the lines' markers lie
_CELL = 20.0
_GAP = 1.6
_FREE: Colour = (0.88, 0.9, 0.94)
_CHECK: Colour = (0.06, 0.42, 0.2)
_LOSS: Colour = (0.66, 0.08, 0.08)


def live(scene: object, tell: Tell) -> LiveView | None:
    """The game at this moment; None before there is one."""
    if not isinstance(scene, State):
        return None
    facts = [
        Fact(tell(say("number_up.live.points")), str(scene.points), is_main=True),
        Fact(tell(say("number_up.live.goal")), tell(goal(scene))),
        Fact(tell(say("number_up.live.places")), str(len(scene.grid) - scene.laid)),
    ]
    if scene.level.discards:
        facts.append(Fact(tell(say("number_up.live.discards")), str(scene.discards_left)))
    parts: list[LivePart] = [Facts(tuple(facts)), _grid(scene, tell)]
    if scene.hand:
        parts.append(_hand(scene, tell))
    return LiveView(tell(level_title(scene.level)), tuple(parts))


def _hand(state: State, tell: Tell) -> Picture:
    """The open cards that are known."""
    shapes: list[Shape] = []
    for number, card in enumerate(state.hand):
        shapes += _card(Box(number * _CELL, 0.0, _CELL - _GAP, _CELL - _GAP), card, tell)
    name = tell(say("number_up.live.hand"))
    sheet = Sheet(name, (_CELL * len(state.hand), _CELL), tuple(shapes))
    return Picture(sheet, (name, *(_in_words(card, tell) for card in state.hand)), is_wide=False)


def _grid(state: State, tell: Tell) -> Picture:
    drawn = _Grid(state, tell)
    side = _CELL * state.level.size + 2 * _RIM
    return Picture(Sheet(tell(say("number_up.live.grid")), (side, side - _RIM), tuple(drawn.shapes())), drawn.words())


@dataclass(frozen=True)
class _Grid:
    """Cards, free places, and the markers: columns above, rows at the right, diagonals in the corners."""

    state: State
    tell: Tell

    def _box(self, cell: int) -> Box:
        row, col = divmod(cell, self.state.level.size)
        return Box(_RIM + col * _CELL, _RIM + row * _CELL, _CELL - _GAP, _CELL - _GAP)

    def shapes(self) -> list[Shape]:
        shapes: list[Shape] = []
        starts = start_cells(self.state.level.size)
        for cell, card in enumerate(self.state.grid):
            box = self._box(cell)
            if cell == self.state.newest:
                shapes.append(Filled((Box(box.x - 1.2, box.y - 1.2, box.width + 2.4, box.height + 2.4),), INK, 4.0))
            if card is not None:
                shapes += _card(box, card, self.tell)
                continue
            shapes.append(Filled((box,), _FREE, 3.0))
            if cell in starts:
                inner = Box(box.x + 5.5, box.y + 5.5, box.width - 11.0, box.height - 11.0)
                shapes.append(Filled((inner,), SOFT_INK, 1.5))
        return [*shapes, *self._rims()]

    def _rims(self) -> list[Shape]:
        size, signs = self.state.level.size, line_signs(self.state)
        far = _RIM + size * _CELL - _GAP
        middles = [_RIM + number * _CELL + (_CELL - _GAP) / 2 for number in range(size)]
        shapes: list[Shape] = []
        for middle, sign in zip(middles, signs[:size], strict=True):
            shapes += _mark(far + _RIM / 2, middle, sign)
        for middle, sign in zip(middles, signs[size : 2 * size], strict=True):
            shapes += _mark(middle, _RIM / 2, sign)
        for x, sign in zip((_RIM / 2, far + _RIM / 2), signs[2 * size :], strict=False):
            shapes += _mark(x, _RIM / 2, sign)  # the falling one begins at the left, the rising one ends at the right
        return shapes

    def words(self) -> tuple[str, ...]:
        """Row by row, each with what it is worth; then the columns."""
        size, signs = self.state.level.size, line_signs(self.state)
        told = []
        for row in range(size):
            cards = self.state.grid[row * size : (row + 1) * size]
            inside = ", ".join("–" if card is None else _in_words(card, self.tell) for card in cards)
            worth = mark_in_words(signs[row]) or "–"
            told.append(self.tell(say("number_up.live.row", number=row + 1, cards=inside, worth=worth)))
        worths = ", ".join(mark_in_words(sign) or "–" for sign in signs[size : 2 * size])
        return (*told, self.tell(say("number_up.live.columns", worths=worths)))


def _card(box: Box, card: NumberCard, tell: Tell) -> list[Shape]:
    """A card in its paint: the digit large, the colour's letters below it."""
    ink = INK if card.colour in _DARK_DIGITS else WHITE
    x = box.x + box.width / 2
    letters = tell(say(f"number_up.letter.{card.colour}"))
    return [
        Filled((box,), PAINTS[card.colour], 3.0),
        placed(str(card.value), (x, box.y + 10.6), 32.0, ink, room=box.width, share=0.5, is_bold=True),
        placed(letters, (x, box.y + 16.9), 16.0, ink, room=box.width - 1.0, share=0.5, is_bold=True),
    ]


def _mark(x: float, y: float, mark: LineSign) -> list[Shape]:
    """What a line has: its points while it is open, a tick, a chip, or what it costs."""
    if mark.sign == "check":
        tick = ((x - 4.5, y), (x - 1.2, y + 3.4), (x + 4.8, y - 4.2))
        return [Outline(tick, line=_CHECK, width=2.2)]
    if mark.sign:
        is_loss = mark.sign == "minus"
        field = Box(x - 6.5, y - 5.5, 13.0, 11.0)
        figure = "–10" if is_loss else mark.sign
        words = placed(figure, (x, y + 3.0), 22.0, WHITE, room=12.0, share=0.5, is_bold=True)
        return [Filled((field,), _LOSS if is_loss else INK, 5.0), words]
    if mark.points:
        return [placed(str(mark.points), (x, y + 2.8), 20.0, SOFT_INK, room=13.0, share=0.5)]
    return []


def _in_words(card: NumberCard, tell: Tell) -> str:
    return f"{card.value} {tell(say(f'colour.{card.colour}'))}"
