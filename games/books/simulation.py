"""Many games by a computer player, and how their scores spread. Each game brings its own players and its own play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from typing import TypeAlias

from games.books.levels import BookLevel
from games.books.medals import Medal

PLAYERS = ("random", "greedy", "planner")  # in every game: anything legal, like a beginner, thinking ahead
PERCENTILES = (5, 10, 20, 25, 50, 75, 80, 90, 95)

Progress: TypeAlias = Callable[[int], None]  # told after every game how many have been played


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


def distribution(game: str, level: BookLevel, player: str, seed: int, points: list[int]) -> Distribution:
    """How these scores of one level spread."""
    earned = Counter(level.targets.medal(score) for score in points)
    return Distribution(
        game=game,
        level=level.id,
        player=player,
        games=len(points),
        seed=seed,
        mean=fmean(points),
        sd=pstdev(points),
        min=min(points),
        max=max(points),
        percentiles={percent: percentile(points, percent) for percent in PERCENTILES},
        medals={medal: earned[medal] / len(points) for medal in Medal},
        histogram=dict(sorted(Counter(points).items())),
    )


def play_games(
    level: BookLevel, games: int, seed: int, play: Callable[[Random], int], progress: Progress | None = None
) -> list[int]:
    """The scores of so many games in turn; the same seed gives the same scores.

    Each game has its own generator, so more games leave the first as they are.
    """
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    points = []
    for number in range(games):
        points.append(play(Random(f"{seed} {level.number} {number}")))
        if progress is not None:
            progress(number + 1)
    return points


def unknown_player(name: str) -> ValueError:
    """The complaint about a player that does not exist."""
    return ValueError(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")


def percentile(points: list[int], percent: int) -> int:
    """The lowest score that at least `percent` in a hundred games do not exceed.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 80)
    (2, 4)
    """
    ordered = sorted(points)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
