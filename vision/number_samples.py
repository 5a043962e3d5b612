"""The paint of a card and what is beside it, measured on the cut-out around its digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
CUT = 80  # pixels of a cut-out's side, which shows two heights of the digit
# Rows and columns of the cut-out that surely show the card; every third is enough.
INSIDE = (slice(11, 69, 3), slice(21, 59, 3))
GROUPS = 3  # body, digit, and perhaps an outline or a ring
ROUNDS = 4
LEAST_SHARE = 0.04  # of the pixels, for a group to count
LEAST_LIGHT = -0.5  # logarithm of the colourless part's light over the paint's: dark paper has less
SAME_GREY = 0.2  # saturations that differ by less are both grey
BLEND_WIDTH = 0.2  # how far a blend may be off the line between two colours, as a part of it
DARKNESS = 0.012  # light added before saturation is told: that of noise and black ink


@dataclass(frozen=True, slots=True)
class PaintSample:
    """Light (B, G, R; 0..1) from a card's coloured part and from its colourless part."""

    ink: tuple[float, float, float]
    paper: tuple[float, float, float]
    is_light: bool  # whether the colourless part is light: paper or white ink, the measure of the light


def paint_samples(cuts: Sequence[NDArray[np.uint8]]) -> list[PaintSample]:
    """Measure all cards of a deck; whether they have light paper or white ink is decided for all together."""
    if not cuts:
        return []
    pixels = np.stack([cut[INSIDE].reshape(-1, 3) for cut in cuts]).astype(np.float32)
    colours, shares = grouped(pixels)
    light = np.power(colours / 255.0, 2.2)
    vivid = saturation(light)
    chosen = [ink_and_rest(*card) for card in zip(shares, vivid, blends(colours, shares), strict=True)]
    brightest = [max(float(light[card, group].mean()) for group in rest) for card, (_, rest) in enumerate(chosen)]
    paints = [float(light[card, ink].max()) for card, (ink, _) in enumerate(chosen)]
    has_light = float(np.mean(np.log(np.array(brightest) + 1e-4) - np.log(np.array(paints) + 1e-4))) > LEAST_LIGHT
    every = np.arange(len(cuts))
    inks = colours[every, [ink for ink, _ in chosen]]
    papers = np.empty_like(inks)
    for card, (_, rest) in enumerate(chosen):
        order = sorted(rest, key=lambda group: float(light[card, group].mean()))
        papers[card] = colours[card, order[-1] if has_light else order[0]]
    if not has_light:
        # Black on dark blue is seen as one; what is light there is the table.
        papers[papers.mean(axis=1) > inks.max(axis=1)] = np.median(papers, axis=0)
    return [
        PaintSample(as_light(ink), as_light(paper), has_light)
        for ink, paper in zip(pure(pixels, inks, papers), papers, strict=True)
    ]


def ink_and_rest(shares: Floats, vivid: Floats, is_blend: NDArray[np.bool_]) -> tuple[int, list[int]]:
    """The group with the strongest colour, and those that may be paper; blends along edges are neither."""
    groups = [group for group in range(GROUPS) if shares[group] >= LEAST_SHARE and not is_blend[group]]
    if len(groups) < 2:
        groups = sorted(range(GROUPS), key=lambda group: -shares[group])[:2]
    ink = max(groups, key=lambda group: vivid[group])
    rest = [group for group in groups if group != ink]
    greyest = min(vivid[group] for group in rest)
    return ink, [group for group in rest if vivid[group] <= greyest + SAME_GREY]


def blends(colours: Floats, shares: Floats) -> NDArray[np.bool_]:
    """(cards, groups): whether a group is the smallest and lies between the two others, as pixels on an edge do."""
    every, smallest = np.arange(len(colours)), shares.argmin(axis=1)
    between, one, other = (colours[every, (smallest + step) % GROUPS] for step in range(GROUPS))
    line, away = other - one, between - one
    length = np.maximum(1e-6, np.square(line).sum(axis=1))
    along = (away * line).sum(axis=1) / length
    beside = np.square(away - along[:, None] * line).sum(axis=1)
    is_blend = np.zeros(shares.shape, bool)
    is_blend[every, smallest] = (along > 0.1) & (along < 0.9) & (beside < BLEND_WIDTH**2 * length)
    return is_blend


def pure(pixels: NDArray[np.float32], inks: Floats, papers: Floats) -> Floats:
    """The paints without their edges: the mean of those of each card's pixels that are farthest from the paper."""
    line = inks - papers
    away = pixels - papers[:, None, :].astype(np.float32)
    along = (away @ line[:, :, None])[:, :, 0] / np.maximum(np.square(line).sum(axis=1), 1e-6)[:, None]
    mine = (along > 0.75) & (along < 1.35)  # what is much farther away is something else
    usual = (along * mine).sum(axis=1) / np.maximum(mine.sum(axis=1), 1)
    near = (mine & (along >= usual[:, None])).astype(np.float32)
    count = near.sum(axis=1)[:, None]
    mean = (near[:, None, :] @ pixels)[:, 0] / np.maximum(count, 1)
    return np.asarray(np.where(count > 0, mean, inks), np.float64)


def saturation(light: Floats) -> Floats:
    """How far from grey, 0..1; printed colours have more than 0.7, paper in warm light less than 0.4."""
    most, least = light.max(axis=-1), light.min(axis=-1)
    return np.asarray((most - least) / (most + DARKNESS), np.float64)


def as_light(level: Floats) -> tuple[float, float, float]:
    """A picture's levels as light, in three plain numbers."""
    blue, green, red = np.power(np.clip(level, 0, 255) / 255.0, 2.2).tolist()
    return blue, green, red


def grouped(pixels: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """Three colours that each card's pixels (cards, pixels, 3) gather around (cards, 3, 3), and their shares.

    Begins with the commonest colour, what is farthest from it, and what is farthest from both.
    """
    every = np.arange(len(pixels))
    planes = [np.ascontiguousarray(pixels[:, :, plane]) for plane in range(3)]
    centres = np.empty((len(pixels), GROUPS, 3), np.float32)
    centres[:, 0] = np.median(pixels[:, ::4], axis=1)
    nearest = distance(planes, centres[:, 0])
    for group in range(1, GROUPS):
        centres[:, group] = pixels[every, nearest.argmax(axis=1)]
        nearest = np.minimum(nearest, distance(planes, centres[:, group]))
    count = np.ones((len(pixels), GROUPS), np.float32)
    for _ in range(ROUNDS):
        away = [distance(planes, centres[:, group]) for group in range(GROUPS)]
        nearest = np.minimum(np.minimum(away[0], away[1]), away[2])
        for group in range(GROUPS):
            mine = (away[group] == nearest).astype(np.float32)
            count[:, group] = mine.sum(axis=1)
            for plane in range(3):
                total = (mine * planes[plane]).sum(axis=1)
                mean = total / np.maximum(count[:, group], 1)
                centres[:, group, plane] = np.where(count[:, group] > 0, mean, centres[:, group, plane])
    return centres.astype(np.float64), (count / pixels.shape[1]).astype(np.float64)


def distance(planes: Sequence[NDArray[np.float32]], centre: NDArray[np.float32]) -> NDArray[np.float32]:
    """The square of how far each card's pixels are from that card's centre (cards, 3)."""
    away = np.square(planes[0] - centre[:, :1])
    away += np.square(planes[1] - centre[:, 1:2])
    away += np.square(planes[2] - centre[:, 2:])
    return np.asarray(away, np.float32)
