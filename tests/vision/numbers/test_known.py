"""Cards that somebody confirmed are a measure for the next one's colour, and overrule nothing the picture tells."""

from dataclasses import replace

import numpy as np
import pytest

from tools.measuring.laid_games import at_place, known_of
from tools.render.scenes.number_games import number_game
from vision.base.frame import Frame
from vision.numbers.cards import FoundCard
from vision.numbers.finding import DigitPlace
from vision.numbers.known import KnownCard, told_colours
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers

PROFILE = shipped_number_profile()
NAMES = [colour.name for colour in PROFILE.colours]
RED, BLUE = NAMES.index("red"), NAMES.index("dark_blue")


def found(cell, digit, share=0.99):
    digits = tuple(share if number == digit else (1 - share) / 5 for number in range(1, 7))
    place = DigitPlace(100.0 * cell[1], 100.0 * cell[0], 40.0, 0.0, 0.9)
    return FoundCard(place, cell, digits, np.zeros((20, 13, 3), np.uint8))


def shares(*best):
    """(cards, colours): each card's likeliest colour and how likely that is."""
    rows = np.zeros((len(best), len(NAMES)))
    for row, (colour, share) in zip(rows, best, strict=True):
        row[colour] = share
    return rows


KNOWN = (KnownCard(2, 2, 5, "red"), KnownCard(2, 3, 3, "dark_blue"))
UNSURE = shares((RED, 0.6), (BLUE, 0.6), (BLUE, 0.5))


def test_known_cards_are_found_again_by_their_digits_wherever_the_picture_begins():
    seen = [found((1, 0), 5), found((1, 1), 3), found((0, 1), 6)]
    assert told_colours(KNOWN, seen, UNSURE, PROFILE) == [RED, BLUE, None]


def test_nothing_is_told_where_the_digits_leave_open_which_card_is_which():
    seen = [found((0, 0), 5), found((0, 1), 5)]
    assert told_colours(KNOWN[:1], seen, UNSURE[:2], PROFILE) == [None, None]


def test_nothing_is_told_if_the_known_cards_show_other_digits():
    seen = [found((0, 0), 5), found((0, 1), 4)]
    assert told_colours(KNOWN, seen, UNSURE[:2], PROFILE) == [None, None]


def test_a_digit_that_is_not_clear_tells_nothing():
    seen = [found((0, 0), 5), found((0, 1), 3, share=0.8)]
    assert told_colours(KNOWN, seen, UNSURE[:2], PROFILE) == [RED, None]


def test_a_card_that_the_picture_surely_sees_otherwise_is_no_measure():
    seen = [found((0, 0), 5), found((0, 1), 3)]
    assert told_colours(KNOWN, seen, shares((BLUE, 0.95), (BLUE, 0.6)), PROFILE) == [None, BLUE]


@pytest.fixture(scope="module")
def evening():
    """A table in the evening whose newest card, dark blue, is not surely told from purple by one picture alone."""
    return number_game("evening", 5002).after(10)


def test_a_doubtful_colour_is_sure_beside_cards_of_that_colour_that_were_confirmed(evening):
    newest = evening.cards[-1]
    alone = at_place(read_numbers(Frame(evening.pixels), PROFILE, 5), newest)
    beside = at_place(read_numbers(Frame(evening.pixels), PROFILE, 5, known=known_of(evening.cards[:-1])), newest)
    assert alone.value == beside.value == (int(newest.laid.mark), newest.laid.colour)
    assert alone.reasons
    assert not beside.reasons
    assert beside.confidence > alone.confidence


def test_what_the_picture_tells_surely_stays_whatever_is_claimed_to_be_known(evening):
    alone = read_numbers(Frame(evening.pixels), PROFILE, 5)
    false = [replace(card, colour=NAMES[(NAMES.index(card.colour) + 3) % 8]) for card in known_of(evening.cards[:-1])]
    claimed = read_numbers(Frame(evening.pixels), PROFILE, 5, known=false)
    sure = [card for card in alone.cards if not card.reasons]
    assert len(sure) >= 8
    assert {(card.row, card.col, card.value) for card in sure} <= {
        (card.row, card.col, card.value) for card in claimed.cards
    }


def test_cards_of_another_game_change_nothing(evening):
    others = [KnownCard(card.row, card.col, 1 + card.digit % 6, card.colour) for card in known_of(evening.cards[:-1])]
    alone = read_numbers(Frame(evening.pixels), PROFILE, 5)
    assert read_numbers(Frame(evening.pixels), PROFILE, 5, known=others) == alone
