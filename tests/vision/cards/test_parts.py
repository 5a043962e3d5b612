"""A part of a card is enough where all cards of a game differ; not where they share all but a sign; strangers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cards.drawn_cards import draw_card, lay
from tools.measuring.card_answers import answers_of
from tools.render.scene import Scene
from vision.base.calibration import Calibration
from vision.base.frame import Frame
from vision.base.reading import Status
from vision.cards.alignment import peak_of, printed_parts
from vision.cards.reader import find_card, read_card
from vision.cards.teaching import MANY, TaughtCards, rim_of, teach_card
from vision.cards.verdict import VerdictSettings, is_unlike_the_others

TRUSTING = Calibration((0.0, 1.0), (0.98, 1.0))


@cache
def unlike() -> TaughtCards:
    """A game in which no card shares its picture or its words with another."""
    return TaughtCards.of({f"card {seed}": teach_card(draw_card(seed)) for seed in range(12)})


@cache
def siblings() -> TaughtCards:
    """A game in which every picture is on two cards, with other words."""
    return TaughtCards.of(
        {f"card {seed} {text}": teach_card(draw_card(seed, text)) for seed in range(6) for text in (20 + seed, 40)}
    )


def _half_covered(card: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The card with its lower part under a book."""
    picture = lay(card, height=340)
    cv2.rectangle(picture, (500, 470), (1040, 700), (90, 140, 60), -1)
    return picture


def test_half_a_card_is_enough_where_all_cards_differ() -> None:
    readings = [read_card(Frame(_half_covered(draw_card(seed))), unlike(), calibration=TRUSTING) for seed in (2, 5, 8)]
    assert [reading.name for reading in readings] == ["card 2", "card 5", "card 8"]
    assert sum(reading.status is Status.SURE for reading in readings) >= 2


def test_half_a_card_is_not_enough_where_cards_share_their_picture() -> None:
    for seed in (2, 5):
        reading = read_card(Frame(_half_covered(draw_card(seed, 40))), siblings(), calibration=TRUSTING)
        assert reading.status is not Status.SURE


def test_half_an_untaught_card_is_none_of_them() -> None:
    for seed in (300, 301, 302):
        reading = read_card(Frame(_half_covered(draw_card(seed))), unlike(), calibration=TRUSTING)
        assert reading.name is None or reading.status is not Status.SURE


def test_kinship_tells_games_with_siblings_from_others() -> None:
    settings = VerdictSettings()
    assert unlike().kinship.max() < settings.unlike < np.median(siblings().kinship)
    assert all(is_unlike_the_others(index, unlike(), settings) for index in range(len(unlike())))
    assert not any(is_unlike_the_others(index, siblings(), settings) for index in range(len(siblings())))


def test_a_few_cards_do_not_show_what_kind_of_game_it_is() -> None:
    few = TaughtCards.of({f"card {seed}": teach_card(draw_card(seed)) for seed in range(MANY - 1)})
    assert not any(is_unlike_the_others(index, few, VerdictSettings()) for index in range(len(few)))


def test_a_sibling_taught_upside_down_is_a_sibling() -> None:
    cards = {f"card {seed}": teach_card(draw_card(seed)) for seed in range(MANY)}
    cards["turned"] = teach_card(np.ascontiguousarray(draw_card(3, 77)[::-1, ::-1]))
    taught = TaughtCards.of(cards)
    kinship = dict(zip(taught.names, taught.kinship, strict=True))
    assert kinship["card 3"] > 0.5 > kinship["card 4"]


def test_an_untaught_card_is_as_surely_unknown_as_was_measured() -> None:
    frame = Frame(lay(draw_card(201), degrees=31.0, height=360))
    assert read_card(frame, unlike(), unknown=TRUSTING).status is Status.SURE
    doubtful = read_card(frame, unlike(), unknown=Calibration((0.0, 1.0), (0.9, 0.96)))
    assert (doubtful.name, doubtful.status is Status.SURE) == (None, False)
    assert doubtful.reasons


def _ace(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    card = np.full((440, 300, 3), 236, np.uint8)
    for place in ((150, 220), (30, 40), (270, 400)):
        cv2.circle(card, place, 22, colour, -1, cv2.LINE_AA)
        cv2.circle(card, place, 9, (236, 236, 236), -1, cv2.LINE_AA)
    return card


def test_a_card_with_next_to_no_print_is_not_unknown_where_such_cards_were_taught() -> None:
    cards = {f"card {seed}": teach_card(draw_card(seed)) for seed in range(8)}
    cards["ace"] = teach_card(_ace((40, 40, 190)))
    picture = cv2.GaussianBlur(lay(_ace((40, 40, 190)), degrees=20, height=300), (0, 0), 2.2)
    assert find_card(picture, TaughtCards.of(cards), None).strangeness == 0


def test_printed_parts_are_counted() -> None:
    blank = np.full((256, 180), 235, np.uint8)
    assert printed_parts(blank) == 0
    half = blank.copy()
    half[128:] = np.random.default_rng(1).integers(0, 255, (128, 180))
    assert 15 <= printed_parts(half) <= 20
    assert printed_parts(np.ascontiguousarray(half.T)) == printed_parts(half)


def test_a_peak_is_found_between_the_pixels() -> None:
    x, y = np.meshgrid(np.arange(9.0), np.arange(7.0))
    found = np.asarray(1 - 0.01 * ((x - 4.3) ** 2 + (y - 2.8) ** 2), np.float32)
    _, across, down = peak_of(found)
    assert (across, down) == (pytest.approx(4.3, abs=0.02), pytest.approx(2.8, abs=0.02))


def test_the_rim_is_the_paper() -> None:
    rim = rim_of(draw_card(3))
    assert np.abs(rim.colour - (228, 236, 238)).max() < 2
    assert rim.share > 0.8


def test_answers_are_counted_for_named_and_for_unknown_cards(tmp_path: Path) -> None:
    unlike().save(tmp_path)
    tables = [
        Scene("plain", Frame(lay(draw_card(4), degrees=12)), {"card": "card 4"}, profile=tmp_path),
        Scene("stranger", Frame(lay(draw_card(201), degrees=31, height=360)), {"card": None}, profile=tmp_path),
        Scene("mislabelled", Frame(lay(draw_card(6), degrees=5)), {"card": "card 7"}, profile=tmp_path),
        Scene("hidden", Frame(lay(draw_card(6), degrees=5)), {"card": "card 6"}, is_readable=False, profile=tmp_path),
    ]
    answers = answers_of(tables)
    assert answers["card"].rights == [True, False]
    assert answers["unknown_card"].rights == [True]
