"""`bordbuch read`: pictures in, one JSON line each out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from device.command.verb import FAILED, FINE, WRONG_USE, Verb, whole
from device.eyes.pieces import READ_KINDS
from vision.base.errors import BadProfile, NotAPicture

if TYPE_CHECKING:
    from vision.base.frame import Frame


def run(given: argparse.Namespace) -> int:
    from device.command.read_kinds import Asked, line_reader, without_profile
    from device.command.read_lines import read_images

    code = FINE
    try:
        read = line_reader(given.kind, Asked(given.profile, given.count, given.size, _before(given)))
    except BadProfile as error:  # every picture still gets its line: whoever reads them counts on it
        print(f"bordbuch: {error}", file=sys.stderr)
        read, code = without_profile(given.kind, str(error)), WRONG_USE
    return code if read_images(given.images, read, given.debug_dir, sys.stdout) else code or FAILED


def _before(given: argparse.Namespace) -> Frame | None:
    """The earlier picture. Of number cards all count that lie there, so for them it is told that it changes nothing."""
    from device.eyes.picture_files import picture_from_file

    if given.before is None:
        return None
    if given.kind == "numbers":
        print(f"bordbuch: --before changes nothing for {given.kind}: all cards on the table count.", file=sys.stderr)
        return None
    try:
        return picture_from_file(given.before)
    except NotAPicture as error:
        raise NotAPicture(f"{given.before}: {error}") from error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--as", dest="kind", required=True, choices=READ_KINDS, help="what lies there")
    parser.add_argument("--profile", type=Path, metavar="DIR", help="what your pieces look like (default: shipped)")
    parser.add_argument(
        "--count", type=whole(1, 25), help="how many there must be (default: 5 symbols, 2 balls, any pips)"
    )
    parser.add_argument("--size", type=int, choices=[5, 6], help="numbers: cards in a row of the full grid")
    parser.add_argument(
        "--before", type=Path, metavar="IMAGE", help="the same table earlier: what lay there is no news"
    )
    parser.add_argument("--debug-dir", type=Path, metavar="DIR", help="save what each step saw")
    parser.add_argument("images", nargs="+", metavar="IMAGE")


add_to = Verb(
    "read", "bordbuch read --as symbols table.jpg", "read pictures, one JSON line each", run, add_arguments
).add_to
