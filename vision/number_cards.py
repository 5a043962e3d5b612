"""From digits found in a picture to cards: which way is up, which digit each shows, where in the grid it lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.number_finding import Debug, DigitPlace, find_digits, one_per_card
from vision.number_grid import LARGEST_GRID, Grid, counted_from_first, empty_neighbours, fit_grid
from vision.number_naming import (
    CUT_HEIGHTS,
    NO_DIGIT,
    NOTHING,
    SHIFT_DEGREES,
    TURNED,
    UPRIGHT,
    Halves,
    contrast_of,
    cut_out,
    name_cut_outs,
    turned_upright,
)
from vision.number_samples import CUT

Shares = NDArray[np.float64]
SEARCHED_WIDTH = 768  # pixels of the longer side of the picture that digits are looked for in, about


@dataclass(frozen=True, slots=True)
class CardSettings:
    """What counts as a card. Measured on tools/scenes/numbers.py."""

    certain_nothing: float = 0.98  # in the first look: not worth a second
    on_its_mark: float = 0.35  # heights, their logarithm and 30 degrees: a look less off than this was good
    clear_digit: float = 0.97  # a digit's share that needs no other look
    more_looks: int = 2  # at what was not clear: 39 digits of 53 drawn tables were wrong after one look, then 22, 16
    most_shift: float = 0.5  # of the height, its logarithm and 30 degrees
    clear_nothing: float = 0.9  # the namer's share of "nothing" above which a place is no card
    faint_nothing: float = 0.5  # the same for places that the finder itself hardly saw
    faint_heat: float = 0.3
    clear_heat: float = 0.4  # a place seen as clearly as this is a card even if no digit can be read
    clear_score: float = 0.36  # heat times share of all digits; more than checked cloth, a few cards have less
    digit_share: float = 0.12  # of all digits together: below, a card is there but cannot be read ...
    unread_nothing: float = 0.4  # ... if the namer does not think it is nothing; bare wood and cloth had 0.57 and more
    agreement: float = 0.7  # of the directions, 1 if all are the same; 49 of 54 drawn tables had more
    same_turn: float = 35.0  # degrees a card may be turned against the others; more is a misjudged direction
    same_height: float = 0.6  # a digit smaller than this part of the usual height, or larger by it, is of another kind
    odd_height: float = 0.2  # logarithm; in 24 drawn scenes 3 had a real card beyond this; many chips stay below
    overlooked: float = 0.95  # digits' share at an empty place of the grid that makes it a card, though not sighted
    next_card: float = 1.3  # the longer step of the grid; a thing farther from all cards is not the next card
    same_place: float = 0.7  # heights; a sighting so near the place of a missing card is that card
    half_digit: float = 0.5  # heights that a digit reaches from its middle
    bare_table: float = 0.25  # of the cards' contrast: 15 cards that were not found at first had 0.34 and more
    # The namer's share of "nothing" at an empty place below which something lies there. On 38 drawn tables 42 places of
    # cards that had not been found had at most 0.21, 285 of bare wood or cloth 0.29 and more.
    likely_nothing: float = 0.28
    sighted_nothing: float = 0.55  # the same, where the finder itself saw something


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

    def only(self, is_card: Sequence[bool]) -> FoundCards:
        """The same without what turned out to be no card of the deck, but something with a digit beside the cards."""
        kept = [card for card, is_kept in zip(self.cards, is_card, strict=True) if is_kept]
        cells = [cell for cell in counted_from_first([card.cell for card in kept]) if cell]
        cards = tuple(replace(card, cell=cell) for card, cell in zip(kept, cells, strict=True))
        rows, cols = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        return replace(self, cards=cards, rows=rows, cols=cols, has_strays=True)


def find_cards(
    pixels: NDArray[np.uint8], debug: Debug | None = None, settings: CardSettings | None = None
) -> FoundCards:
    """Find and name all number cards; without colours."""
    settings = settings or CardSettings()
    halves = Halves(pixels)
    small, scale = halves.fit_for(max(pixels.shape[:2]) / SEARCHED_WIDTH)
    sighted = [place.scaled(1 / scale) for place in find_digits(small, debug=debug)]
    places, shares = look_closely(halves, sighted, settings)
    is_there = [not is_nothing(shares[number], place, settings) for number, place in enumerate(places)]
    if any(is_there) and reading_turned(shares[is_there]) > 0:
        places = [place.turned_to(place.angle + 180) for place in places]
        shares = swapped(shares)
    digit = digit_shares(shares).sum(axis=1)
    unread = [
        place
        for nothing, share, place in zip(shares[:, NOTHING], digit, places, strict=True)
        if nothing < settings.unread_nothing and share < settings.digit_share and place.heat >= settings.clear_heat
    ]
    keep = [number for number in range(len(places)) if is_there[number] and digit[number] >= settings.digit_share]
    keep = of_usual_height(clear_ones(keep, places, digit, settings), places, settings)
    if not keep:
        return FoundCards(is_hidden=bool(unread))
    places, shares = [places[number] for number in keep], shares[keep]
    grid = fit_grid(places, usual_angle(places))
    for _ in range(LARGEST_GRID):  # beside an overlooked card there may be another one
        more, overlooked_shares, is_hole_hidden = look_at_empty(halves, places, grid, sighted, settings)
        if not more:
            break
        places, shares = [*places, *more], np.concatenate([shares, overlooked_shares])
        grid = fit_grid(places, usual_angle(places))
    digits = digit_shares(shares)
    cards = [
        FoundCard(place, cell, tuple(map(float, digits[number])), paint_cut(halves, place))
        for number, (place, cell) in enumerate(zip(places, grid.cells, strict=True))
        if cell is not None
    ]
    cards.sort(key=lambda card: card.cell)
    if debug is not None:
        debug("numbers-cuts", sheet([card.cut for card in cards]))
    is_hidden = is_hole_hidden or any(is_beside(place, places, grid, settings) for place in unread)
    has_strays = len(cards) < len(places) or is_height_odd(places, settings)
    return FoundCards(tuple(cards), grid.rows, grid.cols, is_hidden, grid.is_crowded, has_strays)


def look_closely(
    halves: Halves, sighted: Sequence[DigitPlace], settings: CardSettings
) -> tuple[list[DigitPlace], Shares]:
    """Where digits are and what they are, one place a card.

    A first look corrects each place and tells digits from parts of them. Where a look was far off its mark or left a
    doubt, the corrected place is looked at again.
    """
    found = aligned(sighted, [place.heat for place in sighted], settings)
    shares, shifts = name_cut_outs([cut_at(halves, place) for place in found])
    worth = [number for number in range(len(shares)) if shares[number, NOTHING] < settings.certain_nothing]
    corrected = [moved(found[number], shifts[number], settings) for number in worth]
    digits = 1.01 - shares[worth, NOTHING] - shares[worth, NO_DIGIT]
    scores = [float(found[number].heat * digit) for number, digit in zip(worth, digits, strict=True)]
    best = one_per_card(corrected, scores)
    places = aligned([corrected[number] for number in best], [scores[number] for number in best], settings)
    shares, shifts = shares[worth][best], shifts[worth][best]
    turns = np.array([place.angle - corrected[number].angle for number, place in zip(best, places, strict=True)])
    is_flipped = np.cos(np.radians(turns)) < 0  # what was seen upright stands on its head in the new direction
    shares[is_flipped] = swapped(shares[is_flipped])
    is_turned = (turns + 1) % 180 > 2
    again = np.flatnonzero(is_worth_a_look(shares, shifts, settings) | is_turned)
    for _ in range(settings.more_looks):
        shares[again], shifts[again] = name_cut_outs([cut_at(halves, places[number]) for number in again])
        for number in again:
            places[number] = moved(places[number], shifts[number], settings)
        again = again[is_worth_a_look(shares[again], shifts[again], settings)]
    return places, shares


def is_worth_a_look(shares: Shares, shifts: Shares, settings: CardSettings) -> NDArray[np.bool_]:
    """Which looks were far off their mark, or saw no clear digit."""
    is_off = np.abs(shifts).max(axis=1) > settings.on_its_mark
    return np.asarray(is_off | (shares[:, NO_DIGIT + 1 :].max(axis=1) < settings.clear_digit), bool)


def moved(place: DigitPlace, shift: Shares, settings: CardSettings) -> DigitPlace:
    """Where a digit is according to a look at it."""
    most = settings.most_shift
    right, down, growth, turn = (min(most, max(-most, float(part))) for part in shift)
    head = math.radians(place.angle)
    return DigitPlace(
        x=place.x + (right * math.cos(head) - down * math.sin(head)) * place.height,
        y=place.y + (right * math.sin(head) + down * math.cos(head)) * place.height,
        height=place.height * math.exp(growth),
        angle=place.angle + turn * SHIFT_DEGREES,
        heat=place.heat,
    )


def cut_at(halves: Halves, place: DigitPlace) -> NDArray[np.uint8]:
    """What is to be named at a place."""
    return cut_out(halves, place.x, place.y, place.height, place.angle)


def paint_cut(halves: Halves, place: DigitPlace) -> NDArray[np.uint8]:
    """The same with more pixels and less smoothing, which keeps the colours of thin strokes; never with grey."""
    step = place.height * CUT_HEIGHTS / CUT
    pixels, scale = halves.fit_for(step / 2)
    seen = place.scaled(scale)
    return turned_upright(pixels, seen.x, seen.y, seen.height, seen.angle, CUT, is_whole=True)


def aligned(places: Sequence[DigitPlace], scores: Sequence[float], settings: CardSettings) -> list[DigitPlace]:
    """All places with the same end up: directions within half a turn of the usual one.

    Where most agree on the usual direction, misjudged ones are corrected to it.
    """
    weights = np.square(scores)  # many doubtful places do not outvote one clear digit
    together = complex(weights @ np.exp(2j * np.radians([place.angle for place in places])))
    usual = math.degrees(math.atan2(together.imag, together.real)) / 2
    is_agreed = abs(together) >= settings.agreement * weights.sum()
    straight = []
    for place in places:
        off = (place.angle - usual + 90) % 180 - 90
        is_misjudged = is_agreed and abs(off) > settings.same_turn
        straight.append(place.turned_to(usual if is_misjudged else usual + off))
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
    halves: Halves,
    places: Sequence[DigitPlace],
    grid: Grid,
    sighted: Sequence[DigitPlace],
    settings: CardSettings,
) -> tuple[list[DigitPlace], Shares, bool]:
    """Look where cards would be that were not found: overlooked ones with their shares, and whether one is hidden.

    What the finder saw clearly at such a place may be a card unless the namer thinks that it is nothing.
    """
    empty = [place for place in empty_neighbours(places, grid) if is_in_view(place, halves.pictures[0], settings)]
    cuts = [cut_at(halves, place) for place in empty]
    usual = np.median(contrast_of([cut_at(halves, place) for place in places])) if empty else 0.0
    is_bare = contrast_of(cuts) < settings.bare_table * usual
    empty = [place for place, bare in zip(empty, is_bare, strict=True) if not bare]
    shares, _ = name_cut_outs([cut for cut, bare in zip(cuts, is_bare, strict=True) if not bare])
    up = shares[:, UPRIGHT].sum(axis=1)
    is_sighted = [was_sighted(place, sighted, settings) for place in empty]
    least = np.where(is_sighted, settings.digit_share, settings.overlooked)
    more = [number for number in range(len(empty)) if up[number] > least[number]]
    least_nothing = np.where(is_sighted, settings.sighted_nothing, settings.likely_nothing)
    hidden = any(shares[number, NOTHING] < least_nothing[number] for number in range(len(empty)) if number not in more)
    return [empty[number] for number in more], shares[more], hidden


def is_in_view(place: DigitPlace, pixels: NDArray[np.uint8], settings: CardSettings) -> bool:
    """Whether a part of a digit here would be in the picture."""
    height, width = pixels.shape[:2]
    reach = settings.half_digit * place.height
    return -reach <= place.x < width + reach and -reach <= place.y < height + reach


def is_beside(place: DigitPlace, cards: Sequence[DigitPlace], grid: Grid, settings: CardSettings) -> bool:
    """Whether a thing as large as a card's digit lies so near the cards that it may be one of the grid."""
    reach = settings.next_card * max(math.hypot(*grid.right), math.hypot(*grid.down))
    near = [card for card in cards if math.dist((card.x, card.y), (place.x, place.y)) < reach]
    return any(settings.same_height < place.height / card.height < 1 / settings.same_height for card in near)


def was_sighted(place: DigitPlace, sighted: Sequence[DigitPlace], settings: CardSettings) -> bool:
    """Whether the finder saw a digit of the usual height here."""
    return any(
        other.heat >= settings.clear_heat
        and math.dist((other.x, other.y), (place.x, place.y)) < settings.same_place * place.height
        and settings.same_height < other.height / place.height < 1 / settings.same_height
        for other in sighted
    )


def sheet(cuts: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """All cut-outs in rows of eight, to look at."""
    blank = np.zeros((CUT, CUT, 3), np.uint8)
    full = [*cuts, *[blank] * (-len(cuts) % 8)]
    return np.asarray(cv2.vconcat([cv2.hconcat(full[first : first + 8]) for first in range(0, len(full), 8)]), np.uint8)
