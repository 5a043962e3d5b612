"""The evening told afterwards: every turn with its throw, yield, encounter and points, and how dice and balls fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from games.spine.dialogue import Notice, Text, say
from games.sternenfahrer.log import Told
from games.sternenfahrer.names import short_names
from games.sternenfahrer.pieces import State
from games.sternenfahrer.points import total

DICE_CHANCES = {pips: Fraction(6 - abs(7 - pips), 36) for pips in range(2, 13)}
BALL_CHANCES = {1: Fraction(1, 10), 2: Fraction(2, 10), 3: Fraction(3, 10), 4: Fraction(2, 10), 5: Fraction(2, 10)}
ROWS_ON_A_PAGE = 3
LONG = ("sternenfahrer.line.rolled_for", "sternenfahrer.points_then")  # with figures of everybody: two rows each
SUMS_IN_A_LINE = 3


def noted(state: State, line: Text) -> State:
    """One more line of what happened in this turn."""
    return replace(state, log=state.log.with_line(state.turn, state.current.name, line))


def with_throw(state: State, pips: int) -> State:
    """The dice of this turn."""
    return replace(state, log=replace(state.log, throws=(*state.log.throws, pips)))


def with_shake(state: State, balls: int) -> State:
    """Two balls fell, for a flight or in an encounter."""
    return replace(state, log=replace(state.log, shakes=(*state.log.shakes, balls)))


def turn_over(state: State) -> State:
    """What everybody has at the end of this turn."""
    points = tuple((player.name, total(state, seat)) for seat, player in enumerate(state.players))
    return replace(state, log=state.log.ended(state.turn, state.current.name, points))


def pages(state: State) -> tuple[Notice, ...]:
    """How dice and balls fell, then every turn, the first one first."""
    found = []
    if state.log.throws:
        found.append(_statistics("dice", state.log.throws, DICE_CHANCES))
    if state.log.shakes:
        found.append(_statistics("balls", state.log.shakes, BALL_CHANCES))
    for told in state.log.turns:
        found += _turn_pages(told)
    return tuple(found)


def _statistics(kind: str, fallen: tuple[int, ...], chances: Mapping[int, Fraction]) -> Notice:
    """How often each sum fell, and in brackets how often it was to be expected."""
    counts = Counter(fallen)
    cells = [f"{one}: {counts[one]}({round(chance * len(fallen))})" for one, chance in chances.items()]
    lines = [cells[first : first + SUMS_IN_A_LINE] for first in range(0, len(cells), SUMS_IN_A_LINE)]
    rows = "\n".join("  ".join(line) for line in lines)
    return Notice(words=say("sternenfahrer.fell", name=rows), news=say(f"sternenfahrer.fell.{kind}", n=len(fallen)))


def _turn_pages(told: Told) -> list[Notice]:
    title = say("sternenfahrer.turn_of", number=told.turn, player=told.player)
    lines = list(told.lines)
    if told.points:
        short = short_names(tuple(name for name, _ in told.points))
        points_of = " ".join(f"{short[name]}:{points}" for name, points in told.points)
        lines.append(say("sternenfahrer.points_then", name=points_of))
    return [Notice(words=_below(page), news=title) for page in _leaves(lines)]


def _leaves(lines: list[Text]) -> list[list[Text]]:
    """The lines page by page, as many on each as there is room for."""
    pages: list[list[Text]] = []
    room = 0
    for line in lines:
        rows = 1 + (line.key in LONG)
        if rows > room:
            pages.append([])
            room = ROWS_ON_A_PAGE
        pages[-1].append(line)
        room -= rows
    return pages


def _below(lines: list[Text]) -> Text:
    """Lines one below the other."""
    first, *rest = lines
    return say("sternenfahrer.below", first=first, more=_below(rest)) if rest else first
