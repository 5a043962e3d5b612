"""The colours of all cards in a picture, judged together.

The light is the same for all of them but not known: how strong, how warm. Every light that is possible is tried; under
each, every card's paint is compared with the deck's colours, and lights under which all cards look like the deck's
colours count more. So dark and light blue are told apart by what else lies there, and one card alone stays doubtful
unless light paper beside the paint says how strong the light is.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.base.profile_files import Paint
from vision.numbers.profile import CardColour, NumberProfile
from vision.numbers.samples import PaintSample

Floats = NDArray[np.float64]
WHITE_PAPER = 0.85  # share of the light that unprinted paper throws back
DARK_PAPER = 0.03

# Oklab (Björn Ottosson, 2020): the older Lab draws blue and purple so close together that decks overlap.
# Linear B, G, R to what the three kinds of cones in the eye see; their cube roots to lightness, a and b.
TO_CONES = np.array(
    [
        [0.0514459929, 0.5363325363, 0.4122214708],
        [0.1073969566, 0.6806995451, 0.2119034982],
        [0.6299787005, 0.2817188376, 0.0883024619],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
) * np.array([[100.0], [400.0], [400.0]])  # units about as large as those of the older Lab
DARKNESS = 1e-3  # added light: below, noise would make colours


@dataclass(frozen=True, slots=True)
class ColourSettings:
    """How far things may be off. Lab units, logarithms of light, shares of light."""

    noise: tuple[float, float, float] = (3.5, 5.0, 5.0)  # of one card's lightness, a and b
    deck: tuple[float, float, float] = (0.8, 1.0, 1.0)  # a deck's lightness, a and b, in spreads of the profile
    adapted_lights: int = 10  # so many of the likeliest lights are looked at more closely
    likely_strengths: int = 5  # so many strengths of the light are tried with every cast
    strength_steps: int = 5  # lights tried when light paper tells the strength ...
    strength_spread: float = 0.1  # ... papers differ by so much
    unknown_steps: int = 25  # lights tried when only dark paper is there
    unknown_spread: float = 0.9
    unknown_reach: float = 2.4  # the weakest and strongest tried
    cast_steps: int = 3
    unknown_cast_steps: int = 5
    cast_spread: float = 0.05  # of blue and of red against green, with light paper
    unknown_cast_spread: float = 0.12
    veils: tuple[float, ...] = (0.0, 0.03, 0.07, 0.13, 0.22)  # reflected light over a card, of white
    usual_veil: float = 0.035
    caution: float = 1.5  # the model is not the world: all evidence counts by one part of this
    few_cards: float = 3.0  # without light paper so few cards tell hardly anything about the light
    stranger: float = 5.0  # a card this many spreads from all colours is as likely none of them


def colour_shares(
    samples: Sequence[PaintSample], profile: NumberProfile, settings: ColourSettings | None = None
) -> Floats:
    """(cards, colours): how likely each card has each colour of the profile; a row sums to less if none fits well.

    First all lights are weighed with the profile's colours as they are. Then, under each of the likeliest lights, the
    colours move to where this deck's cards gather, and the cards are compared once more, now more strictly.
    """
    settings = settings or ColourSettings()
    if not samples:
        return np.zeros((0, len(profile.colours)))
    palette = lab(np.array([colour.paint for colour in profile.colours]))
    noise, deck = np.square(settings.noise), np.square(profile.spread * np.array(settings.deck))
    caution = settings.caution
    if not samples[0].is_light:
        caution *= 1 + settings.few_cards / len(samples)
    variance = np.tile(noise + deck, (len(palette), 1))
    bare, veil_costs = bare_paints(samples, settings)
    gains, light_costs = likely_lights(samples[0].is_light, bare, veil_costs, palette, variance, settings, caution)
    seen = lab(under(gains, bare))  # (lights, cards, veils, 3)
    cost, veils = costs(seen, palette, variance, veil_costs)
    shares, fit = shares_of(cost, settings, caution)
    weight = fit - light_costs
    likeliest = np.argsort(-weight)[: settings.adapted_lights]
    light = np.exp((weight[likeliest] - weight[likeliest[0]]) / caution)
    bare_seen = unveiled(seen[likeliest], veils[likeliest])
    moved, doubt = moved_palette(bare_seen, shares[likeliest], palette, noise, deck)
    again = moved_costs(seen[likeliest], moved, noise + doubt, veil_costs)
    return np.asarray(np.tensordot(light / light.sum(), shares_of(again, settings, caution)[0], 1), np.float64)


def costs(seen: Floats, palette: Floats, variance: Floats, veil_costs: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """(lights, cards, colours): how far each card is from each colour behind the likeliest veil, and which that is."""
    # The square of the difference, multiplied out: two products of matrices take a tenth of the time.
    flat = seen.reshape(-1, 3)
    away = np.square(flat) @ (0.5 / variance).T - flat @ (palette / variance).T
    away += (np.square(palette) / variance).sum(axis=1) / 2
    away = away.reshape(*seen.shape[:3], len(palette)) + veil_costs[:, None]
    return away.min(axis=2), away.argmin(axis=2)


def unveiled(seen: Floats, veils: NDArray[np.intp]) -> Floats:
    """(lights, cards, colours, 3): each card as it looks behind the veil that suits each colour best."""
    return np.take_along_axis(seen, veils[:, :, :, None], axis=2)


def shares_of(cost: Floats, settings: ColourSettings, caution: float) -> tuple[Floats, Floats]:
    """Each card's colours under each light (lights, cards, colours), and how well all cards look under it (lights)."""
    odds = np.exp(-np.minimum(cost, 60) / caution)
    stranger = np.exp(-(settings.stranger**2) / 2 / caution)
    fit = np.log(odds.mean(axis=2) + stranger).sum(axis=1)
    return odds / (odds.sum(axis=2, keepdims=True) + stranger), fit


def moved_palette(bare: Floats, shares: Floats, palette: Floats, noise: Floats, deck: Floats) -> tuple[Floats, Floats]:
    """(lights, cards, colours, 3): where this deck's colours are and how uncertain that is, as other cards tell each.

    A card has no say in its own case: alone it would always agree with itself.
    """
    weight = shares[..., None] / noise
    seen = weight * bare
    total = 1 / deck + weight.sum(axis=1, keepdims=True) - weight
    return (palette / deck + seen.sum(axis=1, keepdims=True) - seen) / total, 1 / total


def moved_costs(seen: Floats, moved: Floats, variance: Floats, veil_costs: Floats) -> Floats:
    """(lights, cards, colours): how far each card (lights, cards, veils, 3) is from the colours as the others tell."""
    away = np.square(seen[:, :, :, None, :] - moved[:, :, None]) / variance[:, :, None]
    return np.asarray((away.sum(axis=-1) / 2 + veil_costs[:, None]).min(axis=2), np.float64)


def bare_paints(samples: Sequence[PaintSample], settings: ColourSettings) -> tuple[Floats, Floats]:
    """What paints the cards would have under plain light behind every veil (cards, veils, 3), and what those cost."""
    ink = np.array([sample.ink for sample in samples])
    paper = np.array([sample.paper for sample in samples])
    if samples[0].is_light:
        veils = np.array(settings.veils)
        share = ink / np.maximum(paper, 1e-4) * WHITE_PAPER
        bare = (share[:, None, :] - veils[None, :, None]) / (1 - veils[None, :, None])
        return bare, veils / settings.usual_veil
    level = max(1e-4, float(np.median(paper.mean(axis=1)))) / DARK_PAPER
    # Reflected light lies over paper and paint alike; the difference is free of it.
    return ((ink - paper) / level)[:, None, :] + DARK_PAPER, np.zeros(1)


def under(gains: Floats, bare: Floats) -> Floats:
    """These paints as they look under every light (lights, cards, veils, 3)."""
    return np.asarray(np.clip(bare[None] * np.exp(-gains)[:, None, None, :], 0.0, 1.6), np.float64)


@functools.cache
def all_lights(is_light: bool, settings: ColourSettings) -> tuple[Floats, Floats]:
    """Every light that is possible with light paper or without, and how unlikely each is."""
    if is_light:
        spread = settings.strength_spread
        return lights(settings.strength_steps, 2 * spread, spread, settings.cast_steps, settings.cast_spread)
    return lights(
        settings.unknown_steps,
        settings.unknown_reach,
        settings.unknown_spread,
        settings.unknown_cast_steps,
        settings.unknown_cast_spread,
    )


def likely_lights(
    is_light: bool,
    bare: Floats,
    veil_costs: Floats,
    palette: Floats,
    variance: Floats,
    settings: ColourSettings,
    caution: float,
) -> tuple[Floats, Floats]:
    """All lights but those of a strength that without any cast makes nearly no card look like the deck's colours."""
    gains, light_costs = all_lights(is_light, settings)
    is_plain = np.ptp(gains, axis=1) < 1e-9
    cost, _ = costs(lab(under(gains[is_plain], bare)), palette, variance, veil_costs)
    weight = shares_of(cost, settings, caution)[1] - light_costs[is_plain]
    strengths = gains[is_plain, 1][np.argsort(-weight)[: settings.likely_strengths]]
    is_likely = np.isin(gains[:, 1], strengths)
    return gains[is_likely], light_costs[is_likely]


def lights(steps: int, reach: float, spread: float, cast_steps: int, cast_spread: float) -> tuple[Floats, Floats]:
    """Logarithms of blue, green, red of every light tried (lights, 3), and how unlikely each is."""
    strengths = np.linspace(-reach, reach, steps)
    casts = np.linspace(-1.8 * cast_spread, 1.8 * cast_spread, cast_steps)
    strength, blue, red = (part.ravel() for part in np.meshgrid(strengths, casts, casts, indexing="ij"))
    cost = np.square(strength / spread) / 2 + (np.square(blue) + np.square(red)) / np.square(cast_spread) / 2
    return np.column_stack([strength + blue, strength, strength + red]), cost


def lab(paint: Floats) -> Floats:
    """Shares of light (..., B G R) as lightness, a and b.

    >>> lab(np.array([1.0, 1.0, 1.0])).round().tolist()
    [100.0, 0.0, 0.0]
    """
    flat = paint.reshape(-1, 3)  # one product of large matrices is much quicker than many of small ones
    cones = np.cbrt(np.maximum(flat @ TO_CONES.T, 0.0) + DARKNESS)
    return np.asarray((cones @ TO_LAB.T).reshape(paint.shape), np.float64)


def paints_of(samples: Sequence[PaintSample], known: NumberProfile, names: Sequence[str]) -> list[Paint]:
    """The paints of cards whose colours are told, under the light that makes them most like the known ones."""
    settings = ColourSettings()
    bare, _ = bare_paints(samples, settings)
    gains, light_costs = all_lights(samples[0].is_light, settings)
    paints = under(gains, bare)
    usual = {colour.name: colour for colour in known.colours}
    told = [usual.get(name) for name in names]
    cost = light_costs.copy()
    seen = lab(paints[:, :, :1])[:, :, 0]
    for number, colour in enumerate(told):
        if colour is not None:
            away = np.square((seen[:, number] - lab(np.array(colour.paint))) / known.spread).sum(axis=-1) / 2
            cost += np.minimum(away, 20.0)
    best = paints[int(cost.argmin()), :, 0]
    return [(float(blue), float(green), float(red)) for blue, green, red in best]


def apart(one: CardColour, other: CardColour) -> float:
    """How different two colours are, in Lab units."""
    return float(np.linalg.norm(lab(np.array(one.paint)) - lab(np.array(other.paint))))
