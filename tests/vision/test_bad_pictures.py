"""Pictures without anything to read, and pictures of other pieces: doubt with a reason, never a sure reading."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from tests.vision.bad_pictures import BAD
from tests.vision.cards.drawn_cards import draw_card
from tests.vision.stored_scenes import READ, stored
from vision.base.frame import Frame
from vision.base.reading import Status
from vision.cards.reader import read_card
from vision.cards.teaching import TaughtCards, teach_card

OTHERS = [(kind, other) for kind, other in product(READ, READ) if kind != other]


@cache
def drawn_family() -> TaughtCards:
    return TaughtCards.of({f"card {number}": teach_card(draw_card(number)) for number in range(12)})


@cache
def bad_frame(name: str) -> Frame:
    return Frame(BAD[name]())


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("kind", READ)
def test_nothing_is_surely_read_where_nothing_is(kind, name):
    line = READ[kind](bad_frame(name))
    assert line["status"] != "sure"
    assert line["reasons"]


@pytest.mark.parametrize("name", BAD)
def test_no_taught_card_is_surely_seen_where_none_is(name):
    reading = read_card(bad_frame(name), drawn_family())
    assert reading.name is None or reading.status is not Status.SURE


@pytest.mark.parametrize(("kind", "other"), OTHERS)
def test_pieces_of_another_game_are_not_surely_read(kind, other):
    for scene in stored(other)[:4]:
        assert READ[kind](scene.frame())["status"] != "sure", f"{scene.name} of {other} read as {kind}"


@pytest.mark.parametrize("other", READ)
def test_no_taught_card_is_surely_seen_among_other_pieces(other):
    for scene in stored(other)[:4]:
        reading = read_card(scene.frame(), drawn_family())
        assert reading.name is None or reading.status is not Status.SURE


@pytest.mark.parametrize("shape", [(16, 16), (16, 400), (400, 16), (17, 1001), (864, 20)])
@pytest.mark.parametrize("kind", READ)
def test_pictures_of_any_shape_are_answered(kind, shape):
    pixels = np.random.default_rng(5).integers(0, 256, (*shape, 3), np.uint8)
    assert READ[kind](Frame(pixels))["status"] != "sure"
