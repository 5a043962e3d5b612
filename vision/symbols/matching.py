"""How each die lies: the shift, size, slant and turn in which it is most like a known face, whatever the light.

Only shapes are compared here: each channel may show a known face's shape as strongly as it likes, veiled and sloping.
What of the light that is seen a known face then leaves unexplained is the cost.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.symbols.patches import Crops, Floats, Light, Rings, ringed, rings_of, sampled
from vision.symbols.settling import NOISE, SHIFT_COST, SQUEEZE_COST, blankness, lay_bounds, settled

COARSE = (5, 24)  # rings and angles while all looks and lays are tried
FINE = (8, 32)  # while one is improved
NAMING = (10, 48)  # for comparing colours
SHAPES = 2


@dataclass(frozen=True, slots=True)
class MatchingSettings:
    """Which lays are tried; in edges of the top face."""

    shift: float = 0.1  # between two places
    growth: float = 0.16  # between two sizes
    far: int = 3  # shifts to each side in a second look
    near_growth: float = 0.12  # between two sizes in a second look
    most_growth: float = 0.4  # from the size that the finder told
    good_cost: float = 0.12  # a die that is worse gets a second look; right ones mostly have less than 0.1
    guesses: int = 3  # that are followed ...
    more_guesses: int = 6  # ... and in a second look
    second_shape: float = 0.2  # compared with the first one; weaker ones are noise
    faint: float = 0.05  # of the power of a face's own shape: less than this is not that shape ...
    strong: float = 0.01  # ... if that has so much of the power of its light; a plain face's is less


QUICK = MatchingSettings(guesses=2, more_guesses=4, near_growth=0.0)


@dataclass(frozen=True, slots=True)
class WideSettings:
    """How dice feel their way in wide steps; in edges of the top face."""

    # First steps for right, down, growth, both squeezes, turn; they shrink for each next round.
    steps: tuple[float, ...] = (0.05, 0.05, 0.08, 0.06, 0.06, 0.1)
    first_rounds: int = 2
    rounds: int = 5
    shrink: float = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """k known faces in all turns, for comparing shapes. Columns: face by face, turn by turn."""

    rings: Rings
    # (SHAPES, samples, k * angles): at right angles, freed from what is even or sloping, length 1, weighted by area.
    columns: Light
    # For every shape the columns of those faces that have it (samples, some), and which of all columns these are.
    clear: tuple[tuple[Light, NDArray[np.intp]], ...]
    blank: Light  # (k * angles,) so little that something as faint is not this face's shape; 0 for plain faces


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How n dice lie, each by the known face that is most like it."""

    lays: Floats  # (n, 6)
    costs: Floats  # (n,) unexplained share, 0..1
    looks: NDArray[np.intp]  # (n,) which known face that is


# Improves guesses (n, guesses, 6) at how some dice lie, each by the face it is most like, and keeps each die's best.
Laying = Callable[[Crops, NDArray[np.intp], Floats, NDArray[np.intp], Bank], Match]


def bank_of(patches: Sequence[Light], size: tuple[int, int], settings: MatchingSettings | None = None) -> Bank:
    """Flat faces as something to compare with."""
    settings = settings or MatchingSettings()
    rings = rings_of(*size)
    root = np.sqrt(rings.area)[:, np.newaxis]
    shapes, blank = [], []
    for patch in patches:
        # A glyph of one ink on a plain body is one shape in all channels; a third colour makes a second one.
        samples = ringed(patch, rings)
        parts, lengths, _ = np.linalg.svd(without_slopes(samples, rings, 3) * root, full_matrices=False)
        # A plain face has no shape at all.
        least = max(settings.second_shape * lengths[0], NOISE * float(samples.mean()))
        is_clear = lengths[:SHAPES] >= least
        shapes.append(parts[:, :SHAPES] * root * is_clear)
        strength = float((lengths**2).sum() / (((samples.T @ rings.area) ** 2).sum() + 1e-9))
        blank.append(min(NOISE**2, settings.faint * strength) * (strength >= settings.strong))
    circles = np.array(shapes).reshape(len(patches), rings.rings, rings.angles, SHAPES)
    turned = np.stack([np.roll(circles, turn, axis=2) for turn in range(rings.angles)], axis=1)
    columns = turned.reshape(len(patches) * rings.angles, -1, SHAPES).transpose(2, 1, 0)
    columns = np.ascontiguousarray(columns, np.float32)
    present = [np.flatnonzero(shape.any(axis=0)) for shape in columns]
    clear = tuple((np.ascontiguousarray(shape[:, of]), of) for shape, of in zip(columns, present, strict=True))
    return Bank(rings, columns, clear, np.repeat(np.array(blank, np.float32), rings.angles))


def without_slopes(seen: Light, rings: Rings, parts: int) -> Light:
    """Samples (..., samples, 3) freed from an even light (only if `parts` is 3) and from one that slopes."""
    slopes = rings.slopes if parts == 3 else rings.slopes[:, 1:]
    amount = np.swapaxes(seen, -1, -2) @ (slopes * rings.area[:, np.newaxis])
    return np.asarray(seen - np.swapaxes(amount @ slopes.T, -1, -2), np.float32)


def costs_of(seen: Light, bank: Bank) -> Floats:
    """What each face in each turn leaves unexplained (m, columns) of what is seen (m, samples, 3)."""
    rings = bank.rings
    channels = np.ascontiguousarray(seen.transpose(2, 0, 1))  # (3, m, samples)
    power = (channels**2) @ rings.area
    even = channels @ (rings.slopes * rings.area[:, np.newaxis])
    left = np.maximum(power - (even**2).sum(axis=2), 0).sum(axis=0)
    brightness = (even[..., 0] ** 2).sum(axis=0)
    floor = NOISE**2 * brightness + 1e-7
    explained = np.zeros((seen.shape[0], bank.columns.shape[2]), np.float32)
    for known, those in bank.clear:
        strength = (channels.reshape(-1, len(rings.area)) @ known).reshape(3, len(seen), -1)
        explained[:, those] += np.einsum("cmk,cmk->mk", strength, strength)
    rest = np.maximum(left[:, np.newaxis] - explained, 0)
    rest /= (left + floor)[:, np.newaxis]
    rest += blankness(left[:, np.newaxis], brightness[:, np.newaxis] * bank.blank)
    return np.asarray(rest, np.float64)


def match(crops: Crops, coarse: Bank, fine: Bank, enough: int | None = None, *, is_quick: bool = False) -> Match:
    """Find out how every die lies: quickly, for faces that are known well, or more thoroughly.

    What fits badly is looked at once more, farther around and in the size that those which fit have; not where as many
    fit as are enough.
    """
    settings, lay = (QUICK, settling) if is_quick else (MatchingSettings(), feeling)
    count = len(crops)
    if not count:
        return Match(np.zeros((0, 6)), np.zeros(0), np.zeros(0, np.intp))
    tries = lays_around(settings.shift, 1, settings.growth)
    around = np.broadcast_to(tries, (count, *tries.shape))
    found = searched(crops, np.arange(count), around, coarse, fine, settings.guesses, lay)
    fits = found.costs <= settings.good_cost
    poor = np.flatnonzero(~fits)
    if not len(poor) or (enough is not None and count - len(poor) >= enough):
        return found
    edges = np.log(crops.edge * crops.step)
    usual = float(np.median((edges + found.lays[:, 2])[fits])) if fits.any() else float(np.median(edges))
    tries = lays_around(settings.shift, settings.far, settings.near_growth)
    around = np.broadcast_to(tries, (len(poor), *tries.shape)).copy()
    around[:, :, 2] += np.clip(usual - edges[poor], -settings.most_growth, settings.most_growth)[:, np.newaxis]
    again = searched(crops, poor, around, coarse, fine, settings.more_guesses, lay)
    better = again.costs < found.costs[poor]
    found.lays[poor[better]], found.costs[poor[better]] = again.lays[better], again.costs[better]
    found.looks[poor[better]] = again.looks[better]
    return found


def lays_around(shift: float, shifts: int, growth: float) -> Floats:
    """Lays (m, 6): so many shifts to each side, a smaller, the same and a larger size if these differ, not turned."""
    ticks, sizes = shift * np.arange(-shifts, shifts + 1), dict.fromkeys((-growth, 0.0, growth))
    return np.array([(right, down, size, 0, 0, 0) for right, down, size in itertools.product(ticks, ticks, sizes)])


def searched(
    crops: Crops,
    dice: NDArray[np.intp],
    tries: Floats,
    coarse: Bank,
    fine: Bank,
    guesses: int,
    lay: Laying,
) -> Match:
    """Of each of these dice the best of its lays (n, m, 6), improved; a few guesses are followed."""
    seen = sampled(crops, crops.light, tries, coarse.rings, dice)
    angles, count = coarse.rings.angles, len(dice)
    guesses = min(guesses, coarse.columns.shape[2])
    # One die at a time: larger products would be spread over all cores, which costs more than it saves.
    costs = np.stack([costs_of(each, coarse) for each in seen])  # (n, m, columns)
    costs += SHIFT_COST * (tries[..., :2] ** 2).sum(axis=2)[..., np.newaxis]
    circles = costs.min(axis=1).reshape(count, -1, angles)
    is_least = (circles <= np.roll(circles, 1, axis=2)) & (circles <= np.roll(circles, -1, axis=2))
    columns = np.argsort(np.where(is_least, circles, circles + 1).reshape(count, -1), axis=1)[:, :guesses]
    every = np.arange(count)[:, np.newaxis]
    lays = tries[every, costs[every, :, columns].argmin(axis=2)]
    looks, turns = np.divmod(columns, angles)
    lays[..., 5] = turns * 2 * math.pi / angles
    return lay(crops, dice, lays, looks, fine)


def settling(crops: Crops, dice: NDArray[np.intp], lays: Floats, looks: NDArray[np.intp], fine: Bank) -> Match:
    """Follow all guesses by how steep the dice's pictures are: quick, but not from far."""
    own = looks.ravel() * fine.rings.angles  # not turned: the lay turns
    shapes = np.asarray(fine.columns[:, :, own].transpose(2, 0, 1) / np.sqrt(fine.rings.area), np.float32, order="C")
    owners = np.repeat(dice, looks.shape[1])
    return best_of(Match(*settled(crops, owners, lays.reshape(-1, 6), shapes, fine.blank[own], fine.rings), looks))


def feeling(crops: Crops, dice: NDArray[np.intp], lays: Floats, looks: NDArray[np.intp], fine: Bank) -> Match:
    """Follow all guesses some way, and the best on: slow, but good for faces that are still known badly."""
    settings = WideSettings()
    steps, owners = np.array(settings.steps), np.repeat(dice, looks.shape[1])
    first = improved(crops, owners, lays.reshape(-1, 6), looks.ravel(), fine, steps, settings.first_rounds)
    best = best_of(Match(first.lays, first.costs, looks))
    steps = steps * settings.shrink**settings.first_rounds
    return improved(crops, dice, best.lays, best.looks, fine, steps, settings.rounds)


def best_of(guesses: Match) -> Match:
    """Of several guesses for each die (looks are (n, guesses), lays and costs one after the other) the best."""
    count, each = guesses.looks.shape
    chosen = np.arange(count) * each + guesses.costs.reshape(count, each).argmin(axis=1)
    return Match(guesses.lays[chosen], guesses.costs[chosen], guesses.looks.ravel()[chosen])


def improved(
    crops: Crops,
    dice: NDArray[np.intp],
    lays: Floats,
    looks: NDArray[np.intp],
    fine: Bank,
    steps: Floats,
    rounds: int,
) -> Match:
    """Move, size, squeeze and turn every die a little so that it fits its face better."""
    angles = fine.rings.angles
    columns = fine.columns[:, :, looks * angles]  # (SHAPES, samples, n), not turned: the lay turns
    blank = fine.blank[looks * angles]
    lays = lays.copy()
    bounds = lay_bounds()
    for _ in range(rounds):
        moves = np.concatenate([np.zeros((1, 6)), np.diag(steps), -np.diag(steps)])
        tries = lays[:, np.newaxis] + moves
        costs = alone(crops, dice, tries, columns, blank, fine.rings)
        here, more, less = costs[:, :1], costs[:, 1:7], costs[:, 7:]
        bend = more + less - 2 * here
        move = steps * np.clip((less - more) / np.maximum(2 * bend, 1e-4), -1, 1)
        lays = np.clip(lays + 0.8 * move, -bounds, bounds)
        steps = steps * WideSettings().shrink
    costs = alone(crops, dice, lays[:, np.newaxis], columns, blank, fine.rings)
    return Match(lays, costs[:, 0], looks)


def alone(
    crops: Crops,
    dice: NDArray[np.intp],
    tries: Floats,
    columns: Light,
    blank: Light,
    rings: Rings,
) -> Floats:
    """Costs (n, m) of every die for its own face only, in m lays."""
    seen = sampled(crops, crops.light, tries, rings, dice)  # (n, m, samples, 3)
    channels = np.ascontiguousarray(seen.transpose(0, 1, 3, 2)).reshape(len(seen), -1, seen.shape[2])
    even = np.broadcast_to(rings.slopes * rings.area[:, np.newaxis], (len(seen), len(rings.area), 3))
    along = channels @ np.concatenate([even, columns.transpose(2, 1, 0)], axis=2)
    power = ((channels**2) @ rings.area).reshape(*tries.shape[:2], 3).sum(axis=2)
    squares = (along**2).reshape(*tries.shape[:2], 3, -1).sum(axis=2)
    left = np.maximum(power - squares[..., :3].sum(axis=2), 0)
    floor = NOISE**2 * squares[..., 0] + 1e-7
    nothing = blankness(left, squares[..., 0] * blank[:, np.newaxis])
    penalty = SQUEEZE_COST * (tries[..., 3:5] ** 2).sum(axis=2)
    penalty = penalty + SHIFT_COST * (tries[..., :2] ** 2).sum(axis=2)
    rest = np.maximum(left - squares[..., 3:].sum(axis=2), 0)
    return np.asarray(rest / (left + floor) + nothing + penalty, np.float64)
