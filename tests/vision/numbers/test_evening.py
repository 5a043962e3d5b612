"""Number cards on a real evening: a warm lamp, chips and markers and other things about, drawn shadows."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.render.numbers.cards import COLOURS, Deck, Printing
from tools.render.numbers.layouts import LaidCard, grid_of
from tools.render.numbers.litter import Thing, chips_and_markers, cup, marker
from tools.render.numbers.tables import Shot, photograph
from tools.render.scenes.numbers import bare, printed_cloth, with_chips
from vision.base.calibration import UNMEASURED
from vision.base.frame import Frame
from vision.base.reading import Reason, Status
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.numbers.samples import paint_samples, shared_white

FONT = Path(__file__).resolve().parents[3] / "device" / "fonts" / "DejaVuSans-Bold.ttf"
LIGHT = Deck(Printing.INK_ON_LIGHT, FONT, COLOURS, (240, 238, 230), (30, 30, 30), 0.66, 0.4)
DARK = replace(LIGHT, printing=Printing.INK_ON_DARK, frame=0.02)
FULL = replace(LIGHT, printing=Printing.LIGHT_ON_COLOUR, rim=0.03)
DECKS = {"light paper": LIGHT, "dark paper": DARK, "coloured": FULL}
SHOT = Shot(1152, 648, kelvin=5000, white_error=0.02, fill=0.75, falloff=0.2, noise=0.006)
EVENING = replace(SHOT, kelvin=2400, lamp_left=0.8, exposure=0.6)


def table(deck, shot=SHOT, seed=1, side=4, count=12, chips=True):
    """A photograph of a grid with chips and markers beside it."""
    rng = np.random.default_rng(seed)
    cards = grid_of(rng, deck, side, side, count, 0.02)
    things = chips_and_markers(rng, deck, cards) if chips else []
    return photograph(rng, deck, cards, shot, things=things)


def read(photo):
    return read_numbers(Frame(photo.pixels), shipped_number_profile(), calibration=UNMEASURED)


def values(reading):
    return sorted((card.digit, card.colour) for card in reading.cards)


def laid(photo):
    return sorted((int(card.laid.mark), card.laid.colour) for card in photo.cards)


@pytest.mark.parametrize("name", DECKS)
def test_cards_under_a_warm_lamp_are_read_surely_whatever_their_colour(name):
    photo = table(DECKS[name], EVENING, seed=4, side=5, count=25)
    reading = read(photo)
    assert values(reading) == laid(photo)
    assert reading.status is Status.SURE


def test_red_that_the_camera_cut_off_does_not_change_the_colours():
    shot = replace(EVENING, lamp_left=0.3, exposure=1.0, clips_first=True)
    photo = table(FULL, shot, seed=4, side=5, count=25)
    assert values(read(photo)) == laid(photo)


@pytest.mark.parametrize("name", DECKS)
def test_chips_and_markers_are_left_out_and_cost_no_sureness(name):
    photo = table(DECKS[name], seed=5)
    reading = read(photo)
    assert values(reading) == laid(photo)
    assert reading.status is Status.SURE


def test_a_digit_far_from_the_cards_is_none_of_theirs():
    rng = np.random.default_rng(6)
    cards = grid_of(rng, FULL, 3, 3, 9)
    far = LaidCard("5", "red", 0, 0, max(card.x for card in cards) + 2.4, cards[4].y)
    reading = read(photograph(rng, FULL, cards, replace(SHOT, fill=0.6), [(FULL, far)]))
    assert values(reading) == sorted((int(card.mark), card.colour) for card in cards)
    assert reading.status is Status.SURE


def test_a_card_under_a_cup_is_doubted_however_many_chips_lie_about():
    rng = np.random.default_rng(7)
    cards = grid_of(rng, LIGHT, 4, 4, 16)
    corner = cards[-1]
    over = Thing(cup(rng), corner.x + 0.3, corner.y + 0.3, 0.9)
    things = [*chips_and_markers(rng, LIGHT, cards[:-1]), over]
    reading = read(photograph(rng, LIGHT, cards, SHOT, things=things))
    assert reading.status is not Status.SURE


@pytest.mark.parametrize("number", [3, 13, 17, 22])
def test_a_digit_printed_on_the_cloth_in_a_gap_of_the_grid_is_no_sure_card(number):
    scene = printed_cloth(np.random.default_rng((41, number)), "printed cloth")
    reading = read_numbers(scene.frame, shipped_number_profile(), 5)
    there = [tuple(card["xy"]) for card in scene.truth["cards"]]
    extra = [card for card in reading.cards if min(math.dist((card.x, card.y), xy) for xy in there) > scene.reach]
    assert len(reading.cards) - len(extra) == len(there), "all cards are read"
    assert all(card.reasons for card in extra)


def test_19_2_chips_in_a_card_s_colour_beside_a_full_grid_are_no_sixth_column():
    scene = with_chips(np.random.default_rng((1901, 70)), "chips beside")
    reading = read_numbers(scene.frame, shipped_number_profile())
    there = [tuple(card["xy"]) for card in scene.truth["cards"]]
    assert len(reading.cards) == len(there) == 25
    assert all(min(math.dist((card.x, card.y), xy) for xy in there) < scene.reach for card in reading.cards)


def test_19_7_a_house_number_printed_on_the_cloth_is_no_sure_pair_of_cards():
    scene = bare(np.random.default_rng((7701, 22)), "no cards")
    assert read_numbers(scene.frame, shipped_number_profile()).status is not Status.SURE


def test_a_clear_digit_stays_a_doubtful_card_even_if_its_paint_fits_no_colour():
    grey = replace(LIGHT, colours=COLOURS | {"red": (120, 118, 116)})
    rng = np.random.default_rng(8)
    cards = grid_of(rng, grey, 3, 3, 9)
    cards = [replace(card, colour="red" if number == 4 else "yellow") for number, card in enumerate(cards)]
    cards = [replace(card, mark=str(number % 6 + 1)) for number, card in enumerate(cards)]
    reading = read(photograph(rng, grey, cards, SHOT))
    assert len(reading.cards) == 9
    assert (reading.cards[4].digit, reading.cards[4].reasons) == (5, (Reason.UNCLEAR,))


@pytest.mark.parametrize("colour", ["yellow", "light_green", "red"])
def test_a_digits_drawn_shadow_does_not_change_its_colour(colour):
    shaded = replace(LIGHT, outline=0.015, shade=0.04, digit_height=0.5)
    rng = np.random.default_rng(9)
    photo = photograph(rng, shaded, [LaidCard("2", colour, 0, 0, 0, 0)], replace(SHOT, fill=0.6))
    sample = paint_samples([card_pixels(photo)])[0]
    _, green, red = np.array(sample.ink) / np.array(sample.paper)
    wanted = np.power(np.array(COLOURS[colour]) / 240, 2.2)  # R, G, B
    assert (red, green) == pytest.approx(tuple(wanted[:2]), abs=0.12)


def card_pixels(photo):
    """A card's pixels around its digit, as the reader takes them."""
    from vision.numbers.finding import DigitPlace
    from vision.numbers.naming import Halves
    from vision.numbers.samples import paint_pixels

    card = photo.cards[0]
    return paint_pixels(Halves(photo.pixels), [DigitPlace(card.x, card.y, card.height, card.angle, 1.0)])[0]


def test_the_lights_colour_is_that_of_what_most_cards_have_in_common():
    paper, inks = (0.3, 0.55, 0.8), [(0.01, 0.01, 0.5), (0.02, 0.3, 0.1), (0.1, 0.02, 0.01)]
    light = np.array([[paper, ink, ink] for ink in inks])
    shares = np.tile([0.6, 0.3, 0.1], (3, 1))
    assert shared_white(light, shares) == pytest.approx(np.array(paper) / np.mean(paper), rel=0.01)


def test_paint_on_dark_paper_is_not_taken_for_the_lights_colour():
    light = np.array([[(0.02, 0.02, 0.02), ink, ink] for ink in [(0.01, 0.01, 0.5), (0.02, 0.5, 0.7)]])
    assert shared_white(light, np.tile([0.6, 0.3, 0.1], (2, 1))).tolist() == [1, 1, 1]


def test_a_marker_has_the_table_around_it_and_a_card_has_not():
    from vision.numbers.finding import DigitPlace
    from vision.numbers.grid import fit_grid
    from vision.numbers.naming import Halves
    from vision.numbers.surroundings import small_things

    rng = np.random.default_rng(10)
    cards = [LaidCard("3", "red", row, col, 0.75 * col, 1.1 * row) for row in range(2) for col in range(3)]
    beside = Thing(marker(rng), 0.75 * 3, 0.0, 0.3)
    unseen = LaidCard("3", "red", 0, 0, 0.75 * 3, 0.0)
    photo = photograph(rng, FULL, [unseen, *cards], replace(SHOT, roll=0, noise=0.0))
    photo_with_marker = photograph(np.random.default_rng(10), FULL, cards, replace(SHOT, roll=0), things=[beside])
    for shown, is_small in ((photo, False), (photo_with_marker, True)):
        places = [DigitPlace(card.x, card.y, card.height, card.angle, 1.0) for card in shown.cards]
        rest = places[-6:]
        step = rest[1].x - rest[0].x
        there = DigitPlace(rest[2].x + step, rest[2].y, rest[2].height, rest[2].angle, 1.0)
        small = small_things(Halves(shown.pixels), [there], rest, fit_grid(rest, 0.0))
        assert bool(small.is_around[0]) is is_small
