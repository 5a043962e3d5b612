"""From digits found in a picture to cards: which way is up, which digit each shows, where in the grid it lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.number_finding import Debug, DigitPlace, find_digits, one_per_card
from vision.number_grid import Grid, empty_neighbours, fit_grid
from vision.number_naming import CUT, NO_DIGIT, NOTHING, SHIFT_DEGREES, TURNED, UPRIGHT, cut_out, name_cut_outs

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CardSettings:
    """What counts as a card. Measured on tools/scenes/numbers.py."""

    certain_nothing: float = 0.98  # in the first look: not worth a second
    most_shift: float = 0.5  # of the height, its logarithm and 30 degrees
    clear_nothing: float = 0.9  # the namer's share of "nothing" above which a place is no card
    faint_nothing: float = 0.5  # the same for places that the finder itself hardly saw
    faint_heat: float = 0.3
    clear_heat: float = 0.4  # a place seen as clearly as this is a card even if no digit can be read
    clear_score: float = 0.36  # heat times share of all digits; more than checked cloth, a few cards have less
    digit_share: float = 0.12  # of all digits together: below, a card is there but cannot be read
    same_turn: float = 35.0  # degrees a card may be turned against the others; more is a misjudged direction
    same_height: float = 0.6  # a digit smaller than this part of the usual height, or larger by it, is of another kind
    odd_height: float = 0.2  # logarithm; in 24 drawn scenes 3 had a real card beyond this; many chips stay below
    overlooked: float = 0.6  # digits' share at an empty place of the grid that makes it a card after all
    hidden: float = 0.85  # "no digit" share at an empty place that means that something lies there


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card with a digit: where, which cell of the grid, how likely each digit, and its cut-out, upright."""

    place: DigitPlace
    cell: tuple[int, int]
    digits: tuple[float, ...]  # for 1..6; sums to less than 1 where it may be no digit at all
    cut: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class FoundCards:
    """All cards of a picture and what else was noticed."""

    cards: tuple[FoundCard, ...] = ()
    rows: int = 0
    cols: int = 0
    is_hidden: bool = False  # a card is there whose digit cannot be seen as a whole
    is_crowded: bool = False  # two cards lie on one another
    has_strays: bool = False  # digits that do not belong to the grid, or do not look like it


def find_cards(
    pixels: NDArray[np.uint8], debug: Debug | None = None, settings: CardSettings | None = None
) -> FoundCards:
    """Find and name all number cards; without colours."""
    settings = settings or CardSettings()
    places = look_twice(pixels, find_digits(pixels, debug=debug), settings)
    cuts = [cut_at(pixels, place) for place in places]
    shares, _ = name_cut_outs(cuts)
    if debug is not None and cuts:
        debug("numbers-cuts", sheet(cuts))
    is_there = [not is_nothing(shares[number], place, settings) for number, place in enumerate(places)]
    is_turned = bool(is_there) and reading_turned(shares[is_there]) > 0
    if is_turned:
        places = [replace(place, angle=place.angle + 180) for place in places]
        cuts = [np.ascontiguousarray(cut[::-1, ::-1]) for cut in cuts]
        shares = swapped(shares)
    digit = digit_shares(shares).sum(axis=1)
    hidden = any(
        there and share < settings.digit_share and place.heat >= settings.clear_heat
        for there, share, place in zip(is_there, digit, places, strict=True)
    )
    keep = [number for number in range(len(places)) if is_there[number] and digit[number] >= settings.digit_share]
    keep = of_usual_height(clear_ones(keep, places, digit, settings), places, settings)
    if not keep:
        return FoundCards(is_hidden=hidden)
    places, cuts, shares = [places[number] for number in keep], [cuts[number] for number in keep], shares[keep]
    grid = fit_grid(places, usual_angle(places))
    more, overlooked_shares, is_hole_hidden = look_at_empty(pixels, places, grid, settings)
    if more:
        places, shares = [*places, *more], np.concatenate([shares, overlooked_shares])
        cuts += [cut_at(pixels, place) for place in more]
        grid = fit_grid(places, usual_angle(places))
    digits = digit_shares(shares)
    cards = [
        FoundCard(place, cell, tuple(map(float, digits[number])), cuts[number])
        for number, (place, cell) in enumerate(zip(places, grid.cells, strict=True))
        if cell is not None
    ]
    cards.sort(key=lambda card: card.cell)
    has_strays = len(cards) < len(places) or is_height_odd(places, settings)
    return FoundCards(tuple(cards), grid.rows, grid.cols, hidden or is_hole_hidden, grid.is_crowded, has_strays)


def look_twice(pixels: NDArray[np.uint8], found: Sequence[DigitPlace], settings: CardSettings) -> list[DigitPlace]:
    """Correct where digits are by a first look at each, which also tells digits from parts of them."""
    shares, shifts = name_cut_outs([cut_at(pixels, place) for place in found])
    worth = [number for number in range(len(found)) if shares[number, NOTHING] < settings.certain_nothing]
    corrected = [moved(found[number], shifts[number], settings) for number in worth]
    digits = 1.01 - shares[worth, NOTHING] - shares[worth, NO_DIGIT]
    scores = [float(found[number].heat * digit) for number, digit in zip(worth, digits, strict=True)]
    best = one_per_card(corrected, scores)
    return aligned([corrected[number] for number in best], [scores[number] for number in best], settings)


def moved(place: DigitPlace, shift: Shares, settings: CardSettings) -> DigitPlace:
    """Where a digit is according to a look at it."""
    most = settings.most_shift
    right, down, growth, turn = (min(most, max(-most, float(part))) for part in shift)
    head = math.radians(place.angle)
    return replace(
        place,
        x=place.x + (right * math.cos(head) - down * math.sin(head)) * place.height,
        y=place.y + (right * math.sin(head) + down * math.cos(head)) * place.height,
        height=place.height * math.exp(growth),
        angle=place.angle + turn * SHIFT_DEGREES,
    )


def cut_at(pixels: NDArray[np.uint8], place: DigitPlace) -> NDArray[np.uint8]:
    """The cut-out around a place."""
    return cut_out(pixels, place.x, place.y, place.height, place.angle)


def aligned(places: Sequence[DigitPlace], scores: Sequence[float], settings: CardSettings) -> list[DigitPlace]:
    """All places with the same end up: directions within half a turn of the usual one, misjudged ones corrected."""
    turns = np.radians([2 * place.angle for place in places])
    weights = np.square(scores)  # many doubtful places do not outvote one clear digit
    usual = math.degrees(math.atan2(float(weights @ np.sin(turns)), float(weights @ np.cos(turns)))) / 2
    straight = []
    for place in places:
        off = (place.angle - usual + 90) % 180 - 90
        straight.append(replace(place, angle=usual + (off if abs(off) <= settings.same_turn else 0.0)))
    return straight


def is_nothing(shares: Shares, place: DigitPlace, settings: CardSettings) -> bool:
    """Whether a place the finder saw is no card."""
    most = settings.faint_nothing if place.heat < settings.faint_heat else settings.clear_nothing
    return bool(shares[NOTHING] > most)


def clear_ones(keep: list[int], places: Sequence[DigitPlace], digit: Shares, settings: CardSettings) -> list[int]:
    """Without faint ones if there are clear ones: places beside those are looked at again anyway."""
    clear = [number for number in keep if places[number].heat * digit[number] >= settings.clear_score]
    return clear or keep


def of_usual_height(keep: list[int], places: Sequence[DigitPlace], settings: CardSettings) -> list[int]:
    """Without digits of chips and the like, which are much smaller or larger than those of most cards."""
    if not keep:
        return []
    usual = float(np.median([places[number].height for number in keep]))
    least, most = usual * settings.same_height, usual / settings.same_height
    return [number for number in keep if least <= places[number].height <= most]


def is_height_odd(places: Sequence[DigitPlace], settings: CardSettings) -> bool:
    """Whether a digit's height does not fit those of the others, which may grow evenly towards the camera."""
    if len(places) < 4:
        return False
    design = np.array([(1.0, place.x, place.y) for place in places]) / np.array([1.0, 1000.0, 1000.0])
    heights = np.log([place.height for place in places])
    even = np.linalg.lstsq(design, heights, rcond=None)[0]
    return bool(np.abs(heights - design @ even).max() > settings.odd_height)


def usual_angle(places: Sequence[DigitPlace]) -> float:
    """The middle of angles that lie close together."""
    return float(np.median([place.angle for place in places]))


def reading_turned(shares: Shares) -> float:
    """How much more likely all cards stand on their heads, as a logarithm."""
    up, down = shares[:, UPRIGHT].sum(axis=1), shares[:, TURNED].sum(axis=1)
    return float(np.log((down + 0.01) / (up + 0.01)).sum())


def swapped(shares: Shares) -> Shares:
    """The shares of the same cut-outs upside down."""
    return np.concatenate([shares[:, :2], shares[:, TURNED], shares[:, UPRIGHT]], axis=1)


def digit_shares(shares: Shares) -> Shares:
    """(cards, 6): how likely each digit is, knowing from all other cards which way is up."""
    each = np.log((shares[:, TURNED].sum(axis=1) + 0.01) / (shares[:, UPRIGHT].sum(axis=1) + 0.01))
    turned = 1 / (1 + np.exp(-(each.sum() - each)))
    weights = (1 - turned)[:, None] * shares[:, UPRIGHT] + turned[:, None] * shares[:, TURNED]
    doubt = (shares[:, NOTHING] + shares[:, NO_DIGIT]) / 2
    return np.asarray(weights / (weights.sum(axis=1) + doubt + 1e-9)[:, None], np.float64)


def look_at_empty(
    pixels: NDArray[np.uint8], places: Sequence[DigitPlace], grid: Grid, settings: CardSettings
) -> tuple[list[DigitPlace], Shares, bool]:
    """Look where cards would be that were not found: overlooked ones with their shares, and whether one is hidden."""
    height, width = pixels.shape[:2]
    empty = [place for place in empty_neighbours(places, grid) if 0 <= place.x < width and 0 <= place.y < height]
    shares, _ = name_cut_outs([cut_at(pixels, place) for place in empty])
    up = shares[:, UPRIGHT].sum(axis=1)
    more = [number for number in range(len(empty)) if up[number] > settings.overlooked]
    hidden = bool((shares[:, NO_DIGIT] > settings.hidden).any())
    return [empty[number] for number in more], shares[more], hidden


def sheet(cuts: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """All cut-outs in rows of eight, to look at."""
    blank = np.zeros((CUT, CUT, 3), np.uint8)
    full = [*cuts, *[blank] * (-len(cuts) % 8)]
    return np.asarray(cv2.vconcat([cv2.hconcat(full[first : first + 8]) for first in range(0, len(full), 8)]), np.uint8)
