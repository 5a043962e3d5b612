"""Everything the device knows about Number UP."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import Box, LoadedGame
from device.boxes.number_up.bench import bench
from device.boxes.number_up.correcting_desk import CorrectingDesk
from device.boxes.number_up.ending import GridEndingDesk
from device.boxes.number_up.examples import EXAMPLES
from device.boxes.number_up.laid_desk import LaidDesk
from device.boxes.number_up.live import live
from device.boxes.number_up.look_ups import look_ups
from device.boxes.number_up.scoring_desk import ScoringDesk
from device.boxes.number_up.setting import setting
from device.boxes.number_up.taken_back import cards_taken_back
from device.boxes.setting import Beside
from device.desks.desk import Desk
from games.books.levels import chapters_of
from games.books.simulation import Distribution, Progress
from games.number_up import simulate
from games.number_up.data import parse_book
from games.number_up.flow import BACK, NumberUp
from games.number_up.pieces import State
from games.spine.dialogue import Answer, Game, Prompt, ReadLaid


def opened(box: Box, texts: Sequence[str]) -> LoadedGame:
    """The game with these levels."""
    book = parse_book(*texts, house=box.shipped()["levels.toml"])
    return LoadedGame(box, NumberUp(book), chapters_of(book, book.former))


def desk(prompt: Prompt, undone: tuple[Answer, ...]) -> Desk | None:
    """The desk for cards laid in the grid, or for one that is put right; those taken back may still lie there."""
    if not isinstance(prompt, ReadLaid):
        return None
    if not isinstance(prompt.scene, State):
        raise TypeError("laid cards need the state of a game of Number UP to be compared with")
    if any(option.key == BACK for option in prompt.options):
        return CorrectingDesk(prompt, prompt.scene)
    if not prompt.known and not prompt.options:
        return ScoringDesk(prompt, prompt.scene)
    return LaidDesk(prompt, prompt.scene, cards_taken_back(undone, prompt.size))


def simulated(
    game: Game, level: str, games: int, player: str, seed: int, progress: Progress | None = None
) -> Distribution:
    """Many games of a level by a computer player."""
    assert isinstance(game, NumberUp)
    return simulate.simulate(game.content, level, games, player, seed, progress)


BOX = Box(
    name=NumberUp.name,
    texts_in="device.boxes.number_up",
    open=opened,
    files_in="games.number_up",
    files=("levels.toml",),
    has_house_book=True,
    desk=desk,
    live=live,
    ending=GridEndingDesk,
    look_ups=look_ups,
    setting=setting,
    # Number chips and check markers behind the rows and above the columns, the cards to draw, somebody's hand.
    beside=tuple(map(Beside, ("chip", "tick", "pile", "start_card", "fan", "box"))),
    simulate=simulated,
    bench=bench,
    examples=lambda: EXAMPLES,
)
