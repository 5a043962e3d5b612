"""Places of the grid where no card was found: an overlooked card, a hidden one, or bare table."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import DigitPlace
from vision.numbers.grid import Grid, empty_neighbours
from vision.numbers.naming import NOTHING, SHARES, UPRIGHT, Halves, contrast_of, cut_at, name_cut_outs
from vision.numbers.samples import paint_pixels
from vision.numbers.settings import NumberCardSettings
from vision.numbers.surroundings import are_covered, small_things

Shares = NDArray[np.float64]


def look_at_empty(
    halves: Halves,
    places: Sequence[DigitPlace],
    grid: Grid,
    sighted: Sequence[DigitPlace],
    settings: NumberCardSettings,
    size: int,
) -> tuple[list[DigitPlace], Shares, bool]:
    """Look where cards would be that were not found: overlooked ones with their shares, and whether one is hidden.

    What the finder saw clearly at such a place may be a card unless the namer thinks that it is nothing, or the table
    is seen around it: then it is a chip, a marker or the like.
    """
    empty = [place for place in empty_neighbours(places, grid, size) if is_in_view(place, halves.pictures[0], settings)]
    if not empty:
        return [], np.zeros((0, SHARES)), False
    cuts = [cut_at(halves, place) for place in empty]
    usual = max(1.0, float(np.median(contrast_of([cut_at(halves, place) for place in places]))))
    contrast = contrast_of(cuts) / usual
    shares = np.eye(SHARES)[[NOTHING] * len(empty)]
    unplain = np.flatnonzero(contrast >= settings.bare_table)
    shares[unplain], _ = name_cut_outs([cuts[number] for number in unplain])
    is_sighted = np.array([was_sighted(place, sighted, settings) for place in empty])
    is_more = shares[:, UPRIGHT].sum(axis=1) > np.where(is_sighted, settings.digit_share, settings.overlooked)
    is_table = ~is_sighted & (shares[:, NOTHING] >= settings.certain_table)
    away = away_from_table(halves, empty, is_table) / usual
    is_alike = ~is_sighted & (away < settings.table_tone) & (contrast < settings.table_contrast)
    is_unlike = (away > settings.other_tone) & (contrast > settings.other_contrast)
    likely = np.where(is_sighted, settings.sighted_nothing, settings.likely_nothing)
    is_hidden = (shares[:, NOTHING] < np.where(is_unlike, settings.certain_table, likely)) & ~is_more & ~is_alike
    is_small = small_things(halves, empty, places, grid, settings.around_hole).is_around
    is_more &= ~is_small
    is_hidden &= ~is_small
    if not is_hidden.any():
        is_hidden = are_covered(halves, empty, places, grid) & ~is_more
    more = np.flatnonzero(is_more)
    return [empty[number] for number in more], shares[more], bool(is_hidden.any())


def away_from_table(halves: Halves, places: Sequence[DigitPlace], is_table: NDArray[np.bool_]) -> Shares:
    """How many grey levels each place's colour is away from that of the most alike place that surely shows the table.

    Not a number if there is none. Felt and printed cloth look alike all over, though the namer sees something in their
    pattern here and there; half a card looks different, though the namer may see nothing in it.
    """
    if not is_table.any():
        return np.full(len(places), np.nan)
    tones = paint_pixels(halves, places).mean(axis=(1, 2))
    return np.asarray(np.abs(tones[:, None] - tones[is_table]).max(axis=2).min(axis=1), np.float64)


def is_in_view(place: DigitPlace, pixels: NDArray[np.uint8], settings: NumberCardSettings) -> bool:
    """Whether a part of a digit here would be in the picture."""
    height, width = pixels.shape[:2]
    reach = settings.half_digit * place.height
    return -reach <= place.x < width + reach and -reach <= place.y < height + reach


def was_sighted(place: DigitPlace, sighted: Sequence[DigitPlace], settings: NumberCardSettings) -> bool:
    """Whether the finder saw a digit of the usual height here."""
    return any(
        other.heat >= settings.clear_heat
        and math.dist((other.x, other.y), (place.x, place.y)) < settings.same_place * place.height
        and settings.same_height < other.height / place.height < 1 / settings.same_height
        for other in sighted
    )
