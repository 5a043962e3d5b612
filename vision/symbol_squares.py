"""Where the top face ends: the square that all dice of one picture have in common around their glyph.

The dice are laid on each other by their glyphs. Then inside of the face all look alike, while outside of it each shows
another side and another piece of table; and along the face's border the light changes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.symbol_matching import Bank, MatchingSettings, costs_of, improved
from vision.symbol_patches import Crops, Floats, Light, as_levels, flat_picture, lay_of, sampled, shapes_of

SIDE = 64  # pixels of the pictures the square is looked for in ...
WIDE = 2.0  # ... which show so many edges


@dataclass(frozen=True, slots=True)
class SquareSettings:
    """Which squares are tried; lengths in the edge that the finder told."""

    sizes: tuple[float, ...] = (0.74, 0.82, 0.91, 1.0, 1.1, 1.21, 1.33)
    shift: float = 0.07  # between two centres ...
    shifts: int = 2  # ... of so many to each side
    turns: int = 9  # of a quarter turn
    # Then around the best: first steps for right, down, growth, both squeezes and turn, at half the steps each round.
    steps: tuple[float, ...] = (0.035, 0.035, 0.04, 0.03, 0.03, 0.09)
    rounds: int = 3
    strip: float = 0.07  # how far inside and outside of the border the light is looked at
    far_strip: float = 0.14  # how far outside dice are compared: nearer, a blurred border differs as well
    places: tuple[float, ...] = (-0.36, -0.24, -0.12, 0.0, 0.12, 0.24, 0.36)  # along a side; corners are rounded
    half_contrast: float = 0.12  # of levels: half as good as the best border
    unlike: float = 0.06  # of levels, by which dice differ where they show different things
    unlike_weight: float = 0.5  # of that, compared with the border's contrast
    # The finder is off by less than this in size and place, one standard deviation, on rendered dice of random styles.
    size_spread: float = 0.13
    place_spread: float = 0.1
    squeeze_spread: float = 0.06  # of the squeeze with which a face is first seen
    prior_weight: float = 0.06
    as_good: float = 0.2  # of what a face leaves unexplained: a turn that is worse by less may be the right one
    most_turns: int = 10


def squared(crops: Crops, lays: Floats, bank: Bank, settings: SquareSettings | None = None) -> Floats:
    """The lays of equal faces, moved, sized and turned together so that each is just the face's square.

    `bank` holds the face as the lays were found with it. A star looks the same in five turns, of which only some turn
    the square around it into itself: each die takes the turn that fits the square best.
    """
    settings = settings or SquareSettings()
    ways = [turned_alike(crops, number, lay, bank, settings) for number, lay in enumerate(lays)]
    tries = first_tries(settings)
    borders = []
    for number, (turned, worse) in enumerate(ways):
        pictures = [picture_at(crops, number, lay) for lay in turned]
        seen = [contrast_of([picture], tries, settings, settings.strip) for picture in pictures]
        borders.append(np.array(seen) - worse[:, np.newaxis])
    together = np.mean([border.max(axis=0) for border in borders], axis=0) - prior_of(tries, settings)
    first = int(np.argmax(together))
    chosen = np.array([turned[int(np.argmax(own[:, first]))] for (turned, _), own in zip(ways, borders, strict=True)])
    chosen = turned_right(crops, chosen, bank)
    alike = [picture_at(crops, number, lay) for number, lay in enumerate(chosen)]
    best = tries[int(np.argmax(worth(alike, tries, settings)))]
    steps = np.array(settings.steps)
    ways_around = np.array(list(itertools.product((-1, 0, 1), repeat=6)))
    for _ in range(settings.rounds):
        near = best + steps * ways_around
        best = near[int(np.argmax(worth(alike, near, settings)))]
        steps = steps / 2
    return moved(chosen, best)


def turned_alike(crops: Crops, number: int, lay: Floats, bank: Bank, settings: SquareSettings) -> tuple[Floats, Floats]:
    """The lay in all turns (n, 6) in which the face looks about the same, and how much worse than in the best (n,)."""
    seen = sampled(crops, crops.light, np.broadcast_to(lay, (len(crops), 1, 6)), bank.rings)[number]
    costs = costs_of(seen, bank, MatchingSettings())[0]
    is_least = (costs <= np.roll(costs, 1)) & (costs <= np.roll(costs, -1)) & (costs <= costs.min() + settings.as_good)
    here = lay + np.zeros((np.count_nonzero(is_least), 6))
    here[:, 5] += np.flatnonzero(is_least) * 2 * math.pi / bank.rings.angles
    if len(here) > settings.most_turns:
        return lay[np.newaxis], np.zeros(1)  # a disc looks the same in all turns: nothing tells them apart
    return here, costs[is_least] - costs.min()


def turned_right(crops: Crops, lays: Floats, bank: Bank) -> Floats:
    """The lays improved a little, each near where it is."""
    matching = MatchingSettings()
    looks, steps = np.zeros(len(lays), np.intp), np.array(matching.steps)
    return improved(crops, np.arange(len(lays)), lays, looks, bank, steps, matching.rounds, matching).lays


def first_tries(settings: SquareSettings) -> Floats:
    """All squares (m, 6) that are tried first, each as a lay."""
    shifts = settings.shift * np.arange(-settings.shifts, settings.shifts + 1)
    turns = np.arange(settings.turns) * math.pi / 2 / settings.turns
    return np.array(list(itertools.product(shifts, shifts, np.log(settings.sizes), (0,), (0,), turns)))


def moved(lays: Floats, square: Floats) -> Floats:
    """The lays (n, 6) with this part of each face, itself given as a lay (6,), as the whole."""
    part, _ = shapes_of(square)
    better = []
    for lay in lays:
        edges, place = shapes_of(lay)
        better.append(lay_of(edges @ part, place + edges @ square[:2]))
    return np.array(better)


def picture_at(crops: Crops, number: int, lay: Floats) -> Light:
    """The surroundings of one die, laid flat, as levels with the brightest parts at 1."""
    picture = flat_picture(crops, crops.light, number, lay, SIDE, WIDE)
    middle = picture[SIDE // 4 : -SIDE // 4, SIDE // 4 : -SIDE // 4]
    return as_levels(np.asarray(picture / max(1e-6, float(np.percentile(middle.max(axis=2), 95))), np.float32))


def worth(pictures: Sequence[Light], tries: Floats, settings: SquareSettings) -> Floats:
    """How well each square (m, 6) parts what the dice have in common from the rest."""
    outside, inside = (
        seen_along(pictures, tries, 0.5 + strip, settings).std(axis=0).mean(axis=(1, 2, 3))
        for strip in (settings.far_strip, -settings.strip)
    )
    unlike = np.minimum(outside / settings.unlike, 1) - np.minimum(inside / settings.unlike, 1)
    # Seen from near, a sharp border tells its place; seen from afar, a rounded one does.
    border = sum(contrast_of(pictures, tries, settings, strip) for strip in (settings.strip, settings.strip / 2)) / 2
    return np.asarray(border + settings.unlike_weight * unlike - prior_of(tries, settings), np.float64)


def contrast_of(pictures: Sequence[Light], tries: Floats, settings: SquareSettings, strip: float) -> Floats:
    """How clearly the light changes along the border of each square, 0..1; the weakest side counts most."""
    inside, outside = (seen_along(pictures, tries, 0.5 + away, settings) for away in (-strip, strip))
    contrast = np.abs(outside - inside).sum(axis=-1).mean(axis=0)  # (m, sides, places)
    sides = (contrast / (contrast + settings.half_contrast)).mean(axis=2)
    return np.asarray((sides.mean(axis=1) + sides.min(axis=1)) / 2, np.float64)


def prior_of(tries: Floats, settings: SquareSettings) -> Floats:
    """What a square costs for being another one than the finder told."""
    off = (tries[:, 2] / settings.size_spread) ** 2 + (tries[:, :2] ** 2).sum(axis=1) / settings.place_spread**2
    off = off + (tries[:, 3:5] ** 2).sum(axis=1) / settings.squeeze_spread**2
    return np.asarray(settings.prior_weight * off)


def seen_along(pictures: Sequence[Light], tries: Floats, reach: float, settings: SquareSettings) -> Light:
    """What every picture shows along the four sides of every square: (n, m, 4, places, 3)."""
    along = np.array(settings.places)
    side = np.stack([along, np.full_like(along, -reach)], axis=1)
    turns = [np.array([[c, -s], [s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    points = np.concatenate([side @ turn.T for turn in turns])  # (4 * places, 2)
    edges, places = shapes_of(tries)
    at = points @ edges.transpose(0, 2, 1) + places[:, np.newaxis]
    across, down = (np.ascontiguousarray((at[..., axis] / WIDE + 0.5) * SIDE - 0.5, np.float32) for axis in (0, 1))
    seen = [cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for picture in pictures]
    return np.asarray(seen, np.float32).reshape(len(pictures), len(tries), 4, len(along), 3)
