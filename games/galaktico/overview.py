"""What can be looked up at any time in a game, by everybody: the fleets in figures, and cards that stay open."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from games.galaktico import wording
from games.galaktico.combat import Side
from games.galaktico.pages import ShowPages
from games.galaktico.pieces import State
from games.spine.dialogue import Answer, Notice, Prompt, say


@dataclass(frozen=True, kw_only=True)
class ShowFleets(Notice):
    """The fleets in figures; any player goes on with OK."""

    state: State


def look_at_fleets(state: State) -> Generator[Prompt, Answer, None]:
    """All fleets on one page."""
    yield ShowFleets(words=say("galaktico.fleets.in_space"), state=state, scene=state)


def look_at_cards(state: State) -> Generator[Prompt, Answer, None]:
    """The cards that stay open, a page a ship."""
    pages = tuple(
        Notice(words=wording.open_cards_told(cards), news=wording.side_name(state, Side(cards.seat, cards.ship)))
        for cards in state.opened
    )
    yield ShowPages(words=say("galaktico.menu.cards"), pages=pages, scene=state)
