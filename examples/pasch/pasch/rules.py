"""The rules of Pasch: pure functions on frozen values that know nothing of prompts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from games.spine.errors import IllegalMove
from pasch.pieces import BONUS_FROM, Level, Line, Roll, Sheet, State


def start(level: Level, players: tuple[str, ...]) -> State:
    """An empty sheet for everybody."""
    return State(level, players, (Sheet(),) * len(players))


def throw(state: State, dice: Iterable[int]) -> State:
    """The dice as they lie after a throw, the first of a turn or some of them again."""
    left = state.throws if state.dice else state.level.throws
    if not left:
        raise IllegalMove("there is no throw left in this turn")
    return replace(state, dice=tuple(sorted(dice)), throws=left - 1)


def worth(level: Level, line: Line, dice: Roll) -> int:
    """What five dice bring in a line of this level."""
    return points(line, dice) * (2 if line in level.double else 1)


@cache
def points(line: Line, dice: Roll) -> int:
    """What five dice bring in a line that counts once.

    >>> points(Line.TWO_AND_THREE, (3, 3, 5, 5, 5)), points(Line.LONG_ROW, (1, 2, 3, 4, 6))
    (20, 0)
    """
    alike, total, row = max(map(dice.count, dice)), sum(dice), _longest_row(dice)
    brings = {
        Line.THREE_ALIKE: total if alike >= 3 else 0,
        Line.FOUR_ALIKE: total + 10 if alike >= 4 else 0,
        Line.FIVE_ALIKE: 45 if alike == 5 else 0,
        Line.TWO_AND_THREE: 20 if alike == 3 and len(set(dice)) == 2 else 0,
        Line.SHORT_ROW: 25 if row >= 4 else 0,
        Line.LONG_ROW: 35 if row == 5 else 0,
        Line.ALL: total,
    }
    return brings.get(line, line * dice.count(line))


def _longest_row(dice: Roll) -> int:
    return max(next(length for length in range(1, 7) if low + length not in dice) for low in dice)


def fill(state: State, line: Line) -> State:
    """Enter the dice in a line; the turn goes to the next player."""
    if line not in state.sheet.open_lines or not state.dice:
        raise IllegalMove(f"nothing can be entered in line {line} now")
    entered, sheets = [*state.sheet.entered], [*state.sheets]
    entered[line - 1] = worth(state.level, line, state.dice)
    sheets[state.seat] = Sheet(tuple(entered))
    return replace(state, sheets=tuple(sheets), seat=(state.seat + 1) % len(sheets), dice=(), throws=0)


def bonus(level: Level, sheet: Sheet) -> int:
    """What the number lines bring on top."""
    return level.bonus if sheet.numbers >= BONUS_FROM else 0


def totals(state: State) -> list[int]:
    """All points of every sheet, by seat."""
    return [sum(points or 0 for points in sheet.entered) + bonus(state.level, sheet) for sheet in state.sheets]


def is_over(state: State) -> bool:
    """Whether every line of every sheet is filled."""
    return not any(sheet.open_lines for sheet in state.sheets)
