"""Teaching from picture files into a profile folder, and what the command says about it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command.main import FINE, WRONG_USE, main
from device.teaching.courses import course_of, teach_pictures
from tests.vision.balls.test_reader import table_with
from tests.vision.cards.drawn_cards import draw_card, lay
from vision.balls.profile import load_ball_profile, shipped_ball_profile
from vision.base.errors import BadProfile, NotAPicture, NothingToLearn
from vision.base.frame import Frame
from vision.cards.reader import read_card
from vision.cards.teaching import TaughtCards


def saved(folder: Path, pixels: object, name: str = "picture.png") -> Path:
    file = folder / name
    cv2.imwrite(str(file), np.asarray(pixels))
    return file


def card(folder: Path, seed: int, text_seed: int | None = None) -> Path:
    return saved(folder, draw_card(seed, text_seed), f"card-{seed}-{text_seed}.png")


@pytest.fixture
def ball(tmp_path: Path) -> Path:
    """A blue ball, to be taught as the red one."""
    return saved(tmp_path, table_with(("blue", 700, 400)), "ball.png")


# --- cards ---


def test_a_profile_is_made_on_first_use_and_grows(tmp_path: Path) -> None:
    profile = tmp_path / "new" / "profile"
    assert teach_pictures("card", profile, ["Hafen"], [card(tmp_path, 1)]).known == ("Hafen",)
    assert set(teach_pictures("card", profile, ["Stern"], [card(tmp_path, 2)]).known) == {"Hafen", "Stern"}
    reading = read_card(Frame(lay(draw_card(2), degrees=50)), TaughtCards.load(profile))
    assert reading.name == "Stern"


def test_teaching_a_name_again_replaces_the_card(tmp_path: Path) -> None:
    teach_pictures("card", tmp_path, ["Hafen"], [card(tmp_path, 1)])
    assert teach_pictures("card", tmp_path, ["Hafen"], [card(tmp_path, 2)]).known == ("Hafen",)


def test_cards_that_may_be_mistaken_for_each_other_are_named(tmp_path: Path) -> None:
    teach_pictures("card", tmp_path, ["Hafen"], [card(tmp_path, 1)])
    teach_pictures("card", tmp_path, ["Stern"], [card(tmp_path, 2)])
    (pair,) = teach_pictures("card", tmp_path, ["Hafen B"], [card(tmp_path, 1, 5)]).confusable
    assert set(pair) == {"Hafen", "Hafen B"}


def test_what_cannot_be_taught_changes_nothing(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    blank = saved(tmp_path, draw_card(1) // 100 + 200, "blank.png")
    text = tmp_path / "text.png"
    text.write_text("no picture")
    for name, image, error in (
        ("Hafen", text, NotAPicture),
        ("Hafen", blank, NothingToLearn),
        ("../Hafen", card(tmp_path, 1), BadProfile),
        ("Hafen", tmp_path / "missing.png", FileNotFoundError),
    ):
        with pytest.raises(error):
            teach_pictures("card", profile, [name], [image])
    assert not profile.exists()


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("no picture")
    with pytest.raises(NotAPicture, match=r"text\.png"):
        teach_pictures("card", tmp_path / "new", ["Hafen"], [text])


# --- balls ---


def test_a_balls_colour_is_taught_and_the_others_stay_as_shipped(tmp_path: Path, ball: Path) -> None:
    teach_pictures("balls", tmp_path / "new", ["red"], [ball])
    taught = {colour.name: colour for colour in load_ball_profile(tmp_path / "new").colours}
    shipped = {colour.name: colour for colour in shipped_ball_profile().colours}
    assert taught["red"].paint != shipped["red"].paint
    assert taught["yellow"].count == shipped["yellow"].count == 2
    assert taught["blue"].paint == pytest.approx(shipped["blue"].paint, abs=1e-3)


def test_a_picture_without_the_piece_teaches_nothing(tmp_path: Path) -> None:
    empty = saved(tmp_path, np.full((480, 640, 3), 120, np.uint8))
    for kind, name in (("balls", "red"), ("symbols", "pink"), ("numbers", "red")):
        with pytest.raises(NothingToLearn):
            teach_pictures(kind, tmp_path / "new", [name], [empty])
    assert not (tmp_path / "new").exists()


def test_there_is_nothing_else_to_teach(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="symbols, numbers, balls, card"):
        course_of("pips", tmp_path)


# --- the command ---


def test_the_command_says_what_was_taught(tmp_path: Path, ball: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "mine"
    assert main(["teach", "balls", "--profile", str(profile), "--colour", "red", str(ball)]) == FINE
    assert capsys.readouterr().out.startswith(f"red: taught into {profile}")
    assert (profile / "balls.toml").is_file()


def test_the_command_names_the_picture_that_taught_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = saved(tmp_path, np.full((480, 640, 3), 120, np.uint8))
    profile = tmp_path / "mine"
    assert main(["teach", "balls", "--profile", str(profile), "--colour", "red", str(empty)]) == WRONG_USE
    assert "no ball" in capsys.readouterr().err
    assert not profile.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["symbols", "--face", "orange"],
        ["balls", "--colour", "green"],
        ["numbers", "--colours", "red,"],
        ["numbers", "--colours", "red;blue"],
        ["numbers", "--colours", "red,red"],
        ["card"],
        ["pips"],
    ],
)
def test_names_that_do_not_exist_are_wrong_use(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["teach", *arguments, "--profile", str(tmp_path / "mine"), str(tmp_path / "picture.jpg")])
    assert left.value.code == WRONG_USE
    assert capsys.readouterr().err


def test_a_card_that_is_not_known_again_in_its_own_picture_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.teaching.card_course.is_known_again", lambda pixels, card: False)
    with pytest.raises(NothingToLearn, match="known again"):
        teach_pictures("card", tmp_path / "new", ["Hafen"], [card(tmp_path, 1)])
    assert not (tmp_path / "new").exists()


def test_a_card_is_told_with_the_one_it_resembles_most_only(tmp_path: Path) -> None:
    for number, text in enumerate((3, 4, 5)):
        taught = teach_pictures("card", tmp_path, [f"Hafen {number}"], [card(tmp_path, 1, text)])
    assert len(taught.confusable) == 1
