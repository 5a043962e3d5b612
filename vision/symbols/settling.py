"""Laying dice exactly on the face they are most like: moved, sized, squeezed and turned all at once.

A die's picture is looked up where its samples lie now, and how steep it is there: together they tell which small move
explains most of what its face leaves unexplained (Gauss-Newton). A few such moves are enough.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.symbols.patches import Crops, Floats, Light, Rings, lay_of, looked_up, places_in, shapes_of

NOISE = 0.02  # of the light of a face: less than this is no shape
SQUEEZE_COST, SHIFT_COST = 0.3, 0.1  # of their squares, in edges of the top face


@dataclass(frozen=True, slots=True)
class SettlingSettings:
    """How dice move and what that costs; in edges of the top face."""

    moves: int = 3
    shift_step: float = 0.05
    shape_step: float = 0.08  # of the numbers that size, squeeze and turn a face
    most_steps: float = 2.0  # at once
    damping: float = 1e-3  # cost of one step: what nothing tells of is left as it is ...
    more_damping: float = 10.0  # ... more so after a step that made it worse
    most_shift: float = 0.4
    most_growth: float = 0.4
    most_squeeze: float = 0.2
    still: float = 0.002  # of cost: no die that moved became better by more than this, so none will


@dataclass(frozen=True, slots=True, eq=False)
class Pull:
    """Where n dice are drawn to: slope (n, 6) and curvature (n, 6, 6) of a cost over the numbers of (2, 3) maps."""

    slope: Floats
    bend: Floats

    def where(self, chosen: NDArray[np.bool_], other: Pull) -> Pull:
        """This one for the chosen dice, the other one for the rest."""
        slope = np.where(chosen[:, np.newaxis], self.slope, other.slope)
        return Pull(slope, np.where(chosen[:, np.newaxis, np.newaxis], self.bend, other.bend))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """n dice as they are seen at one moment, and what their faces do not explain of it: (n, channels, samples)."""

    places: tuple[Light, Light]
    shown: Light  # freed from what is even or slopes
    rest: Light  # of that, what the face's own shapes leave
    power: Light  # (n,) of what is shown, and a little more
    share: Light  # (n,) of that which is left
    lays: Floats  # (n, 6)
    costs: Floats  # (n,)


def settled(
    crops: Crops, dice: NDArray[np.intp], lays: Floats, shapes: Light, blank: Light, rings: Rings
) -> tuple[Floats, Floats]:
    """The lays (n, 6) of these dice after a few moves, and what each face then leaves unexplained, from 0 on.

    `shapes` (n, SHAPES, samples) are those of each die's own face; `blank` is so little light that it shows none.
    """
    settings = SettlingSettings()
    root = np.sqrt(rings.area)
    even = np.broadcast_to(rings.slopes.T * root, (len(lays), 3, len(root)))
    known = np.concatenate([even, shapes], axis=1)
    steps = np.tile([settings.shape_step, settings.shape_step, settings.shift_step], 2)
    now = within_bounds(maps_of(lays))
    best, damping = now, np.full(len(lays), settings.damping)
    sight = sight_of(crops, dice, now, known, blank, rings)
    least, pull = sight.costs, pull_of(crops, dice, sight, known, rings)
    for number in range(settings.moves):
        held = pull.bend + damping[:, np.newaxis, np.newaxis] * np.diag(1 / steps**2)
        move = np.linalg.solve(held, pull.slope[..., np.newaxis])[..., 0]
        move = np.clip(move, -settings.most_steps * steps, settings.most_steps * steps)
        now = within_bounds(best - move.reshape(-1, 2, 3))
        sight = sight_of(crops, dice, now, known, blank, rings)
        is_better, is_still = sight.costs < least, bool((least - sight.costs < settings.still).all())
        best, least = np.where(is_better[:, np.newaxis, np.newaxis], now, best), np.minimum(sight.costs, least)
        if is_still:
            break
        if number + 1 < settings.moves:
            damping = np.where(is_better, damping, damping * settings.more_damping)
            pull = pull_of(crops, dice, sight, known, rings).where(is_better, pull)
    return lay_of(best[..., :2], best[..., 2]), least


def maps_of(lays: Floats) -> Floats:
    """Lays (n, 6) as maps (n, 2, 3) from the places on a face to those in a picture."""
    edges, shifts = shapes_of(lays)
    return np.concatenate([edges, shifts[..., np.newaxis]], axis=2)


def within_bounds(maps: Floats) -> Floats:
    """Maps (n, 2, 3) that go no farther than a lay may."""
    bounds = lay_bounds()
    return maps_of(np.clip(lay_of(maps[..., :2], maps[..., 2]), -bounds, bounds))


def lay_bounds() -> Floats:
    """How far each number of a lay may go."""
    settings = SettlingSettings()
    return np.array([settings.most_shift] * 2 + [settings.most_growth] + [settings.most_squeeze] * 2 + [4 * math.pi])


def sight_of(crops: Crops, dice: NDArray[np.intp], now: Floats, known: Light, blank: Light, rings: Rings) -> Sight:
    """Look at dice where they lie now; `known` (n, k, samples) are the even, sloping and own shapes of each."""
    places = places_in(crops, now[:, np.newaxis, :, :2], now[:, np.newaxis, :, 2], rings, dice)
    seen = np.asarray(looked_up(crops.light, *places).transpose(0, 2, 1) * np.sqrt(rings.area), np.float32)
    along = seen @ known.transpose(0, 2, 1)  # (n, channels, k)
    shown = np.asarray(seen - along[..., :3] @ known[:, :3], np.float32)
    rest = np.asarray(shown - along[..., 3:] @ known[:, 3:], np.float32)
    left, brightness = all_of(shown, shown), np.einsum("nc,nc->n", along[..., 0], along[..., 0])
    power = left + np.float32(NOISE**2) * brightness + np.float32(1e-7)
    share, lays = all_of(rest, rest) / power, lay_of(now[..., :2], now[..., 2])
    costs = share + blankness(left, brightness * blank) + lays[:, [3, 4, 0, 1]] ** 2 @ drawing()
    return Sight(places, shown, rest, power, share, lays, costs)


def pull_of(crops: Crops, dice: NDArray[np.intp], sight: Sight, known: Light, rings: Rings) -> Pull:
    """Which way each die should move to be explained better."""
    count, root = len(dice), np.sqrt(sight.power)[:, np.newaxis, np.newaxis]
    ways = np.concatenate([rings.places, np.ones_like(rings.places[:1])]) * np.sqrt(rings.area)
    steep = np.stack([looked_up(picture, *sight.places) for picture in crops.steepness], axis=1)
    steep *= (crops.edge[dice].astype(np.float32)[:, np.newaxis, np.newaxis] / root)[:, np.newaxis]
    slopes = steep.transpose(0, 1, 3, 2)[:, :, np.newaxis] * ways[:, np.newaxis]  # (n, 2, 3, channels, samples)
    explained = (slopes.reshape(count, 18, -1) @ known.transpose(0, 2, 1)).reshape(count, 6, -1)
    slopes = slopes.reshape(count, 6, -1)
    # Power changes with the move, too: what is shown more strongly may be left unexplained by more.
    off = (sight.rest - sight.share[:, np.newaxis, np.newaxis] * sight.shown) / root
    back = drawn_back(sight.lays)
    slope = (slopes @ off.reshape(count, -1, 1))[..., 0] + back.slope
    return Pull(slope, slopes @ slopes.transpose(0, 2, 1) - explained @ explained.transpose(0, 2, 1) + back.bend)


def drawn_back(lays: Floats) -> Pull:
    """How dice are drawn back to where the finder saw them, and to squares that are not squeezed."""
    half = 0.5 * np.exp(-lays[:, 2])
    cosine, sine = half * np.cos(lays[:, 5]), half * np.sin(lays[:, 5])
    # How both squeezes and both shifts change with the numbers of a map.
    rows = np.zeros((len(lays), 4, 6))
    rows[:, 0, 0] = rows[:, 1, 1] = rows[:, 1, 3] = cosine
    rows[:, 0, 4] = -cosine
    rows[:, 1, 0] = sine
    rows[:, 0, 1] = rows[:, 0, 3] = rows[:, 1, 4] = -sine
    rows[:, 2, 2] = rows[:, 3, 5] = 1
    weighed = rows.transpose(0, 2, 1) * drawing()
    return Pull((weighed @ lays[:, [3, 4, 0, 1], np.newaxis])[..., 0], weighed @ rows)


def drawing() -> Floats:
    """How much the squares of both squeezes and both shifts of a lay cost."""
    return np.array([SQUEEZE_COST] * 2 + [SHIFT_COST] * 2)


def blankness(left: Light, blank: Light) -> Light:
    """How nearly nothing is seen, 0..1: where a glyph should be, the middle of a large disc must not pass for it."""
    return np.asarray((blank / (left + blank + np.float32(1e-7))) ** 2, np.float32)


def all_of(one: Light, other: Light) -> Light:
    """The products' sum for each die."""
    return np.asarray(np.einsum("ncs,ncs->n", one, other))
