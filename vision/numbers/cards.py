"""From digits found in a picture to cards: which way is up, which digit each shows, where in the grid it lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numbers.finding import Debug, DigitPlace, find_digits, one_per_card
from vision.numbers.grid import LARGEST_GRID, SMALLER_GRID, Grid, counted_from_first, fit_grid
from vision.numbers.holes import look_at_empty
from vision.numbers.naming import NO_DIGIT, NOTHING, SHIFT_DEGREES, TURNED, UPRIGHT, Halves, cut_at, name_cut_outs
from vision.numbers.samples import paint_pixels
from vision.numbers.settings import NumberCardSettings
from vision.numbers.surroundings import are_all_print, small_things

Shares = NDArray[np.float64]
UNSEEN_CARDS = 4.0  # imagined beside those in the picture, half of them of another deck
EVEN_CARDS = 4  # so many tell how heights grow towards the camera
SEARCHED_WIDTH = 768  # pixels of the longer side of the picture that digits are looked for in, about


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card with a digit: where, which cell of the grid, how likely each digit, and pixels of its paint."""

    place: DigitPlace
    cell: tuple[int, int]
    digits: tuple[float, ...]  # for 1..6; sums to less than 1 where it may be no digit at all
    paint: NDArray[np.uint8]  # (rows, columns, 3)
    is_small: bool = False  # a chip by what is around its digit: the table, where a card would still be
    is_usual: bool = True  # its digit is as high as those of the others
    is_bare: bool = False  # nothing but the table is seen around its digit: it may be printed on the cloth


@dataclass(frozen=True, slots=True)
class FoundCards:
    """All cards of a picture and what else was noticed."""

    cards: tuple[FoundCard, ...] = ()
    rows: int = 0
    cols: int = 0
    is_hidden: bool = False  # a card is there whose digit cannot be seen as a whole
    is_crowded: bool = False  # two cards lie on one another, or one so far beside its place that this may be
    has_strays: bool = False  # digits that do not belong to the grid, or do not look like it

    def may_be_none(self, card: FoundCard) -> bool:
        """Whether a card may be none: a digit printed on the cloth, or a chip in a line of its own beside the cards.

        Of 5459 cards on drawn tables one was so far from the others and so like the table around it.
        """
        if card.is_bare or not card.is_small:
            return card.is_bare
        lines = [[other for other in self.cards if other.cell[axis] == card.cell[axis]] for axis in (0, 1)]
        is_outer = [card.cell[axis] in (0, last - 1) for axis, last in enumerate((self.rows, self.cols))]
        return any(outer and all(other.is_small for other in line) for outer, line in zip(is_outer, lines, strict=True))

    def only(self, is_card: Sequence[bool]) -> FoundCards:
        """The same without what turned out to be no card of the deck, but something with a digit beside the cards."""
        kept = [card for card, is_kept in zip(self.cards, is_card, strict=True) if is_kept]
        cells = [cell for cell in counted_from_first([card.cell for card in kept]) if cell]
        cards = tuple(replace(card, cell=cell) for card, cell in zip(kept, cells, strict=True))
        rows, cols = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        left_out = [card for card, is_kept in zip(self.cards, is_card, strict=True) if not is_kept]
        has_strays = self.has_strays or not all(card.is_small and not card.is_usual for card in left_out)
        return replace(self, cards=cards, rows=rows, cols=cols, has_strays=has_strays)


def find_cards(
    pixels: NDArray[np.uint8],
    debug: Debug | None = None,
    settings: NumberCardSettings | None = None,
    size: int = LARGEST_GRID,
) -> FoundCards:
    """Find and name all number cards; without colours. `size` is how many rows and columns there are at most."""
    settings = settings or NumberCardSettings()
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
    is_chip = np.array(are_chips(halves, places, grid, settings))
    if is_chip.any():
        places, shares = [places[number] for number in np.flatnonzero(~is_chip)], shares[~is_chip]
        grid = fit_grid(places, usual_angle(places))
    while (beyond := beyond_full(grid.cells, size)).any():
        beyond &= small_things(halves, places, places, grid).is_small
        kept = np.flatnonzero(~beyond)
        if len(kept) == len(places):
            break
        places, shares = [places[number] for number in kept], shares[kept]
        grid = fit_grid(places, usual_angle(places))
    for _ in range(LARGEST_GRID):  # beside an overlooked card there may be another one
        most = SMALLER_GRID if is_full(grid.cells, (SMALLER_GRID,)) else size
        more, overlooked_shares, is_hole_hidden = look_at_empty(halves, places, grid, sighted, settings, most)
        if not more:
            break
        places, shares = [*places, *more], np.concatenate([shares, overlooked_shares])
        grid = fit_grid(places, usual_angle(places))
    is_around, is_small, is_bare = small_things(halves, [*places, *unread], places, grid)
    is_bare = is_bare | are_all_print(halves, places, grid)
    is_usual = np.abs(uneven_heights(places, places)) < settings.chip_height
    digits, paints = digit_shares(shares).tolist(), paint_pixels(halves, places)
    cards = [
        FoundCard(
            place,
            cell,
            tuple(digits[card]),
            paints[card],
            bool(is_small[card]),
            bool(is_usual[card]),
            bool(is_bare[card]),
        )
        for card, (place, cell) in enumerate(zip(places, grid.cells, strict=True))
        if cell is not None
    ]
    cards.sort(key=lambda card: card.cell)
    if debug is not None:
        debug("numbers-cuts", sheet([cut_at(halves, card.place) for card in cards]))
    large = [place for place, is_chip in zip(unread, is_around[len(places) :], strict=True) if not is_chip]
    is_hidden = is_hole_hidden or any(is_beside(place, places, grid, settings) for place in large)
    placed = [card.place for card in cards]
    reach = settings.upon_card if is_full(grid.cells) else settings.far_away
    strays = [
        place
        for place, cell, is_chip in zip(places, grid.cells, is_small[: len(places)], strict=True)
        if cell is None and not is_chip and is_near(place, placed, grid, reach)
    ]
    is_most = 2 * len(cards) > len(places)  # of two groups alike nobody knows which one is meant
    has_strays = bool(strays) or not is_most or is_height_odd(placed, settings)
    return FoundCards(tuple(cards), grid.rows, grid.cols, is_hidden, grid.is_crowded, has_strays)


def look_closely(
    halves: Halves, sighted: Sequence[DigitPlace], settings: NumberCardSettings
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
    again = again[shares[again, NO_DIGIT + 1 :].max(axis=1) >= settings.hopeless_digit]
    shares[again] = looked_around(halves, [places[number] for number in again], settings)
    return places, shares


def looked_around(halves: Halves, places: Sequence[DigitPlace], settings: NumberCardSettings) -> Shares:
    """The shares that several looks from a little beside each other agree on: their geometric mean."""
    around = [shifted(place, right, down) for right, down in settings.looks_around for place in places]
    shares, _ = name_cut_outs([cut_at(halves, place) for place in around])
    each = np.log(shares + 1e-4).reshape(len(settings.looks_around), len(places), shares.shape[1])
    together = np.exp(each.mean(axis=0))
    return np.asarray(together / together.sum(axis=1, keepdims=True), np.float64)


def is_worth_a_look(shares: Shares, shifts: Shares, settings: NumberCardSettings) -> NDArray[np.bool_]:
    """Which looks were far off their mark, or saw no clear digit."""
    is_off = np.abs(shifts).max(axis=1) > settings.on_its_mark
    return np.asarray(is_off | (shares[:, NO_DIGIT + 1 :].max(axis=1) < settings.clear_digit), bool)


def moved(place: DigitPlace, shift: Shares, settings: NumberCardSettings) -> DigitPlace:
    """Where a digit is according to a look at it."""
    most = settings.most_shift
    right, down, growth, turn = (min(most, max(-most, part)) for part in shift.tolist())
    there = shifted(place, right, down)
    height, angle = place.height * math.exp(growth), place.angle + turn * SHIFT_DEGREES
    return DigitPlace(there.x, there.y, height, angle, place.heat)


def shifted(place: DigitPlace, right: float, down: float) -> DigitPlace:
    """The place so many of its heights right and down of it, as its card lies."""
    head = math.radians(place.angle)
    x = place.x + (right * math.cos(head) - down * math.sin(head)) * place.height
    y = place.y + (right * math.sin(head) + down * math.cos(head)) * place.height
    return DigitPlace(x, y, place.height, place.angle, place.heat)


def aligned(places: Sequence[DigitPlace], scores: Sequence[float], settings: NumberCardSettings) -> list[DigitPlace]:
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


def is_nothing(shares: Shares, place: DigitPlace, settings: NumberCardSettings) -> bool:
    """Whether a place the finder saw is no card."""
    most = settings.faint_nothing if place.heat < settings.faint_heat else settings.clear_nothing
    return bool(shares[NOTHING] > most)


def clear_ones(keep: list[int], places: Sequence[DigitPlace], digit: Shares, settings: NumberCardSettings) -> list[int]:
    """Without faint ones if there are clear ones: places beside those are looked at again anyway."""
    clear = [number for number in keep if places[number].heat * digit[number] >= settings.clear_score]
    return clear or keep


def of_usual_height(keep: list[int], places: Sequence[DigitPlace], settings: NumberCardSettings) -> list[int]:
    """Without digits of chips and the like, which are much smaller or larger than those of most cards."""
    if not keep:
        return []
    usual = float(np.median([places[number].height for number in keep]))
    least, most = usual * settings.same_height, usual / settings.same_height
    return [number for number in keep if least <= places[number].height <= most]


def are_chips(
    halves: Halves, places: Sequence[DigitPlace], grid: Grid, settings: NumberCardSettings
) -> NDArray[np.bool_]:
    """Which digits are on small things with the table around them, and smaller than those of the cards."""
    heights = np.log([place.height for place in places])
    is_low = heights < np.median(heights) - settings.chip_height
    cards = [place for place, low in zip(places, is_low, strict=True) if not low]
    is_around = small_things(halves, places, cards, grid).is_around
    return np.asarray(is_around & (uneven_heights(places, cards) < -settings.chip_height), bool)


def is_full(cells: Sequence[tuple[int, int] | None], sides: Sequence[int] = (SMALLER_GRID, LARGEST_GRID)) -> bool:
    """Whether these cells, and no others, are all of a grid of so many rows and columns as one of the games has."""
    there = {cell for cell in cells if cell}
    return any(there == {(row, col) for row in range(side) for col in range(side)} for side in sides)


def beyond_full(cells: Sequence[tuple[int, int] | None], size: int) -> NDArray[np.bool_]:
    """Which places make a row or column beyond a full grid: what is smaller than a card there is none.

    Number chips may be printed in a card's colour, with digits as high as a card's.
    """
    beyond = np.zeros(len(cells), bool)
    for axis in (0, 1):
        lines = [cell[axis] for cell in cells if cell]
        for end in {min(lines), max(lines)}:
            line = np.array([cell is not None and cell[axis] == end for cell in cells])
            rest = [None if is_out else cell for cell, is_out in zip(cells, line, strict=True)]
            is_over = 1 + max(lines) - min(lines) > size
            if is_over or (any(rest) and is_full(counted_from_first(rest))):
                beyond |= line
    return beyond


def is_height_odd(places: Sequence[DigitPlace], settings: NumberCardSettings) -> bool:
    """Whether a digit's height does not fit those of the others, which may grow evenly towards the camera."""
    return len(places) >= EVEN_CARDS and bool(np.abs(uneven_heights(places, places)).max() > settings.odd_height)


def uneven_heights(places: Sequence[DigitPlace], cards: Sequence[DigitPlace]) -> Shares:
    """Logarithms of how much higher digits are than those of the cards, which may grow evenly towards the camera."""
    heights, of_cards = (np.log([place.height for place in some]) for some in (places, cards))
    if len(cards) < EVEN_CARDS:
        return np.asarray(heights - np.median(of_cards), np.float64)
    design, of_design = (
        np.array([(1.0, place.x, place.y) for place in some]) / np.array([1.0, 1000.0, 1000.0])
        for some in (places, cards)
    )
    even = np.linalg.lstsq(of_design, of_cards, rcond=None)[0]
    return np.asarray(heights - design @ even, np.float64)


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
    """(cards, 6): how likely each digit is, knowing from all other cards which way is up and whether they are ours.

    A card alone may as well be one of another deck as one that is hard to read; among many clear digits it hardly is.
    """
    each = np.log((shares[:, TURNED].sum(axis=1) + 0.01) / (shares[:, UPRIGHT].sum(axis=1) + 0.01))
    turned = 1 / (1 + np.exp(-(each.sum() - each)))
    weights = (1 - turned)[:, None] * shares[:, UPRIGHT] + turned[:, None] * shares[:, TURNED]
    other = shares[:, NO_DIGIT]
    strangers = (other.sum() - other + UNSEEN_CARDS / 2) / (len(shares) - 1 + UNSEEN_CARDS)
    doubt = shares[:, NOTHING] / 2 + np.minimum(strangers, 0.5) * other
    return np.asarray(weights / (weights.sum(axis=1) + doubt + 1e-9)[:, None], np.float64)


def is_near(place: DigitPlace, cards: Sequence[DigitPlace], grid: Grid, reach: float) -> bool:
    """Whether a digit is so near the cards that it may be one of theirs: every card is laid beside another one."""
    away = np.array([(place.x - card.x, place.y - card.y) for card in cards]) @ np.linalg.inv([grid.right, grid.down])
    return bool((np.abs(away).max(axis=1) < reach).any())


def is_beside(place: DigitPlace, cards: Sequence[DigitPlace], grid: Grid, settings: NumberCardSettings) -> bool:
    """Whether a thing as large as a card's digit lies so near the cards that it may be one of the grid."""
    reach = settings.next_card * max(math.hypot(*grid.right), math.hypot(*grid.down))
    near = [card for card in cards if math.dist((card.x, card.y), (place.x, place.y)) < reach]
    return any(settings.same_height < place.height / card.height < 1 / settings.same_height for card in near)


def sheet(cuts: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """All cut-outs in rows of eight, to look at."""
    full = [*cuts, *[np.zeros_like(cuts[0])] * (-len(cuts) % 8)]
    return np.asarray(cv2.vconcat([cv2.hconcat(full[first : first + 8]) for first in range(0, len(full), 8)]), np.uint8)
