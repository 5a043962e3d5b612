"""A state of Number UP as the data of a screen: cards as digit and letter, markers as signs, words finished."""

from __future__ import annotations

from device.boxes.number_up.drawing import CardSign, Grid, Standing
from device.boxes.number_up.marks import LineSign
from device.desks.desk import Tell
from games.number_up import rules
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import LineKind, Mark, MarkKind, State, start_cells
from games.spine.dialogue import Text, say

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
    tells_goal: bool = False,
) -> Grid:
    """The grid with its markers; `shown` is a card that stands under the cursor without being laid yet.

    `tells_goal` if what is to be done goes without saying: then how far the next medal is takes its place.
    """
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
        goal=tell(goal(state)) if tells_goal or not state.laid else "",
        name=name,
        standing=standing(state),
        newest=state.newest,
        cursor=cursor,
        is_blinking=is_blinking,
    )


def goal(state: State) -> Text:
    """What the medals take before the first card, then how far it is to the next one."""
    targets = state.level.targets
    if not state.laid:
        return say("number_up.medals", bronze=targets.bronze, silver=targets.silver, gold=targets.gold)
    ahead = targets.next_medal(state.points)
    if ahead is None:
        return say("ending.best")
    medal, missing = ahead
    return say("ending.missing", n=missing, medal=say(f"medal.{medal.value}"))


def standing(state: State) -> Standing:
    """What the game stands at; no target above gold."""
    points = state.points
    ahead = state.level.targets.next_medal(points)
    return Standing(points, points + ahead[1] if ahead else 0, len(state.grid) - state.laid)


def card_sign(card: NumberCard, tell: Tell) -> CardSign:
    """A card as it is drawn."""
    return CardSign(str(card.value), tell(say(f"number_up.letter.{card.colour}")), card.colour in LIGHT_COLOURS)


def line_signs(state: State) -> tuple[LineSign, ...]:
    """The markers of all rows, columns and diagonals, or what open ones are worth; what the newest card brought is new.

    Rows or columns that do not count have none.
    """
    before: tuple[Mark | None, ...] = state.marks
    if state.newest is not None:
        grid = (*state.grid[: state.newest], None, *state.grid[state.newest + 1 :])
        before = rules.count_marks(state.level, grid)
    signs: dict[LineKind, list[LineSign]] = {kind: [] for kind in LineKind}
    for view, then in zip(state.lines, before, strict=True):
        mark = view.mark
        sign = LineSign(points=view.points) if mark is None else LineSign(_sign(mark), is_new=mark != then)
        signs[view.line.kind].append(sign)
    rows, columns, diagonals = signs.values()
    blank = [LineSign()] * state.level.size
    return (*(rows or blank), *(columns or blank), *diagonals)


def _sign(mark: Mark) -> str:
    return str(mark.worth) if mark.kind is MarkKind.CHIP else mark.kind.value
