"""`bordbuch run`: the service on the device."""

from __future__ import annotations

import argparse
import logging

from device.command.counted_log import CountedLines
from device.command.signals import stop_by_signal
from device.command.verb import FINE, Verb, add_data, add_language, whole


def run(given: argparse.Namespace) -> int:
    from device import loop

    lines = logging.StreamHandler()
    lines.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))  # journald adds the time
    logging.basicConfig(level=logging.INFO, handlers=[CountedLines(lines)])
    loop.run(given.data, language=given.lang, port=given.port, stop=stop_by_signal())
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=whole(0, 65535), help="of the page (default: as configured, else 8017)")
    add_language(parser)
    add_data(parser)


add_to = Verb(
    "run", "bordbuch run", "the service on the device: its own camera, display and buttons", run, add_arguments
).add_to
