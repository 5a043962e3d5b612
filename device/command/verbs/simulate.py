"""`bordbuch simulate`: a computer player plays many games of a level."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from device.command.verb import FINE, Verb, add_data, whole
from device.errors import UnknownGame


def run(given: argparse.Namespace) -> int:
    from device.boxes.found import find_boxes
    from device.boxes.loader import load_game
    from device.command.json_text import json_text
    from device.config.configuration import load_config

    boxes = {box.name: box for box in find_boxes()[0] if box.simulate is not None}
    box = boxes.get(given.game)
    if box is None or box.simulate is None:
        raise UnknownGame(f"No computer player plays {given.game!r}. They play {', '.join(boxes)}.")
    loaded, problems = load_game(given.data, box)
    for problem in problems:
        print(problem.told(load_config(given.data).language), file=sys.stderr)
    progress = _bar(given.games) if sys.stderr.isatty() else None
    distribution = box.simulate(loaded.game, given.level, given.games, given.player, given.seed, progress)
    print(json_text(distribution.to_json(), indent=2))
    return FINE


def _bar(total: int) -> Callable[[int], None]:
    """A progress bar on stderr, redrawn at every percent and wiped at the end."""
    shown = -1

    def show(done: int) -> None:
        nonlocal shown
        percent = 100 * done // total
        if percent == shown:
            return
        shown = percent
        bar = "#" * (percent // 4)
        end = "\r\x1b[K" if done == total else ""
        print(f"\r[{bar:<25}] {percent:3} %{end}", end="", file=sys.stderr, flush=True)

    return show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="its name; one that nobody plays is answered with all names")
    parser.add_argument("level")
    parser.add_argument("--games", type=whole(1, 1_000_000), default=1000)
    parser.add_argument("--player", choices=["random", "greedy", "planner"], default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    add_data(parser)


add_to = Verb(
    "simulate",
    "bordbuch simulate GAME 1 --games 2000 --player greedy --seed 1",
    "let a computer player play, print the distribution of scores as JSON",
    run,
    add_arguments,
).add_to
