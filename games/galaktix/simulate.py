"""Many games by a computer player, and how their scores spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

from games.galaktix.data import Book
from games.galaktix.pieces import Level
from games.galaktix.planner import PlanningPlayer
from games.galaktix.players import GreedyPlayer, Player, RandomPlayer, play_game
from games.medals import Medal

PLAYERS = ("random", "greedy", "planner")
PERCENTILES = (5, 10, 20, 25, 50, 75, 80, 90, 95)


@dataclass(frozen=True, slots=True)
class Distribution:
    """How the scores of many games of one level spread."""

    game: str
    level: str
    player: str
    games: int
    seed: int
    mean: float
    sd: float
    min: int
    max: int
    percentiles: dict[int, int]
    medals: dict[Medal, float]  # the share of games that earn exactly this medal
    histogram: dict[int, int]  # score -> games

    def to_json(self) -> dict[str, object]:
        """The distribution in plain JSON types."""
        return {
            "game": self.game,
            "level": self.level,
            "player": self.player,
            "games": self.games,
            "seed": self.seed,
            "mean": round(self.mean, 3),
            "sd": round(self.sd, 3),
            "min": self.min,
            "max": self.max,
            "percentiles": {str(percent): score for percent, score in self.percentiles.items()},
            "medals": {medal.value: round(share, 4) for medal, share in self.medals.items()},
            "histogram": {str(score): games for score, games in self.histogram.items()},
        }


def simulate(
    book: Book, level: str, games: int, player: str, seed: int, progress: Callable[[int], None] | None = None
) -> Distribution:
    """Play `games` games of a level; the same seed gives the same scores. UnknownLevel if the book lacks the level.

    `progress` is told after every game how many have been played.
    """
    chosen = book.level(level)
    points = scores(chosen, games, player, seed, progress)
    earned = Counter(chosen.targets.medal(score) for score in points)
    return Distribution(
        game="galaktix",
        level=level,
        player=player,
        games=games,
        seed=seed,
        mean=fmean(points),
        sd=pstdev(points),
        min=min(points),
        max=max(points),
        percentiles={percent: percentile(points, percent) for percent in PERCENTILES},
        medals={medal: earned[medal] / games for medal in Medal},
        histogram=dict(sorted(Counter(points).items())),
    )


def scores(
    level: Level, games: int, player: str, seed: int, progress: Callable[[int], None] | None = None
) -> list[int]:
    """The scores of so many games in turn. Each has its own generator, so more games leave the first as they are."""
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    seat = player_maker(player, level)
    points = []
    for number in range(games):
        rng = Random(f"{seed} {level.number} {number}")
        points.append(play_game(level, seat(rng), rng).points)
        if progress is not None:
            progress(number + 1)
    return points


def player_maker(name: str, level: Level) -> Callable[[Random], Player]:
    """What gives a computer player of this name for each game of a level; only `random` needs the generator."""
    match name:
        case "random":
            return RandomPlayer
        case "greedy":
            greedy = GreedyPlayer()
            return lambda rng: greedy
        case "planner":
            planner = PlanningPlayer(level)  # looks the level over once, for all games
            return lambda rng: planner
    raise ValueError(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")


def percentile(points: list[int], percent: int) -> int:
    """The lowest score that at least `percent` in a hundred games do not exceed.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 80)
    (2, 4)
    """
    ordered = sorted(points)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
