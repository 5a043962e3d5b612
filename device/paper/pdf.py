"""Sheets as a PDF: a page of vector shapes and words in Helvetica for each, written by hand."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from device.paper.shapes import Colour, Filled, Outline, Point, Ring, Shape, Sheet, Stroke, Words
from vision.table.mat_layout import Box

POINTS_PER_MM = 72 / 25.4
ROUND = 0.5523  # how far the control points of a Bezier quarter circle are, in radii


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """A PDF 1.7 file with a page for every sheet. The same sheets always give the same bytes."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(len(sheets)))
    fonts = 3 + 2 * len(sheets)
    bodies = [
        # Asks the viewer to print at full size; not every viewer listens.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        *(body for number, sheet in enumerate(sheets) for body in _page(sheet, 4 + 2 * number, fonts)),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
        f"<< /Title ({_escaped(title)}) /Producer (Bordbuch) >>".encode("cp1252", "replace"),
    ]
    return _file(bodies)


def _page(sheet: Sheet, contents: int, fonts: int) -> tuple[bytes, bytes]:
    """A page and what is drawn on it, the latter being the object of that number."""
    width, height = (side * POINTS_PER_MM for side in sheet.size)
    # Turned so that millimetres count from the top left, as the shapes do; a PDF counts points from the bottom.
    scale = f"{_number(POINTS_PER_MM)} 0 0 {_number(-POINTS_PER_MM)} 0 {_number(height)} cm"
    drawing = "\n".join([scale, *(_operators(shape) for shape in sheet.shapes)])
    # A letter that Helvetica does not have in this encoding becomes a question mark.
    content = zlib.compress(drawing.encode("cp1252", "replace"), 9)
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_number(width)} {_number(height)}] /Contents {contents} 0 R"
        f" /Resources << /Font << /F1 {fonts} 0 R /F2 {fonts + 1} 0 R >> >> >>"
    )
    stream = f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode() + content + b"\nendstream"
    return page.encode(), stream


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
        case Outline(points, fill, line, width):
            return _outline(points, fill, line, width)
        case Words(text, x, y, points, colour, is_bold):
            font = f"/F{2 if is_bold else 1} {_number(points / POINTS_PER_MM)} Tf"
            # The page is upside down for the layout's sake; the letters are turned back.
            place = f"1 0 0 -1 {_numbers(x, y)} Tm"
            return f"BT {_colour(colour, 'fill')} {font} {place} ({_escaped(text)}) Tj ET"


def _outline(points: tuple[Point, ...], fill: Colour | None, line: Colour, width: float) -> str:
    first, *others = points
    path = " ".join([f"{_numbers(*first)} m", *(f"{_numbers(*point)} l" for point in others)])
    pens = f"{_colour(line, 'line')} {_number(width)} w 1 J 1 j " if width else ""
    if fill is None:
        return f"{pens}{path} S"
    return f"{_colour(fill, 'fill')} {pens}{path} h {'B' if width else 'f'}"


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
