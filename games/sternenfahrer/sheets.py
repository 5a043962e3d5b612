"""Figures of all players on one page: who gets what from a roll, and what everybody's victory points are made of."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.spine.dialogue import Answer, Notice, Prompt, SheetRow, ShowSheet, Text, say
from games.sternenfahrer import wording
from games.sternenfahrer.names import in_short
from games.sternenfahrer.pages import Page
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
    """Everybody's points on one page."""
    yield score_sheet(state)


def yield_page(state: State, found: tuple[Yield, ...], roll: int, due: int) -> Page:
    """Who gets what from a roll, and in the last column the reserve cards that the active player draws."""
    sheet = yield_sheet(state, state, found, roll)
    rows = tuple(replace(row, figures=(*row.figures, due if row.is_active else 0)) for row in sheet.rows)
    columns = (*sheet.columns, say("sternenfahrer.column.due"))
    return Page(words=say("sternenfahrer.line.rolled", n=roll), options=(), columns=columns, rows=rows, scene=state)


def figures_page(state: State) -> Page:
    """What everybody has: upgrades, half medals, in Voll the cards in hand, and the points."""
    names = ("drive", "cannon", "pod", "half", *(("hand",) if state.counts_hands else ()), "total")
    rows = tuple(
        SheetRow(state.players[seat].name, figures_of(state, seat), is_active=seat == state.active)
        for seat in state.from_active()
    )
    columns = tuple(say(f"sternenfahrer.column.{name}") for name in names)
    return Page(words=say("sternenfahrer.turn_short"), options=(), columns=columns, rows=rows, scene=state)


def figures_of(state: State, seat: int) -> tuple[int, ...]:
    """A player's upgrades, half medals, cards in hand if they are counted, and points."""
    player = state.players[seat]
    hand = (player.hand,) if state.counts_hands else ()
    return (*player.upgrades, player.half_medals, *hand, points(state, seat).total)


def lines_page(state: State, title: Text, lines: tuple[Text, ...]) -> Page:
    """A few lines to read."""
    return Page(words=title, options=(), lines=tuple(in_short(one, state.names) for one in lines), scene=state)


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
