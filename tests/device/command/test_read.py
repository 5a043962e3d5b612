"""`bordbuch read`: one JSON line per picture, whatever the picture is."""

import io
import json
import math
import random

import cv2
import numpy as np
import pytest

from device.command.main import FINE, WRONG_USE, main
from device.command.read_kinds import KINDS, NOTHING, Asked, dice_line, line_reader, numbers_line
from device.command.read_lines import read_images
from device.errors import ProfileNeeded
from device.eyes.pieces import READ_KINDS
from device.simulator.render.picture import render
from device.simulator.render.scene import Light
from tools.render.scenes.random_throws import random_scene
from vision.base.reading import DiceReading, DieReading, NumberReading, NumbersReading, Reason, Status


def lines_for(images, kind="symbols", debug_folder=None, count=None):
    out = io.StringIO()
    are_pictures = read_images(
        [str(image) for image in images], line_reader(kind, Asked(None, count)), debug_folder, out
    )
    return are_pictures, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    """A rendered picture of five space dice and what lies there."""
    drawn, truth = random_scene(random.Random(7), Light.NORMAL)
    file = tmp_path_factory.mktemp("pictures") / "dice.png"
    cv2.imwrite(str(file), render(drawn))
    return file, truth


def test_a_picture_of_dice_becomes_one_line_with_faces_and_places(scene):
    file, truth = scene
    are_pictures, (line,) = lines_for([file])
    assert are_pictures
    assert (line["image"], line["status"], line["reasons"]) == (str(file), "sure", [])
    for face, x, y in truth:
        die = min(line["dice"], key=lambda die: math.dist((die["x"], die["y"]), (x, y)))
        assert die["face"] == face
        assert math.dist((die["x"], die["y"]), (x, y)) < 15
        assert die["confidence"] > 0.9
        assert all(other != face for other, _ in die["others"])


def test_a_number_of_dice_that_does_not_fit_is_said(scene):
    _, (line,) = lines_for([scene[0]], count=4)
    assert line["status"] == "unsure"
    assert "too_many" in line["reasons"]


def test_five_space_dice_are_expected_unless_another_number_is_told(tmp_path):
    drawn, _ = random_scene(random.Random(7), Light.NORMAL, dice=4)
    file = tmp_path / "four.png"
    cv2.imwrite(str(file), render(drawn))
    assert "too_few" in lines_for([file])[1][0]["reasons"]
    assert "too_few" not in lines_for([file], count=4)[1][0]["reasons"]


def test_one_bad_file_does_not_stop_the_rest(scene, tmp_path):
    text = tmp_path / "no.jpg"
    text.write_text("this is no picture")
    are_pictures, lines = lines_for([text, tmp_path / "missing.jpg", scene[0]])
    assert not are_pictures
    assert [line["status"] for line in lines] == ["unreadable", "unreadable", "sure"]
    assert lines[0]["reasons"] == lines[1]["reasons"] == ["no_picture"]
    assert "missing.jpg" in lines[1]["message"]


def test_files_that_never_end_or_are_too_large_are_no_pictures(tmp_path):
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(300_000_000)
    are_pictures, lines = lines_for([large, "/dev/zero", tmp_path])
    assert not are_pictures
    assert [line["reasons"] for line in lines] == [["no_picture"]] * 3
    assert "300 megabytes" in lines[0]["message"]


def test_every_kind_says_nothing_in_its_own_form():
    assert set(KINDS) == set(NOTHING) == set(READ_KINDS)


def test_without_a_readable_profile_every_picture_still_gets_its_line(scene, tmp_path, capsys):
    file = str(scene[0])
    (tmp_path / "balls.toml").write_text("no TOML [")
    for kind in ("balls", "numbers", "card"):
        assert main(["read", "--as", kind, "--profile", str(tmp_path), file, "missing.jpg"]) == WRONG_USE
        out, err = capsys.readouterr()
        lines = [json.loads(line) for line in out.splitlines()]
        assert [line["status"] for line in lines] == ["unreadable"] * 2
        assert [line["reasons"] for line in lines] == [["bad_profile"], ["no_picture"]]
        assert set(NOTHING[kind]) <= set(lines[0])
        assert str(tmp_path) in err


def test_pips_are_values_and_up_to_25_are_counted(tmp_path, capsys):
    face = DieReading("5", 10.04, 20.0, 0.99812, others=(("6", 0.0021),))
    line = dice_line(DiceReading(Status.SURE, (face,)), lambda face: {"value": int(face)}, int)
    assert line["dice"] == [{"value": 5, "x": 10.0, "y": 20.0, "confidence": 0.9981, "others": [[6, 0.0021]]}]
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((432, 768, 3), 128, np.uint8))
    assert main(["read", "--as", "pips", "--count", "25", str(blank)]) == FINE
    with pytest.raises(SystemExit):
        main(["read", "--as", "pips", "--count", "26", str(blank)])


def test_number_cards_say_where_they_are_in_the_grid():
    card = NumberReading(0, 2, 4, "dark_blue", 812.04, 330.51, 0.99812)
    assert numbers_line(NumbersReading(Status.UNSURE, (card,), (Reason.COVERED,))) == {
        "status": "unsure",
        "reasons": ["covered"],
        "cards": [
            {"row": 0, "col": 2, "digit": 4, "colour": "dark_blue", "x": 812.0, "y": 330.5, "confidence": 0.9981}
        ],
    }


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"card"}))
@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_of_nothing_is_never_sure(tmp_path, kind, level):
    file = tmp_path / "blank.png"
    cv2.imwrite(str(file), np.full((432, 768, 3), level, np.uint8))
    _, (line,) = lines_for([file], kind)
    assert line["status"] == "unreadable"
    assert line["reasons"]


def test_each_step_can_be_looked_at(scene, tmp_path):
    lines_for([scene[0]], debug_folder=tmp_path / "steps")
    saved = sorted(file.name for file in (tmp_path / "steps").iterdir())
    assert saved[0].startswith("dice-01-")
    assert saved[-1].endswith("-reading.png")


def test_cards_cannot_be_read_without_having_been_taught():
    with pytest.raises(ProfileNeeded, match="--profile"):
        line_reader("card", Asked())
