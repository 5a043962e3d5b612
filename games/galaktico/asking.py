"""Small questions that several parts of a game share: one of several, yes or no, a type of ship, a space."""

from __future__ import annotations

from collections.abc import Callable, Generator

from games.galaktico import wording
from games.galaktico.board import SIDE, Sector, Space, space_at
from games.galaktico.pieces import SHIPS, Ship, State
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Answer, Choose, Chosen, Number, Option, PickNumber, Prompt, Text, say

BACK = "back"


def choose(
    words: Text, options: tuple[Option, ...], state: State | None = None, news: Text | None = None
) -> Generator[Prompt, Answer, str]:
    """The key of the option that is taken."""
    answer = yield Choose(words=words, options=options, scene=state, news=news)
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through
    return answer.key


def is_agreed(words: Text, state: State, news: Text | None = None) -> Generator[Prompt, Answer, bool]:
    """Whether the player says yes to this question."""
    options = (Option("yes", say("galaktico.yes")), Option("no", say("galaktico.no")))
    return (yield from choose(words, options, state, news)) == "yes"


def back() -> Option:
    """The option that leads out of a list without choosing anything."""
    return Option(BACK, say("galaktico.back"))


def ask_ship(
    state: State,
    words: Text,
    obstacle: Callable[[Ship], Obstacle | None],
    count: Callable[[Ship], int] | None = None,
    more: tuple[Option, ...] = (),
) -> Generator[Prompt, Answer, str]:
    """A type of ship by its name, with what stands against each, or one of the further options."""
    rows = tuple(
        Option(
            ship.value,
            wording.ship_name(ship),
            wording.refusal(obstacle(ship)),
            value=None if count is None else wording.figure(count(ship)),
        )
        for ship in SHIPS
    )
    return (yield from choose(words, (*rows, *more, back()), state))


def ask_space(state: State, words: Text) -> Generator[Prompt, Answer, Space]:
    """A space by its sector and its rows from the edges to the two others."""
    sectors = tuple(Option(sector.name, wording.sector_name(state, sector)) for sector in Sector)
    sector = Sector[(yield from choose(words, sectors, state))]
    rows = []
    for other in sector.neighbours:
        title = say("galaktico.rows_from", first=wording.letter(other))
        answer = yield PickNumber(words=title, low=1, high=SIDE, start=1, scene=state)
        assert isinstance(answer, Number)  # a PickNumber lets nothing else through
        rows.append(answer.value - 1)
    return space_at(sector, *rows)
