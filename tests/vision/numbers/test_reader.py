"""Number cards read from drawn tables, with the accuracy per condition, and everything that is no number card."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.render.numbers.cards import COLOURS, Deck, Printing
from tools.render.numbers.layouts import LaidCard, grid_of
from tools.render.numbers.tables import Shot, lay_newspaper, photograph
from vision.base.calibration import UNMEASURED, Calibration
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import Reason, Status
from vision.numbers.profile import load_number_profile, save_number_profile, shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.numbers.teaching import teach_colours

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "photos"
FONTS = ROOT / "device" / "fonts"
NAMES = list(COLOURS)

DECKS = {
    "light paper": Deck(
        Printing.INK_ON_LIGHT, FONTS / "DejaVuSans.ttf", COLOURS, (240, 238, 230), (30, 30, 30), 0.66, 0.36, band=0.03
    ),
    "dark paper": Deck(
        Printing.INK_ON_DARK, FONTS / "DejaVuSans-Bold.ttf", COLOURS, (240,) * 3, (36, 34, 38), 0.66, 0.42, frame=0.02
    ),
    "coloured": Deck(
        Printing.LIGHT_ON_COLOUR, FONTS / "DejaVuSans-Bold.ttf", COLOURS, (242,) * 3, (30,) * 3, 0.65, 0.45, rim=0.03,
        index_height=0.1,
    ),
}  # fmt: skip
SHOT = Shot(1152, 648, kelvin=5000, white_error=0.02, fill=0.9, falloff=0.2, noise=0.006)
SHOTS = {
    "usual": SHOT,
    "upside down": replace(SHOT, roll=183),
    "on its side": replace(SHOT, roll=88),
    "slanted": replace(SHOT, tilt=18),
    "warm lamp": replace(SHOT, kelvin=2800),
    "dim": replace(SHOT, exposure=0.3),
    "half in shadow": replace(SHOT, shadow=0.4),
    "shine": replace(SHOT, gloss=0.08),
}


def shown(deck, shot, seed=1, rows=5, cols=5, count=25, loose=0.02):
    """A photograph of a grid and the table's seed."""
    rng = np.random.default_rng(seed)
    return photograph(rng, deck, grid_of(rng, deck, rows, cols, count, loose), shot)


def read(pixels, **more):
    return read_numbers(Frame(pixels), shipped_number_profile(), calibration=UNMEASURED, **more)


def truth_of(photo):
    top = min(card.laid.row for card in photo.cards)
    left = min(card.laid.col for card in photo.cards)
    return {
        (card.laid.row - top, card.laid.col - left): (int(card.laid.mark), card.laid.colour) for card in photo.cards
    }


def values(reading):
    return {(card.row, card.col): (card.digit, card.colour) for card in reading.cards}


@pytest.mark.slow
def test_grids_are_read_in_every_condition(capsys):
    """Prints the share of right cards per condition; nothing wrong is ever sure."""
    rights = defaultdict(list)
    for number, (condition, shot) in enumerate(SHOTS.items()):
        for name, deck in DECKS.items():
            photo = shown(deck, shot, seed=number)
            wanted, reading = truth_of(photo), read(photo.pixels)
            got = values(reading)
            rights[condition] += [got.get(cell) == value for cell, value in wanted.items()]
            assert reading.status is not Status.SURE or got == wanted, (condition, name)
    with capsys.disabled():
        for condition, right in rights.items():
            print(f"\n  {condition}: {np.mean(right):.1%} of {len(right)} cards", end="")
    assert {condition: np.mean(right) >= 0.97 for condition, right in rights.items()} == dict.fromkeys(SHOTS, True)


@pytest.mark.parametrize("roll", [86, 90, 93, 267, 270, 274])
def test_a_grid_on_its_side_is_not_read_from_its_end(roll):
    """There the cards' heads point to the left or to the right: which it is must not depend on a degree."""
    photo = shown(DECKS["dark paper"], replace(SHOT, roll=roll), seed=2, rows=3, cols=4, count=11, loose=0.04)
    assert values(read(photo.pixels)) == truth_of(photo)


def test_cards_are_told_where_they_lie():
    photo = shown(DECKS["coloured"], SHOTS["usual"])
    places = {(card.row, card.col): (card.x, card.y) for card in read(photo.pixels).cards}
    top, left = min(card.laid.row for card in photo.cards), min(card.laid.col for card in photo.cards)
    for card in photo.cards:
        x, y = places[card.laid.row - top, card.laid.col - left]
        assert np.hypot(x - card.x, y - card.y) < 0.35 * card.height


def test_a_partly_laid_grid_of_six_is_read():
    photo = shown(DECKS["light paper"], SHOT, seed=3, rows=6, cols=6, count=17)
    assert values(read(photo.pixels, size=6)) == truth_of(photo)


def test_a_hand_of_five_is_one_row():
    photo = shown(DECKS["coloured"], replace(SHOT, fill=0.7), seed=5, rows=1, cols=5, count=5)
    assert values(read(photo.pixels)) == truth_of(photo)


def test_one_card_is_a_grid_of_one():
    photo = shown(DECKS["coloured"], replace(SHOT, fill=0.6), seed=6, rows=1, cols=1, count=1)
    assert values(read(photo.pixels)) == truth_of(photo)


def test_more_rows_than_the_game_has_are_doubted():
    photo = shown(DECKS["coloured"], SHOT, seed=7, rows=6, cols=6, count=36)
    assert Reason.TOO_MANY in read(photo.pixels, size=5).reasons
    assert Reason.TOO_MANY not in read(photo.pixels, size=6).reasons


@pytest.mark.parametrize("name", DECKS)
def test_turning_scaling_and_other_light_do_not_change_what_is_read(name):
    photo = shown(DECKS[name], SHOT, seed=11, rows=4, cols=4, count=14)
    wanted = truth_of(photo)
    light = photo.pixels * np.array([0.9, 1.0, 1.08])
    changed = {
        "as it is": photo.pixels,
        "by a quarter": np.rot90(photo.pixels),
        "upside down": np.rot90(photo.pixels, 2),
        "smaller": cv2.resize(photo.pixels, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA),
        "darker": photo.pixels * 0.75,
        "warmer": np.clip(light, 0, 255),
    }
    got = {way: values(read(np.ascontiguousarray(pixels, np.uint8))) for way, pixels in changed.items()}
    assert got == dict.fromkeys(changed, wanted)


def test_others_are_told_for_every_doubtful_card():
    for card in read(shown(DECKS["dark paper"], SHOTS["dim"], seed=4).pixels).cards:
        assert (card.digit, card.colour) not in [pair for pair, _ in card.others]
        shares = [share for _, share in card.others]
        assert shares == sorted(shares, reverse=True)


def test_confidence_is_what_was_measured():
    photo = shown(DECKS["coloured"], SHOT, rows=2, cols=2, count=4)
    never = Calibration((0.0, 1.0), (0.3, 0.3))
    reading = read_numbers(Frame(photo.pixels), shipped_number_profile(), calibration=never)
    assert {card.confidence for card in reading.cards} == {0.3}
    assert reading.status is Status.UNSURE


def test_every_step_shows_what_it_saw():
    seen = {}
    read(shown(DECKS["coloured"], SHOT).pixels, debug=seen.__setitem__)
    assert any(name.startswith("numbers-heat") for name in seen) and "numbers-cuts" in seen


# --- what is no number card ---


def keyboard():
    picture = np.full((648, 1152, 3), 40, np.uint8)
    for row in range(6):
        for col, letter in enumerate("1234567890QWERT"):
            left, top = 20 + col * 74, 60 + row * 90
            cv2.rectangle(picture, (left, top), (left + 64, top + 80), (70, 70, 70), -1)
            cv2.putText(
                picture, letter, (left + 8, top + 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (220,) * 3, 2, cv2.LINE_AA
            )
    return picture


def nothing_at_all(kind):
    rng = np.random.default_rng(0)
    return {
        "black": np.zeros((648, 1152, 3), np.uint8),
        "white": np.full((648, 1152, 3), 255, np.uint8),
        "noise": rng.integers(0, 256, (648, 1152, 3), np.uint8),
        "newspaper": lay_newspaper(rng, 1152, 648),
        "empty table": photograph(rng, DECKS["coloured"], [], SHOT).pixels,
        "cluttered table": photograph(rng, DECKS["coloured"], [], replace(SHOT, cluttered=True)).pixels,
        "keyboard": keyboard(),
        "tiny": np.full((16, 16, 3), 90, np.uint8),
    }[kind]


@pytest.mark.parametrize(
    "kind", ["black", "white", "noise", "newspaper", "empty table", "cluttered table", "keyboard", "tiny"]
)
def test_what_is_no_card_is_never_sure(kind):
    reading = read(nothing_at_all(kind))
    assert reading.status is not Status.SURE
    assert reading.reasons


@pytest.mark.parametrize("mark", ["8", "A", "K"])
def test_cards_of_other_games_are_never_sure(mark):
    rng = np.random.default_rng(2)
    deck = DECKS["light paper"]
    cards = [replace(card, mark=mark) for card in grid_of(rng, deck, 2, 3, 6)]
    assert read(photograph(rng, deck, cards, SHOT).pixels).status is not Status.SURE


def test_half_a_card_at_the_border_is_doubted():
    photo = shown(DECKS["coloured"], SHOT, rows=3, cols=3, count=9)
    lowest = max(card.y for card in photo.cards)
    reading = read(np.ascontiguousarray(photo.pixels[: round(lowest)]))
    assert reading.status is not Status.SURE
    assert Reason.COVERED in reading.reasons


def test_a_card_upon_another_is_doubted():
    rng = np.random.default_rng(8)
    deck = DECKS["coloured"]
    cards = grid_of(rng, deck, 3, 3, 9)
    upon = LaidCard("4", "red", 0, 0, cards[4].x + 0.25, cards[4].y + 0.3, 12)
    assert read(photograph(rng, deck, [*cards, upon], SHOT).pixels).status is not Status.SURE


def test_a_digit_as_dark_as_its_card_is_not_passed_over():
    """The finder sees that cards lie there; that nobody can name them must not make them vanish."""
    deck = replace(DECKS["coloured"], printing=Printing.DARK_ON_COLOUR, dark=(30, 96, 62), index_height=0.0)
    photo = shown(deck, replace(SHOT, exposure=0.4), seed=13, rows=4, cols=4, count=16)
    reading = read(photo.pixels)
    assert reading.status is not Status.SURE or values(reading) == truth_of(photo)
    assert reading.status is not Status.SURE


def test_two_cards_alike_are_doubted():
    rng = np.random.default_rng(14)
    cards = grid_of(rng, DECKS["coloured"], 2, 3, 6)
    cards[4] = replace(cards[4], mark=cards[1].mark, colour=cards[1].colour)
    reading = read(photograph(rng, DECKS["coloured"], cards, SHOT).pixels)
    doubted = [card.value for card in reading.cards if card.reasons]
    assert reading.status is Status.UNSURE
    assert doubted == [(int(cards[1].mark), cards[1].colour)] * 2


# --- teaching ---


def teaching_picture(deck, count=8):
    """One card of each colour in two rows."""
    rng = np.random.default_rng(9)
    cards = [
        LaidCard(str(number % 6 + 1), NAMES[number], number // 4, number % 4, number % 4 * 0.8, number // 4 * 1.15)
        for number in range(count)
    ]
    return Frame(photograph(rng, deck, cards, replace(SHOT, roll=10)).pixels)


@pytest.mark.parametrize("name", DECKS)
def test_a_taught_deck_is_read_and_kept(name, tmp_path):
    profile = teach_colours(None, NAMES, teaching_picture(DECKS[name]))
    save_number_profile(profile, tmp_path)
    photo = shown(DECKS[name], SHOTS["warm lamp"], seed=21)
    reading = read_numbers(Frame(photo.pixels), load_number_profile(tmp_path), calibration=UNMEASURED)
    assert values(reading) == truth_of(photo)


def test_a_deck_can_have_other_names_for_its_colours():
    names = ["rot", "orange", "gelb", "hellgrün", "dunkelgrün", "hellblau", "dunkelblau", "lila"]
    profile = teach_colours(None, names, teaching_picture(DECKS["coloured"]))
    photo = shown(DECKS["coloured"], SHOT, seed=22, rows=3, cols=3, count=9)
    reading = read_numbers(Frame(photo.pixels), profile, calibration=UNMEASURED)
    german = dict(zip(NAMES, names, strict=True))
    assert values(reading) == {cell: (digit, german[colour]) for cell, (digit, colour) in truth_of(photo).items()}


def test_a_taught_profile_is_extended():
    first = teach_colours(None, NAMES[:4], teaching_picture(DECKS["coloured"], 4))
    both = teach_colours(first, NAMES, teaching_picture(DECKS["coloured"]))
    assert [colour.name for colour in both.colours] == NAMES


@pytest.mark.parametrize(
    ("names", "sentence"), [(NAMES[:7], "8 cards"), ([], "no colours"), (["red"] * 8, "named twice")]
)
def test_a_picture_that_does_not_fit_the_names_teaches_nothing(names, sentence):
    with pytest.raises(NothingToLearn, match=sentence):
        teach_colours(None, names, teaching_picture(DECKS["coloured"]))


def test_an_empty_table_teaches_nothing():
    with pytest.raises(NothingToLearn, match="0 cards"):
        teach_colours(None, NAMES, Frame(nothing_at_all("empty table")))


# --- the shared sets, where they are ---


@pytest.mark.skipif(not (SHARED / "rendered-numbers").is_dir(), reason="the shared photos are not here")
@pytest.mark.parametrize("name", ["rendered-numbers", "uno-digits"])
def test_nothing_wrong_is_sure_on_the_shared_sets(name):
    truth = json.loads((SHARED / name / "truth.json").read_text())
    for image, scene in truth.items():
        reading = read_numbers(Frame(cv2.imread(str(SHARED / name / image))), shipped_number_profile())
        if reading.status is Status.SURE:
            assert len(reading.cards) == len(scene["cards"]), image
            for card in scene["cards"]:
                near = min(reading.cards, key=lambda one: np.hypot(one.x - card["xy"][0], one.y - card["xy"][1]))
                assert near.digit == card["digit"] and near.colour.endswith(card["colour"]), image
