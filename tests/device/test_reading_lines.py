"""`bordbuch read`: one JSON line per picture, whatever the picture is."""

import io
import json
import math
import random

import cv2
import numpy as np
import pytest

from device.errors import ProfileNeeded
from device.line_readers import KINDS, line_reader
from device.reading_lines import read_images
from device.simulator.render import render
from device.simulator.scene import Light
from device.simulator.scenes import random_scene


def lines_for(images, kind="symbols", debug_folder=None, count=None):
    out = io.StringIO()
    are_pictures = read_images([str(image) for image in images], line_reader(kind, None, count), debug_folder, out)
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


def test_one_bad_file_does_not_stop_the_rest(scene, tmp_path):
    text = tmp_path / "no.jpg"
    text.write_text("this is no picture")
    are_pictures, lines = lines_for([text, tmp_path / "missing.jpg", scene[0]])
    assert not are_pictures
    assert [line["status"] for line in lines] == ["unreadable", "unreadable", "sure"]
    assert lines[0]["reasons"] == lines[1]["reasons"] == ["no_picture"]
    assert "missing.jpg" in lines[1]["message"]


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
        line_reader("card", None, None)
