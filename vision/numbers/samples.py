"""The paint of a card and what is beside it, measured on some pixels around its digit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import DigitPlace
from vision.numbers.naming import Halves

Floats = NDArray[np.float64]
ROWS, COLUMNS = 20, 13  # of the pixels looked at around a digit; what they span surely is the card
STEP = 0.075  # heights of the digit from one of them to the next
SMOOTHED = 0.0125  # heights over which each may be a mean: little, for thin strokes' sake
# Logarithms of blue and red over green that white can have under lamps from 2200 K on and with a camera's wrong white
# balance; of the eight paints each is farther off.
LEAST_TINT, MOST_TINT = (-1.5, -0.01, -0.9), (0.6, 0.01, 0.9)
GROUPS = 3  # body, digit, and perhaps an outline or a ring
ROUNDS = 4
LEAST_SHARE = 0.04  # of the pixels, for a group to count
LEAST_LIGHT = -0.5  # logarithm of the colourless part's light over the paint's: dark paper has less
# A paint on so many pixels is the card's body. There its commonest tone counts: what is farthest from a white digit are
# blends with the digit's black outline. On 109 drawn cards with one that made lightness wrong by 5 units, now by 2.6.
BODY_SHARE = 0.4
# Of a card whose digit has a drawn edge, by its light and its colour: the strongest channel, and that less the weakest.
# What has half as much colour as that part of the pixels at most is paint. With 0.8 instead of 0.5, 72 drawn tables are
# read the same; but only the lightest part of an unevenly lit card counts then.
STRONG, OF_STRONG = 0.96, 0.5
DARK_EDGE, DULL = 0.35, 0.3  # what has so little light and colour is the edge or the shadow
EDGE_SHARE = 0.05  # of the pixels that it takes
DULL_PAPER, NEARLY_LIGHTEST = 0.3, 0.9  # paper has so little colour for its light, and is nearly the lightest of it
REACHES = (30.0, 20.0, 12.0)  # levels of the picture
SAME_GREY = 0.2  # saturations that differ by less are both grey
BLEND_WIDTH = 0.2  # how far a blend may be off the line between two colours, as a part of it
DARKNESS = 0.012  # light added before saturation is told: that of noise and black ink


@dataclass(frozen=True, slots=True)
class PaintSample:
    """Light (B, G, R; 0..1) from a card's coloured part and from its colourless part."""

    ink: tuple[float, float, float]
    paper: tuple[float, float, float]
    is_light: bool  # whether the colourless part is light: paper or white ink, the measure of the light


def paint_pixels(halves: Halves, places: Sequence[DigitPlace]) -> NDArray[np.uint8]:
    """(cards, ROWS, COLUMNS, 3): pixels of each card around its digit, upright; beyond the border as it ends there."""
    pixels, scale = halves.fit_for(SMOOTHED * float(np.median([place.height for place in places])))
    seen = np.array([(place.x, place.y, place.height, math.radians(place.angle)) for place in places])
    x, y, height, turn = seen.T[:, :, None, None]
    down = STEP * (np.arange(ROWS) - (ROWS - 1) / 2)[:, None]
    right = STEP * (np.arange(COLUMNS) - (COLUMNS - 1) / 2)
    across = (x + height * (right * np.cos(turn) - down * np.sin(turn)) + 0.5) * scale - 0.5
    along = (y + height * (right * np.sin(turn) + down * np.cos(turn)) + 0.5) * scale - 0.5
    map_x, map_y = (way.reshape(-1, COLUMNS).astype(np.float32) for way in (across, along))
    taken = cv2.remap(pixels, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken.reshape(-1, ROWS, COLUMNS, 3), np.uint8)


def paint_samples(cards: Sequence[NDArray[np.uint8]]) -> list[PaintSample]:
    """Measure all cards of a deck, by their pixels; whether they have light paper is decided for all together."""
    if len(cards) == 0:
        return []
    pixels = np.stack(cards).reshape(len(cards), -1, 3).astype(np.float32)
    colours, shares = grouped(pixels)
    light = np.power(colours / 255.0, 2.2)
    white = shared_white(light, shares)
    seen = light / white
    groups = zip(shares.tolist(), saturation(seen).tolist(), blends(colours, shares).tolist(), strict=True)
    chosen = [ink_and_rest(*card) for card in groups]
    bright = seen.mean(axis=2).tolist()
    lightest = [max(rest, key=bright[card].__getitem__) for card, (_, rest) in enumerate(chosen)]
    darkest = [min(rest, key=bright[card].__getitem__) for card, (_, rest) in enumerate(chosen)]
    every, ink = np.arange(len(cards)), [ink for ink, _ in chosen]
    most = np.log(seen.mean(axis=2)[every, lightest] + 1e-4) - np.log(seen.max(axis=2)[every, ink] + 1e-4)
    has_light = float(most.mean()) > LEAST_LIGHT
    inks, papers = colours[every, ink], colours[every, lightest if has_light else darkest]
    if has_light:
        papers = pure(pixels, papers, inks)
    else:
        # Black on dark blue is seen as one; what is light there is the table.
        papers[papers.mean(axis=1) > inks.max(axis=1)] = np.median(papers, axis=0)
    is_body = shares[every, ink] >= BODY_SHARE
    paints = np.where(is_body[:, None], commonest(pixels, inks), pure(pixels, inks, papers))
    if has_light:
        paints, papers = edged(pixels, white, paints, papers)
    lights = zip(as_light(paints), as_light(papers), strict=True)
    return [PaintSample(paint, paper, has_light) for paint, paper in lights]


def shared_white(light: Floats, shares: Floats) -> Floats:
    """The colour of the light as the camera took it, its strength left aside; plain white if the cards do not tell.

    Warm light makes paper yellow and blue ink grey. But the lightest part of most cards is their paper or white ink,
    and it has the same colour on all of them, which no light gives to a paint; on dark paper it is the paint.
    """
    lightest = np.where(shares >= LEAST_SHARE, light.mean(axis=2), -1.0).argmax(axis=1)
    tint = np.log(light[np.arange(len(light)), lightest] + 1e-4)
    tint -= tint[:, 1:2]
    is_white = ((tint > LEAST_TINT) & (tint < MOST_TINT)).all(axis=1)
    if 2 * is_white.sum() < len(light):
        return np.ones(3)
    white = np.exp(np.median(tint[is_white], axis=0))
    return np.asarray(white / white.mean(), np.float64)


def ink_and_rest(shares: Sequence[float], vivid: Sequence[float], is_blend: Sequence[bool]) -> tuple[int, list[int]]:
    """The group with the strongest colour, and those that may be paper; blends along edges are neither."""
    groups = [group for group in range(GROUPS) if shares[group] >= LEAST_SHARE and not is_blend[group]]
    if len(groups) < 2:
        groups = sorted(range(GROUPS), key=lambda group: -shares[group])[:2]
    ink = max(groups, key=lambda group: vivid[group])
    rest = [group for group in groups if group != ink]
    greyest = min(vivid[group] for group in rest)
    return ink, [group for group in rest if vivid[group] <= greyest + SAME_GREY]


def edged(pixels: NDArray[np.float32], white: Floats, paints: Floats, papers: Floats) -> tuple[Floats, Floats]:
    """The same paints and papers, corrected if most cards' digits have a dark edge or a drawn shadow.

    There three groups are too few: the edge goes with the paint or the paint with the paper. But paint has more colour
    than any blend of it with black or white, and paper is what is lightest of what has little.
    """
    light = np.power(pixels / np.float32(255.0), np.float32(2.2)) / white.astype(np.float32)
    bright, most = light.mean(axis=2), light.max(axis=2)
    colour = most - light.min(axis=2)
    rank = int(STRONG * colour.shape[1])
    strong = np.partition(colour, rank, axis=1)[:, rank, None]
    is_paint = colour >= OF_STRONG * strong
    level = mean_level(bright, is_paint)
    is_dark = (most < DARK_EDGE * mean_level(most, is_paint)) & (colour < DULL * strong)
    is_light = (bright > level) & (colour < DULL_PAPER * most)
    lightest = np.where(is_light, bright, 0).max(axis=1)[:, None]
    is_paper = is_light & (bright >= NEARLY_LIGHTEST * lightest)
    is_edged = (is_dark.mean(axis=1) >= EDGE_SHARE) & (is_paper.mean(axis=1) >= LEAST_SHARE)
    if 2 * is_edged.sum() < len(pixels):
        return paints, papers
    each = is_edged[:, None]
    paints = np.where(each, commonest(pixels, mean_of(pixels, is_paint, paints)), paints)
    return paints, np.where(each, mean_of(pixels, is_paper, papers), papers)


def mean_level(values: NDArray[np.float32], is_mine: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(cards, 1): the mean of some of each card's values."""
    count = np.maximum(is_mine.sum(axis=1), 1)
    return np.asarray(((values * is_mine).sum(axis=1) / count)[:, None], np.float32)


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


def commonest(pixels: NDArray[np.float32], near: Floats) -> Floats:
    """The tone that most of each card's pixels have near a given one: a flat field, without what borders on it."""
    planes = planes_of(pixels)
    for reach in REACHES:
        near = mean_of(pixels, distance(planes, near.astype(np.float32)) < reach**2, near)
    return near


def pure(pixels: NDArray[np.float32], inks: Floats, papers: Floats) -> Floats:
    """The paints without their edges: the mean of those of each card's pixels that are farthest from the paper."""
    line = inks - papers
    away = pixels - papers[:, None, :].astype(np.float32)
    along = (away @ line[:, :, None])[:, :, 0] / np.maximum(np.square(line).sum(axis=1), 1e-6)[:, None]
    mine = (along > 0.75) & (along < 1.35)  # what is much farther away is something else
    usual = (along * mine).sum(axis=1) / np.maximum(mine.sum(axis=1), 1)
    return mean_of(pixels, mine & (along >= usual[:, None]), inks)


def mean_of(pixels: NDArray[np.float32], is_mine: NDArray[np.bool_], otherwise: Floats) -> Floats:
    """The mean of those of each card's pixels, and what to say where there are none."""
    mine = is_mine.astype(np.float32)
    count = mine.sum(axis=1)[:, None]
    return np.asarray(
        np.where(count > 0, (mine[:, None, :] @ pixels)[:, 0] / np.maximum(count, 1), otherwise), np.float64
    )


def saturation(light: Floats) -> Floats:
    """How far from grey, 0..1; printed colours have more than 0.7, paper in warm light less than 0.4."""
    most, least = light.max(axis=-1), light.min(axis=-1)
    return np.asarray((most - least) / (most + DARKNESS), np.float64)


def as_light(levels: Floats) -> list[tuple[float, float, float]]:
    """A picture's levels (cards, 3) as light, each card's in three plain numbers."""
    light = np.power(np.clip(levels, 0, 255) / 255.0, 2.2).tolist()
    return [(blue, green, red) for blue, green, red in light]


def grouped(pixels: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """Three colours that each card's pixels (cards, pixels, 3) gather around (cards, 3, 3), and their shares.

    Begins with the commonest colour, what is farthest from it, and what is farthest from both.
    """
    every = np.arange(len(pixels))
    planes = planes_of(pixels)
    centres = np.empty((len(pixels), GROUPS, 3), np.float32)
    centres[:, 0] = np.median(pixels[:, ::4], axis=1)
    nearest = distance(planes, centres[:, 0])
    for group in range(1, GROUPS):
        centres[:, group] = pixels[every, nearest.argmax(axis=1)]
        nearest = np.minimum(nearest, distance(planes, centres[:, group]))
    for _ in range(ROUNDS):
        away = [distance(planes, centres[:, group]) for group in range(GROUPS)]
        nearest = np.minimum(np.minimum(away[0], away[1]), away[2])
        is_mine = [each == nearest for each in away]
        for group in range(GROUPS):
            centres[:, group] = mean_of(pixels, is_mine[group], centres[:, group].astype(np.float64))
    shares = np.stack([mine.mean(axis=1) for mine in is_mine], axis=1)
    return centres.astype(np.float64), shares


def planes_of(pixels: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Blue, green and red of each card's pixels apart, which is quicker to reckon with."""
    return [np.ascontiguousarray(pixels[:, :, plane]) for plane in range(3)]


def distance(planes: Sequence[NDArray[np.float32]], centre: NDArray[np.float32]) -> NDArray[np.float32]:
    """The square of how far each card's pixels are from that card's centre (cards, 3)."""
    away = np.square(planes[0] - centre[:, :1])
    away += np.square(planes[1] - centre[:, 1:2])
    away += np.square(planes[2] - centre[:, 2:])
    return np.asarray(away, np.float32)
