"""How well colours that are seen fit those that were taught, in every light: with the best gain and veil of each.

Where no channel is clipped, sums over the parts of a face say all, and one product tells them for every light at once.
Clipped channels are held against a face only if it would be darker than what is seen, or was clipped when it was taught
and would be brighter: which ones count differs from light to light.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.symbols.patches import Floats

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FittingSettings:
    """How misfits and veils are weighed."""

    misfit_spread: float = 0.05  # how far a part's colour strays from the taught one, one standard deviation
    dark: float = 0.015  # light below which differences are not trusted more and more
    veil_spread: float = 0.5  # of a veil compared with full light
    taught_veil: float = 0.5  # of a face's darkest part may be veil that was there when it was taught
    unknown_cost: float = 2.0  # of a channel that was clipped when taught, in squared spreads
    least_gain: float = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """n times a die beside a look it may have; each with m numbers, the channels of its parts."""

    seen: Floats  # (n, m), the brightest is 1 ...
    full: Floats  # (n,) ... which is so much light
    known: Floats  # (n, m)
    is_present: Flags  # whether the look has this part
    is_seen: Flags  # where a channel is clipped now, it is at least so bright
    is_known: Flags  # where it was clipped when taught, it was at least so bright

    def chosen(self, those: NDArray[np.intp]) -> Pairs:
        """Only the pairs with these numbers."""
        return Pairs(
            self.seen[those],
            self.full[those],
            self.known[those],
            self.is_present[those],
            self.is_seen[those],
            self.is_known[those],
        )

    def weight(self, settings: FittingSettings) -> Floats:
        """How much each number counts: in dark ones small differences do."""
        return self.is_present / (self.known + settings.dark) / settings.misfit_spread**2

    def least_veil(self, settings: FittingSettings) -> Floats:
        """How much veil may have been there when the look was taught (n,)."""
        return settings.taught_veil * np.where(self.is_present, self.known, np.inf).min(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Weighted sums over the numbers of each pair: of known * known, known, 1, and with what is seen in each light."""

    known_known: Floats  # (n,) or (lights, n), all of them
    known_one: Floats
    one: Floats
    seen_known: Floats
    seen_one: Floats
    seen_seen: Floats

    def off(self, gain: Floats, veil: Floats) -> Floats:
        """How far gain * known + veil is from what is seen, squared."""
        off = gain * (gain * self.known_known + 2 * (veil * self.known_one - self.seen_known))
        return np.asarray(np.maximum(off + veil * (veil * self.one - 2 * self.seen_one) + self.seen_seen, 0))


def fits_in_lights(pairs: Pairs, tints: Floats, *, with_clipped: bool = True) -> tuple[Floats, Floats, Floats]:
    """For each light and pair (lights, n) how badly colours fit, in spreads, the gain, and the veil compared with it.

    Tints are logarithms (lights, 2) of blue / green and red / green. Without what is clipped, most fits look better
    than they are.
    """
    settings = FittingSettings()
    undo = np.exp(-np.stack([tints[:, 0], np.zeros(len(tints)), tints[:, 1]], axis=1))
    undo = np.tile(undo, pairs.seen.shape[1] // 3)
    weight = pairs.weight(settings) * (pairs.is_seen & pairs.is_known)
    sums = sums_in_lights(pairs, weight, undo)
    gain, veil = gain_and_veil(sums, pairs.least_veil(settings), settings)
    off = sums.off(gain, veil) / gain**2
    clipped = np.flatnonzero(((pairs.is_seen != pairs.is_known) & pairs.is_present).any(axis=1))
    if with_clipped and len(clipped):
        gain[:, clipped], veil[:, clipped], off[:, clipped] = fit_clipped(
            pairs.chosen(clipped), gain[:, clipped], veil[:, clipped], undo, settings
        )
    veil /= gain
    return np.sqrt(off + (veil / settings.veil_spread) ** 2), gain, veil


def sums_in_lights(pairs: Pairs, weight: Floats, undo: Floats) -> Sums:
    """The sums where the same numbers count in every light."""
    known, seen = weight * pairs.known, weight * pairs.seen
    return Sums(
        (known * pairs.known).sum(axis=1) + 1e-6,
        known.sum(axis=1),
        weight.sum(axis=1),
        undo @ (known * pairs.seen).T,
        undo @ seen.T,
        undo**2 @ (seen * pairs.seen).T,
    )


def fit_clipped(
    pairs: Pairs, gain: Floats, veil: Floats, undo: Floats, settings: FittingSettings
) -> tuple[Floats, Floats, Floats]:
    """Gain, veil and misfit, squared, where clipped channels may count: from gains and veils without them."""
    seen = (pairs.seen.T[:, np.newaxis] * undo.T[..., np.newaxis]).astype(np.float32)  # (m, lights, n)
    known, weight = (part.T[:, np.newaxis].astype(np.float32) for part in (pairs.known, pairs.weight(settings)))
    is_seen, is_known = pairs.is_seen.T[:, np.newaxis], pairs.is_known.T[:, np.newaxis]
    too_dark, too_bright = ~is_seen & is_known, is_seen & ~is_known
    rest, counted = counted_rest(seen, known, gain, veil, is_seen & is_known, too_dark, too_bright)
    counts = weight * counted
    sums = Sums(
        (counts * known**2).sum(axis=0) + 1e-6,
        (counts * known).sum(axis=0),
        counts.sum(axis=0),
        (counts * known * seen).sum(axis=0),
        (counts * seen).sum(axis=0),
        np.zeros(1),
    )
    gain, veil = gain_and_veil(sums, pairs.least_veil(settings), settings)
    rest, counted = counted_rest(seen, known, gain, veil, is_seen & is_known, too_dark, too_bright)
    off = (weight * counted * rest**2).sum(axis=0) / gain**2
    # A look that was clipped when taught says little: it must not win by never being refuted.
    is_open = too_bright & pairs.is_present.T[:, np.newaxis] & ~counted
    return gain, veil, off + settings.unknown_cost * is_open.sum(axis=0)


def counted_rest(
    seen: NDArray[np.float32],
    known: NDArray[np.float32],
    gain: Floats,
    veil: Floats,
    both: Flags,
    too_dark: Flags,
    too_bright: Flags,
) -> tuple[NDArray[np.float32], Flags]:
    """By how much a look is brighter than what is seen, and where that counts."""
    rest = gain.astype(np.float32) * known + veil.astype(np.float32) - seen
    return rest, both | (too_dark & (rest < 0)) | (too_bright & (rest > 0))


def gain_and_veil(sums: Sums, least: Floats, settings: FittingSettings) -> tuple[Floats, Floats]:
    """The gain and veil that fit best; much veil is unlikely.

    There may be less veil than when the face was taught, by no more than the darkest part of it shows.
    """
    drawn = sums.one + 1 / settings.veil_spread**2
    veil = sums.seen_one * sums.known_known - sums.seen_known * sums.known_one
    veil = veil / np.maximum(sums.known_known * drawn - sums.known_one**2, 1e-9)
    gain = (sums.seen_known - veil * sums.known_one) / sums.known_known
    # Where that would be less than nothing: all veil is gone.
    bare_known = sums.known_known - 2 * least * sums.known_one + least**2 * sums.one
    bare = np.maximum((sums.seen_known - least * sums.seen_one) / np.maximum(bare_known, 1e-9), settings.least_gain)
    is_bare = veil < -least * gain
    gain = np.maximum(np.where(is_bare, bare, gain), settings.least_gain)
    return gain, np.where(is_bare, -least * gain, veil)
