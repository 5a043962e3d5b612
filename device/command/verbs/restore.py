"""`bordbuch restore`: everything back from one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.command.verb import FINE, Verb, add_data


def run(given: argparse.Namespace) -> int:
    from datetime import UTC, datetime

    from device.command.backup_files import put_back

    kept = put_back(given.file, given.data, datetime.now(UTC), force=given.force)
    print(given.data)
    if kept is not None:
        print(f"The book that was there is kept as {kept}.", file=sys.stderr)
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip", help="a backup")
    parser.add_argument("--force", action="store_true", help="replace a book that has newer results")
    add_data(parser)


add_to = Verb(
    "restore", "bordbuch restore evening.zip", "everything back from a backup; end Bordbuch first", run, add_arguments
).add_to
