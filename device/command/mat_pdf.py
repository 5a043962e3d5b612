"""The mat as a PDF: one page of vector shapes and words in Helvetica, written by hand."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from device.command.mat_drawing import Colour, Filled, Ring, Shape, Stroke, Words, mat_shapes
from device.words.catalogue import Catalogue
from vision.table.mat_layout import Box, Paper, layout_of

POINTS_PER_MM = 72 / 25.4
ROUND = 0.5523  # how far the control points of a Bezier quarter circle are, in radii


def print_mat(paper: Paper, language: str, file: Path) -> None:
    """Write the mat for this paper; OSError if the file cannot be written.

    Without the care of `write_whole`: it can be printed again any time, and the file may be /dev/stdout or a link.
    """
    file.write_bytes(mat_pdf(paper, Catalogue.load(language)))


def mat_pdf(paper: Paper, words: Catalogue) -> bytes:
    """The whole file. The same paper and language always give the same bytes."""
    layout = layout_of(paper)
    return pdf(layout.size, mat_shapes(layout, words), f"Bordbuch {paper.value.upper()}")


def pdf(size_mm: tuple[float, float], shapes: Iterable[Shape], title: str) -> bytes:
    """A one-page PDF 1.7 file of these shapes."""
    width, height = (side * POINTS_PER_MM for side in size_mm)
    # Turned so that millimetres count from the top left, as the layout does; a PDF counts points from the bottom.
    scale = f"{_number(POINTS_PER_MM)} 0 0 {_number(-POINTS_PER_MM)} 0 {_number(height)} cm"
    drawing = "\n".join([scale, *(_operators(shape) for shape in shapes)])
    content = zlib.compress(drawing.encode("cp1252"), 9)
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    bodies = [
        # Asks the viewer to print at full size; not every viewer listens, hence the line to measure.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_number(width)} {_number(height)}] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>".encode(),
        f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode() + content + b"\nendstream",
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
        f"<< /Title ({_escaped(title)}) /Producer (Bordbuch) >>".encode("cp1252"),
    ]
    return _file(bodies)


def _file(bodies: Sequence[bytes]) -> bytes:
    """Number the objects from 1 and add the table that says where each begins; the last one is the Info."""
    data = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    starts = []
    for number, body in enumerate(bodies, start=1):
        starts.append(len(data))
        data += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    trailer = f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R /Info {len(bodies)} 0 R >>\n"
    end = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}{trailer}startxref\n{len(data)}\n%%EOF\n"
    return data + end.encode()


# --- shapes to operators ---------------------------------------------------------------------------------------------


def _operators(shape: Shape) -> str:
    """One shape in the page's drawing language."""
    match shape:
        case Filled(boxes, colour, radius):
            path = " ".join(_rounded(box, radius) if radius else _rectangle(box) for box in boxes)
            return f"{_colour(colour, 'fill')} {path} f"
        case Stroke(start, end, width, colour):
            line = f"{_numbers(*start)} m {_numbers(*end)} l"
            return f"{_colour(colour, 'line')} {_number(width)} w {line} S"
        case Ring(x, y, radius, width, colour):
            circle = _rounded(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius)
            return f"{_colour(colour, 'line')} {_number(width)} w {circle} S"
        case Words(text, x, y, points, colour, is_bold):
            font = f"/F{2 if is_bold else 1} {_number(points / POINTS_PER_MM)} Tf"
            # The page is upside down for the layout's sake; the letters are turned back.
            place = f"1 0 0 -1 {_numbers(x, y)} Tm"
            return f"BT {_colour(colour, 'fill')} {font} {place} ({_escaped(text)}) Tj ET"


def _rectangle(box: Box) -> str:
    return f"{_numbers(box.x, box.y, box.width, box.height)} re"


def _rounded(box: Box, radius: float) -> str:
    """A closed path with quarter circles at the corners, clockwise from the top left."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    pull = radius * (1 - ROUND)
    corners = (
        ((right - radius, top), (right - pull, top), (right, top + pull), (right, top + radius)),
        ((right, bottom - radius), (right, bottom - pull), (right - pull, bottom), (right - radius, bottom)),
        ((left + radius, bottom), (left + pull, bottom), (left, bottom - pull), (left, bottom - radius)),
        ((left, top + radius), (left, top + pull), (left + pull, top), (left + radius, top)),
    )
    path = [f"{_numbers(left + radius, top)} m"]
    for start, first, second, end in corners:
        path += [f"{_numbers(*start)} l", f"{_numbers(*first, *second, *end)} c"]
    return " ".join([*path, "h"])


def _colour(colour: Colour, use: str) -> str:
    """Greys are given as black ink alone: mixed from three inks they are seldom neutral."""
    red, green, blue = colour
    if red == green == blue:
        return f"{_number(red)} {'g' if use == 'fill' else 'G'}"
    return f"{_numbers(red, green, blue)} {'rg' if use == 'fill' else 'RG'}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _numbers(*values: float) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """Up to four decimals, without needless noughts.

    >>> _number(72 / 25.4), _number(3.0), _number(-0.00001)
    ('2.8346', '3', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
