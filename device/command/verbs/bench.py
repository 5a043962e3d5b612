"""`bordbuch bench`: what reading, starting and idling cost."""

from __future__ import annotations

import argparse

from device.command.verb import FINE, Verb, whole


def run(given: argparse.Namespace) -> int:
    import json

    from device.command.bench_life import measure_life
    from device.command.bench_pages import measure_pages
    from device.command.bench_readers import measure
    from device.command.bench_sessions import measure_sessions

    measured = measure(given.frames) | measure_sessions()
    if not given.quick:
        measured |= measure_life() | measure_pages()
    print(json.dumps(measured, indent=2))
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--frames", type=whole(3, 1000), default=30)
    parser.add_argument("--quick", action="store_true", help="without starting and idling, which take two minutes")


add_to = Verb("bench", "bordbuch bench", "what reading and waiting cost, as ratios, in JSON", run, add_arguments).add_to
