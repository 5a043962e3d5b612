"""Recognising taught cards: any turn, slant and light; untaught ones are unknown; lookalikes are told apart."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cards.drawn_cards import draw_card, draw_court_card, lay, shade, table, tint
from vision.base.calibration import Calibration
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import CardReading, Reason, Status
from vision.cards.reader import confusable_cards, lookalikes_of, read_card
from vision.cards.shade import relit
from vision.cards.teaching import TaughtCard, TaughtCards, teach_card

CARDS = 60


@cache
def deck() -> TaughtCards:
    """Sixty taught cards."""
    return TaughtCards.of({f"card {seed}": teach_card(draw_card(seed)) for seed in range(CARDS)})


def read(picture: NDArray[np.uint8], taught: TaughtCards | None = None) -> CardReading:
    return read_card(Frame(picture), deck() if taught is None else taught)


CONDITIONS = {
    "turned": lambda seed: lay(draw_card(seed), degrees=37.0 * seed + 11, seed=seed),
    "slanted": lambda seed: lay(draw_card(seed), degrees=70.0 * seed, slant=0.25, seed=seed),
    "small": lambda seed: lay(draw_card(seed), degrees=51.0 * seed, height=240, seed=seed),
    "large": lambda seed: lay(draw_card(seed), degrees=51.0 * seed, height=560, seed=seed),
    "shaded": lambda seed: shade(lay(draw_card(seed), degrees=90.0 * seed, seed=seed)),
    "warm light": lambda seed: tint(lay(draw_card(seed), degrees=25.0 * seed, seed=seed), (0.6, 0.85, 1.0)),
    "dim": lambda seed: tint(lay(draw_card(seed), degrees=25.0 * seed, seed=seed), (0.35, 0.35, 0.35)),
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_one_of_sixty_cards_is_named_in_every_condition(condition: str) -> None:
    seeds = range(0, CARDS, 12)
    readings = [(f"card {seed}", read(CONDITIONS[condition](seed))) for seed in seeds]
    right = sum(reading.name == name for name, reading in readings)
    sure = sum(reading.status is Status.SURE for _, reading in readings)
    print(f"{condition}: {right} of {len(readings)} right, {sure} sure")
    assert right == len(readings)
    assert sure >= 4


@pytest.mark.parametrize("seed", [200, 201, 202, 203, 204, 205])
def test_a_card_that_was_not_taught_is_unknown(seed: int) -> None:
    reading = read(lay(draw_card(seed), degrees=31.0 * seed, seed=seed))
    assert reading.name is None


def test_an_untaught_card_that_lies_there_whole_is_surely_unknown() -> None:
    readings = [read(lay(draw_card(seed), degrees=31.0 * seed, height=360, seed=seed)) for seed in range(200, 206)]
    assert {reading.name for reading in readings} == {None}
    assert sum(reading.status is Status.SURE for reading in readings) >= 4


def test_a_card_that_differs_from_a_taught_one_in_a_single_sign_is_never_that_one_surely() -> None:
    for seed, place in ((2, (250, 40)), (5, (40, 410)), (9, (150, 290))):
        card = draw_card(seed)
        cv2.circle(card, place, 13, (60, 60, 160), -1, cv2.LINE_AA)
        reading = read(lay(card, degrees=77.0 * seed, height=360, seed=seed))
        assert reading.name is None or reading.status is not Status.SURE


def test_another_sign_shows_in_the_shade_too() -> None:
    for seed, place in ((2, (250, 40)), (9, (150, 290))):
        card = draw_card(seed)
        cv2.circle(card, place, 13, (60, 60, 160), -1, cv2.LINE_AA)
        reading = read(shade(lay(card, degrees=20.0 * seed, height=360, seed=seed)))
        assert reading.name is None or reading.status is not Status.SURE


def test_a_shadow_is_taken_off_and_a_card_without_one_stays_as_it_is() -> None:
    card = draw_card(14)
    shaded = shade(card)
    assert np.abs(relit(shaded, card)[::4, ::4].astype(int) - card[::4, ::4]).mean() < 4
    assert np.abs(shaded[::4, ::4].astype(int) - card[::4, ::4]).mean() > 20
    assert np.array_equal(relit(card, card), card)
    assert np.array_equal(relit(card, draw_card(15)), card)


def test_a_measured_confidence_below_the_bound_is_never_sure() -> None:
    doubtful = Calibration((0.0, 1.0), (0.0, 0.96))
    reading = read_card(Frame(lay(draw_card(2))), deck(), calibration=doubtful)
    assert (reading.name, reading.status) == ("card 2", Status.UNSURE)
    assert reading.reasons


def test_the_corners_are_where_the_card_lies() -> None:
    reading = read(lay(draw_card(12), degrees=90, height=300, centre=(600, 400)))
    expected = np.array([(750, 298), (750, 502), (450, 502), (450, 298)])  # a quarter turn clockwise
    assert np.abs(np.array(reading.corners) - expected).max() < 6


def test_a_card_that_looks_the_same_upside_down_is_known_both_ways() -> None:
    taught = TaughtCards.of({f"court {seed}": teach_card(draw_court_card(seed)) for seed in range(8)})
    for degrees in (10, 190):
        reading = read(lay(draw_court_card(5), degrees=degrees), taught)
        assert (reading.name, reading.status) == ("court 5", Status.SURE)


def test_cards_with_the_same_picture_and_other_text_are_told_apart() -> None:
    taught = TaughtCards.of({f"text {text}": teach_card(draw_card(7, text)) for text in range(4)})
    for text in range(4):
        reading = read(lay(draw_card(7, text), degrees=20 + 80.0 * text), taught)
        assert reading.name == f"text {text}"


def test_a_card_with_a_taught_picture_and_untaught_text_is_never_sure() -> None:
    for seed in (7, 8, 9):
        taught = TaughtCards.of({"taught": teach_card(draw_card(seed, 1)), **_others()})
        for text in range(10, 15):
            reading = read(lay(draw_card(seed, text), degrees=35.0 * text), taught)
            assert reading.name is None or reading.status is not Status.SURE


def test_one_card_taught_under_two_names_is_never_sure() -> None:
    taught = TaughtCards.of({"one": teach_card(draw_card(3)), "same": teach_card(draw_card(3)), **_others()})
    reading = read(lay(draw_card(3), degrees=15), taught)
    assert reading.status is not Status.SURE
    assert lookalikes_of("one", taught) == ("same",)
    assert confusable_cards(taught) == (("one", "same"),)


def _others() -> dict[str, TaughtCard]:
    return {f"other {seed}": teach_card(draw_card(seed)) for seed in range(20, 24)}


def test_unlike_cards_are_no_lookalikes() -> None:
    assert lookalikes_of("card 4", deck()) == ()
    assert confusable_cards(deck()) == ()


@pytest.mark.parametrize("covered", [0.3, 0.5, 0.7])
def test_a_partly_covered_card_is_never_another(covered: float) -> None:
    for seed in (8, 20, 44):
        picture = lay(draw_card(seed), height=340)
        cv2.rectangle(picture, (500, 262), (1040, int(262 + 340 * covered)), (90, 140, 60), -1)
        assert read(picture).name in (f"card {seed}", None)


def test_half_a_card_at_the_edge_of_the_picture_is_never_another() -> None:
    for seed in (9, 21, 45):
        assert read(lay(draw_card(seed), degrees=30, centre=(768, 20))).name in (f"card {seed}", None)


def test_quarter_turns_and_changes_of_scale_keep_the_reading() -> None:
    picture = lay(draw_card(31), degrees=17)
    first = read(picture)
    assert first.status is Status.SURE
    for turns in (1, 2, 3):
        assert read(np.ascontiguousarray(np.rot90(picture, turns))).name == first.name
    for scale in (0.6, 1.3):
        assert read(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)).name == first.name


def _text_page() -> NDArray[np.uint8]:
    page = np.full((864, 1536, 3), 235, np.uint8)
    random = np.random.default_rng(4)
    for line in range(28):
        letters = "".join(chr(97 + int(letter)) for letter in random.integers(0, 26, 80))
        cv2.putText(page, letters, (20, 30 + 30 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2)
    return page


def _keyboard() -> NDArray[np.uint8]:
    keys = np.full((864, 1536, 3), 40, np.uint8)
    for number in range(84):
        x, y = 40 + number % 14 * 104, 60 + number // 14 * 125
        cv2.rectangle(keys, (x, y), (x + 90, y + 110), (75, 75, 75), -1)
        cv2.putText(keys, chr(65 + number % 26), (x + 20, y + 60), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (230, 230, 230), 3)
    return keys


def _face() -> NDArray[np.uint8]:
    face = np.full((864, 1536, 3), (120, 110, 100), np.uint8)
    cv2.ellipse(face, (768, 430), (220, 300), 0, 0, 360, (140, 170, 220), -1)
    for x in (680, 856):
        cv2.circle(face, (x, 370), 28, (250, 250, 250), -1)
        cv2.circle(face, (x, 370), 12, (60, 40, 30), -1)
    cv2.ellipse(face, (768, 560), (80, 30), 0, 0, 180, (60, 60, 170), -1)
    return face


BAD_INPUT = {
    "black": lambda: np.zeros((864, 1536, 3), np.uint8),
    "white": lambda: np.full((864, 1536, 3), 255, np.uint8),
    "noise": lambda: np.random.default_rng(1).integers(0, 256, (432, 768, 3)).astype(np.uint8),
    "empty table": table,
    "text page": _text_page,
    "keyboard": _keyboard,
    "face": _face,
    "speck": lambda: np.zeros((16, 16, 3), np.uint8),
    "thin strip": lambda: np.random.default_rng(2).integers(0, 256, (16, 900, 3)).astype(np.uint8),
}


@pytest.mark.parametrize("kind", BAD_INPUT)
def test_what_is_no_card_is_never_sure_and_has_a_reason(kind: str) -> None:
    reading = read(BAD_INPUT[kind]())
    assert reading.status is not Status.SURE
    assert reading.name is None
    assert reading.reasons


def test_a_dark_picture_says_so() -> None:
    assert read(tint(lay(draw_card(200)), (0.03, 0.03, 0.03))).reasons == (Reason.TOO_DARK,)


def test_with_nothing_taught_nothing_is_named() -> None:
    reading = read(lay(draw_card(1)), TaughtCards.of({}))
    assert (reading.name, reading.status is Status.SURE) == (None, False)


def test_a_card_lying_on_a_table_is_taught_without_the_table() -> None:
    taught = {f"card {seed}": teach_card(draw_card(seed)) for seed in range(5)}
    taught["laid"] = teach_card(lay(draw_card(77), degrees=33, height=400))
    aspect = max(taught["laid"].size) / min(taught["laid"].size)
    assert aspect == pytest.approx(440 / 300, rel=0.04)
    reading = read(lay(draw_card(77), degrees=200, seed=5), TaughtCards.of(taught))
    assert (reading.name, reading.status) == ("laid", Status.SURE)


def test_a_picture_that_is_the_card_is_taught_whole() -> None:
    assert teach_card(draw_card(6)).size == (round(256 * 300 / 440), 256)


def test_an_ace_is_taught_whole_not_as_its_one_sign() -> None:
    ace = np.full((440, 300, 3), 236, np.uint8)
    cv2.rectangle(ace, (105, 165), (195, 275), (40, 40, 190), -1)
    assert teach_card(ace).size == (round(256 * 300 / 440), 256)


@pytest.mark.parametrize("blank", [table(), np.full((300, 200, 3), 230, np.uint8)])
def test_a_blank_card_cannot_be_taught(blank: NDArray[np.uint8]) -> None:
    with pytest.raises(NothingToLearn, match="next to nothing"):
        teach_card(blank)


def test_every_step_shows_its_picture() -> None:
    steps = []
    read_card(Frame(lay(draw_card(2))), deck(), lambda step, picture: steps.append((step, picture.dtype)))
    assert {step for step, _ in steps} >= {"searched", "flattened"}
    assert {dtype for _, dtype in steps} == {np.dtype(np.uint8)}
