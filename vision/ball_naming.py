"""Naming balls: all lie under the same lamp, so their colours are named together with the lamp's.

In logarithms a warmer or cooler lamp shifts every colour by the same step. How warm it is, is not known; the table's
colour, the highlights on the glossy balls and the balls themselves each say something about it. So every lamp is tried,
weighed by how likely it is, and the names are added up over all lamps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.ball_finding import Outline
from vision.ball_profile import BallProfile, Paint, colour_points, shares


@dataclass(frozen=True, slots=True)
class LampSettings:
    """What is known about lamps before looking, in logarithms of red against green in linear light."""

    blue_step: float = -0.8  # how far blue goes for each step of red between 2700 and 6500 K
    furthest: float = 1.0  # lamps tried, to both sides
    steps: int = 25
    # Most tables are coloured, and most cameras have taken away most of the lamp's colour: the table is believed by a
    # third only, and within this limit.
    table_belief: float = 0.35
    table_limit: float = 0.3
    lamp_spread: float = 0.25
    highlight_spread: float = 0.3
    least_gloss: float = 3.0  # highlight / body, for the highlight to show the lamp
    clipped: float = 0.9  # linear light; a clipped highlight is white whatever the lamp


@dataclass(frozen=True, slots=True)
class PaintSettings:
    """Where colours end; chosen between path-traced, snooker and sweet balls (November 2026)."""

    faint: float = 0.004  # linear light that noise and stray light add to every channel
    # Distance from grey between black balls (up to 0.13 under a lamp not yet known) and coloured ones (from 0.2).
    grey: float = 0.145
    grey_step: float = 0.015
    colourless_paint: float = 0.08  # a paint nearer to grey than this has no hue
    # A colourless ball is black if it is darker than this share of what lies around it; white and grey are not ours.
    dark: float = 0.45
    dark_step: float = 0.15  # in logarithms
    stranger: float = 0.02  # how well "none of them" always fits: the border is at 2.8 spreads


@dataclass(frozen=True, slots=True)
class Name:
    """A ball's colour with how likely it is, and the others."""

    colour: str
    confidence: float
    others: tuple[tuple[str, float], ...]
    is_stranger: bool  # none of the known colours fits


def name_balls(balls: Sequence[Outline], table: Paint, profile: BallProfile) -> list[Name]:
    """Name all balls of one picture; `table` is the picture's usual colour in linear light."""
    if not balls:
        return []
    settings = LampSettings()
    lamps = np.linspace(-settings.furthest, settings.furthest, settings.steps)
    fits = [fits_under(lamps, ball, table, profile, settings) for ball in balls]
    weights = lamp_weights(lamps, balls, table, settings)
    for fit in fits:
        weights = weights * fit.sum(axis=1)
    weights = weights / weights.sum()
    return [name_from(weights @ (fit / fit.sum(axis=1, keepdims=True)), profile) for fit in fits]


def name_from(chances: NDArray[np.float64], profile: BallProfile) -> Name:
    """The likeliest colour; the last of the chances is that of a stranger."""
    ranked = sorted(
        ((colour.name, float(chance)) for colour, chance in zip(profile.colours, chances, strict=False)),
        key=lambda pair: -pair[1],
    )
    return Name(
        colour=ranked[0][0],
        confidence=ranked[0][1],
        others=tuple((name, round(chance, 4)) for name, chance in ranked[1:4]),
        is_stranger=bool(chances[-1] > ranked[0][1]),
    )


def fits_under(
    lamps: NDArray[np.float64], ball: Outline, table: Paint, profile: BallProfile, settings: LampSettings
) -> NDArray[np.float64]:
    """For every lamp how well each colour fits this ball, and last how well none does."""
    limits = PaintSettings()
    gains = np.exp(-np.outer(lamps, (settings.blue_step, 0.0, 1.0)))
    points = colour_points((np.array(ball.body) + limits.faint) * gains)
    hues = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
    coloured = rising(np.hypot(points[:, 0], points[:, 1]), limits.grey, limits.grey_step)
    around = max(*ball.surroundings, *table)
    dark = 1 - rising(
        np.log((max(ball.body) + limits.faint) / (around + limits.faint)), math.log(limits.dark), limits.dark_step
    )
    fits = []
    for colour in profile.colours:
        hue, depth = colour.hue()
        if depth < limits.colourless_paint:
            fits.append((1 - coloured) * dark)
        else:
            off = (hues - hue + 180) % 360 - 180
            fits.append(coloured * np.exp(-0.5 * (off / profile.spread_degrees) ** 2))
    return np.stack([*fits, np.full(len(lamps), limits.stranger)], axis=1)


def rising(value: NDArray[np.float64] | float, middle: float, step: float) -> NDArray[np.float64]:
    """From 0 to 1 around the middle."""
    return np.asarray(1 / (1 + np.exp(-np.clip((np.asarray(value) - middle) / step, -50, 50))), np.float64)


def lamp_weights(
    lamps: NDArray[np.float64], balls: Sequence[Outline], table: Paint, settings: LampSettings
) -> NDArray[np.float64]:
    """How likely each lamp is, by the table and by the highlights."""
    centre = settings.table_belief * warmth(table, settings)
    centre = min(settings.table_limit, max(-settings.table_limit, centre))
    weights = np.exp(-0.5 * ((lamps - centre) / settings.lamp_spread) ** 2)
    for ball in balls:
        if settings.least_gloss * max(ball.body) < max(ball.highlight) < settings.clipped:
            blue, green, red = (shine - body for shine, body in zip(ball.highlight, ball.body, strict=True))
            shown = warmth((blue, green, red), settings)
            weights = weights * np.exp(-0.5 * ((lamps - shown) / settings.highlight_spread) ** 2)
    return np.asarray(weights, np.float64)


def warmth(light: Paint, settings: LampSettings) -> float:
    """The lamp that would make white look like this."""
    blue, green, red = (math.log(max(value, 1e-3)) for value in light)
    return (red - green + settings.blue_step * (blue - green)) / (1 + settings.blue_step**2)


def paint_of(ball: Outline, table: Paint) -> Paint:
    """The ball's own shares of white light, freed from the likeliest lamp."""
    settings = LampSettings()
    lamps = np.linspace(-settings.furthest, settings.furthest, settings.steps)
    lamp = float(lamps[np.argmax(lamp_weights(lamps, [ball], table, settings))])
    blue, green, red = (value + PaintSettings().faint for value in ball.body)
    return shares((blue * math.exp(-settings.blue_step * lamp), green, red * math.exp(-lamp)))
