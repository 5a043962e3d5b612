"""Cards of one print: what differs between two of them decides, and where that is not clearly seen nobody is sure."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cards.drawn_cards import draw_card, lay
from tools.render.cards.paper import HEIGHT, WIDTH
from tools.render.cards.prints import RANKS, draw_plain, draw_weapon, plain_print, weapon_print
from tools.render.cards.tables import card_corners, photograph
from vision.base.calibration import Calibration
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import CardReading, Status
from vision.cards.alignment import AlignmentSettings, fixing_parts
from vision.cards.edges import has_straight_edges, refined
from vision.cards.features import find_features
from vision.cards.own_picture import is_known_again
from vision.cards.reader import lookalikes_of, read_card
from vision.cards.search import grey_of
from vision.cards.strangers import StrangerSettings, WholeCard, would_be_found
from vision.cards.teaching import TaughtCards, teach_card
from vision.table.place import read_there

TRUSTING = Calibration((0.0, 1.0), (0.98, 1.0))
BLACK = next(design for design in range(99) if plain_print(design).first_suit == 2)  # spades and clubs are taught
MIXED = next(design for design in range(99) if plain_print(design).first_suit == 1)  # diamonds and spades are
FRAMED = next(design for design in range(99) if weapon_print(design).has_frame)
WEAPONS = tuple((number, 31 * number + 5, 317 * number % 2401) for number in range(10))
PLACES = ((20.0, 330.0), (140.0, 300.0), (265.0, 380.0))  # turn and length


def read(card: NDArray[np.uint8], taught: TaughtCards, degrees: float, height: float) -> CardReading:
    return read_card(Frame(lay(card, degrees=degrees, height=height)), taught, calibration=TRUSTING)


@cache
def weapons() -> TaughtCards:
    return TaughtCards.of(
        {str(name): teach_card(draw_weapon(FRAMED, emblem, name, digits)) for name, emblem, digits in WEAPONS}
    )


@cache
def plain(design: int) -> TaughtCards:
    """Two suits of white cards."""
    return TaughtCards.of({str(sign): teach_card(draw_plain(design, sign)) for sign in range(2 * len(RANKS))})


def test_cards_that_differ_in_name_emblem_and_digits_are_told_apart() -> None:
    readings = [
        (str(name), read(draw_weapon(FRAMED, emblem, name, digits), weapons(), *PLACES[name % 3]))
        for name, emblem, digits in WEAPONS[:6]
    ]
    assert all(reading.name == name for name, reading in readings)
    assert sum(reading.status is Status.SURE for _, reading in readings) >= 5


@pytest.mark.parametrize("place", range(4))
def test_a_card_with_another_digit_is_never_surely_the_taught_one(place: int) -> None:
    name, emblem, digits = WEAPONS[4]
    digit = digits // 7**place % 7
    other = digits + 7**place * ((digit + 3) % 7 - digit)
    reading = read(draw_weapon(FRAMED, emblem, name, other), weapons(), *PLACES[place % 3])
    assert reading.name is None or reading.status is not Status.SURE


def test_an_untaught_card_of_the_same_print_is_none_of_them() -> None:
    for number, place in enumerate(PLACES):
        reading = read(draw_weapon(FRAMED, 900 + number, 900 + number, 1234 + 99 * number), weapons(), *place)
        assert reading.name is None


@pytest.mark.parametrize("rank", [0, 1, 4, 7])
def test_cards_of_two_suits_are_not_exchanged(rank: int) -> None:
    for sign in (rank, rank + len(RANKS)):
        for place in PLACES:
            reading = read(draw_plain(BLACK, sign), plain(BLACK), *place)
            assert reading.name == str(sign) or reading.status is not Status.SURE


def test_most_plain_cards_are_surely_named() -> None:
    readings = [
        (sign, read(draw_plain(BLACK, sign), plain(BLACK), *PLACES[sign % 3])) for sign in (0, 2, 5, 13, 16, 21)
    ]
    assert sum(reading.name == str(sign) and reading.status is Status.SURE for sign, reading in readings) >= 5


@pytest.mark.parametrize("rank", [0, 3, 7, 9])
def test_a_card_of_an_untaught_suit_is_never_surely_a_taught_one(rank: int) -> None:
    for place in PLACES:  # clubs, where spades were taught
        reading = read(draw_plain(MIXED, rank + 2 * len(RANKS)), plain(MIXED), *place)
        assert reading.name is None or reading.status is not Status.SURE


def test_a_blurred_card_whose_sign_cannot_be_seen_is_not_sure() -> None:
    picture = cv2.GaussianBlur(lay(draw_plain(BLACK, 10), degrees=10, height=200), (0, 0), 3)
    reading = read_card(Frame(picture), plain(BLACK), calibration=TRUSTING)
    assert reading.status is not Status.SURE


def test_the_knaves_of_two_suits_are_lookalikes_and_an_ace_and_a_ten_are_not() -> None:
    assert str(10 + len(RANKS)) in lookalikes_of("10", plain(BLACK))
    assert "9" not in lookalikes_of("0", plain(BLACK))


def test_what_is_full_of_print_may_hide_a_plain_card_and_is_not_surely_unknown() -> None:
    flat = cv2.resize(draw_card(5), (175, 256))
    corners = np.array([[0, 0], [175, 0], [175, 256], [0, 256]], np.float32)
    sheet = WholeCard(corners, flat, find_features(grey_of(flat), 600, 0.02), is_fit=True)
    art = TaughtCards.of({str(seed): teach_card(draw_card(seed)) for seed in range(3)})
    assert would_be_found(sheet, art, StrangerSettings())
    assert not would_be_found(sheet, plain(BLACK), StrangerSettings())


# --- what came since ---


def test_a_card_that_came_since_an_earlier_picture_is_read() -> None:
    name, emblem, digits = WEAPONS[3]
    card = draw_weapon(FRAMED, emblem, name, digits)
    now, before = (
        Frame(photograph(card, "littered", False, np.random.default_rng(12), is_there)[0]) for is_there in (True, False)
    )
    other = Frame(cv2.GaussianBlur(before.pixels, (0, 0), 0.5))
    reading = read_there(now, lambda ready: read_card(ready, weapons(), calibration=TRUSTING), before=other)
    assert reading.name == str(name)
    again = read_there(now, lambda ready: read_card(ready, weapons(), calibration=TRUSTING), before=replace(now))
    assert again.name in (str(name), None)


# --- teaching ---


def test_a_printed_frame_and_a_tile_are_not_taken_for_the_card() -> None:
    for design in range(12):
        aspect = HEIGHT / WIDTH
        size = teach_card(draw_weapon(design, 3, 4, 567)).size
        assert max(size) == 256
        assert size[1] / size[0] == pytest.approx(aspect, rel=0.03)


def _wood(seed: int) -> NDArray[np.uint8]:
    """Grain along the table, darker lines in it, and the lamp on one side."""
    random = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(random.normal(0, 1, (432, 768)).astype(np.float32), (0, 0), sigmaX=40, sigmaY=1.2)
    grain = cv2.resize(grain / grain.std(), (1536, 864))
    lamp = np.linspace(0.8, 1.15, 1536)[np.newaxis, :, np.newaxis]
    wood = (np.array((60, 95, 140)) + 14 * grain[:, :, np.newaxis]) * lamp + random.normal(0, 2, (864, 1536, 3))
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bare_wood_cannot_be_taught_as_a_card(seed: int) -> None:
    with pytest.raises(NothingToLearn, match="bare table"):
        teach_card(_wood(seed))


def test_a_taught_card_is_known_again_in_its_own_picture_and_in_no_other() -> None:
    for picture in (lay(draw_card(1), degrees=30), draw_card(1), draw_plain(BLACK, 0), lay(draw_plain(BLACK, 13))):
        assert is_known_again(picture, teach_card(picture))
    assert not is_known_again(lay(draw_card(2)), teach_card(draw_card(1)))


# --- edges and parts ---


def test_edges_are_found_to_the_pixel() -> None:
    height, centre = 320.0, (768.0, 432.0)
    picture = lay(draw_plain(BLACK, 4), degrees=25.0, height=height, centre=centre)
    true = card_corners(height, 25.0, 0.0, centre)
    rough = np.asarray(true + np.array([[9, -6], [-8, 7], [6, 9], [-9, -5]]), np.float32)
    assert float(np.hypot(*(refined(picture, rough) - true).T).max()) < 2.0


def test_a_signs_outline_has_no_straight_edges() -> None:
    card = draw_plain(BLACK, 13)
    reach = plain_print(BLACK).ace
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * reach + np.array([WIDTH / 2, HEIGHT / 2])
    assert not has_straight_edges(card, np.asarray(around, np.float32))
    picture = lay(card, height=400)
    assert has_straight_edges(picture, card_corners(400.0, 0.0, 0.0, (768.0, 432.0)).astype(np.float32))


def test_a_straight_line_does_not_fix_a_place_and_a_corner_does() -> None:
    grey = np.full((256, 180), 230, np.uint8)
    grey[10:14] = 20  # a line along the first row of parts
    cv2.rectangle(grey, (75, 120), (95, 140), 20, -1)
    fixed = fixing_parts(grey, 7, 5, AlignmentSettings())
    assert not fixed[0].any()
    assert fixed[3, 2]
