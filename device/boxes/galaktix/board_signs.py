"""What is drawn on the fields of a board on paper: the five roads' shapes, swirls, rockets, flags, medals.

The shapes are those of the OLED (`device.screens.shapes`), so that sheet and display speak the same language. Each
sign stands around a middle and is `size` millimetres high.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from device.paper.shapes import INK, WHITE, Colour, Filled, Outline, Point, Ring, Shape, Stroke
from games.galaktix.pieces import Road, Rocket
from vision.table.mat_layout import Box

COLOURS: dict[Road, Colour] = {
    Road.PINK: (0.87, 0.27, 0.55),
    Road.YELLOW: (0.93, 0.71, 0.05),
    Road.GREEN: (0.18, 0.58, 0.28),
    Road.BLUE: (0.13, 0.45, 0.78),
    Road.PURPLE: (0.46, 0.26, 0.64),
}
ROCKET_FILLS: dict[Rocket, Colour] = {
    Rocket.WHITE: WHITE,
    Rocket.GREY: (0.62, 0.62, 0.62),
    Rocket.BLACK: (0.1, 0.1, 0.1),
}
FLAG: Colour = (0.85, 0.14, 0.12)
MEDALS: tuple[Colour, Colour, Colour] = ((0.72, 0.45, 0.2), (0.66, 0.68, 0.7), (0.87, 0.68, 0.13))
_STEPS = 36  # corners of a curve


def tint(colour: Colour, share: float) -> Colour:
    """The colour thinned with white, as much of it as `share` says."""
    red, green, blue = (1 - share * (1 - part) for part in colour)
    return red, green, blue


def road_sign(road: Road, x: float, y: float, size: float) -> list[Shape]:
    """The road's shape in its colour."""
    return _ROAD_SIGNS[road](x, y, size, COLOURS[road])


def _heart(x: float, y: float, size: float, colour: Colour) -> list[Shape]:
    unit = size / 32
    turns = [2 * pi * step / _STEPS for step in range(_STEPS)]
    points = tuple(
        (
            x + unit * 16 * sin(turn) ** 3,
            y - unit * (13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn) + 2.5),
        )
        for turn in turns
    )
    return [Outline(points, fill=colour)]


def _sun(x: float, y: float, size: float, colour: Colour) -> list[Shape]:
    rays: list[Shape] = []
    for step in range(8):
        turn = pi * step / 4
        tip, left, right = (
            (x + size * reach * sin(turn + aside), y - size * reach * cos(turn + aside))
            for reach, aside in ((0.5, 0.0), (0.33, -0.3), (0.33, 0.3))
        )
        rays.append(Outline((tip, left, right), fill=colour))
    return [disc(x, y, 0.27 * size, colour), *rays]


def _tree(x: float, y: float, size: float, colour: Colour) -> list[Shape]:
    corners = ((0.0, -0.5), (0.22, -0.22), (0.12, -0.22), (0.32, 0.06), (0.18, 0.06), (0.42, 0.36), (0.08, 0.36))
    right = [*corners, (0.08, 0.5)]
    points = [(x + size * across, y + size * down) for across, down in right]
    points += [(x - size * across, y + size * down) for across, down in reversed(right[1:])]
    return [Outline(tuple(points), fill=colour)]


def _drop(x: float, y: float, size: float, colour: Colour) -> list[Shape]:
    turns = [2 * pi * step / _STEPS for step in range(_STEPS)]
    points = tuple((x + 0.52 * size * sin(turn) * sin(turn / 2) ** 1.5, y - 0.5 * size * cos(turn)) for turn in turns)
    return [Outline(points, fill=colour)]


def _crystal(x: float, y: float, size: float, colour: Colour) -> list[Shape]:
    corners = ((0.0, -0.5), (0.3, -0.18), (0.3, 0.18), (0.0, 0.5), (-0.3, 0.18), (-0.3, -0.18))
    points = tuple((x + size * across, y + size * down) for across, down in corners)
    facets: tuple[tuple[Point, Point], ...] = (
        ((-0.3, -0.18), (0.0, -0.06)),
        ((0.3, -0.18), (0.0, -0.06)),
        ((0.0, -0.06), (0.0, 0.5)),
    )
    edges: list[Shape] = [
        Stroke((x + size * ax, y + size * ay), (x + size * bx, y + size * by), 0.05 * size, WHITE)
        for (ax, ay), (bx, by) in facets
    ]
    return [Outline(points, fill=colour), *edges]


_ROAD_SIGNS: dict[Road, Callable[[float, float, float, Colour], list[Shape]]] = {
    Road.PINK: _heart,
    Road.YELLOW: _sun,
    Road.GREEN: _tree,
    Road.BLUE: _drop,
    Road.PURPLE: _crystal,
}


def swirl(x: float, y: float, size: float) -> list[Shape]:
    """A black swirl of two turns on a white disc."""
    turns = [2 * 2 * pi * step / (2 * _STEPS) for step in range(2 * _STEPS + 1)]
    reach = 0.42 * size / turns[-1]
    points = tuple((x + reach * turn * cos(turn), y + reach * turn * sin(turn)) for turn in turns)
    return [disc(x, y, 0.5 * size, WHITE), Outline(points, line=(0.0, 0.0, 0.0), width=0.085 * size)]


def rocket(colour: Rocket, x: float, y: float, size: float) -> list[Shape]:
    """A rocket of one of the three colours, its nose up; a band around the grey one, so that no colour is needed."""
    corners = ((0.0, -0.5), (0.11, -0.36), (0.16, -0.16), (0.16, 0.14), (0.3, 0.36), (0.12, 0.3), (0.1, 0.42))
    points = [(x + size * across, y + size * down) for across, down in corners]
    points += [(x - size * across, y + size * down) for across, down in reversed(corners[1:])]
    dark = colour is Rocket.BLACK
    shapes: list[Shape] = [Outline(tuple(points), fill=ROCKET_FILLS[colour], line=INK, width=0.045 * size)]
    if colour is Rocket.GREY:
        band = Box(x - 0.16 * size, y + 0.04 * size, 0.32 * size, 0.09 * size)
        shapes.append(Filled((band,), INK))
    shapes.append(Ring(x, y - 0.14 * size, 0.07 * size, 0.035 * size, WHITE if dark else INK))
    return shapes


def flag(x: float, y: float, size: float) -> list[Shape]:
    """A pennant on its pole; the middle of its cloth is a little left of and above (x, y)."""
    pole, top, low = x - 0.5 * size, y - 0.5 * size, y + 0.5 * size
    cloth = ((pole, top), (pole + size, top + 0.33 * size), (pole, top + 0.66 * size))
    return [Outline(cloth, fill=FLAG), Stroke((pole, top), (pole, low), 0.09 * size, INK)]


def house(box: Box, colour: Colour) -> list[Shape]:
    """A house whose wall is the lower part of the box: a number has room in it."""
    right, eaves = box.x + box.width, box.y + 0.36 * box.height
    roof = ((box.x, eaves), (box.x + box.width / 2, box.y), (right, eaves))
    inset = 0.1 * box.width
    wall = Box(box.x + inset, eaves, box.width - 2 * inset, box.y + box.height - eaves)
    return [Outline(roof, fill=colour), Filled((wall,), colour)]


def disc(x: float, y: float, radius: float, colour: Colour) -> Filled:
    """A filled circle."""
    return Filled((Box(x - radius, y - radius, 2 * radius, 2 * radius),), colour, radius)
