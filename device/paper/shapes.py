"""The shapes that are put on paper, in millimetres from the sheet's top left corner, and a sheet of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from vision.table.mat_layout import Box

Colour: TypeAlias = tuple[float, float, float]  # red, green, blue from 0 to 1
Point: TypeAlias = tuple[float, float]

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
INK: Colour = (0.16, 0.19, 0.28)
SOFT_INK: Colour = (0.42, 0.45, 0.52)


@dataclass(frozen=True, slots=True)
class Filled:
    """Rectangles of one colour, with round corners if there is a radius."""

    boxes: tuple[Box, ...]
    colour: Colour
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line from one point to another."""

    start: Point
    end: Point
    width: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Ring:
    """The outline of a circle."""

    x: float
    y: float
    radius: float
    width: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Outline:
    """Points joined by lines: filled if there is a fill, and then closed; drawn along if the line has a width."""

    points: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour = BLACK
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins at x on the baseline y."""

    text: str
    x: float
    y: float
    points: float
    colour: Colour
    is_bold: bool = False


Shape: TypeAlias = Filled | Stroke | Ring | Outline | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of paper, its shapes in the order they are drawn."""

    name: str
    size: tuple[float, float]  # width and height
    shapes: tuple[Shape, ...]
