"""Sheets as one SVG, one below the other: the same shapes as on paper, for a page."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from device.paper.lettering import MM_PER_POINT, width_of
from device.paper.shapes import Colour, Filled, Outline, Ring, Shape, Sheet, Stroke, Words

GAP_MM = 10.0  # between two sheets
_BACKGROUND: Colour = (1.0, 1.0, 1.0)


def svg(sheets: Sequence[Sheet], title: str) -> str:
    """An SVG whose units are millimetres, with a named group for every sheet."""
    width = max((sheet.size[0] for sheet in sheets), default=0.0)
    height = sum(sheet.size[1] + GAP_MM for sheet in sheets) - (GAP_MM if sheets else 0.0)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}mm" height="{_number(height)}mm"'
        f' viewBox="0 0 {_number(width)} {_number(height)}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{_safe(title)}</title>",
    ]
    top = 0.0
    for sheet in sheets:
        lines.append(
            f'<g transform="translate(0 {_number(top)})" role="img" aria-label={quoteattr(_bare(sheet.name))}>'
        )
        lines.append(f'<rect {_size(0.0, 0.0, *sheet.size)} fill="{_colour(_BACKGROUND)}"/>')
        lines += [_element(shape) for shape in sheet.shapes]
        lines.append("</g>")
        top += sheet.size[1] + GAP_MM
    return "\n".join([*lines, "</svg>", ""])


def svg_inside(sheet: Sheet) -> str:
    """One sheet to stand within a page: without a size of its own, and silent, since the page says it in words."""
    width, height = sheet.size
    inside = "".join(_element(shape) for shape in sheet.shapes)
    return (
        f'<svg viewBox="0 0 {_number(width)} {_number(height)}" font-family="Helvetica, Arial, sans-serif"'
        f' aria-hidden="true">{inside}</svg>'
    )


def _element(shape: Shape) -> str:
    """One shape as an element."""
    match shape:
        case Filled(boxes, colour, radius):
            edges = f' rx="{_number(radius)}"' if radius else ""
            return "".join(
                f'<rect {_size(box.x, box.y, box.width, box.height)}{edges} fill="{_colour(colour)}"/>' for box in boxes
            )
        case Stroke((x, y), (to_x, to_y), width, colour):
            ends = f'x1="{_number(x)}" y1="{_number(y)}" x2="{_number(to_x)}" y2="{_number(to_y)}"'
            return f"<line {ends} {_pen(colour, width)}/>"
        case Ring(x, y, radius, width, colour):
            place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
            return f'<circle {place} fill="none" {_pen(colour, width)}/>'
        case Outline(points, fill, line, width):
            path = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            pen = f' {_pen(line, width)} stroke-linejoin="round" stroke-linecap="round"' if width else ""
            if fill is None:
                return f'<polyline points="{path}" fill="none"{pen}/>'
            return f'<polygon points="{path}" fill="{_colour(fill)}"{pen}/>'
        case Words(text, x, y, points, colour, is_bold):
            weight = ' font-weight="bold"' if is_bold else ""
            # Whatever letters the browser has for Helvetica, the words take the room they were given.
            room = f'textLength="{_number(width_of(text, points, is_bold=is_bold))}" lengthAdjust="spacingAndGlyphs"'
            size = f'font-size="{_number(points * MM_PER_POINT)}"{weight}'
            place = f'x="{_number(x)}" y="{_number(y)}"'
            return f'<text {place} {size} {room} fill="{_colour(colour)}">{_safe(text)}</text>'


def _size(x: float, y: float, width: float, height: float) -> str:
    return f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'


def _pen(colour: Colour, width: float) -> str:
    return f'stroke="{_colour(colour)}" stroke-width="{_number(width)}"'


def _colour(colour: Colour) -> str:
    """As a page writes colours.

    >>> _colour((1.0, 0.5, 0.0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _safe(text: str) -> str:
    """With those signs written out that mean something to XML."""
    return escape(_bare(text))


def _bare(text: str) -> str:
    """Without the signs that XML does not allow at all."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
