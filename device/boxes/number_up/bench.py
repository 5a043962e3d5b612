"""What scoring a full grid of Number UP costs."""

from __future__ import annotations

import time
import timeit
from importlib import resources
from random import Random

from games.number_up import rules
from games.number_up.data import parse_book
from games.number_up.players import RandomPlayer, play_game

MOST_DEMANDING_GRID = "20"  # the level: 6x6, diagonals, the better of two scores
SCORES_A_RUN, SCORING_RUNS = 50, 20  # one score alone is too short to be timed


def bench() -> dict[str, float]:
    """Processor time for scoring a full grid from its cards, markers and result, the best of all runs."""
    book = parse_book((resources.files("games.number_up") / "levels.toml").read_text(encoding="utf-8"))
    level, rng = book.level(MOST_DEMANDING_GRID), Random(1)
    grid = play_game(level, RandomPlayer(rng), rng).grid

    def score() -> int:
        return level.final_points([mark.worth for mark in rules.count_marks(level, grid) if mark is not None])

    runs = timeit.repeat(score, timer=time.process_time, number=SCORES_A_RUN, repeat=SCORING_RUNS)
    return {"full_grid_scored_us": round(1e6 * min(runs) / SCORES_A_RUN, 1), "full_grid_scored_us_budget": 100}
