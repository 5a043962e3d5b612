"""Figures of all players on one page: who gets what from a roll, and what everybody's victory points are made of."""

from __future__ import annotations

from collections.abc import Generator

from games.spine.dialogue import Answer, Notice, Prompt, SheetRow, ShowSheet, say
from games.sternenfahrer import wording
from games.sternenfahrer.pieces import RESOURCES, State
from games.sternenfahrer.points import points
from games.sternenfahrer.production import Yield

PARTS = ("colonies", "spaceports", "markers", "whole_medals", "half_medals")


def yield_sheet(before: State, after: State, found: tuple[Yield, ...], roll: int) -> ShowSheet:
    """Who gets what, all players on one page, the active player first. The last column is a card of choice."""
    got = {one.seat: one for one in found}
    has_relief = any(one.relief for one in found)
    rows = []
    for seat in before.from_active():
        one = got.get(seat, Yield(seat, ()))
        counts = dict(one.cards)
        figures = tuple(counts.get(resource, 0) for resource in RESOURCES)
        rows.append(
            SheetRow(
                before.players[seat].name,
                (*figures, int(one.relief)) if has_relief else figures,
                is_active=seat == before.active,
            )
        )
    columns = [wording.column_name(resource) for resource in RESOURCES]
    if has_relief:
        columns.append(say("sternenfahrer.column.any"))
    return ShowSheet(
        words=say("sternenfahrer.rolled", n=roll),
        columns=tuple(columns),
        rows=tuple(rows),
        shows_zero=False,
        scene=after,
    )


def score_sheet(state: State) -> ShowSheet:
    """All players' victory points: each part in a column, the sum in the last."""
    rows = []
    for seat in range(len(state.players)):
        parts = points(state, seat)
        figures = (*(int(getattr(parts, part)) for part in PARTS), parts.total)
        rows.append(SheetRow(state.players[seat].name, figures, is_active=seat == state.active))
    columns = tuple(say(f"sternenfahrer.column.{part}") for part in (*PARTS, "total"))
    return ShowSheet(words=say("sternenfahrer.menu.scores"), columns=columns, rows=tuple(rows), scene=state)


def look_at_scores(state: State) -> Generator[Prompt, Answer, None]:
    """The sheet, then player by player in words."""
    pages = [score_sheet(state), *score_pages(state)]
    while pages:
        yield pages.pop(0)


def score_pages(state: State) -> tuple[Notice, ...]:
    """What each player's points are made of, in words."""
    return tuple(
        Notice(
            words=wording.points_told(state, seat),
            news=say("sternenfahrer.player_points", player=player.name, points=points(state, seat).total),
            scene=state,
        )
        for seat, player in enumerate(state.players)
    )
