"""Many games of Number UP by a computer player, and how their scores spread."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.books.simulation import Distribution, Progress, distribution, play_games, unknown_player
from games.number_up.data import Book
from games.number_up.experience import practise
from games.number_up.pieces import Level
from games.number_up.planner import PlanningPlayer
from games.number_up.players import GreedyPlayer, Player, RandomPlayer, play_game
from games.number_up.sketch import Paper


def simulate(
    book: Book, level: str, games: int, player: str, seed: int, progress: Progress | None = None
) -> Distribution:
    """Play `games` games of a level; the same seed gives the same scores. UnknownLevel if the book lacks the level."""
    chosen = book.level(level)
    return distribution("number_up", chosen, player, seed, scores(chosen, games, player, seed, progress))


def scores(level: Level, games: int, player: str, seed: int, progress: Progress | None = None) -> list[int]:
    """The scores of so many games in turn."""
    seat = player_maker(player, level)
    return play_games(level, games, seed, lambda rng: play_game(level, seat(rng), rng).points, progress)


def player_maker(name: str, level: Level) -> Callable[[Random], Player]:
    """A function that makes a computer player of this name for each game of a level."""
    match name:
        case "random":
            return RandomPlayer
        case "greedy":
            return GreedyPlayer
        case "planner":
            paper = Paper(level)
            practise(paper)  # once, for all games
            return lambda rng: PlanningPlayer(paper, rng)
    raise unknown_player(name)
