"""Number cards in parts: grids by hand, what a deck allows, cut-outs."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.base.reading import NumberReading, Reason
from vision.numbers.cards import FoundCard, FoundCards, aligned, beyond_full, digit_shares, is_full
from vision.numbers.finding import DigitPlace
from vision.numbers.grid import empty_neighbours, fit_grid
from vision.numbers.holes import away_from_table, was_sighted
from vision.numbers.naming import NO_DIGIT, SHARES, UPRIGHT, Halves, cut_out
from vision.numbers.reader import NumberDoubt, doubting_twins, each_once
from vision.numbers.samples import COLUMNS, ROWS
from vision.numbers.settings import NumberCardSettings

# --- the grid ---


def place(x, y, height=40.0, angle=0.0):
    return DigitPlace(x, y, height, angle, 0.9)


def laid(cells, angle=0.0, slant=0.0, loose=0.0, seed=0):
    """Digits of cards in these cells, 90 x 130 pixels apart, turned around the picture's middle."""
    rng = np.random.default_rng(seed)
    turn = math.radians(angle)
    places = []
    for row, col in cells:
        x, y = 90 * col - 200 + rng.normal(0, 90 * loose), 130 * row - 260 + rng.normal(0, 130 * loose)
        far = 1 + slant * (x + 0.5 * y) / 1000
        x, y = x / far, y / far
        places.append(
            place(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), 40, angle)
        )
    return places


WHOLE = [(row, col) for row in range(6) for col in range(6)]
HOLES = [cell for cell in WHOLE if cell not in {(0, 0), (1, 1), (3, 4), (5, 5), (0, 5), (2, 2)}]


@pytest.mark.parametrize("angle", [0, 13, 90, 180, 271])
@pytest.mark.parametrize("cells", [WHOLE, HOLES], ids=["complete", "with holes"])
def test_every_card_gets_its_row_and_column_whichever_way_the_grid_lies(cells, angle):
    assert list(fit_grid(laid(cells, angle, slant=0.3, loose=0.05), angle).cells) == cells


def test_rows_and_columns_are_counted_from_the_first_occupied_ones():
    assert fit_grid(laid([(2, 3), (2, 4), (3, 4)]), 0).cells == ((0, 0), (0, 1), (1, 1))


def test_five_in_a_row_are_one_row():
    grid = fit_grid(laid([(0, col) for col in range(5)], loose=0.04), 0)
    assert (grid.rows, grid.cols) == (1, 5)


def test_one_card_is_a_grid_of_one():
    assert fit_grid([place(300, 200)], 0).cells == ((0, 0),)


def test_a_card_upon_another_is_noticed():
    cells = laid([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])
    assert not fit_grid(cells, 0).is_crowded
    upon = place(cells[0].x + 30, cells[0].y + 25)
    assert fit_grid([*cells, upon], 0).is_crowded


@pytest.mark.parametrize("slant", [0.0, 0.3])
def test_a_card_well_beside_its_place_may_lie_on_another_one(slant):
    cells = laid(HOLES, angle=8, slant=slant, loose=0.03)
    assert not fit_grid(cells, 8).is_crowded
    cells[12] = place(cells[12].x + 22, cells[12].y + 25, angle=8)
    assert fit_grid(cells, 8).is_crowded


def test_a_card_between_two_rows_belongs_to_none():
    cells = laid([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])
    between = place(cells[3].x + 90, cells[3].y + 65)
    assert fit_grid([*cells, between], 0).cells[-1] is None


def test_missing_cards_are_looked_for_beside_the_others_but_not_beyond_the_largest_grid():
    assert empty_neighbours(laid(WHOLE), fit_grid(laid(WHOLE), 0)) == []
    corner = [cell for cell in WHOLE if cell != (0, 0)]
    missing = empty_neighbours(laid(corner), fit_grid(laid(corner), 0))
    assert [(round(place.x), round(place.y)) for place in missing] == [(-200, -260)]
    assert len(empty_neighbours(laid([(0, 0)]), fit_grid(laid([(0, 0)]), 0))) == 4


# --- what a deck allows ---


def test_what_another_card_surely_is_makes_the_rest_likelier():
    shares = np.array([[0.6, 0.38, 0.0], [0.01, 0.98, 0.0]])
    first, second = each_once(shares, NumberDoubt())
    assert first.argmax() == 0 and first[0] > 0.9
    assert second.argmax() == 1 and second[1] > 0.95


def test_a_card_that_is_hardly_any_stays_doubtful():
    assert each_once(np.array([[0.3, 0.0]]), NumberDoubt())[0, 0] == pytest.approx(0.3)


def test_cards_named_alike_are_doubted_however_clear_they_are():
    cards = tuple(NumberReading(0, col, digit, "red", 0, 0, 0.999) for col, digit in enumerate((3, 4, 3)))
    doubted = doubting_twins(cards, NumberDoubt())
    assert [card.reasons for card in doubted] == [(Reason.UNCLEAR,), (), (Reason.UNCLEAR,)]
    assert [card.confidence for card in doubted] == [0.5, 0.999, 0.5]


def found(*cells):
    cards = tuple(
        FoundCard(place(0, 0), cell, (0.9, 0, 0, 0, 0, 0), np.zeros((ROWS, COLUMNS, 3), np.uint8)) for cell in cells
    )
    return FoundCards(cards, 3, 3)


def test_without_a_chip_above_them_the_cards_rows_are_counted_anew_and_doubt_remains():
    left = found((0, 1), (1, 0), (1, 1), (2, 0)).only([False, True, True, True])
    assert [card.cell for card in left.cards] == [(0, 0), (0, 1), (1, 0)]
    assert (left.rows, left.cols, left.has_strays) == (2, 2, True)


FIVE = [(row, col) for row in range(5) for col in range(5)]


def test_19_2_beyond_a_full_grid_only_a_row_or_column_of_its_own_can_be_none_of_the_cards():
    assert is_full(FIVE) and is_full(WHOLE)
    assert not is_full(FIVE[1:])
    assert not beyond_full(FIVE, 6).any(), "every card of a full grid is one"
    chips = [*FIVE, (0, 5), (3, 5)]
    assert np.flatnonzero(beyond_full(chips, 6)).tolist() == [25, 26]
    assert not beyond_full(chips[1:], 6).any(), "where a card is missing, nobody knows how large the grid will be"
    seven = [(0, col) for col in range(7)]
    assert np.flatnonzero(beyond_full(seven, 6)).tolist() == [0, 6], "one of both ends is too many"


def test_19_2_a_chip_in_a_card_s_colour_is_doubted_in_a_line_of_its_own_and_a_card_like_the_table_is_not():
    cards = found((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    chip, like_table = replace(cards.cards[4], is_small=True), replace(cards.cards[0], is_small=True)
    seen = replace(cards, cards=(like_table, *cards.cards[1:4], chip), rows=3, cols=2)
    assert [seen.may_be_none(card) for card in seen.cards] == [False, False, False, False, True]
    assert seen.may_be_none(replace(cards.cards[3], is_bare=True)), "a digit printed on the cloth"


def test_what_was_sighted_at_the_place_of_a_missing_card_counts_if_it_is_as_large():
    missing, settings = place(300, 200), NumberCardSettings()
    assert was_sighted(missing, [place(310, 205)], settings)
    assert not was_sighted(missing, [place(310, 205, height=15)], settings)
    assert not was_sighted(missing, [place(400, 205)], settings)


def test_places_are_as_far_from_the_table_as_their_colours():
    table = np.full((200, 900, 3), (60, 90, 120), np.uint8)
    table[:, 300:600] = (70, 130, 120)
    places = [place(150, 100), place(450, 100), place(750, 100)]
    assert away_from_table(Halves(table), places, np.array([True, False, False])).tolist() == [0, 40, 0]
    assert np.isnan(away_from_table(Halves(table), places, np.zeros(3, bool))).all()


def named_shares(digit, share):
    """What the namer says of an upright digit that else may be no digit at all."""
    shares = np.zeros(SHARES)
    shares[UPRIGHT.start + digit - 1], shares[NO_DIGIT] = share, 1 - share
    return shares


def test_a_mark_that_may_be_no_digit_is_one_rather_among_clear_digits_than_alone_or_among_strangers():
    doubtful = named_shares(4, 0.8)
    alone, among_digits, among_strangers = (
        digit_shares(np.array([doubtful, *others]))[0, 3]
        for others in ([], [named_shares(2, 0.999)] * 20, [named_shares(2, 0.1)] * 20)
    )
    assert max(alone, among_strangers) < 0.9
    assert 0.97 < among_digits < 0.99


def test_directions_that_most_agree_on_correct_a_misjudged_one():
    angles = [2.0, -3.0, 176.0, 1.0, -1.0, 4.0, -2.0, 80.0]
    straight = aligned([place(0, 0, angle=angle) for angle in angles], [0.9] * 8, NumberCardSettings())
    assert max(abs(one.angle) for one in straight) < 12


def test_where_directions_disagree_each_stays_as_it_is():
    angles = [0.0, 50.0, -50.0]
    straight = aligned([place(0, 0, angle=angle) for angle in angles], [0.9] * 3, NumberCardSettings())
    assert [round(one.angle - angle) % 180 for one, angle in zip(straight, angles, strict=True)] == [0, 0, 0]


# --- cut-outs ---


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_a_cut_out_stands_upright_whichever_way_and_however_large_the_card_is(scale):
    picture = np.full((200 * scale, 300 * scale, 3), 200, np.uint8)
    # A bar from the middle to the right: a head turned by 90 degrees.
    picture[90 * scale : 110 * scale, 150 * scale : 190 * scale] = 0
    cut = cut_out(Halves(picture), 150 * scale - 0.5, 100 * scale - 0.5, 60 * scale, 90)
    assert cut[4:14, 16].mean() < 60 < 150 < cut[18:28, 16].mean()


def test_a_cut_out_beyond_the_border_is_grey():
    cut = cut_out(Halves(np.zeros((100, 100, 3), np.uint8)), 0, 50, 40, 0)
    assert (cut[:, :12] == 128).all() and (cut[:, 20:] == 0).all()


def test_thin_strokes_of_a_large_digit_do_not_break_up():
    picture = np.zeros((800, 800, 3), np.uint8)
    picture[:, 398:402] = 255  # four of 800 pixels: less than one of the cut-out's 32
    cut = cut_out(Halves(picture), 400, 400, 400, 3)
    assert (cut.max(axis=(1, 2)) > 10).all()
