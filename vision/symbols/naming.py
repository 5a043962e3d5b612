"""Naming top faces: which taught face explains what is seen, in a light that is the same for all dice.

A face seen is the taught one, times a gain, plus a veil of gloss, times the light's colour. Gain and veil belong to the
die; the light's colour is shared by all dice in the picture. Every colour of light on a grid is tried; how well all
dice together fit says how likely it is. A face's share is its likelihood averaged over the likely lights, so a picture
whose light stays open leaves the face open too. Clipped channels are only held against what would be darker.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from vision.symbols.lights import Flags, Pairs, fits_in_lights
from vision.symbols.matching import NAMING, costs_of, without_slopes
from vision.symbols.patches import Crops, Floats, Light, rings_of, sampled
from vision.symbols.templates import Templates


@dataclass(frozen=True, slots=True)
class NamingSettings:
    """How lights and misfits are weighed."""

    tint_step: float = 0.1  # of the logarithms of blue / green and red / green
    tint_steps: int = 6  # to each side
    tint_spread: float = 0.2  # how far lights differ from the taught one, one standard deviation
    tail: float = 5.0  # the smaller, the less a large misfit says
    shape_spread: float = 0.05  # of what is left unexplained of a shape: e times less likely
    most_shape: float = 0.6  # more left unexplained says no more: a plain face explains no shape at all
    plain_shape: float = 0.5  # so much of that is told of a plain face, on which any faint shade stays unexplained
    stray: float = 1e-6  # likelihood of a thing that was never taught: it must not decide about the light
    hopeless: float = 25.0  # so much less likely, as a logarithm, a light is not looked at closely
    # A face that stays open because much of it is clipped is also asked whether it would be as bright as the others,
    # compared with the plastic that all have.
    open_share: float = 0.97
    much_seen: float = 0.6  # of a face that is not clipped
    least_sure: int = 2  # dice whose names are clear
    exposure_spread: float = 0.7  # of the logarithm of that: shade and gloss make dice differ
    most_odd: float = 3.0  # more says no more
    least_good: float = 0.5  # of what a part shows without a lamp in it, or its channel counts as clipped
    least_open: float = 0.15  # of a part that shows no lamp, or it counts as clipped as a whole
    least_whole: float = 0.8  # of a face
    barely: float = 1e-3  # what shows a lamp counts, if nothing else is seen
    least_seen: float = 0.05  # of a face that is not clipped, or it shows no shape


@dataclass(frozen=True, slots=True)
class Named:
    """What one die was taken for."""

    shares: tuple[tuple[str, float], ...]  # every face, likeliest first
    misfit: float  # of its colours, for the likeliest look in the likeliest light, in spreads
    shape: float  # share of what is seen that this look leaves unexplained
    veil: float  # compared with full light


@dataclass(frozen=True, slots=True, eq=False)
class SeenFaces:
    """n top faces as rings of samples, in the light they were seen in."""

    light: Light  # (n, samples, 3), 0..1
    good: Light  # the same shape, 1 where a channel is not clipped


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """What n dice show where each of k looks has its parts: (n, k, PARTS, 3), and how their shapes agree."""

    light: Floats
    is_known: Flags  # where a channel is clipped, it is at least so bright
    shape: Floats  # (n, k) share left unexplained


def look_at(crops: Crops, lays: Floats) -> SeenFaces:
    """Sample every die as it lies."""
    rings = rings_of(*NAMING)
    light, good = (sampled(crops, picture, lays[:, np.newaxis], rings)[:, 0] for picture in (crops.light, crops.good))
    return SeenFaces(light, good)


def name_faces(faces: SeenFaces, templates: Templates, settings: NamingSettings | None = None) -> list[Named]:
    """Name all faces of one picture together."""
    settings = settings or NamingSettings()
    if not len(faces.light):
        return []
    colours = colours_of(faces, templates, settings)
    pairs, tints = pairs_of(colours, templates), tint_grid(settings)
    seen_share = faces.good.reshape(len(faces.good), -1).mean(axis=1)
    is_seen = seen_share >= settings.least_seen
    shapes = np.minimum(colours.shape, settings.most_shape) / settings.shape_spread * is_seen[:, np.newaxis]
    # Most lights are out of the question even if nothing that is clipped speaks against them.
    misfits, _, _ = fits_in_lights(pairs, tints, with_clipped=False)
    chance, _ = chance_of(tints, looks_of(misfits, shapes, settings), templates, settings)
    tints = tints[chance >= chance.max() - settings.hopeless]
    misfits, gains, veils = (each.reshape(len(tints), *shapes.shape) for each in fits_in_lights(pairs, tints))
    looks = looks_of(misfits, shapes, settings)
    chance, shares = shares_of(tints, looks, templates, settings)
    light = int(np.argmax(chance))
    odd = oddness(
        looks[light], np.log(gains[light] * pairs.full.reshape(shapes.shape)), shares, templates, seen_share, settings
    )
    if odd.any():
        looks = looks + odd
        chance, shares = shares_of(tints, looks, templates, settings)
        light = int(np.argmax(chance))
    names = tuple(dict.fromkeys(templates.names))
    counts = np.where(templates.turns.blank[:: templates.turns.rings.angles] == 0, settings.plain_shape, 1.0)
    named = []
    for number, share in enumerate(shares):
        order = np.argsort(-share)
        own = np.array([name == names[order[0]] for name in templates.names])
        look = int(np.argmin(np.where(own, looks[light, number], np.inf)))
        named.append(
            Named(
                shares=tuple((names[face], float(share[face])) for face in order),
                misfit=float(misfits[light, number, look]),
                shape=float(colours.shape[number, look] * counts[look]),
                veil=float(veils[light, number, look]),
            )
        )
    return named


def oddness(
    looks: Floats, gains: Floats, shares: Floats, templates: Templates, seen_share: Floats, settings: NamingSettings
) -> Floats:
    """What is to be said against each look (dice, looks) of faces that stay open since much of them is clipped.

    Gains are logarithms. All dice lie in about the same light: whose name is clear tells how bright the plastic is.
    """
    is_sure = shares.max(axis=1) >= settings.open_share
    is_open = ~is_sure & (seen_share < settings.much_seen)
    if not is_open.any() or np.count_nonzero(is_sure) < settings.least_sure:
        return np.zeros_like(looks)
    exposures = gains + np.log(templates.common)
    usual = float(np.median(exposures[np.arange(len(looks)), looks.argmin(axis=1)][is_sure]))
    odd = np.minimum(((exposures - usual) / settings.exposure_spread) ** 2 / 2, settings.most_odd)
    return np.where(is_open[:, np.newaxis], odd, 0)


def shares_of(tints: Floats, looks: Floats, templates: Templates, settings: NamingSettings) -> tuple[Floats, Floats]:
    """How likely each light is, and each face's share (dice, faces) of what all of these lights say."""
    chance, least = chance_of(tints, looks, templates, settings)
    chance = np.exp(chance - chance.max())
    chance /= chance.sum()
    # In every light the faces' shares sum to 1, also where none fits well: doubt about that is told by the misfit.
    relative = np.exp(least.min(axis=2, keepdims=True) - least)
    return chance, np.einsum("t,tdf->df", chance, relative / relative.sum(axis=2, keepdims=True))


def looks_of(misfits: Floats, shapes: Floats, settings: NamingSettings) -> Floats:
    """How little is to be said for each look (lights, dice, looks), as a logarithm, by its colours and its shape."""
    misfits = misfits.reshape(-1, *shapes.shape)
    # Far misfits happen more often than under a bell curve: gloss and shade are not all that the model says.
    return np.asarray(settings.tail * np.log1p(misfits**2 / (2 * settings.tail)) + shapes)


def chance_of(tints: Floats, looks: Floats, templates: Templates, settings: NamingSettings) -> tuple[Floats, Floats]:
    """How likely each light is, as a logarithm, and what the best look of each face (lights, dice, faces) says."""
    names = tuple(dict.fromkeys(templates.names))
    least = looks
    if len(names) < len(templates.names):
        those = [[each == name for each in templates.names] for name in names]
        least = np.stack([looks[:, :, chosen].min(axis=2) for chosen in those], axis=2)
    prior = -(tints**2).sum(axis=1) / (2 * settings.tint_spread**2)
    return prior + np.log(np.exp(-least).sum(axis=2) + settings.stray).sum(axis=1), least


@functools.cache
def tint_grid(settings: NamingSettings) -> Floats:
    """Lights to try: logarithms (n, 2) of blue / green and red / green, compared with the taught light."""
    steps = np.arange(-settings.tint_steps, settings.tint_steps + 1)
    tints = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(settings.tint_step * tints[np.hypot(*tints.T) <= settings.tint_steps + 0.5])


def colours_of(faces: SeenFaces, templates: Templates, settings: NamingSettings) -> Colours:
    """Hold every die against every look, in the turn in which their shapes agree best."""
    rings = rings_of(*NAMING)
    count, looks = len(faces.light), len(templates.names)
    costs = costs_of(faces.light, templates.turns).reshape(count, looks, rings.angles)
    # What mirrors a lamp is clipped in all channels: the rest of a part tells its colour, if there is any. How light
    # slopes over the face is not to be told then.
    is_open = faces.good.max(axis=2, keepdims=True) + np.float32(settings.barely)
    is_whole = is_open.mean(axis=1, keepdims=True) >= settings.least_whole
    light = np.where(is_whole, without_slopes(faces.light, rings, 2), faces.light)
    parts = np.concatenate([faces.good, faces.good * light, is_open * light, is_open], axis=2)  # (dice, samples, 10)
    circles = parts.transpose(0, 2, 1).reshape(count, 10, rings.rings, rings.angles)
    twice = np.concatenate([circles, circles], axis=3)  # so that a circle may begin anywhere
    turned = [
        [twice[number, ..., turn : turn + rings.angles] for turn in turns]
        for number, turns in enumerate(costs.argmin(axis=2).tolist())
    ]
    masks = np.stack([part.masks for part in templates.parts]).transpose(0, 2, 1)  # (looks, samples, PARTS)
    sums = np.array(turned).reshape(count, looks, 10, -1) @ masks
    good, known, plain, is_open = np.split(sums.swapaxes(2, 3), (3, 6, 9), axis=3)
    is_known = (good >= settings.least_good * is_open) & (is_open >= settings.least_open)
    seen = np.where(is_known, known / np.maximum(good, 1e-6), plain / np.maximum(is_open, 1e-6))
    return Colours(np.maximum(seen, 0), is_known, costs.min(axis=2))


def pairs_of(colours: Colours, templates: Templates) -> Pairs:
    """Every die beside every look."""
    count, looks = colours.light.shape[:2]
    known, is_known = (
        np.stack([getattr(part, name) for part in templates.parts]).reshape(looks, -1) for name in ("light", "is_known")
    )
    is_present = np.repeat(np.stack([part.is_present for part in templates.parts]), 3, axis=1)
    seen = colours.light.reshape(count, looks, -1)
    full = np.maximum(np.where(is_present, seen, 0).max(axis=2), 1e-4)
    return Pairs(
        (seen / full[..., np.newaxis]).reshape(count * looks, -1),
        full.ravel(),
        np.tile(known, (count, 1)),
        np.tile(is_present, (count, 1)),
        colours.is_known.reshape(count * looks, -1),
        np.tile(is_known, (count, 1)),
    )
