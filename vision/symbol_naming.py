"""Naming top faces: which taught face explains what is seen, in a light that is the same for all dice.

A face seen is the taught one, times a gain, plus a veil of gloss, times the light's colour. Gain and veil belong to the
die; the light's colour is shared by all dice in the picture. Every colour of light on a grid is tried; how well all
dice together fit says how likely it is. A face's share is its likelihood averaged over the likely lights, so a picture
whose light stays open leaves the face open too. Clipped channels are only held against what would be darker.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.symbol_matching import NAMING, MatchingSettings, costs_of, without_slopes
from vision.symbol_patches import Crops, Floats, Light, rings_of, sampled
from vision.symbol_templates import PARTS, Templates

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class NamingSettings:
    """How lights and misfits are weighed."""

    tint_step: float = 0.1  # of the logarithms of blue / green and red / green
    tint_steps: int = 6  # to each side
    tint_spread: float = 0.2  # how far lights differ from the taught one, one standard deviation
    misfit_spread: float = 0.05  # how far a part's colour strays from the taught one, one standard deviation
    tail: float = 5.0  # the smaller, the less a large misfit says
    shape_spread: float = 0.05  # of what is left unexplained of a shape: e times less likely
    most_shape: float = 0.6  # more left unexplained says no more: a plain face explains no shape at all
    plain_shape: float = 0.5  # so much of that is told of a plain face, on which any faint shade stays unexplained
    veil_spread: float = 0.5  # of a veil compared with full light
    taught_veil: float = 0.5  # of a face's darkest part may be veil that was there when it was taught
    dark: float = 0.015  # light below which differences are not trusted more and more
    stray: float = 1e-6  # likelihood of a thing that was never taught: it must not decide about the light
    unknown_cost: float = 2.0  # of a channel that was clipped when taught, in squared spreads
    least_good: float = 0.5  # of a part, or its channel counts as clipped
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
    tints = tint_grid(settings)
    misfits, veils = fit_of(colours, templates, tints, settings)  # (lights, dice, looks)
    # Far misfits happen more often than under a bell curve: gloss and shade are not all that the model says.
    looks = settings.tail * np.log1p(misfits**2 / (2 * settings.tail))
    is_seen = faces.good.mean(axis=(1, 2)) >= settings.least_seen
    looks += np.minimum(colours.shape, settings.most_shape) / settings.shape_spread * is_seen[:, np.newaxis]
    names = tuple(dict.fromkeys(templates.names))
    least = np.stack([looks[:, :, [each == name for each in templates.names]].min(axis=2) for name in names], axis=2)
    prior = -(tints**2).sum(axis=1) / (2 * settings.tint_spread**2)
    chance = prior + np.log(np.exp(-least).sum(axis=2) + settings.stray).sum(axis=1)
    chance = np.exp(chance - chance.max())
    chance /= chance.sum()
    # In every light the faces' shares sum to 1, also where none fits well: doubt about that is told by the misfit.
    relative = np.exp(least.min(axis=2, keepdims=True) - least)
    shares = np.einsum("t,tdf->df", chance, relative / relative.sum(axis=2, keepdims=True))
    light = int(np.argmax(chance))
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


def tint_grid(settings: NamingSettings) -> Floats:
    """Lights to try: logarithms (n, 2) of blue / green and red / green, compared with the taught light."""
    steps = np.arange(-settings.tint_steps, settings.tint_steps + 1)
    tints = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(settings.tint_step * tints[np.hypot(*tints.T) <= settings.tint_steps + 0.5])


def colours_of(faces: SeenFaces, templates: Templates, settings: NamingSettings) -> Colours:
    """Hold every die against every look, in the turn in which their shapes agree best."""
    rings = rings_of(*NAMING)
    count, looks = len(faces.light), len(templates.names)
    # One die at a time: larger products would be spread over all cores, which costs more than it saves.
    costs = np.concatenate([costs_of(one[np.newaxis], templates.turns, MatchingSettings()) for one in faces.light])
    costs = costs.reshape(count, looks, rings.angles)
    turns = costs.argmin(axis=2)  # (dice, looks)
    light = without_slopes(faces.light, rings, 2)
    parts = np.stack([faces.good, faces.good * light, light])  # (3, dice, samples, channels)
    circles = parts.reshape(3, count, rings.rings, rings.angles, 3).transpose(1, 0, 4, 2, 3)
    places = (np.arange(rings.angles) + turns[:, :, np.newaxis]) % rings.angles  # (dice, looks, angles)
    masks = np.stack([part.masks for part in templates.parts]).transpose(0, 2, 1)  # (looks, samples, PARTS)
    sums = np.empty((count, looks, 9, PARTS))
    for number in range(count):
        turned = circles[number][..., places[number]]  # (3, channels, rings, looks, angles)
        sums[number] = turned.transpose(3, 0, 1, 2, 4).reshape(looks, 9, -1) @ masks
    good, known, plain = np.moveaxis(sums.reshape(count, looks, 3, 3, PARTS), 2, 0).swapaxes(3, 4)
    is_known = good >= settings.least_good
    seen = np.where(is_known, known / np.maximum(good, 1e-6), plain)
    return Colours(np.maximum(seen, 0), is_known, costs.min(axis=2))


def fit_of(colours: Colours, templates: Templates, tints: Floats, settings: NamingSettings) -> tuple[Floats, Floats]:
    """For each light, die and look: how badly colours fit, in spreads, with the best gain and veil; and that veil."""
    known = np.stack([part.light for part in templates.parts]).reshape(len(templates.names), -1).astype(np.float32)
    is_known = np.stack([part.is_known for part in templates.parts]).reshape(known.shape)
    is_present = np.repeat(np.stack([part.is_present for part in templates.parts]), 3, axis=1)
    undo = np.tile(np.exp(-np.stack([tints[:, 0], np.zeros(len(tints)), tints[:, 1]], axis=1)), PARTS)
    count = len(colours.light)
    seen = colours.light.reshape(count, -1, 3 * PARTS)
    full = np.maximum(np.where(is_present, seen, 0).max(axis=2, keepdims=True), 1e-4)
    # (lights, dice, looks, 3 * PARTS)
    seen = (seen / full).astype(np.float32) * undo.astype(np.float32)[:, np.newaxis, np.newaxis]
    weight = (is_present / (known + settings.dark) / settings.misfit_spread**2).astype(np.float32)
    both = colours.is_known.reshape(count, -1, 3 * PARTS) & is_known
    too_dark = ~colours.is_known.reshape(both.shape) & is_known  # clipped now: only a darker face is refuted
    too_bright = colours.is_known.reshape(both.shape) & ~is_known  # clipped when taught: only a brighter one is
    counted = both
    least = settings.taught_veil * np.where(is_present, known, np.inf).min(axis=1).astype(np.float32)
    for _ in range(2):
        gain, veil = gain_and_veil(seen, known, least, weight * counted, settings)
        rest = gain[..., np.newaxis] * known + veil[..., np.newaxis] - seen
        counted = both | (too_dark & (rest < 0)) | (too_bright & (rest > 0))
    off = (weight * counted * rest**2).sum(axis=3) / gain**2
    # A look that was clipped when taught says little: it must not win by never being refuted.
    off = off + settings.unknown_cost * (too_bright & is_present & ~counted).sum(axis=3)
    misfit = np.sqrt(off + (veil / gain / settings.veil_spread) ** 2)
    return np.asarray(misfit, np.float64), np.asarray(veil / gain, np.float64)


def gain_and_veil(
    seen: Light, known: Light, least: Light, weight: Light, settings: NamingSettings
) -> tuple[Light, Light]:
    """The gain and veil that fit best; much veil is unlikely.

    There may be less veil than when the face was taught, by no more than the darkest part of it shows.
    """
    known_known = (weight * known**2).sum(axis=-1) + 1e-6
    known_one = (weight * known).sum(axis=-1)
    one = weight.sum(axis=-1)
    seen_known = np.einsum("...p,...p->...", weight * known, seen)
    seen_one = np.einsum("...p,...p->...", weight, seen)
    drawn = one + 1 / settings.veil_spread**2
    veil = (seen_one * known_known - seen_known * known_one) / np.maximum(known_known * drawn - known_one**2, 1e-9)
    gain = (seen_known - veil * known_one) / known_known
    # Where that would be less than nothing: all veil is gone.
    bare_known = known_known - 2 * least * known_one + least**2 * one
    bare = np.maximum((seen_known - least * seen_one) / np.maximum(bare_known, 1e-9), 0.02)
    is_bare = veil < -least * gain
    gain = np.maximum(np.where(is_bare, bare, gain), 0.02)
    return gain, np.where(is_bare, -least * gain, veil)
