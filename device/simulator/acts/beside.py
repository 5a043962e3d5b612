"""What lies beside the pieces on an ordinary evening, and where: at the borders, never where something is to be read.

The same seed lays the same things. Boards take a side of the table, cups and boxes a corner, tiles the ends of the rows
and columns they belong to; nothing lies in the middle, where dice fall, ships stand and cards are laid.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from device.simulator.acts.laid_cards import CARD_CAMERA, STEP_MM, cell_middle
from device.simulator.render.geometry import Projection
from device.simulator.render.scene import PICTURE_SIZE, CameraPose, Thing, ThingKind
from device.simulator.render.things import SIZES_MM, covered, size_of

Lying: TypeAlias = tuple[ThingKind, int]  # so many of a kind

# On every table, whatever is played: two of these.
HOUSEHOLD: tuple[ThingKind, ...] = (ThingKind.CUP, ThingKind.PHONE, ThingKind.SLEEVE)

MOVED_IN_PLAY = frozenset({ThingKind.STRIP, ThingKind.TOKEN})

_SCALE = 8  # places are looked for in a picture so many times smaller
_TRIES = 300
_APART_MM = 3.0
_DICE_FIELD_MM = (96.0, 62.0)  # from the middle to the sides, kept free where no board takes a side
_SHEET_FROM_BORDER_MM = 66.0  # the middle of a board that takes a side
_CHIP_SHARE = 0.8  # of the rows and columns that have a tile
_TILES = frozenset({ThingKind.CHIP, ThingKind.TICK})
# From which border things come into the picture, and how many millimetres of them are in it.
_COMES: dict[ThingKind, tuple[str, tuple[float, float]]] = {
    ThingKind.MAP_SHEET: ("left right", (46.0, 72.0)),
    ThingKind.STRIP: ("left right bottom", (14.0, 40.0)),
    ThingKind.CHIP: ("left right", (18.0, 60.0)),
    ThingKind.TICK: ("left right", (18.0, 60.0)),
    ThingKind.PILE: ("left right", (50.0, 66.0)),
    ThingKind.START_CARD: ("left right", (50.0, 66.0)),
    ThingKind.PICTURE_CARD: ("left right", (30.0, 60.0)),
    ThingKind.FAN: ("left right bottom", (26.0, 34.0)),
    ThingKind.TOKEN: ("left right top", (14.0, 40.0)),
    ThingKind.BOX: ("left right top", (24.0, 38.0)),
    ThingKind.CUP: ("left right", (36.0, 56.0)),
    ThingKind.PHONE: ("left right", (30.0, 60.0)),
    ThingKind.SLEEVE: ("bottom", (20.0, 30.0)),
}


@dataclass(frozen=True)
class Ground(Projection):
    """What the camera sees of the table, and the things that lie about there: no piece comes to rest on them."""

    beside: tuple[Thing, ...] = ()

    @cached_property
    def _taken(self) -> NDArray[np.uint8]:
        return covered(self.beside, self, _SCALE, _APART_MM)

    def is_open(self, pixels: NDArray[np.float64]) -> bool:
        """Whether nothing lies between these points (n, 2) of the picture."""
        if not self.beside:
            return True
        low, high = pixels.min(axis=0) // _SCALE, pixels.max(axis=0) // _SCALE + 1
        (left, top), (right, bottom) = np.maximum(low, 0).astype(int), np.maximum(high, 0).astype(int)
        return not self._taken[top:bottom, left:right].any()


@lru_cache(maxsize=8)
def laid_beside(lying: tuple[Lying, ...], seed: int, grid_size: int | None = None) -> tuple[Thing, ...]:
    """These things and some of the household's, laid around the dice, or around a grid of cards of this size."""
    chance = Random(seed)
    layout = _Layout(chance, Projection(CameraPose() if grid_size is None else CARD_CAMERA, *PICTURE_SIZE))
    wanted = [*lying, *((kind, 1) for kind in chance.sample(HOUSEHOLD, 2))]
    if any(kind is ThingKind.STAR_SHEET for kind, _ in wanted):
        layout.give_a_side(ThingKind.STAR_SHEET)
    elif grid_size is None:
        layout.keep_free(-_DICE_FIELD_MM[0], -_DICE_FIELD_MM[1], *_DICE_FIELD_MM)
    if grid_size is not None:
        across, along = (grid_size / 2 + 1) * STEP_MM[0] + 8, (grid_size / 2 + 1) * STEP_MM[1]
        layout.keep_free(-across, -along, across, along)
        if any(kind in _TILES for kind, _ in wanted):
            layout.put_tiles(grid_size)
            wanted = [(kind, count) for kind, count in wanted if kind not in _TILES]
    for kind, count in sorted(wanted, key=lambda each: -math.prod(SIZES_MM[each[0]][:2])):
        if kind is not ThingKind.STAR_SHEET:
            layout.put(kind, count)
    return tuple(layout.things)


def moved_in_play(thing: Thing, chance: Random) -> Thing:
    """A thing moved by about a field of its board."""
    way, heading = chance.uniform(10.0, 20.0), chance.uniform(0, 2 * math.pi)
    x, y = thing.x + way * math.cos(heading), thing.y + way * math.sin(heading)
    return replace(thing, x=x, y=y, turn=thing.turn + chance.gauss(0.0, 0.4))


class _Layout:
    """Things laid one after the other, each where it covers no other and nothing that is kept free."""

    def __init__(self, chance: Random, projection: Projection) -> None:
        self.things: list[Thing] = []
        self._chance = chance
        self._projection = projection
        corners = [projection.on_table(u, v) for u in (0, projection.width) for v in (0, projection.height)]
        self._side = min(abs(x) for x, _ in corners)
        self._bottom, self._top = min(y for _, y in corners), max(y for _, y in corners)
        self._taken = covered((), projection, _SCALE)
        self._wide = projection.camera.height_mm / CameraPose().height_mm  # a higher camera sees more of each thing

    def keep_free(self, left: float, bottom: float, right: float, top: float) -> None:
        """Lay nothing between these millimetres of the table."""
        corners = np.array([(left, bottom, 0.0), (right, bottom, 0.0), (right, top, 0.0), (left, top, 0.0)])
        pixels = self._projection.project(corners) / _SCALE
        columns, rows = (slice(max(0, int(side.min())), max(0, int(side.max()) + 1)) for side in pixels.T)
        self._taken[rows, columns] = 1

    def give_a_side(self, kind: ThingKind) -> None:
        """Lay a board on one side of the table, and keep the rest free for the dice."""
        is_left = self._chance.random() < 0.5
        x = (self._side - _SHEET_FROM_BORDER_MM) * (-1 if is_left else 1)
        y = (self._bottom + self._top) / 2 + self._chance.uniform(-6.0, 6.0)
        self._add(Thing(kind, x, y, self._chance.gauss(0.0, 0.03), self._chance.randrange(4)))
        inner, far = abs(x) - size_of(self.things[-1])[0] / 2 - 8.0, self._side - 46.0
        left, right = (-inner, far) if is_left else (-far, inner)
        self.keep_free(left, -_DICE_FIELD_MM[1], right, _DICE_FIELD_MM[1])

    def put_tiles(self, grid_size: int) -> None:
        """Lay chips and ticks behind the rows of a grid of cards and above its columns."""
        places = [(cell_middle(grid_size, (row, grid_size)), (-11.0, 0.0)) for row in range(grid_size)]
        places += [(cell_middle(grid_size, (-1, col)), (0.0, -17.0)) for col in range(grid_size)]
        for (x, y), (by_x, by_y) in places:
            if self._chance.random() < _CHIP_SHARE:
                kind = self._chance.choice(sorted(_TILES, key=lambda kind: kind.value))
                astray = self._chance.uniform(-3.0, 3.0), self._chance.uniform(-3.0, 3.0)
                turn = self._chance.gauss(0.0, 0.15)
                number = self._chance.randrange(10)
                self._add(Thing(kind, x + by_x + astray[0], y + by_y + astray[1], turn, number))

    def put(self, kind: ThingKind, count: int) -> None:
        """Lay so many things of a kind: flat ones also on a board that lies there, the others on bare table."""
        boards = [thing for thing in self.things if thing.kind in (ThingKind.STAR_SHEET, ThingKind.MAP_SHEET)]
        for number in range(count):
            if boards and kind in (ThingKind.STRIP, ThingKind.TOKEN) and number % 2 == 0:
                self._add(self._on(boards[0], kind))
                continue
            for _ in range(_TRIES):
                thing = self._at_border(kind)
                mask = covered((thing,), self._projection, _SCALE, _APART_MM)
                if mask.any() and not (mask & self._taken).any():
                    self._add(thing)
                    break

    def _on(self, board: Thing, kind: ThingKind) -> Thing:
        """Somewhere on a board."""
        width, length = size_of(board)
        aside = self._chance.uniform(-0.42, 0.42) * width, self._chance.uniform(-0.42, 0.42) * length
        cosine, sine = math.cos(board.turn), math.sin(board.turn)
        x, y = board.x + aside[0] * cosine - aside[1] * sine, board.y + aside[0] * sine + aside[1] * cosine
        return Thing(kind, x, y, self._chance.uniform(0, 2 * math.pi), self._chance.randrange(6))

    def _at_border(self, kind: ThingKind) -> Thing:
        """Somewhere at a border, as far in the picture as such things are."""
        borders, seen = _COMES[kind]
        border = self._chance.choice(borders.split())
        turn = self._chance.gauss(0.0, 0.12)
        width, length, _ = SIZES_MM[kind]
        if kind in (ThingKind.STRIP, ThingKind.TOKEN, ThingKind.CHIP, ThingKind.TICK):
            turn = self._chance.uniform(0, 2 * math.pi)
        depth = self._chance.uniform(*seen) * self._chance.uniform(1.0, self._wide)
        if border in ("left", "right"):
            x = self._side + width / 2 - depth
            y = self._chance.uniform(self._bottom, self._top)
            return Thing(kind, -x if border == "left" else x, y, turn, self._chance.randrange(12))
        x = self._chance.uniform(-self._side, self._side)
        y = self._top + length / 2 - depth if border == "top" else self._bottom - length / 2 + depth
        return Thing(kind, x, y, turn, self._chance.randrange(12))

    def _add(self, thing: Thing) -> None:
        self.things.append(thing)
        self._taken |= covered((thing,), self._projection, _SCALE, _APART_MM)
