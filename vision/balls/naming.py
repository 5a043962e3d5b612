"""Naming a ball: its paint, as it would look under white light, is compared with the paints of the profile.

Colours are told apart by their hue; a ball without colour is black if it is dark. How far the paint may be off comes
from the judging network, how far the same paint wanders between makers from the profile.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.balls.judging import Judged
from vision.balls.profile import USUAL_COLOURS, BallProfile, is_usual


@dataclass(frozen=True, slots=True)
class PaintSettings:
    """Where colours end; measured on our own rendered tables (November 2026)."""

    # Distance from grey on the disc of colours, halfway between black (up to 0.05) and near-black blue (from 0.24).
    grey: float = 0.145
    grey_step: float = 0.02
    colourless_paint: float = 0.08  # a profile's paint nearer to grey than this has no hue
    # Brightest channel of the paint in linear light: black below, grey and white above.
    dark: float = 0.09
    dark_step: float = 0.25  # in logarithms
    stranger: float = 0.002  # how well "none of them" always fits: the border is at 3.5 spreads


@dataclass(frozen=True, slots=True)
class Name:
    """A ball's colour with how likely it is, and the others; all are unlikely where none of the known colours fits."""

    colour: str
    confidence: float
    others: tuple[tuple[str, float], ...]
    usual: float | None = None  # how likely it is the usual paint of that name; None where nobody could tell


def name_ball(judged: Judged, profile: BallProfile) -> Name:
    """The likeliest colour of a ball."""
    fits = fits_of(judged, profile, PaintSettings())
    total = sum(fits.values()) + PaintSettings().stranger
    ranked = sorted(((colour, fit / total) for colour, fit in fits.items()), key=lambda pair: -pair[1])
    return Name(
        colour=ranked[0][0],
        confidence=ranked[0][1],
        others=tuple((name, round(chance, 4)) for name, chance in ranked[1:4]),
        usual=usual_share(judged, profile, ranked[0][0]),
    )


def usual_share(judged: Judged, profile: BallProfile, name: str) -> float | None:
    """How likely this is the usual paint of that name, and no paint of other things that is like it."""
    is_known = any(colour.name == name and is_usual(colour) for colour in profile.colours)
    return judged.usual[USUAL_COLOURS.index(name)] if judged.usual and is_known else None


def fits_of(judged: Judged, profile: BallProfile, settings: PaintSettings) -> dict[str, float]:
    """How well each colour fits, 0..1."""
    x, y = judged.tint
    depth = math.hypot(x, y)
    spread = math.hypot(settings.grey_step, judged.tint_spread)
    coloured = rising(depth, settings.grey, spread)
    dark = 1 - rising(
        judged.darkness, math.log(settings.dark + 0.01), math.hypot(settings.dark_step, judged.darkness_spread)
    )
    # The less colour, the less its direction says.
    hue, hue_spread = math.degrees(math.atan2(y, x)), math.degrees(judged.tint_spread / max(depth, 0.05))
    hue_spread = math.hypot(profile.spread_degrees, hue_spread)
    fits = {}
    for colour in profile.colours:
        wanted, wanted_depth = colour.hue()
        if wanted_depth < settings.colourless_paint:
            fits[colour.name] = (1 - coloured) * dark
        else:
            off = (hue - wanted + 180) % 360 - 180
            fits[colour.name] = coloured * math.exp(-0.5 * (off / hue_spread) ** 2)
    return fits


def rising(value: float, middle: float, spread: float) -> float:
    """From 0 to 1 around the middle: how likely a value with that spread is above it."""
    return 0.5 * (1 + math.erf((value - middle) / (spread * math.sqrt(2))))
