"""`bordbuch backup`: everything in one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.command.verb import FINE, Verb, add_data


def run(given: argparse.Namespace) -> int:
    from device.command.backup_files import back_up

    left_out = back_up(given.data, given.file, with_secrets=given.with_secrets, force=given.force)
    print(given.file)
    if left_out:
        print(
            f"The secrets of open games are not in it: {left_out} of them cannot be gone on with from it."
            " Their entries are there. With --with-secrets they are in it, and whoever has the file can look.",
            file=sys.stderr,
        )
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip", help="what to write")
    parser.add_argument("--with-secrets", action="store_true", help="also what nobody may know of open games")
    parser.add_argument("--force", action="store_true", help="overwrite a backup that has newer results")
    add_data(parser)


add_to = Verb(
    "backup",
    "bordbuch backup evening.zip",
    "the book, your own data, taught pieces and settings in one file",
    run,
    add_arguments,
).add_to
