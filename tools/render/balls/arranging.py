"""Arranging tables: balls loose or in the stern, and things that only look like balls, rendered with their truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.balls.hull import draw_hull
from tools.render.balls.light import camera_above, photographed, random_light
from tools.render.balls.paints import RANGES, any_paint, ball_paint, paint_between, stranger_paint
from tools.render.balls.plastic import draw_back, draw_front
from tools.render.balls.stern import Stern, random_stern, shown_through
from tools.render.balls.tables import PER_MM, laid_out, print_circles, random_table
from tools.render.balls.things import Form, Thing, cast_shadows, draw_thing
from tools.render.cameras import Camera
from tools.render.game_pieces import lay_game

STRANGER = "stranger"
PAIRS = (
    ("yellow", "yellow"),
    ("yellow", "red"),
    ("blue", "yellow"),
    ("black", "yellow"),
    ("red", "blue"),
    ("black", "red"),
    ("blue", "black"),
)


@dataclass(frozen=True)
class Group:
    """Balls that lie side by side, around a place given in shares of the picture."""

    colours: tuple[str, ...]
    x: float = 0.5
    y: float = 0.5
    in_tube: bool = False
    with_hull: bool = False
    covered: float = 0.0  # share of the last ball's diameter under the hull
    streaks: int = 0


@dataclass(frozen=True)
class View:
    """How the table is seen."""

    width: int = 1536
    height: int = 864
    focal: float = 1180.0
    diameter: float = 42.0  # of a ball, in pixels
    kelvin: float = 4500.0
    exposure: float = 0.5
    most_tilt: float = 20.0


@dataclass(frozen=True)
class SeenBall:
    """A ball's truth, in pixels."""

    colour: str
    x: float
    y: float
    size: float
    visible: float  # share of it
    paint: Array


class Arrangement:
    """One table in the making."""

    def __init__(self, rng: np.random.Generator, view: View) -> None:
        self.rng, self.view = rng, view
        self.camera: Camera = camera_above(rng, view.width, view.height, view.most_tilt, view.focal)
        depth = float(-self.camera.place @ self.camera.axes[2])
        self.radius = 0.5 * view.diameter * depth / view.focal
        reach = max(view.width, view.height) * depth / view.focal
        self.sheet = random_table(rng, math.ceil(1.25 * reach * PER_MM))
        self.things: list[Thing] = []
        self.sterns: list[tuple[Group, Stern]] = []
        self.owners: list[Stern | None] = []  # the tube each thing lies in

    def at(self, x: float, y: float, height: float = 0.0) -> Array:
        """The world point seen at these shares of the picture."""
        return self.camera.on_table(x * self.view.width, y * self.view.height, height)

    def add(self, thing: Thing, stern: Stern | None = None) -> None:
        """Lay a thing on the table."""
        self.things.append(thing)
        self.owners.append(stern)

    def add_balls(self, group: Group) -> None:
        """Lay balls side by side, in a tube or loose."""
        rng, radius = self.rng, self.radius
        middle = self.at(group.x, group.y, radius)
        stretch = rng.uniform(1.0, 1.45) if group.in_tube else 1.0
        stern = random_stern(rng, middle, radius, stretch)
        if group.in_tube or group.with_hull:
            self.sterns.append((group, stern))
        gloss, rough = rng.uniform(0.3, 1.3), float(np.exp(rng.uniform(math.log(0.02), math.log(0.16))))
        flatness = 0.0
        if group.in_tube and rng.random() < 0.6:  # the plastic scatters the light and takes the lamps' mirror images
            gloss, flatness = gloss * rng.random() ** 2, rng.uniform(0, 0.85)
        gap = 2 * radius * (1.0 if rng.random() < 0.6 else rng.uniform(1.0, 1.25))
        side = np.stack([stern.along, stern.across, [0, 0, 1]]).astype(np.float32)
        for number, colour in enumerate(group.colours):
            paint = stranger_paint(rng) if colour == STRANGER else ball_paint(rng, colour)
            place = middle + stern.along * gap * (number - (len(group.colours) - 1) / 2)
            if not group.in_tube:
                place = place + stern.across * rng.normal(0, 0.12 * radius)
            short = rng.uniform(0.82, 1.03) if group.in_tube else rng.uniform(0.93, 1.03)
            half = np.array([radius * short, radius * stretch, radius], np.float32)
            surface = (gloss, rough, None, colour, flatness)
            ball = Thing(Form.ELLIPSOID, place.astype(np.float32), half, paint, side, 0, *surface)
            self.add(ball, stern if group.in_tube else None)

    def add_pair_of_others(self, x: float, y: float, count: int = 2) -> None:
        """Dice, cubes, chips or sweets that touch, in our colours and about as large as balls."""
        rng, size = self.rng, self.radius * self.rng.uniform(0.75, 1.5)
        kind = int(rng.integers(len(MAKERS)))
        turn = rng.uniform(0, 2 * math.pi)
        way = np.array([math.cos(turn), math.sin(turn), 0], np.float32)
        for number in range(count):
            thing = MAKERS[kind](rng, size)
            reach = float(thing.half[0]) * rng.uniform(2.0, 2.3)
            lying = self.at(x, y) + way * reach * (number - (count - 1) / 2)
            self.add(moved(thing, lying))

    def add_other(self, x: float, y: float) -> None:
        """One thing that is no ball, of any size."""
        size = self.radius * float(np.exp(self.rng.uniform(math.log(0.5), math.log(2.5))))
        self.add(moved(MAKERS[int(self.rng.integers(len(MAKERS)))](self.rng, size), self.at(x, y)))

    def add_print(self, x: float, y: float) -> None:
        """Circles printed on the table or on a card."""
        place = np.asarray(self.at(x, y)[:2] * PER_MM + self.sheet.shape[0] / 2, np.float64)
        print_circles(self.rng, self.sheet, place, self.radius * PER_MM * self.rng.uniform(0.7, 1.4))

    def add_game(self, with_board: bool = True) -> None:
        """A board, cards, chips and whatever else belongs to a game, all around, to the size of the balls."""
        shown = np.asarray(self.sheet ** np.float32(1 / 2.2), np.float32)
        laid = lay_game(self.rng, shown, 2.6 * self.radius * PER_MM, with_board)
        self.sheet = np.asarray(np.clip(laid ** np.float32(2.2), 0.002, 1.0), np.float32)

    def rendered(self) -> tuple[NDArray[np.uint8], list[SeenBall]]:
        """The photograph, and the balls on it."""
        rng, camera, view = self.rng, self.camera, self.view
        light = random_light(rng, view.kelvin, self.sheet[::16, ::16].mean(axis=(0, 1)))
        canvas = laid_out(camera, self.sheet)
        lit = light.sky + sum(lamp.colour * lamp.direction[2] for lamp in light.lamps)
        canvas *= np.asarray(lit, np.float32)
        cast_shadows(canvas, camera, light, self.things)
        windows = {}
        for group, stern in self.sterns:
            if group.in_tube:
                draw_back(rng, canvas, camera, stern)
                windows[id(stern)] = shown_through(camera, stern)
        far_first = sorted(
            range(len(self.things)), key=lambda n: -float(np.linalg.norm(self.things[n].place - camera.place))
        )
        shown: dict[int, NDArray[np.bool_]] = {}
        areas: dict[int, int] = {}
        for number in far_first:
            thing = self.things[number]
            mask = draw_thing(canvas, camera, light, thing, self.things, windows.get(id(self.owners[number])))
            hide(shown, mask)
            if thing.colour:
                shown[number], areas[number] = mask, int(mask.sum())
        for group, stern in self.sterns:
            if group.in_tube:
                draw_front(rng, canvas, camera, stern, group.streaks)
            if group.with_hull:
                last = (len(group.colours) / 2) * 2 * stern.radius
                gap = -group.covered * 2 * stern.radius if group.covered else rng.uniform(0.05, 2) * stern.radius
                hide(shown, draw_hull(rng, canvas, camera, stern, np.asarray(lit, np.float32), last + gap))
        balls = [self.seen(number, shown[number], areas[number]) for number in sorted(shown)]
        return photographed(rng, canvas, view.kelvin, view.exposure), balls

    def seen(self, number: int, mask: NDArray[np.bool_], area: int) -> SeenBall:
        """The truth about one ball."""
        thing = self.things[number]
        x, y = self.camera.project(thing.place[None])[0].tolist()
        depth = float((thing.place - self.camera.place) @ self.camera.axes[2])
        size = 2 * self.camera.focal / depth * math.sqrt(float(thing.half[0] * thing.half[1]))
        # What lies outside the picture is not to be seen either.
        whole = max(area, math.pi / 4 * size * size * 0.85)
        return SeenBall(thing.colour, x, y, size, min(1.0, float(mask.sum()) / whole), thing.paint)


def hide(shown: dict[int, NDArray[np.bool_]], mask: NDArray[np.bool_]) -> None:
    """What is drawn later hides what was there."""
    for number in shown:
        shown[number] = shown[number] & ~mask


def moved(thing: Thing, place: Array) -> Thing:
    """The thing standing at that place of the table."""
    up = np.array([0, 0, thing.half[2]], np.float32)
    return Thing(
        thing.form,
        np.asarray(place * np.array([1, 1, 0], np.float32) + up, np.float32),
        thing.half,
        thing.paint,
        thing.axes,
        thing.rounding,
        thing.gloss,
        thing.rough,
        thing.ink,
    )


def turned_flat(rng: np.random.Generator) -> Array:
    """Axes of a thing that lies flat, turned."""
    turn = rng.uniform(0, 2 * math.pi)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], np.float32)


def surface_of(rng: np.random.Generator) -> tuple[float, float]:
    """Gloss and roughness of some plastic, wood or sugar."""
    return float(rng.uniform(0.1, 1.3)), float(np.exp(rng.uniform(math.log(0.02), math.log(0.25))))


def a_die(rng: np.random.Generator, size: float) -> Thing:
    """A die with pips; without them if the ink has the body's colour."""
    ink = paint_between(rng, (0, 360, 0, 0.2, 0.9, 1.0)) if rng.random() < 0.7 else any_paint(rng)
    half = np.full(3, size * 0.9, np.float32)
    rounding = size * rng.uniform(0.05, 0.45)
    return Thing(Form.BOX, half, half, any_paint(rng, 0.8), turned_flat(rng), rounding, *surface_of(rng), ink)


def a_cube(rng: np.random.Generator, size: float) -> Thing:
    """A wooden or plastic cube or block."""
    half = np.asarray(size * rng.uniform(0.7, 1.0, 3), np.float32)
    rounding = float(half.min()) * rng.uniform(0.05, 0.5)
    return Thing(Form.BOX, half, half, any_paint(rng, 0.8), turned_flat(rng), rounding, *surface_of(rng))


def a_chip(rng: np.random.Generator, size: float) -> Thing:
    """A flat disc: a chip, a coin, a counter, a draught."""
    half = np.array([size, size, size * rng.uniform(0.12, 0.5)], np.float32)
    rounding = float(half[2]) * rng.uniform(0.1, 0.9)
    metal = paint_between(rng, (20, 50, 0.1, 0.6, 0.4, 0.8))
    paint = metal if rng.random() < 0.2 else any_paint(rng, 0.8)
    ink = any_paint(rng) if rng.random() < 0.35 else None
    return Thing(Form.DISC, half, half, paint, turned_flat(rng), rounding, *surface_of(rng), ink)


def a_sweet(rng: np.random.Generator, size: float) -> Thing:
    """A lentil or a long bean: round, but no ball."""
    long, flat = (1.0, rng.uniform(0.2, 0.42)) if rng.random() < 0.6 else (rng.uniform(1.5, 2.2), 0.8)
    half = np.array([size * long, size * rng.uniform(0.9, 1.0), size * flat], np.float32)
    return Thing(Form.ELLIPSOID, half, half, any_paint(rng, 0.7), turned_flat(rng), 0, *surface_of(rng))


def a_pawn(rng: np.random.Generator, size: float) -> Thing:
    """A round-edged cylinder standing up."""
    half = np.array([size * 0.8, size * 0.8, size * rng.uniform(0.8, 2)], np.float32)
    rounding = float(half[0]) * rng.uniform(0.05, 0.5)
    return Thing(Form.DISC, half, half, any_paint(rng, 0.8), turned_flat(rng), rounding, *surface_of(rng))


MAKERS = (a_die, a_die, a_cube, a_chip, a_sweet, a_pawn)


def random_pair(rng: np.random.Generator) -> tuple[str, str]:
    """One of the seven pairs that can lie in the stern, in any order."""
    pair = PAIRS[int(rng.integers(len(PAIRS)))]
    return pair if rng.random() < 0.5 else (pair[1], pair[0])


def impossible_pair(rng: np.random.Generator) -> tuple[str, str]:
    """Two of a colour of which there is one."""
    colour = str(rng.choice([name for name in RANGES if name != "yellow"]))
    return colour, colour


def boxes(rng: np.random.Generator, count: int, margin: float = 0.12) -> Sequence[tuple[float, float]]:
    """Places in shares of the picture that keep apart from each other."""
    side = math.ceil(math.sqrt(count * 1.4))
    cells = rng.permutation(side * side)[:count]
    room = (1 - 2 * margin) / side
    return [
        (margin + room * (cell % side + rng.uniform(0.3, 0.7)), margin + room * (cell // side + rng.uniform(0.3, 0.7)))
        for cell in cells.tolist()
    ]
