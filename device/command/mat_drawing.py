"""What is printed on the mat, as plain shapes in millimetres; `device.command.mat_pdf` turns them into a PDF."""

from __future__ import annotations

import cv2

from device.paper.shapes import BLACK, INK, SOFT_INK, WHITE, Colour, Filled, Ring, Shape, Stroke, Words
from device.words.catalogue import Catalogue
from games.spine.dialogue import say
from vision.table.mat_layout import FIELD_GREY, MARGIN_MM, RIBBON_MM, Box, Layout, grid_crossings, grid_fits

FIELD: Colour = (FIELD_GREY, FIELD_GREY, FIELD_GREY)
# The marks in the field: plain to the player's eye, too faint and too thin to be a pip or a piece's edge.
FAINT: Colour = (0.66, 0.66, 0.66)

CHECK_LINE_MM = 100.0
FIELD_RADIUS_MM = 5.0
HAIRLINE_MM = 0.3
CROSS_MM = 2.5  # half a cross
RING_MM = 1.3


def mat_shapes(layout: Layout, words: Catalogue) -> tuple[Shape, ...]:
    """Everything on the sheet, in the order it is drawn."""
    shapes: list[Shape] = [Filled((layout.field,), FIELD, FIELD_RADIUS_MM)]
    shapes += _grid_marks(layout)
    for number, box in layout.markers.items():
        shapes += _marker(number, box)
    shapes += [Filled((patch.box,), patch.colour) for patch in layout.greys + layout.colours]
    shapes += _heading(layout, words)
    shapes += _check_line(layout, words)
    return tuple(shapes)


def _marker(number: int, box: Box) -> list[Shape]:
    """An ArUco marker: a black square with its white modules on it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    modules = cv2.aruco.generateImageMarker(dictionary, number, 6)
    step = box.width / 6
    white = [
        Box(box.x + column * step, box.y + row * step, step, step)
        for row in range(6)
        for column in range(6)
        if modules[row, column]
    ]
    return [Filled((box,), BLACK), Filled(tuple(white), WHITE)]


def _grid_marks(layout: Layout) -> list[Shape]:
    """Crosses for the 5x5 and rings for the 6x6 cards, as far as they lie in the field; none if not even 5x5 fits."""
    if not grid_fits(layout, 5):
        return []
    marks: list[Shape] = []
    for x, y in grid_crossings(layout, 5):
        # The outermost lie close to the field's edge and are cut there.
        inside = min(CROSS_MM, y - layout.field.y, layout.field.y + layout.field.height - y)
        marks += _cross(x, y, CROSS_MM, inside, FAINT)
    for x, y in grid_crossings(layout, 6):
        if _is_inside(layout.field, x, y):
            marks.append(Ring(x, y, RING_MM, HAIRLINE_MM, FAINT))
    return marks


def _cross(x: float, y: float, across: float, down: float, colour: Colour) -> list[Shape]:
    """A cross; `across` and `down` are half its lengths."""
    return [
        Stroke((x - across, y), (x + across, y), HAIRLINE_MM, colour),
        Stroke((x, y - down), (x, y + down), HAIRLINE_MM, colour),
    ]


def _is_inside(box: Box, x: float, y: float) -> bool:
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height


def _heading(layout: Layout, words: Catalogue) -> list[Shape]:
    """Our name and what goes where, above the upper patches."""
    left = layout.greys[0].box.x
    baseline = MARGIN_MM + 7.6
    shapes: list[Shape] = [
        Words("Bordbuch", left, baseline, 24.0, INK, is_bold=True),
        Stroke((left + 44.0, MARGIN_MM + 1.2), (left + 44.0, MARGIN_MM + 9.2), 0.35, SOFT_INK),
        Words(words.tell(say("mat.motto")), left + 48.0, MARGIN_MM + 4.2, 9.5, INK),
    ]
    second = MARGIN_MM + 8.9
    if not grid_fits(layout, 5):
        return [*shapes, Words(words.tell(say("mat.no_grid")), left + 48.0, second, 8.0, SOFT_INK)]
    middle = second - 1.0
    return [
        *shapes,
        *_cross(left + 49.3, middle, RING_MM, RING_MM, SOFT_INK),
        Words(words.tell(say("mat.grid_5")), left + 52.5, second, 8.0, SOFT_INK),
        Ring(left + 76.0, middle, RING_MM, HAIRLINE_MM, SOFT_INK),
        Words(words.tell(say("mat.grid_6")), left + 79.2, second, 8.0, SOFT_INK),
    ]


def _check_line(layout: Layout, words: Catalogue) -> list[Shape]:
    """A line to lay a ruler on, below the lower patches: printers like to shrink a page a little."""
    left = layout.greys[0].box.x
    y = layout.height - MARGIN_MM - RIBBON_MM + 21.5
    shapes: list[Shape] = [Stroke((left, y), (left + CHECK_LINE_MM, y), 0.25, INK)]
    for step in range(11):
        x = left + step * CHECK_LINE_MM / 10
        half = 2.4 if step % 5 == 0 else 1.3
        shapes.append(Stroke((x, y - half), (x, y + half), 0.25, INK))
    beside = left + CHECK_LINE_MM + 6.0
    shapes.append(Words(words.tell(say("mat.measure")), beside, y - 0.9, 8.0, INK))
    shapes.append(Words(words.tell(say("mat.print_again")), beside, y + 3.0, 8.0, SOFT_INK))
    return shapes
