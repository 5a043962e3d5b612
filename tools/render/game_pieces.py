"""What else lies on a table on which somebody plays: boards, playing cards, chips, rockets, a cup, a phone, a sleeve.

All are drawn flat, in the unit of a die's edge, with a soft shadow where they have a body. Their round fields, suit
signs, dots and coloured stars are what readers of dice and balls may take for pips and balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.surfaces import from_hsv

Drawing = NDArray[np.uint8]
Ink = tuple[float, float, float]
Points = Sequence[tuple[float, float]]

CARD = (3.7, 5.7)  # edges of a die: 59 by 91 millimetres
PAPER: Ink = (236.0, 242.0, 244.0)
BLACK: Ink = (28.0, 26.0, 26.0)
RED: Ink = (36.0, 30.0, 190.0)
# Where the signs of a playing card lie, in parts of half its width and height.
COLUMN, UP, DOWN = 0.42, 0.62, -0.62
SIGNS: dict[int, Points] = {
    1: ((0, 0),),
    2: ((0, UP), (0, DOWN)),
    3: ((0, UP), (0, 0), (0, DOWN)),
    4: tuple((x, y) for x in (-COLUMN, COLUMN) for y in (UP, DOWN)),
    5: (*((x, y) for x in (-COLUMN, COLUMN) for y in (UP, DOWN)), (0, 0)),
    6: tuple((x, y) for x in (-COLUMN, COLUMN) for y in (UP, 0, DOWN)),
    7: (*((x, y) for x in (-COLUMN, COLUMN) for y in (UP, 0, DOWN)), (0, 0.31)),
    8: (*((x, y) for x in (-COLUMN, COLUMN) for y in (UP, 0, DOWN)), (0, 0.31), (0, -0.31)),
    9: (*((x, y) for x in (-COLUMN, COLUMN) for y in (UP, 0.21, -0.21, DOWN)), (0, 0)),
    10: (*((x, y) for x in (-COLUMN, COLUMN) for y in (UP, 0.21, -0.21, DOWN)), (0, 0.42), (0, -0.42)),
}


@dataclass(frozen=True)
class Pen:
    """Draws one thing: where it lies, how it is turned, and how many pixels an edge has."""

    drawing: Drawing
    place: tuple[float, float]
    turn: float
    unit: float

    def at(self, points: Points | Array) -> Array:
        """Pixels of points given in edges from the thing's middle."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        turned = np.asarray(points, np.float32) @ np.array([[cos, sin], [-sin, cos]], np.float32)
        return np.asarray(turned * self.unit + np.array(self.place, np.float32), np.float32)

    def fill(self, points: Points | Array, ink: Ink) -> None:
        """Fill an outline."""
        corners = np.round(self.at(points) * 16).astype(np.int32)
        cv2.fillPoly(self.drawing, [corners], ink, cv2.LINE_AA, 4)

    def box(self, x: float, y: float, wide: float, high: float, ink: Ink) -> None:
        """Fill a rectangle around a point."""
        sides = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        self.fill([(x + right * wide / 2, y + down * high / 2) for right, down in sides], ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Fill a disc around a point."""
        centre = np.round(self.at([(x, y)])[0] * 16).astype(int).tolist()
        cv2.circle(self.drawing, centre, max(1, round(radius * self.unit * 16)), ink, -1, cv2.LINE_AA, 4)

    def star(self, x: float, y: float, size: float, ink: Ink, points: int = 5) -> None:
        """Fill a star around a point."""
        turns = np.arange(2 * points) * math.pi / points - math.pi / 2
        reach = np.where(np.arange(2 * points) % 2 == 0, size, 0.42 * size)
        self.fill(np.stack([x + np.cos(turns) * reach, y + np.sin(turns) * reach], 1), ink)

    def write(self, x: float, y: float, high: float, text: str, ink: Ink) -> None:
        """Write around a point, letters that high."""
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2.0, 4)
        mask = np.zeros((tall + 12, wide + 12), np.uint8)
        cv2.putText(mask, text, (6, tall + 6), cv2.FONT_HERSHEY_DUPLEX, 2.0, 255, 4, cv2.LINE_AA)
        scale = high / tall
        ends = [(x - scale * mask.shape[1] / 2, y - scale * mask.shape[0] / 2)]
        ends += [(ends[0][0] + scale * mask.shape[1], ends[0][1]), (ends[0][0], ends[0][1] + scale * mask.shape[0])]
        corners = self.at(ends)
        left, top = np.floor(corners.min(0)).astype(int) - 2 - round(high * self.unit)
        side = math.ceil(float(np.ptp(corners, axis=0).max())) + 4 + 2 * round(high * self.unit)
        height, width = self.drawing.shape[:2]
        if left < 0 or top < 0 or left + side > width or top + side > height:
            return
        given = np.array([(0, 0), (mask.shape[1], 0), (0, mask.shape[0])], np.float32)
        move = cv2.getAffineTransform(given, np.asarray(corners - (left, top), np.float32))
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, 0.35 / max(1e-3, scale * self.unit)))
        share = cv2.warpAffine(soft, move, (side, side))[:, :, None] / np.float32(255)
        piece = self.drawing[top : top + side, left : left + side]
        piece[:] = np.asarray(piece * (1 - share) + np.array(ink, np.float32) * share, np.uint8)


def some_ink(rng: np.random.Generator, least: float = 0.0, darkest: float = 0.2) -> Ink:
    """Any printed colour, at least so saturated and so light."""
    blue, green, red = (from_hsv(rng.uniform(0, 360), rng.uniform(least, 1), rng.uniform(darkest, 1)) * 255).tolist()
    return blue, green, red


def card_outline(wide: float, high: float, rounding: float = 0.2) -> Array:
    """Corners of a card with rounded ones."""
    quarter = np.linspace(0, math.pi / 2, 5)
    ring = []
    for number, (right, down) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turns = quarter + number * math.pi / 2
        middle = np.array([right * (wide / 2 - rounding), down * (high / 2 - rounding)])
        ring.append(middle + rounding * np.stack([np.cos(turns), np.sin(turns)], 1))
    return np.asarray(np.concatenate(ring), np.float32)


def suit_sign(pen: Pen, suit: int, x: float, y: float, size: float, ink: Ink) -> None:
    """A heart, a diamond, a club or a spade."""
    if suit == 1:
        pen.fill([(x, y - size), (x + 0.75 * size, y), (x, y + size), (x - 0.75 * size, y)], ink)
        return
    if suit == 2:
        for right, down in ((-0.45, 0.1), (0.45, 0.1), (0, -0.5)):
            pen.disc(x + right * size, y + down * size, 0.42 * size, ink)
    else:
        way = 1 if suit == 0 else -1
        for right in (-0.42, 0.42):
            pen.disc(x + right * size, y - way * 0.25 * size, 0.45 * size, ink)
        corners = [(x - 0.83 * size, y - way * 0.1 * size), (x, y + way * 0.95 * size)]
        pen.fill([*corners, (x + 0.83 * size, y - way * 0.1 * size)], ink)
    if suit >= 2:
        pen.fill([(x, y), (x + 0.3 * size, y + size), (x - 0.3 * size, y + size)], ink)


def playing_card(rng: np.random.Generator, pen: Pen) -> None:
    """An ace to a ten, or a court card's busy picture, in one of four suits."""
    wide, high = CARD
    pen.fill(card_outline(wide, high), PAPER)
    suit = int(rng.integers(4))
    ink = RED if suit < 2 else BLACK
    value = int(rng.integers(1, 12))
    size = rng.uniform(0.3, 0.5)
    if value in SIGNS:
        for x, y in SIGNS[value]:
            suit_sign(pen, suit, x * wide / 2, y * high / 2, size * (1.5 if value == 1 else 1), ink)
    else:
        for _ in range(40):
            x, y = rng.uniform(-0.3, 0.3) * wide, rng.uniform(-0.38, 0.38) * high
            wide_patch, high_patch = rng.uniform(0.1, 0.8, 2).tolist()
            pen.box(x, y, wide_patch, high_patch, some_ink(rng, 0.5))
    text = {1: "A", 11: "K"}.get(value, str(value))
    for way in (1, -1):
        x, y = -way * 0.41 * wide, -way * 0.42 * high
        pen.write(x, y, 0.45, text, ink)
        suit_sign(pen, suit, x, y + way * 0.5, 0.2, ink)


def number_card(rng: np.random.Generator, pen: Pen) -> None:
    """A card with a large digit on paper or colour, and a frame or a round spot."""
    wide, high = CARD
    paper = some_ink(rng, 0.0, 0.05) if rng.random() < 0.6 else PAPER
    pen.fill(card_outline(wide, high), PAPER)
    pen.fill(card_outline(0.9 * wide, 0.93 * high), paper)
    if rng.random() < 0.5:
        pen.disc(0, 0, rng.uniform(0.9, 1.5), some_ink(rng))
    pen.write(0, 0, rng.uniform(1.0, 2.2), str(int(rng.integers(0, 10))), some_ink(rng))


def chip(rng: np.random.Generator, pen: Pen) -> None:
    """A round counter: plain, with a rim of blocks, with a ring, a number, or a number over dots."""
    radius, body, ink = rng.uniform(0.55, 1.3), some_ink(rng, 0.0, 0.1), some_ink(rng)
    pen.disc(0, 0, radius, body)
    kind = int(rng.integers(5))
    if kind == 1:
        for turn in np.arange(8) * math.pi / 4:
            pen.disc(0.82 * radius * math.cos(turn), 0.82 * radius * math.sin(turn), 0.14 * radius, ink)
        pen.disc(0, 0, 0.6 * radius, body if rng.random() < 0.5 else PAPER)
    elif kind == 2:
        pen.disc(0, 0, 0.75 * radius, ink)
        pen.disc(0, 0, 0.55 * radius, body)
    elif kind == 3:
        pen.write(0, 0, radius, str(int(rng.integers(0, 10))), ink)
    elif kind == 4:
        numbered_chip(rng, pen, 0, 0, radius)


def numbered_chip(rng: np.random.Generator, pen: Pen, x: float, y: float, radius: float) -> None:
    """A light round counter with a number and one to five dots below, as boards of hexes have them."""
    ink = RED if rng.random() < 0.3 else BLACK
    pen.disc(x, y, radius, (190.0, 225.0, 240.0))
    pen.write(x, y - 0.15 * radius, 0.8 * radius, str(int(rng.integers(2, 13))), ink)
    dots = int(rng.integers(1, 6))
    for number in range(dots):
        pen.disc(x + 0.24 * radius * (number - (dots - 1) / 2), y + 0.6 * radius, 0.09 * radius, ink)


def road_board(rng: np.random.Generator, pen: Pen) -> None:
    """A board with roads of round fields or stars, each road in its colour, some with numbers."""
    wide, high = rng.uniform(10, 22), rng.uniform(8, 16)
    pen.fill(card_outline(wide, high, 0.1), some_ink(rng, 0.0, 0.05))
    roads, step = int(rng.integers(3, 7)), rng.uniform(1.2, 2.2)
    is_stars, is_numbered = rng.random() < 0.5, rng.random() < 0.5
    size, rim = step * rng.uniform(0.25, 0.45), some_ink(rng, 0.0, 0.6)
    for road in range(roads):
        ink = some_ink(rng, 0.5, 0.4)
        y, bend = (road + 0.5) / roads * high - high / 2, rng.uniform(0, 0.5) * step
        for number in range(int((wide - 1) / step)):
            x = (number + 0.7) * step - wide / 2
            spot = (x, y + bend * math.sin(number))
            if is_stars:
                pen.star(*spot, size, ink)
                continue
            pen.disc(*spot, size * 1.15, rim)
            pen.disc(*spot, size, ink)
            if is_numbered:
                pen.write(*spot, size, str(number + 1), rim)


def hex_board(rng: np.random.Generator, pen: Pen) -> None:
    """A board of hexes in some colours with numbered counters on them."""
    size = rng.uniform(1.8, 3.0)
    inks = [some_ink(rng, 0.3, 0.4) for _ in range(5)]
    turns = np.arange(6) * math.pi / 3 + math.pi / 6
    for row in range(-2, 3):
        for column in range(-2 + max(0, -row), 3 - max(0, row)):
            x, y = size * math.sqrt(3) * (column + row / 2), size * 1.5 * row
            corners = np.stack([x + 0.97 * size * np.cos(turns), y + 0.97 * size * np.sin(turns)], 1)
            pen.fill(np.asarray(corners, np.float32), inks[int(rng.integers(5))])
            if rng.random() < 0.8:
                numbered_chip(rng, pen, x, y, 0.38 * size)


def field_board(rng: np.random.Generator, pen: Pen) -> None:
    """Squares in two colours, some with a disc in a third."""
    side, fields = rng.uniform(1.3, 2.4), int(rng.integers(5, 10))
    first, second, third = (some_ink(rng, 0.0, 0.1) for _ in range(3))
    for row in range(fields):
        for column in range(fields):
            x, y = (column - fields / 2) * side, (row - fields / 2) * side
            pen.box(x, y, side, side, first if (row + column) % 2 else second)
            if rng.random() < 0.2:
                pen.disc(x, y, rng.uniform(0.2, 0.42) * side, third)


def rocket(rng: np.random.Generator, pen: Pen) -> None:
    """A rocket cut out of cardboard, with a window."""
    outline = [(0, -1), (0.4, -0.35), (0.4, 0.4), (0.8, 0.95), (0.3, 0.75), (-0.3, 0.75), (-0.8, 0.95), (-0.4, 0.4)]
    size, body = rng.uniform(0.9, 2.2), some_ink(rng, 0.2, 0.3)
    pen.fill(np.array([*outline, (-0.4, -0.35)], np.float32) * size, body)
    for number in range(int(rng.integers(1, 3))):
        pen.disc(0, (-0.2 + 0.45 * number) * size, 0.18 * size, some_ink(rng, 0.0, 0.5))


def cup(rng: np.random.Generator, pen: Pen) -> None:
    """A cup seen from above: rim, wall and what is in it."""
    radius, body = rng.uniform(1.8, 2.8), some_ink(rng, 0.0, 0.3)
    pen.box(radius, 0, 1.3, 0.5, body)
    pen.disc(0, 0, radius, body)
    pen.disc(0, 0, 0.9 * radius, (0.75 * body[0], 0.75 * body[1], 0.75 * body[2]))
    pen.disc(0.06 * radius, 0.04 * radius, 0.8 * radius, some_ink(rng, 0.3, 0.05))


def phone(rng: np.random.Generator, pen: Pen) -> None:
    """A phone, dark or with rows of coloured signs."""
    wide, high = rng.uniform(4.2, 4.8), rng.uniform(8.8, 10)
    pen.fill(card_outline(wide, high, 0.5), (45.0, 43.0, 42.0))
    pen.fill(card_outline(0.93 * wide, 0.96 * high, 0.4), (22.0, 20.0, 20.0))
    if rng.random() < 0.5:
        for row in range(6):
            for column in range(4):
                x, y = (column - 1.5) * 0.22 * wide, (row - 2.5) * 0.14 * high
                pen.box(x, y, 0.6, 0.6, some_ink(rng, 0.4, 0.4))


def sleeve(rng: np.random.Generator, pen: Pen) -> None:
    """An arm in its sleeve that comes in from one side, with a hand."""
    cloth, wide = some_ink(rng, 0.0, 0.1), rng.uniform(4, 6)
    skin: Ink = (float(rng.uniform(90, 170)), float(rng.uniform(120, 190)), float(rng.uniform(170, 230)))
    pen.disc(0, 0, 0.42 * wide, skin)
    for number in range(4):
        pen.box(-0.4 * wide, (number - 1.5) * 0.2 * wide, 0.9 * wide, 0.17 * wide, skin)
    pen.fill([(0.2 * wide, -wide / 2), (40, -0.7 * wide), (40, 0.7 * wide), (0.2 * wide, wide / 2)], cloth)


BOARDS: tuple[Callable[[np.random.Generator, Pen], None], ...] = (road_board, hex_board, field_board)
PIECES: tuple[Callable[[np.random.Generator, Pen], None], ...] = (
    playing_card, playing_card, number_card, chip, chip, rocket, cup, phone,
)  # fmt: skip


def lay_game(rng: np.random.Generator, picture: Array, unit: float, with_board: bool = True) -> Array:
    """The picture of a table (levels 0 to 1) with a board, pieces and perhaps a sleeve; dice have that edge."""
    height, width = picture.shape[:2]
    drawing = np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)
    made: list[tuple[Callable[[np.random.Generator, Pen], None], float, float]] = []
    if with_board:
        board = BOARDS[int(rng.integers(len(BOARDS)))]
        made.append((board, *rng.uniform((-0.1 * width, -0.1 * height), (1.1 * width, 1.1 * height)).tolist()))
    for _ in range(int(rng.integers(2, 9))):
        piece = PIECES[int(rng.integers(len(PIECES)))]
        made.append((piece, *rng.uniform((0, 0), (width, height)).tolist()))
    if rng.random() < 0.25:
        made.append((sleeve, *rng.uniform((0, 0), (width, height)).tolist()))
    for draw, x, y in made:
        put_down(rng, drawing, draw, (x, y), unit)
    # Print is never quite even, and cardboard not quite flat.
    return np.asarray(drawing / np.float32(255) * (0.92 + 0.08 * picture.mean()), np.float32)


def put_down(
    rng: np.random.Generator,
    drawing: Drawing,
    draw: Callable[[np.random.Generator, Pen], None],
    place: tuple[float, float],
    unit: float,
) -> None:
    """Draw one thing with the soft shadow that its body casts."""
    before = drawing.copy()
    draw(rng, Pen(drawing, place, float(rng.uniform(0, 2 * math.pi)), unit))
    inside = np.any(drawing != before, axis=2).astype(np.float32)
    reach = unit * (rng.uniform(0.3, 1.2) if draw in (cup, sleeve) else rng.uniform(0.02, 0.12))
    around = rng.uniform(0, 2 * math.pi)
    move = np.array([[1, 0, reach * math.cos(around)], [0, 1, reach * math.sin(around)]])
    small = cv2.resize(inside, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    move[:, 2] /= 2
    fallen = cv2.GaussianBlur(cv2.warpAffine(small, move, small.shape[::-1]), (0, 0), max(0.6, 0.25 * reach))
    fallen = cv2.resize(fallen, drawing.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    shade = 1 - fallen * (1 - inside) * np.float32(rng.uniform(0.2, 0.6))
    drawing[:] = np.asarray(drawing * shade[:, :, None], np.uint8)


def lay_card_detail(rng: np.random.Generator, picture: Array, unit: float) -> Array:
    """The picture of a table (levels 0 to 1) with some cards and chips on it, mostly playing cards, from near."""
    height, width = picture.shape[:2]
    drawing = np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)
    pieces = (playing_card, playing_card, playing_card, number_card, chip)
    for _ in range(int(rng.integers(1, 5))):
        piece = pieces[int(rng.integers(len(pieces)))]
        put_down(rng, drawing, piece, tuple(rng.uniform((0, 0), (width, height)).tolist()), unit)
    return np.asarray(drawing / np.float32(255), np.float32)
