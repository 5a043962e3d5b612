"""Lessons for the networks: many crowded tables, each with balls and with things that only look like balls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.balls.arranging import STRANGER, Arrangement, Group, SeenBall, View, boxes, random_pair
from tools.render.balls.paints import RANGES

SIDE = 448  # pixels of a rendered table; kept at half of it, the size in which the reader looks at balls
SHARD = 250  # tables in one file
GAMES = 0.35  # share of tables on which a board, cards and chips lie, too
COLOURS = (*RANGES, STRANGER)  # a row tells a colour by its number here


@dataclass(frozen=True)
class Lessons:
    """Pictures (n, side, side, 3), and a row for each ball: picture, x, y, size, visible share, B, G, R, colour."""

    pictures: NDArray[np.uint8]
    balls: NDArray[np.float32]


def crowded_table(seed: int) -> tuple[NDArray[np.uint8], list[tuple[float, ...]]]:
    """One table, at half its rendered size."""
    rng = np.random.default_rng(seed)
    diameter = float(np.exp(rng.uniform(math.log(18), math.log(95))))
    view = View(
        SIDE,
        SIDE,
        diameter=diameter,
        kelvin=float(rng.uniform(2100, 6700)),
        exposure=float(np.exp(rng.uniform(math.log(0.08), math.log(1.0)))),
        most_tilt=28,
    )
    table = Arrangement(rng, view)
    if rng.random() < GAMES:
        table.add_game(with_board=bool(rng.random() < 0.6))
    count = int(np.clip((SIDE / (3.4 * diameter)) ** 2, 1, 7))
    for x, y in boxes(rng, count, margin=0.06):
        chance = rng.random()
        if chance < 0.55:
            add_balls(rng, table, x, y)
        elif chance < 0.78:
            table.add_pair_of_others(x, y, int(rng.integers(1, 5)))
        elif chance < 0.88:
            table.add_other(x, y)
        else:
            table.add_print(x, y)
    pixels, balls = table.rendered()
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8), [row_of(ball) for ball in balls]


def row_of(ball: SeenBall) -> tuple[float, ...]:
    """A ball's truth at half the rendered size."""
    x, y, size = (ball.x - 0.5) / 2, (ball.y - 0.5) / 2, ball.size / 2
    return x, y, size, ball.visible, *ball.paint.tolist(), float(COLOURS.index(ball.colour))


def add_balls(rng: np.random.Generator, table: Arrangement, x: float, y: float) -> None:
    """Two balls, sometimes one or three, in some surroundings; strange colours nearly as often as each of ours."""
    colours: tuple[str, ...] = random_pair(rng)
    chance = rng.random()
    if chance < 0.3:
        colours = colours[:1]
    elif chance < 0.35:
        colours = (*colours, STRANGER)
    elif chance < 0.58:
        colours = (STRANGER, colours[0])
    elif chance < 0.66:
        colours = (STRANGER, STRANGER)
    in_tube, with_hull = rng.random() < 0.65, rng.random() < 0.35
    covered = rng.uniform(0.05, 0.8) if with_hull and rng.random() < 0.6 else 0.0
    table.add_balls(Group(colours, x, y, in_tube, with_hull, covered, int(rng.integers(0, 4))))
    if rng.random() < (0.8 if len(colours) == 1 else 0.15):
        add_beside(rng, table, x, y, len(colours))


def add_beside(rng: np.random.Generator, table: Arrangement, x: float, y: float, balls: int) -> None:
    """Something about as large as a ball that touches the balls or nearly does."""
    shift = (0.5 * balls + rng.uniform(0.4, 0.7)) * table.view.diameter / SIDE
    turn = rng.uniform(0, 2 * math.pi)
    table.add_pair_of_others(x + math.cos(turn) * shift, y + math.sin(turn) * shift, 1)


def gather(folder: Path, first_seed: int, shards: int) -> Lessons:
    """All tables, rendered once and kept in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures, balls = [], []
    for shard in range(shards):
        file = folder / f"{first_seed}-{shard}.npz"
        if not file.is_file():
            render_shard(file, first_seed + shard * SHARD)
        with np.load(file) as kept:
            rows = kept["balls"].copy()
            rows[:, 0] += shard * SHARD
            pictures.append(kept["pictures"])
            balls.append(rows)
    return Lessons(np.concatenate(pictures), np.concatenate(balls))


def render_shard(file: Path, seed: int) -> None:
    """Render the tables of one file and write them."""
    pictures, balls = [], []
    for number in range(SHARD):
        picture, rows = crowded_table(seed + number)
        pictures.append(picture)
        balls += [(number, *row) for row in rows]
    fresh = file.with_suffix(".new.npz")
    np.savez(fresh, pictures=np.stack(pictures), balls=np.array(balls, np.float32))
    fresh.replace(file)
    print(file.name, flush=True)
