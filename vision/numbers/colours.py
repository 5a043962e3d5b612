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
    likely_kinds: int = 6  # so many strengths and warmths of the light are tried with every slight cast
    strength_steps: int = 5  # lights tried when light paper tells the strength ...
    strength_spread: float = 0.1  # ... papers differ by so much
    unknown_steps: int = 25  # lights tried when only dark paper is there
    unknown_spread: float = 0.9
    unknown_reach: float = 2.4  # the weakest and strongest tried
    cast_steps: int = 3
    unknown_cast_steps: int = 5
    cast_spread: float = 0.05  # of blue and of red against green, with light paper
    unknown_cast_spread: float = 0.12
    # Logarithms of blue and red over green that warm lamps add where only dark paper is there, and what each costs.
    warmths: tuple[tuple[float, float, float], ...] = ((0.0, 0.0, 0.0), (-0.3, 0.15, 0.5), (-0.6, 0.3, 1.0))
    # How much more of one channel there may be than the camera could take, as logarithms, and what each costs.
    excesses: tuple[tuple[float, float], ...] = ((0.0, 0.0), (0.35, 0.7), (0.7, 1.2), (1.05, 2.0))
    same_level: float = 0.03  # of the most light: papers that differ by less in a channel may be cut off in it
    cut_off_papers: float = 0.5  # so large a part of them
    least_cut_off: int = 4  # cards that tell whether a channel is cut off
    as_light: float = 0.93  # a paint with as much of the paper's light may be cut off as well
    veils: tuple[float, ...] = (0.0, 0.03, 0.07, 0.13, 0.22)  # reflected light over a card, of white
    usual_veil: float = 0.035
    caution: float = 1.5  # the model is not the world: all evidence counts by one part of this
    few_cards: float = 3.0  # without light paper so few cards tell hardly anything about the light
    stranger: float = 5.0  # a card this many spreads from all colours is as likely none of them


def colour_shares(
    samples: Sequence[PaintSample],
    profile: NumberProfile,
    settings: ColourSettings | None = None,
    told: Sequence[int | None] = (),
) -> Floats:
    """(cards, colours): how likely each card has each colour of the profile; a row sums to less if none fits well.

    First all lights are weighed with the profile's colours as they are. Then, under each of the likeliest lights, the
    colours move to where this deck's cards gather, and the cards are compared once more, now more strictly. `told` are
    the colours of cards that are known, in the order of the samples: a measure for all others.
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
    is_cut = cut_off(samples, settings)
    can_be = possible(told, len(samples), len(palette))
    tried = likely_lights(samples[0].is_light, is_cut, bare, veil_costs, palette, variance, settings, caution, can_be)
    seen = lab(under(tried, bare, is_cut))  # (lights, cards, veils, 3)
    cost, veils = costs(seen, palette, variance, veil_costs)
    shares, fit = shares_of(cost, settings, caution, can_be)
    weight = fit - tried.costs
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


def possible(told: Sequence[int | None], cards: int, colours: int) -> Floats | None:
    """(cards, colours): 1 for the colour that is told, and for all where none is; None if nothing is told."""
    if all(colour is None for colour in told):
        return None
    can_be = np.ones((cards, colours))
    for number, colour in enumerate(told):
        if colour is not None:
            can_be[number] = np.arange(colours) == colour
    return can_be


def shares_of(
    cost: Floats, settings: ColourSettings, caution: float, can_be: Floats | None = None
) -> tuple[Floats, Floats]:
    """Each card's colours under each light (lights, cards, colours), and how well all cards look under it (lights)."""
    odds = np.exp(-np.minimum(cost, 60) / caution)
    if can_be is not None:
        odds *= can_be
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


def cut_off(samples: Sequence[PaintSample], settings: ColourSettings) -> NDArray[np.bool_]:
    """(cards, 3): channels in which paper and paint are both as light as the camera can tell, by what they look like.

    A warm lamp has so much red that the camera cuts it off; after its white balance that is no longer the lightest
    level there is, but it is the same on all papers, and no paint has more.
    """
    ink, paper = (np.array([getattr(sample, part) for sample in samples]) for part in ("ink", "paper"))
    nowhere = np.zeros(ink.shape, bool)
    if not samples[0].is_light or len(samples) < settings.least_cut_off:
        return nowhere
    most = paper.max(axis=0)
    is_even = (paper > most * (1 - settings.same_level)).mean(axis=0) >= settings.cut_off_papers
    is_top = ink.max(axis=0) <= most * (1 + settings.same_level)
    return np.asarray((ink >= settings.as_light * paper) & is_even & is_top, bool)


def under(lights: Lights, bare: Floats, is_cut: NDArray[np.bool_]) -> Floats:
    """These paints as they look under every light (lights, cards, veils, 3).

    Where a paint was cut off with its paper, nobody knows how much more there was: there it stays as light as paper.
    """
    gains = lights.gains[:, None] + lights.excess[:, None] * ~is_cut
    return np.asarray(np.clip(bare[None] * np.exp(-gains)[:, :, None, :], 0.0, 1.6), np.float64)


@dataclass(frozen=True, slots=True)
class Lights:
    """Lights that are possible, one a row."""

    gains: Floats  # (lights, 3): logarithms of blue, green and red
    excess: Floats  # (lights, 3): logarithms of how much more of each there was than the camera could take
    costs: Floats  # how unlikely each is
    kinds: NDArray[np.intp]  # lights of one kind differ only in a slight cast ...
    is_plain: NDArray[np.bool_]  # ... which these do not have

    def only(self, which: NDArray[np.bool_]) -> Lights:
        """Some of them."""
        gains, excess = self.gains[which], self.excess[which]
        return Lights(gains, excess, self.costs[which], self.kinds[which], self.is_plain[which])


@functools.cache
def all_lights(is_light: bool, cut_channel: int | None, settings: ColourSettings) -> Lights:
    """Every light that is possible with light paper or without; in one channel the camera may have cut it off."""
    if is_light:
        steps, spread, reach = settings.strength_steps, settings.strength_spread, 2 * settings.strength_spread
        casts, cast_spread = settings.cast_steps, settings.cast_spread
    else:
        steps, spread, reach = settings.unknown_steps, settings.unknown_spread, settings.unknown_reach
        casts, cast_spread = settings.unknown_cast_steps, settings.unknown_cast_spread
    warmths = settings.warmths[:1] if is_light else settings.warmths
    excesses = settings.excesses[:1] if cut_channel is None else settings.excesses
    strengths, slight = np.linspace(-reach, reach, steps), np.linspace(-1.8 * cast_spread, 1.8 * cast_spread, casts)
    kinds = [(strength, *warmth, *excess) for strength in strengths for warmth in warmths for excess in excesses]
    kind, blue, red = (part.ravel() for part in np.meshgrid(np.arange(len(kinds)), slight, slight, indexing="ij"))
    strength, warm_blue, warm_red, warm_cost, more, more_cost = np.array(kinds)[kind].T
    cost = np.square(strength / spread) / 2 + (np.square(blue) + np.square(red)) / np.square(cast_spread) / 2
    excess = np.zeros((len(kind), 3))
    excess[:, cut_channel or 0] = more
    return Lights(
        np.column_stack([strength + blue + warm_blue, strength, strength + red + warm_red]),
        excess,
        cost + warm_cost + more_cost,
        np.asarray(kind, np.intp),
        (np.abs(blue) < 1e-9) & (np.abs(red) < 1e-9),
    )


def lights_for(is_light: bool, is_cut: NDArray[np.bool_], settings: ColourSettings) -> Lights:
    """Every light that is possible for cards that may be cut off in some channel."""
    counts = is_cut.sum(axis=0)
    return all_lights(is_light, int(counts.argmax()) if counts.any() else None, settings)


def likely_lights(
    is_light: bool,
    is_cut: NDArray[np.bool_],
    bare: Floats,
    veil_costs: Floats,
    palette: Floats,
    variance: Floats,
    settings: ColourSettings,
    caution: float,
    can_be: Floats | None = None,
) -> Lights:
    """All lights but those of a kind that without any slight cast makes nearly no card look like the deck's colours."""
    lights = lights_for(is_light, is_cut, settings)
    plain = lights.only(lights.is_plain)
    cost, _ = costs(lab(under(plain, bare, is_cut)), palette, variance, veil_costs)
    weight = shares_of(cost, settings, caution, can_be)[1] - plain.costs
    kinds = plain.kinds[np.argsort(-weight)[: settings.likely_kinds]]
    return lights.only(np.isin(lights.kinds, kinds))


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
    is_cut = cut_off(samples, settings)
    lights = lights_for(samples[0].is_light, is_cut, settings)
    paints = under(lights, bare, is_cut)
    usual = {colour.name: colour for colour in known.colours}
    told = [usual.get(name) for name in names]
    cost = lights.costs.copy()
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
