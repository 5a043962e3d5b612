"""The mat as a PDF of one page."""

from __future__ import annotations

from pathlib import Path

from device.command.mat_drawing import mat_shapes
from device.paper.pdf import pdf
from device.paper.shapes import Sheet
from device.words.catalogue import Catalogue
from vision.table.mat_layout import Paper, layout_of


def print_mat(paper: Paper, language: str, file: Path) -> None:
    """Write the mat for this paper; OSError if the file cannot be written.

    Without the care of `write_whole`: it can be printed again any time, and the file may be /dev/stdout or a link.
    """
    file.write_bytes(mat_pdf(paper, Catalogue.load(language)))


def mat_pdf(paper: Paper, words: Catalogue) -> bytes:
    """The whole file. The same paper and language always give the same bytes."""
    layout, name = layout_of(paper), f"Bordbuch {paper.value.upper()}"
    return pdf([Sheet(name, layout.size, mat_shapes(layout, words))], name)
