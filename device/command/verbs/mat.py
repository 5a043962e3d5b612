"""`bordbuch mat`: the printable mat."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.command.verb import FINE, Verb, add_data, add_language


def run(given: argparse.Namespace) -> int:
    from device.command.mat_pdf import print_mat
    from device.config.configuration import load_config
    from vision.table.mat_layout import Paper

    print_mat(Paper(given.paper), given.lang or load_config(given.data).language, given.out)
    print(f"{given.out}: the mat for {given.paper.upper()}; print it at 100 %")
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE.pdf", required=True, help="the file to write")
    parser.add_argument("--paper", choices=["a4", "a3"], default="a4", help="sheet (default: a4; a3 has the card grid)")
    add_language(parser)
    add_data(parser)


add_to = Verb("mat", "bordbuch mat --out mat.pdf --paper a4", "the printable mat as a PDF", run, add_arguments).add_to
