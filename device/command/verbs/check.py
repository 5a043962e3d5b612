"""`bordbuch check`: are data files and all parts of the device in order?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.command.verb import FAILED, FINE, Verb, add_data, add_language


def run(given: argparse.Namespace) -> int:
    from device.command.check_data import check_all, check_as_json, check_data, check_noted, language_of

    if given.noted is not None:
        return FINE if check_noted(given.data, given.noted) else FAILED
    language = given.lang or language_of(given.data)
    if given.json:
        from device.command.json_text import json_text

        answer = check_as_json(given.data, given.files, language)
        print(json_text(answer, indent=2))
        return FINE if answer["fine"] else FAILED
    if given.files:
        return FINE if check_data(given.data, given.files, language) else FAILED
    is_anybody_there = sys.stdin.isatty() and sys.stderr.isatty()
    return FINE if check_all(given.data, language=language, is_anybody_there=is_anybody_there) else FAILED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="only these (default: all, and every part)")
    parser.add_argument("--json", action="store_true", help="for scripts; nobody is asked to press a button")
    parser.add_argument("--noted", metavar="SIGN", help="only: is the journal as it was when this sign was noted?")
    add_language(parser)
    add_data(parser)


add_to = Verb(
    "check", "bordbuch check", "are data files and all parts of the device in order?", run, add_arguments
).add_to
