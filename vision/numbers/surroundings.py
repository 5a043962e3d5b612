"""Whether a thing is as large as a card: around a chip or a marker the table is seen where a card would still be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import DigitPlace
from vision.numbers.grid import Grid
from vision.numbers.naming import Halves

Floats = NDArray[np.float64]
TONE_STEP = 9  # levels of the picture; tones up to two such steps apart are the same
TONES = 255 // TONE_STEP + 1


@dataclass(frozen=True, slots=True)
class SurroundingsSettings:
    """Where to look. Lengths in steps from card to card."""

    half_width: float = 0.33  # from a card's middle to a line that is well inside of it
    half_height: float = 0.37
    beside_digit: tuple[float, float] = (0.45, 0.62)  # from a digit's middle to its surroundings, in its heights
    outer: float = 1.0  # so far from all cards only the table or things beside them are seen ...
    farthest: float = 2.2  # ... and farther it may be another table in another light
    seen_again: float = 0.1  # a tone that so large a part of what lies around the cards has is the table's
    # A thing with so much of the table around it is smaller than a card. Of 1429 cards on 60 drawn tables with chips
    # about 10 had as much, none of them with a digit smaller than the usual by 0.1; of 33 chips and the like 31.
    like_table: float = 0.5
    # If more of the cards have as much of the table's tones in them, those tell nothing: light paper in a shadow or
    # on a light table, dark paper on a dark one. One of eight colours may be the table's own.
    cards_like_table: float = 0.15
    # So few cards may all be printed on the cloth: then the table is seen between their lines, on so large a part of
    # where cards would be. Of 36 single cards and hands of five none had more than 0.09, of photographed cards with a
    # wide white disc one 0.18; two bold digits on cloth had 0.21.
    few_cards: int = 5
    between_lines: float = 0.2
    little_table: float = 0.25  # less of it is seen around a place that something lies on
    beside: float = 1.3  # a card so near a place is its neighbour; with so many the place is between cards
    between: int = 3
    samples: int = 16  # along a side of the field in which the table's tones are gathered


def table_shares(
    halves: Halves, at: Sequence[DigitPlace], cards: Sequence[DigitPlace], grid: Grid, settings: SurroundingsSettings
) -> tuple[Floats, Floats] | None:
    """How much of the table is seen where a card would still be, and inside, at these places and then at the cards."""
    if not at or not cards:
        return None
    smooth, scale = halves.fit_for(0.04 * max(math.hypot(*grid.right), math.hypot(*grid.down)))
    table = table_tones(smooth, scale, cards, grid, settings)
    if not len(table):
        return None
    everywhere, is_common = [*at, *cards], common_tones(table, settings)
    around = like_table(tones(smooth, ring_points(everywhere, grid, settings) * scale), is_common)
    return around, like_table(tones(smooth, inner_points(everywhere, settings) * scale), is_common)


def are_covered(halves: Halves, at: Sequence[DigitPlace], cards: Sequence[DigitPlace], grid: Grid) -> NDArray[np.bool_]:
    """At which places between the cards something as large as a card hides the table, which is known well."""
    settings = SurroundingsSettings()
    step_back = np.linalg.inv(np.array([grid.right, grid.down]))
    spots, middles = (np.array([(place.x, place.y) for place in some]) for some in (at, cards))
    away = np.linalg.norm((spots[:, None] - middles) @ step_back, axis=2)
    is_between = (away < settings.beside).sum(axis=1) >= settings.between
    inner = [place for place, is_inner in zip(at, is_between, strict=True) if is_inner]
    shares = table_shares(halves, inner, cards, grid, settings)
    if shares is None or (shares[0][len(inner) :] >= settings.like_table).mean() > settings.cards_like_table:
        return np.zeros(len(at), bool)
    is_covered = is_between.copy()
    is_covered[is_between] = shares[0][: len(inner)] < settings.little_table
    return np.asarray(is_covered, bool)


def are_all_print(halves: Halves, cards: Sequence[DigitPlace], grid: Grid) -> bool:
    """Whether these few digits may all be printed on the table itself: no card is seen around any of them."""
    settings = SurroundingsSettings()
    if not 0 < len(cards) <= settings.few_cards:
        return False
    smooth, scale = halves.fit_for(0.04 * max(math.hypot(*grid.right), math.hypot(*grid.down)))
    table = table_tones(smooth, scale, cards, grid, settings)
    if not len(table):
        return False
    line = np.linspace(-1, 1, settings.samples)
    field = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) * (settings.half_width, settings.half_height)
    middles = np.array([(card.x, card.y) for card in cards])
    points = middles[:, None] + field @ np.array([grid.right, grid.down])
    seen = like_table(tones(smooth, points * scale), common_tones(table, settings))
    return float(seen.mean()) >= settings.between_lines


class Small(NamedTuple):
    """Which of some places show less than a card."""

    is_around: NDArray[np.bool_]  # the table is seen where a card would still be: a chip, bare table, or a card like it
    is_small: NDArray[np.bool_]  # the same, but it is not seen inside: no card that looks like the table
    # The same, and it is seen inside: bare table, or a digit printed on it. Of 1363 cards on drawn tables whose tones
    # the cards do not share, none had as much of them.
    is_bare: NDArray[np.bool_]


def small_things(
    halves: Halves, at: Sequence[DigitPlace], cards: Sequence[DigitPlace], grid: Grid, least: float | None = None
) -> Small:
    """At which places the table is seen where a card there would still be, and inside.

    If the table's tones are the cards' own, only what is small is told; nothing is if there are other tones around
    their digits. `least` is how much of the table must be seen around a place.
    """
    settings = SurroundingsSettings()
    nowhere = np.zeros(len(at), bool)
    shares = table_shares(halves, at, cards, grid, settings)
    if shares is None:
        return Small(nowhere, nowhere, nowhere)
    around, inside = shares
    is_around = around >= np.where(np.arange(len(around)) < len(at), least or settings.like_table, settings.like_table)
    is_small = is_around & (inside < settings.like_table)
    around_cards, small_cards = (each[len(at) :].mean() <= settings.cards_like_table for each in (is_around, is_small))
    is_around, is_small = is_around[: len(at)], is_small[: len(at)]
    if around_cards:
        return Small(is_around, is_small, is_around & ~is_small)
    return Small(is_small, is_small, nowhere) if small_cards else Small(nowhere, nowhere, nowhere)


def ring_points(places: Sequence[DigitPlace], grid: Grid, settings: SurroundingsSettings) -> Floats:
    """(places, points, 2): a rectangle around each place, well inside of the card that would lie there."""
    line = np.linspace(-1, 1, 5)
    sides = [(at, end) for at in line for end in (-1.0, 1.0)] + [(end, at) for at in line[1:-1] for end in (-1.0, 1.0)]
    around = np.array(sides) * (settings.half_width, settings.half_height)
    middles = np.array([(place.x, place.y) for place in places])
    return np.asarray(middles[:, None] + around @ np.array([grid.right, grid.down]), np.float64)


def inner_points(places: Sequence[DigitPlace], settings: SurroundingsSettings) -> Floats:
    """(places, points, 2): right and left, above and below each digit and close to it."""
    x, y, height, angle = np.array([(place.x, place.y, place.height, place.angle) for place in places]).T
    head = np.radians(angle)
    right, down = (np.stack(way, axis=1) for way in ((np.cos(head), np.sin(head)), (-np.sin(head), np.cos(head))))
    offsets = np.array([(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]) * settings.beside_digit
    away = offsets[:, :1] * right[:, None] + offsets[:, 1:] * down[:, None]
    return np.asarray(np.column_stack([x, y])[:, None] + away * height[:, None, None], np.float64)


def table_tones(
    pixels: NDArray[np.uint8], scale: float, cards: Sequence[DigitPlace], grid: Grid, settings: SurroundingsSettings
) -> NDArray[np.uint8]:
    """(points, 3): colours of what lies near the cards but not where one of them is."""
    step = np.array([grid.right, grid.down])
    flat = np.array([(card.x, card.y) for card in cards]) @ np.linalg.inv(step)
    low, high = flat.min(axis=0) - settings.farthest, flat.max(axis=0) + settings.farthest
    lines = [np.linspace(low[axis], high[axis], settings.samples) for axis in (0, 1)]
    field = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    away = np.abs(field[:, None] - flat).max(axis=2).min(axis=1)
    points = field[(away > settings.outer) & (away < settings.farthest)] @ step * scale
    is_in = (points >= 0).all(axis=1) & (points < (pixels.shape[1] - 1, pixels.shape[0] - 1)).all(axis=1)
    return tones(pixels, points[None, is_in])[0] if is_in.any() else np.zeros((0, 3), np.uint8)


def tones(pixels: NDArray[np.uint8], points: Floats) -> NDArray[np.uint8]:
    """(places, points, 3): the picture's colours there; beyond the border as it ends there."""
    x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
    taken = cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken.reshape(*points.shape[:2], 3), np.uint8)


def like_table(rings: NDArray[np.uint8], is_common: NDArray[np.bool_]) -> Floats:
    """(places): the share of each ring's points whose tone is one of the table's."""
    blue, green, red = np.moveaxis(rings // TONE_STEP, -1, 0)
    return np.asarray(is_common[blue, green, red].mean(axis=1), np.float64)


def common_tones(table: NDArray[np.uint8], settings: SurroundingsSettings) -> NDArray[np.bool_]:
    """(TONES, TONES, TONES): which steps of blue, green and red many of these points have, or nearly so."""
    blue, green, red = (table.reshape(-1, 3) // TONE_STEP).astype(np.intp).T
    flat = np.bincount((blue * TONES + green) * TONES + red, minlength=TONES**3)
    counts = flat.astype(np.int16).reshape((TONES,) * 3)
    for _ in range(3):  # each direction in turn
        near = counts.copy()
        near[1:] += counts[:-1]
        near[:-1] += counts[1:]
        counts = near.transpose(1, 2, 0)
    return np.asarray(counts > settings.seen_again * len(blue), bool)
