"""How far a shape reaches on its sheet."""

from __future__ import annotations

from device.paper.lettering import MM_PER_POINT, width_of
from device.paper.shapes import Filled, Outline, Ring, Shape, Stroke, Words
from vision.table.mat_layout import Box


def reach(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom; of words with their rising and hanging letters."""
    match shape:
        case Filled(boxes):
            corners = [corner for box in boxes for corner in box.corners()]
        case Stroke(start, end, width):
            corners = [(x + d, y + d) for x, y in (start, end) for d in (-width / 2, width / 2)]
        case Ring(x, y, radius, width):
            corners = [(x + d, y + d) for d in (-radius - width / 2, radius + width / 2)]
        case Outline(points, _, _, width):
            corners = [(x + d, y + d) for x, y in points for d in (-width / 2, width / 2)]
        case Words(text, x, y, points, _, is_bold):
            high = points * MM_PER_POINT
            corners = [(x, y - 0.74 * high), (x + width_of(text, points, is_bold=is_bold), y + 0.22 * high)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def is_inside(shape: Shape, box: Box) -> bool:
    """Whether all of it lies in the box."""
    left, top, right, bottom = reach(shape)
    return left >= box.x and top >= box.y and right <= box.x + box.width and bottom <= box.y + box.height


def do_cross(one: Shape, other: Shape) -> bool:
    """Whether the places of two shapes lie over each other."""
    left, top, right, bottom = reach(one)
    other_left, other_top, other_right, other_bottom = reach(other)
    return left < other_right and other_left < right and top < other_bottom and other_top < bottom
