"""Rows and columns of cards that were laid by hand: shifted, turned, seen at a slant, some missing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import DigitPlace

Floats = NDArray[np.float64]
LARGEST_GRID = 6  # rows and columns
SMALLER_GRID = 5  # the other that games are played on: a full one has no place left beside it


@dataclass(frozen=True, slots=True)
class GridSettings:
    """How regular a grid of cards is. Lengths in steps from card to card."""

    sector_degrees: float = 32.0  # so far from the direction of reading a neighbour may be
    row_to_column: float = 1.4  # step down over step right if only one of them is seen: cards are higher than wide
    as_near: float = 1.25  # cards whose squared distance is at most this times the nearest one's are placed together
    near: float = 1.6  # neighbours so near count most for where the next card should be
    anchor: float = 0.15  # how much the usual step counts against what is near
    most_off: float = 0.36  # a card farther from its place does not belong to the grid
    least_apart: float = 0.62  # two cards closer than this lie on one another
    # A card farther from where all others say that it should lie may lie on another one. Of 232 drawn grids that were
    # read right two had one that far off; of three with a hidden card that was not noticed otherwise each had.
    beside_place: float = 0.22
    least_cards: int = 6  # that tell where a place is ...
    bent_cards: int = 14  # ... and whether rows and columns are bent or grow, as they do at a slant
    least_told: float = 0.2  # by the others, of where a card's place is
    # Least and most step right and down in heights of the digit, over all printings we draw.
    across: tuple[float, float] = (0.8, 4.2)
    down: tuple[float, float] = (1.3, 6.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells (row, column) of the places it was fitted to, None for those that do not belong to it."""

    cells: tuple[tuple[int, int] | None, ...]
    right: tuple[float, float]  # the usual step to the next column, in pixels
    down: tuple[float, float]
    is_crowded: bool  # two cards lie on one another, or one so far from its place that there may be one under it

    @property
    def rows(self) -> int:
        """How many rows from the first to the last occupied one."""
        return 1 + max((cell[0] for cell in self.cells if cell), default=-1)

    @property
    def cols(self) -> int:
        """How many columns from the first to the last occupied one."""
        return 1 + max((cell[1] for cell in self.cells if cell), default=-1)


def fit_grid(places: Sequence[DigitPlace], angle: float, settings: GridSettings | None = None) -> Grid:
    """Give every place its row and column; `angle` is how far the cards' heads are turned clockwise, in degrees."""
    settings = settings or GridSettings()
    spots = np.array([(place.x, place.y) for place in places], np.float64).reshape(-1, 2)
    turn = math.radians(angle)
    ahead, below = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    size = float(np.median([place.height for place in places]))
    right = usual_step(spots, ahead, size, settings.across, settings)
    down = usual_step(spots, below, size, settings.down, settings)
    if right is None and down is None:
        right, down = ahead * size * 1.6, below * size * 2.3
    elif right is None and down is not None:
        right = ahead * float(np.linalg.norm(down)) / settings.row_to_column
    elif down is None and right is not None:
        down = below * float(np.linalg.norm(right)) * settings.row_to_column
    assert right is not None and down is not None
    step = np.column_stack([right, down])
    cells = counted_from_first(connected(walk(spots, step, settings)))
    crowded = is_crowded(spots, step, settings) or farthest_off(spots, cells, step, settings) > settings.beside_place
    return Grid(cells, (right[0], right[1]), (down[0], down[1]), crowded)


def usual_step(
    spots: Floats, way: Floats, size: float, range_of: tuple[float, float], settings: GridSettings
) -> Floats | None:
    """The step from card to card in one direction: the median of the shortest ones; None if no card has a neighbour."""
    away = spots[None, :, :] - spots[:, None, :]
    length = np.linalg.norm(away, axis=2)
    along = away @ way
    is_there = along > math.cos(math.radians(settings.sector_degrees)) * np.maximum(length, 1e-6)
    is_there &= (length > range_of[0] * size) & (length < range_of[1] * size)
    steps = [
        away[card, np.where(is_there[card], length[card], np.inf).argmin()] for card in np.flatnonzero(is_there.any(1))
    ]
    if not steps:
        return None
    lengths = np.linalg.norm(steps, axis=1)
    # Where a card is missing the step is twice as long.
    is_short = lengths < 1.45 * np.percentile(lengths, 20)
    return np.asarray(np.median(np.array(steps)[is_short], axis=0), np.float64)


def walk(spots: Floats, step: Floats, settings: GridSettings) -> list[tuple[int, int] | None]:
    """From the middle card to the nearest ones and so on; each cell is judged by the cards already placed nearby."""
    flat = spots @ np.linalg.inv(step).T  # in steps right and down, as if seen from straight above
    away = np.square(flat[:, None] - flat).sum(axis=2)
    seed = int(np.square(flat - np.median(flat, axis=0)).sum(axis=1).argmin())
    cells = np.zeros((len(spots), 2))  # column and row
    taken = {(0, 0): seed}
    is_left = np.arange(len(spots)) != seed
    while is_left.any():
        placed = list(taken.values())
        nearest = np.where(is_left, away[:, placed].min(axis=1), np.inf)
        ring = np.argsort(nearest)[: int((nearest <= settings.as_near * nearest.min()).sum())]
        is_left[ring] = False
        for card, (col, row) in zip(ring.tolist(), where(flat, ring, placed, cells, settings), strict=True):
            cell = (round(row), round(col))
            if math.hypot(row - cell[0], col - cell[1]) <= settings.most_off and cell not in taken:
                taken[cell] = card
                cells[card] = cell[1], cell[0]
    cell_of = {card: cell for cell, card in taken.items()}
    return [cell_of.get(card) for card in range(len(spots))]


def where(
    flat: Floats, ring: NDArray[np.intp], placed: Sequence[int], cells: Floats, settings: GridSettings
) -> list[list[float]]:
    """Columns and rows between the rounded ones for all cards of a ring, by local affine fits to the placed cards."""
    offset = flat[placed] - flat[ring, None]  # (ring, placed, 2), in usual steps
    weight = np.exp(np.square(offset).sum(axis=2) * (-0.5 / settings.near**2)) + 1e-6
    # Unknown: the card's own cell and how much the steps differ here from the usual ones.
    design = np.concatenate([np.ones_like(offset[:, :, :1]), offset], axis=2)
    weighted = (design * weight[:, :, None]).transpose(0, 2, 1)
    normal = weighted @ design
    normal[:, [1, 2], [1, 2]] += settings.anchor * normal[:, 0, 0, None]
    answers: list[list[float]] = np.linalg.solve(normal, weighted @ (cells[placed] - offset))[:, 0].tolist()
    return answers


def is_crowded(spots: Floats, step: Floats, settings: GridSettings) -> bool:
    """Whether two cards are closer than cards can lie side by side."""
    flat = spots @ np.linalg.inv(step).T
    away = np.abs(flat[None] - flat[:, None])
    close = (away < settings.least_apart).all(axis=2)
    np.fill_diagonal(close, False)
    return bool(close.any())


def farthest_off(spots: Floats, cells: Sequence[tuple[int, int] | None], step: Floats, settings: GridSettings) -> float:
    """How many steps at most a card lies from its place by the rows and columns of the others; 0 if they are few."""
    placed = [card for card, cell in enumerate(cells) if cell]
    if len(placed) < settings.least_cards:
        return 0.0
    row, col = np.array([cell for cell in cells if cell], np.float64).T
    design = np.column_stack([np.ones_like(row), row, col])
    if len(placed) >= settings.bent_cards:
        design = np.column_stack([design, row * col, row**2, col**2])
    own_say = design @ np.linalg.pinv(design)  # how much each card (columns) says about each one's place (rows)
    told = 1 - own_say.diagonal()
    away = (spots[placed] - own_say @ spots[placed]) @ np.linalg.inv(step).T
    # Cards strewn alike are as far off by this everywhere, although those in the corners draw rows and columns along.
    off = np.linalg.norm(away, axis=1) / np.sqrt(np.maximum(told, settings.least_told))
    return float(off.max())


def connected(cells: Sequence[tuple[int, int] | None]) -> list[tuple[int, int] | None]:
    """The largest group of cells that hang together, one missing card allowed between; the others become None."""
    left = {cell for cell in cells if cell}
    largest: set[tuple[int, int]] = set()
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            row, col = edge.pop()
            group.add((row, col))
            near = {cell for cell in left if max(abs(cell[0] - row), abs(cell[1] - col)) <= 2}
            left -= near
            edge |= near
        largest = max(largest, group, key=len)
    return [cell if cell in largest else None for cell in cells]


def counted_from_first(cells: Sequence[tuple[int, int] | None]) -> tuple[tuple[int, int] | None, ...]:
    """The same cells with the first occupied row and column as 0."""
    top = min(cell[0] for cell in cells if cell)
    left = min(cell[1] for cell in cells if cell)
    return tuple((cell[0] - top, cell[1] - left) if cell else None for cell in cells)


def empty_neighbours(places: Sequence[DigitPlace], grid: Grid, size: int = LARGEST_GRID) -> list[DigitPlace]:
    """Where cards beside those of the grid would lie if they were there: the mean of what their neighbours say.

    Beyond a grid of `size` rows and columns there is none.
    """
    there = {cell: place for cell, place in zip(grid.cells, places, strict=True) if cell}
    low_row, high_row = max(-1, grid.rows - size), min(grid.rows, size - 1)
    low_col, high_col = max(-1, grid.cols - size), min(grid.cols, size - 1)
    guesses: dict[tuple[int, int], list[DigitPlace]] = {}
    for (row, col), place in there.items():
        for by_row, by_col in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            cell = (row + by_row, col + by_col)
            if cell in there or not (low_row <= cell[0] <= high_row and low_col <= cell[1] <= high_col):
                continue
            opposite = there.get((row - by_row, col - by_col))
            if opposite is not None:
                x, y = 2 * place.x - opposite.x, 2 * place.y - opposite.y
            else:
                x = place.x + by_col * grid.right[0] + by_row * grid.down[0]
                y = place.y + by_col * grid.right[1] + by_row * grid.down[1]
            guesses.setdefault(cell, []).append(DigitPlace(x, y, place.height, place.angle, 0.0))
    return [
        DigitPlace(
            float(np.mean([guess.x for guess in several])),
            float(np.mean([guess.y for guess in several])),
            float(np.mean([guess.height for guess in several])),
            several[0].angle,
            0.0,
        )
        for several in guesses.values()
    ]
