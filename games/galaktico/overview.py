"""What can be looked up at any time in a game, by everybody: the fleets in figures, and the referee."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from games.galaktico.pieces import State
from games.spine.dialogue import Answer, Notice, Prompt, say


@dataclass(frozen=True, kw_only=True)
class ShowFleets(Notice):
    """The fleets in figures; any player goes on with OK."""

    state: State


def look_at_fleets(state: State) -> Generator[Prompt, Answer, None]:
    """All fleets on one page."""
    yield ShowFleets(words=say("galaktico.fleets.in_space"), state=state, scene=state)
