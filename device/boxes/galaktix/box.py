"""Everything the device knows about Galaktix."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.galaktix.board_sheets import board_sheets
from device.boxes.galaktix.choice_desk import ChoiceDesk
from device.boxes.galaktix.drawing import drawing
from device.boxes.galaktix.examples import EXAMPLES
from device.boxes.galaktix.live import live
from device.boxes.galaktix.look_ups import look_ups
from device.boxes.setting import Beside
from device.desks.desk import Desk
from games.books.levels import chapters_of
from games.books.simulation import Distribution, Progress
from games.galaktix import simulate
from games.galaktix.data import parse_book
from games.galaktix.flow import Galaktix
from games.galaktix.pieces import State
from games.spine.dialogue import Answer, Choose, Game, Prompt


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these boards and levels."""
    boards, levels = texts
    shipped = box.shipped()
    book = parse_book(boards, levels, house=(shipped["boards.toml"], shipped["levels.toml"]))
    return LoadedGame(box, Galaktix(book), chapters_of(book, book.former))


def desk(prompt: Prompt, undone: tuple[Answer, ...]) -> Desk | None:
    """The desk for a choice in the game, from which the board can be looked at."""
    if isinstance(prompt, Choose) and isinstance(prompt.scene, State):
        return ChoiceDesk(prompt, prompt.scene)
    return None


def simulated(
    game: Game, level: str, games: int, player: str, seed: int, progress: Progress | None = None
) -> Distribution:
    """Many games of a level by a computer player."""
    assert isinstance(game, Galaktix)
    return simulate.simulate(game.content, level, games, player, seed, progress)


BOX = Box(
    name=Galaktix.name,
    texts_in="device.boxes.galaktix",
    open=opened,
    files_in="games.galaktix",
    files=("boards.toml", "levels.toml"),
    has_house_book=True,
    has_throws_from_start=True,
    desk=desk,
    drawing=drawing,
    live=live,
    look_ups=look_ups,
    beside=(Beside("star_sheet"), Beside("strip", 6), Beside("box")),  # the board, rockets and parts
    simulate=simulated,
    boards=board_sheets,
    examples=lambda: EXAMPLES,
)
