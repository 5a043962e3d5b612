"""Teaching cards from picture files into a profile folder."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.teaching import teach_balls, teach_cards
from tests.vision.drawn_cards import draw_card, lay
from vision.ball_profile import load_ball_profile, shipped_ball_profile
from vision.ball_teaching import NoBallToLearn
from vision.card_teaching import TaughtCards, TooLittlePrint
from vision.errors import BadProfile, NotAPicture
from vision.frame import Frame
from vision.taught_cards import read_card


def png(seed: int, text_seed: int | None = None) -> bytes:
    return bytes(cv2.imencode(".png", draw_card(seed, text_seed))[1])


def test_a_profile_is_made_on_first_use_and_grows(tmp_path: Path) -> None:
    profile = tmp_path / "new" / "profile"
    assert teach_cards(profile, "Hafen", png(1)).cards == 1
    lesson = teach_cards(profile, "Stern", png(2))
    assert (lesson.cards, lesson.file.parent.parent) == (2, profile)
    reading = read_card(Frame(lay(draw_card(2), degrees=50)), TaughtCards.load(profile))
    assert reading.name == "Stern"


def test_teaching_a_name_again_replaces_the_card(tmp_path: Path) -> None:
    teach_cards(tmp_path, "Hafen", png(1))
    assert teach_cards(tmp_path, "Hafen", png(2)).cards == 1


def test_a_lesson_names_the_cards_it_may_be_mistaken_for(tmp_path: Path) -> None:
    teach_cards(tmp_path, "Hafen", png(1))
    teach_cards(tmp_path, "Stern", png(2))
    assert teach_cards(tmp_path, "Hafen, andere Seite".replace(",", ""), png(1, 5)).lookalikes == ("Hafen",)


def test_what_cannot_be_taught_changes_nothing(tmp_path: Path) -> None:
    blank = bytes(cv2.imencode(".png", draw_card(1) // 100 + 200)[1])
    for name, image, error in (
        ("Hafen", b"no picture", NotAPicture),
        ("Hafen", blank, TooLittlePrint),
        ("../Hafen", png(1), BadProfile),
    ):
        with pytest.raises(error):
            teach_cards(tmp_path, name, image)
    assert list(tmp_path.iterdir()) == []


def test_a_balls_colour_is_taught_and_the_others_stay_as_shipped(tmp_path: Path) -> None:
    picture = np.full((480, 640, 3), (96, 128, 150), np.uint8)
    cv2.circle(picture, (320, 240), 14, (40, 60, 200), -1, cv2.LINE_AA)
    cv2.circle(picture, (315, 234), 3, (250, 250, 250), -1, cv2.LINE_AA)
    teach_balls(tmp_path / "new", "red", [bytes(cv2.imencode(".png", picture)[1])])
    taught = {colour.name: colour for colour in load_ball_profile(tmp_path / "new").colours}
    shipped = {colour.name: colour for colour in shipped_ball_profile().colours}
    assert taught["red"].paint != shipped["red"].paint
    assert taught["yellow"].count == shipped["yellow"].count == 2
    assert taught["blue"].paint == pytest.approx(shipped["blue"].paint, abs=1e-3)


def test_a_picture_without_a_ball_teaches_nothing(tmp_path: Path) -> None:
    empty = bytes(cv2.imencode(".png", np.full((480, 640, 3), 120, np.uint8))[1])
    with pytest.raises(NoBallToLearn):
        teach_balls(tmp_path / "new", "red", [empty])
    assert not (tmp_path / "new").exists()
