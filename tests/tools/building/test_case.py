"""The printed parts: one table of measures, and parts that can be printed and fit."""

import math
import re
import shutil

import numpy as np
import pytest

from tools.building import case, mesh
from tools.building.bought import cuboid
from tools.building.dimensions import FOR_OPENSCAD, builds, for_openscad, measures_of, table
from tools.building.fitting import bodies, box, rod
from tools.building.pictures import draw


def test_openscad_reads_the_very_table():
    assert FOR_OPENSCAD.read_text(encoding="utf-8") == for_openscad()


def test_every_build_names_parts_that_are_in_the_table():
    for build, chosen in table()["build"].items():
        assert {kind: name in table()[kind] for kind, name in chosen.items()} == dict.fromkeys(chosen, True), build


def test_parts_of_a_kind_have_the_same_measures():
    for kind in ("computer", "display", "button"):
        assert len({frozenset(one) for one in table()[kind].values()}) == 1, kind


def test_every_measure_that_openscad_asks_for_is_in_the_table():
    source = case.SOURCE.read_text(encoding="utf-8")
    asked = set(re.findall(r"\b(?:print|stand|camera|bar|computer|display|button)_[a-z_]+\b", source))
    own = set(re.findall(r"^(?:module |function )?(\w+)(?: =|\()", source, re.MULTILINE))
    assert asked - own <= set(measures_of("small"))


def test_a_body_is_filled_with_points_to_its_faces():
    points = box((0, 0, 0), (4, 4, 4))
    assert len(points) == 27
    assert points.max() == 4
    assert rod((0, 0, 0), 2, 10, -6)[:, 2].min() == -6


@pytest.mark.parametrize("build", builds())
def test_every_bought_part_has_a_place_near_a_printed_one(build):
    names = {body.name for body in bodies(measures_of(build))}
    assert {"the display with its pins", "a button's body", "the Pi", "the post", "the arm", "the bolt M6"} <= names
    assert {near for body in bodies(measures_of(build)) for near in body.near} == set(case.PARTS)


def blocks():
    """A stand-in for every printed part, far from everything bought."""
    parts = {part: cuboid((500, 500, 500), (520, 520, 520)) for part in case.PARTS}
    lean = math.radians(measures_of("small")["print_lean"])
    up, out = (0, math.sin(lean), math.cos(lean)), (0, -math.cos(lean), math.sin(lean))
    return parts | {"case": cuboid((0, 0, 0), (20, 20, 20)) @ np.array([(1, 0, 0), up, out]) + 500}


def test_parts_that_are_all_right_have_no_faults():
    assert list(case.faults("small", blocks())) == []


@pytest.mark.parametrize(
    ("part", "body", "said"),
    [
        ("case", cuboid((500, 500, 500), (520, 520, 520))[1:], "not closed"),
        ("back", cuboid((500, 500, 500), (520, 520, 520))[:, ::-1], "inside out"),
        ("floor", cuboid((500, 500, 500), (520, 520, 500.9)), "a wall of 0.90 mm"),
        ("button_bar", cuboid((500, 500, 500), (730, 520, 520)), "do not fit on the bed"),
        ("pi_clip", cuboid((-10, 10, -10), (10, 30, 10)), "the post does not fit"),
        (
            "floor",
            np.concatenate([cuboid((500, 500, 500), (520, 520, 520)), cuboid((500, 500, 530), (520, 520, 540))]),
            "would need supports",
        ),
    ],
)
def test_what_would_spoil_the_print_is_told(part, body, said):
    assert any(said in fault for fault in case.faults("small", blocks() | {part: body}))


def test_a_picture_shows_what_is_nearer():
    near, far = cuboid((0, 0, 0), (10, 10, 10)), cuboid((0, 30, 0), (10, 40, 10))
    picture = draw([(near, (255, 0, 0)), (far, (0, 0, 255))], 200)
    colours = {tuple(colour) for colour in picture.reshape(-1, 3) // 60}
    assert picture.shape[1] == 200
    assert any(red > blue for blue, _, red in colours)
    assert (draw([(near, (255, 0, 0))], 200)[..., 2].astype(int) >= draw([(near, (255, 0, 0))], 200)[..., 0]).all()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed; make case needs it")
def test_the_small_build_can_be_printed_and_everything_fits(tmp_path, capsys):
    assert case.make("small", tmp_path, tmp_path) == []
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in told] == list(case.PARTS)
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"small-{part}.stl" for part in case.PARTS),
        *("small.png", "pi_zero_2_w.png", "small-bed.png"),
    }


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed; make case needs it")
def test_a_display_that_is_wider_than_its_frame_is_told(tmp_path, monkeypatch):
    part = {name: case.rendered("small", name, tmp_path) for name in case.PARTS}
    wider = measures_of("small") | {"display_board_height": measures_of("small")["display_board_height"] + 2.0}
    monkeypatch.setattr(case, "measures_of", lambda _: wider)
    assert any("the display with its pins does not fit" in fault for fault in case.faults("small", part))
    assert mesh.open_edges(part["case"]) == 0


def test_the_parts_have_the_numbers_of_the_guide_in_the_pictures():
    guide = (case.CASE.parent / "case.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (\d) \| `(\w+)` \|", guide, re.MULTILINE)
    assert {name: int(number) for number, name in told} == {
        name: case.NUMBERS[case.COLOURS[name]] for name in case.PARTS
    }
    assert len(set(case.COLOURS.values())) == len(case.PARTS), "by its colour a part has its number"


def test_a_number_stands_in_the_midst_of_what_is_seen_of_its_part():
    left, right = cuboid((0, 0, 0), (30, 20, 30)), cuboid((60, 0, 0), (90, 20, 30))
    red, blue = (200, 80, 80), (80, 80, 200)
    plain = draw([(left, red), (right, blue)], 300)
    numbered = draw([(left, red), (right, blue)], 300, numbers={blue: 2})
    rows, columns = np.nonzero((plain != numbered).any(axis=2))
    blues = np.nonzero((plain[..., 0].astype(int) - plain[..., 2]) > 20)
    assert columns.min() > 150, "the part without a number is as it was"
    assert abs(columns.mean() - blues[1].mean()) < 25
    assert rows.size > 200
