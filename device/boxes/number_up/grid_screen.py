"""A state of Number UP as the data of a screen: cards as digit and letter, markers as signs, words finished."""

from __future__ import annotations

from device.boxes.number_up.drawing import CardSign, Grid, LineSign
from device.desks.desk import Tell
from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import LineKind, Mark, MarkKind, State, start_cells
from games.spine.dialogue import say

LIGHT_COLOURS = frozenset({"light_green", "light_blue"})


def grid_screen(
    state: State,
    tell: Tell,
    *,
    title: str,
    line: str = "",
    name: str = "",
    cursor: int | None = None,
    shown: NumberCard | None = None,
    is_blinking: bool = False,
) -> Grid:
    """The grid with its markers; `shown` is a card that stands under the cursor without being laid yet."""
    cards = [card_sign(card, tell) if card is not None else None for card in state.grid]
    if cursor is not None and shown is not None:
        cards[cursor] = card_sign(shown, tell)
    size, marks = state.level.size, line_signs(state)
    return Grid(
        title=title,
        size=size,
        cards=tuple(cards),
        rows=marks[:size],
        columns=marks[size : 2 * size],
        diagonals=marks[2 * size :],
        starts=frozenset(start_cells(size)),
        hand=tuple(card_sign(card, tell) for card in state.hand),
        line=line,
        name=name,
        newest=state.newest,
        cursor=cursor,
        is_blinking=is_blinking,
    )


def card_sign(card: NumberCard, tell: Tell) -> CardSign:
    """A card as it is drawn."""
    return CardSign(str(card.value), tell(say(f"number_up.letter.{card.colour}")), card.colour in LIGHT_COLOURS)


def line_signs(state: State) -> tuple[LineSign, ...]:
    """The markers of all rows, columns and diagonals; those that the newest card brought are new.

    Rows or columns that do not count have none.
    """
    before: tuple[Mark | None, ...] = state.marks
    if state.newest is not None:
        grid = (*state.grid[: state.newest], None, *state.grid[state.newest + 1 :])
        before = rules.count_marks(state.level, grid)
    level = state.level
    signs: dict[LineKind, list[LineSign]] = {kind: [] for kind in LineKind}
    for line, now, then in zip(level.lines, state.marks, before, strict=True):
        signs[line.kind].append(LineSign() if now is None else LineSign(_sign(now), is_new=now != then))
    rows, columns, diagonals = signs.values()
    blank = [LineSign()] * level.size
    return (*(rows or blank), *(columns or blank), *diagonals)


def _sign(mark: Mark) -> str:
    return str(mark.worth) if mark.kind is MarkKind.CHIP else mark.kind.value
