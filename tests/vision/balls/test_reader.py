"""Reading balls: bad input, turning and gain, profiles and teaching."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.balls.finding import Place
from vision.balls.judging import Judged
from vision.balls.naming import Name
from vision.balls.profile import PROFILE_FILE, SHIPPED, load_ball_profile, save_ball_profile, shipped_ball_profile
from vision.balls.reader import Candidate, DoubtSettings, read_balls, reading_of
from vision.balls.teaching import confusable_balls, teach_ball_colour
from vision.base.calibration import UNMEASURED, Calibration
from vision.base.errors import BadProfile, NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import Reason, Status

Pixels = NDArray[np.uint8]
LEVELS = {
    "yellow": (30, 180, 220),
    "red": (45, 40, 200),
    "blue": (190, 85, 45),
    "black": (26, 25, 26),
    "turquoise": (170, 160, 40),
}
GOOD = (SHIPPED / PROFILE_FILE).read_text(encoding="utf-8")


def table_with(*balls: tuple[str, int, int], radius: int = 20) -> Pixels:
    """A grey table with shaded, glossy balls on it."""
    chance = np.random.default_rng(4)
    pixels = np.full((864, 1536, 3), (140, 142, 145), np.float32)
    for colour, x, y in balls:
        rows, columns = np.mgrid[:864, :1536]
        away = np.hypot(columns - x, rows - y) / radius
        shade = np.sqrt(np.clip(1 - 0.7 * away**2, 0, 1))
        inside = away < 1
        pixels[inside] = (shade[:, :, None] * np.array(LEVELS[colour]))[inside]
        cv2.circle(pixels, (x - 5, y - 5), 3, (235, 235, 235), cv2.FILLED)
    soft = cv2.GaussianBlur(pixels, (0, 0), 1.0) + chance.normal(0, 2, pixels.shape)
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


TWO = table_with(("red", 700, 400), ("blue", 735, 422))


def colours(pixels: Pixels) -> tuple[Status, list[str]]:
    reading = read_balls(Frame(pixels), shipped_ball_profile())
    return reading.status, sorted(ball.colour for ball in reading.balls)


@pytest.mark.parametrize("pair", [("yellow", "yellow"), ("yellow", "black"), ("red", "blue"), ("blue", "black")])
def test_two_balls_side_by_side_are_sure(pair: tuple[str, str]) -> None:
    assert colours(table_with((pair[0], 700, 400), (pair[1], 735, 422))) == (Status.SURE, sorted(pair))


def test_a_ball_is_where_it_lies_and_as_large() -> None:
    red = next(ball for ball in read_balls(Frame(TWO), shipped_ball_profile()).balls if ball.colour == "red")
    assert (red.x, red.y) == (pytest.approx(700, abs=4), pytest.approx(400, abs=4))
    assert red.size == pytest.approx(40, rel=0.15)


def test_turning_scaling_gain_and_white_balance_do_not_change_a_sure_reading() -> None:
    warm = np.asarray(np.clip(TWO * np.array([0.85, 1.0, 1.12]), 0, 255), np.uint8)
    dim = np.asarray(TWO * 0.7, np.uint8)
    half = np.asarray(cv2.resize(TWO, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8)
    turned = np.ascontiguousarray(np.rot90(TWO))
    for pixels in (warm, dim, half, turned):
        assert colours(pixels) == (Status.SURE, ["blue", "red"])


def test_one_ball_is_too_few_and_three_are_too_many() -> None:
    one = read_balls(Frame(table_with(("red", 700, 400))), shipped_ball_profile())
    assert one.status is not Status.SURE and Reason.TOO_FEW in one.reasons
    three = table_with(("red", 700, 400), ("blue", 735, 422), ("yellow", 300, 200))
    reading = read_balls(Frame(three), shipped_ball_profile())
    assert reading.status is Status.UNSURE and Reason.TOO_MANY in reading.reasons


def test_two_reds_are_not_sure_because_there_is_only_one() -> None:
    assert colours(table_with(("red", 700, 400), ("red", 735, 422)))[0] is not Status.SURE


def test_a_ball_at_the_border_is_not_sure() -> None:
    assert colours(table_with(("red", 700, 8), ("blue", 738, 14)))[0] is not Status.SURE


def bad_pictures() -> dict[str, Pixels]:
    chance = np.random.default_rng(1)
    page = np.full((864, 1536, 3), 235, np.uint8)
    for row in range(40, 840, 28):
        cv2.putText(page, "Sternenfahrer o8B%oO. " * 6, (20, row), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (25, 25, 25), 2)
    face = np.full((864, 1536, 3), (150, 170, 215), np.uint8)
    for x in (640, 860):
        cv2.ellipse(face, (x, 380), (60, 30), 0, 0, 360, (240, 240, 240), cv2.FILLED)
        cv2.circle(face, (x, 380), 26, (60, 40, 30), cv2.FILLED)
    cv2.ellipse(face, (750, 620), (120, 35), 0, 0, 360, (90, 80, 190), cv2.FILLED)
    keys = np.full((864, 1536, 3), 50, np.uint8)
    for x in range(60, 1480, 70):
        for y in range(200, 600, 70):
            cv2.rectangle(keys, (x, y), (x + 55, y + 55), (20, 20, 20), cv2.FILLED)
    return {
        "black": np.zeros((864, 1536, 3), np.uint8),
        "white": np.full((864, 1536, 3), 255, np.uint8),
        "noise": chance.integers(0, 256, (864, 1536, 3), dtype=np.uint8),
        "empty table": table_with(),
        "page": page,
        "face": face,
        "keyboard": keys,
        "tiny": np.zeros((16, 16, 3), np.uint8),
        "narrow": np.full((20, 2000, 3), 90, np.uint8),
    }


@pytest.mark.parametrize("name", list(bad_pictures()))
def test_bad_pictures_are_never_sure_and_say_why(name: str) -> None:
    reading = read_balls(Frame(bad_pictures()[name]), shipped_ball_profile())
    assert reading.status is not Status.SURE
    assert reading.reasons


def test_steps_can_be_watched() -> None:
    assert steps_of(TWO) == {"balls-heat-fine", "balls-cut-outs", "balls-pair"}


def test_larger_balls_are_looked_for_where_no_two_were_seen() -> None:
    assert "balls-heat-coarse" in steps_of(table_with(("red", 700, 400)))
    large = table_with(("red", 700, 400), ("blue", 775, 446), radius=44)
    assert "balls-heat-coarse" in steps_of(large)
    assert colours(large)[1] == ["blue", "red"]


def steps_of(pixels: Pixels) -> set[str]:
    steps: list[str] = []
    read_balls(Frame(pixels), shipped_ball_profile(), debug=lambda step, picture: steps.append(step))
    return set(steps)


def test_the_shipped_profile_knows_four_colours_and_two_yellows() -> None:
    counts = {colour.name: colour.count for colour in shipped_ball_profile().colours}
    assert counts == {"yellow": 2, "red": 1, "blue": 1, "black": 1}


def test_a_taught_colour_survives_saving_and_is_read(tmp_path: Path) -> None:
    shipped = shipped_ball_profile()
    taught = teach_ball_colour(shipped, "red", [Frame(table_with(("blue", 700, 400)))])
    save_ball_profile(taught, tmp_path / "new")
    loaded = load_ball_profile(tmp_path / "new")
    assert [colour.name for colour in loaded.colours] == [colour.name for colour in shipped.colours]
    red = next(colour for colour in loaded.colours if colour.name == "red")
    assert red.paint[0] > 0.5
    assert next(colour for colour in loaded.colours if colour.name == "yellow").count == 2


def test_a_colour_of_no_ball_is_never_sure_until_it_was_taught() -> None:
    picture = Frame(table_with(("turquoise", 700, 400), ("red", 735, 422)))
    assert read_balls(picture, shipped_ball_profile()).status is not Status.SURE
    taught = teach_ball_colour(shipped_ball_profile(), "blue", [Frame(table_with(("turquoise", 500, 300)))])
    reading = read_balls(picture, taught)
    assert sorted(ball.colour for ball in reading.balls) == ["blue", "red"]
    assert reading.status is Status.SURE


def test_the_shipped_colours_are_not_alike() -> None:
    assert confusable_balls(shipped_ball_profile()) == ()


def test_two_colours_taught_from_the_same_ball_are_told_to_be_alike() -> None:
    one = teach_ball_colour(shipped_ball_profile(), "blue", [Frame(table_with(("red", 500, 300)))])
    assert confusable_balls(one) == (("red", "blue"),)
    other = teach_ball_colour(shipped_ball_profile(), "blue", [Frame(table_with(("black", 500, 300)))])
    assert confusable_balls(other) == (("blue", "black"),)


def test_measured_confidence_decides_what_is_sure() -> None:
    frame, profile = Frame(TWO), shipped_ball_profile()
    assert read_balls(frame, profile, calibration=UNMEASURED).status is Status.SURE
    careful = read_balls(frame, profile, calibration=Calibration((0.0, 1.0), (0.0, 0.9)))
    assert careful.status is Status.UNSURE
    assert Reason.UNCLEAR in careful.reasons


@pytest.mark.parametrize(
    ("ball", "name", "is_sure"), [(0.995, 0.995, True), (0.93, 0.99, True), (0.85, 0.999, False), (1.0, 0.975, False)]
)
def test_a_ball_must_be_clear_both_as_a_ball_and_in_its_colour(ball: float, name: float, is_sure: bool) -> None:
    seen = Judged(Place(300, 200, 25, 0.9), ball, 0.0, (0.4, -0.2), -0.7, 0.05, 0.3)
    always = Calibration((0.0, 1.0), (0.999, 0.999))
    reading = reading_of(Candidate(seen, Name("red", name, ())), (432, 768), 0.5, DoubtSettings(), always)
    assert (reading.reasons == ()) == is_sure


def test_teaching_from_an_empty_table_is_refused() -> None:
    with pytest.raises(NothingToLearn, match="picture 1"):
        teach_ball_colour(shipped_ball_profile(), "red", [Frame(table_with())])
    with pytest.raises(NothingToLearn, match="at least one"):
        teach_ball_colour(shipped_ball_profile(), "red", [])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOOD.replace("spread_degrees", "spred"), "spred"),
        (GOOD.replace("spread_degrees = 7.0", "spread_degrees = 900"), "spread_degrees"),
        (GOOD.replace("red = [0.080, 0.040, 0.880]", "red = [0.080, 0.040]"), "colours.red"),
        (GOOD.replace("red = [0.080, 0.040, 0.880]", "red = [0, 0, 0]"), "colours.red"),
        (GOOD.replace("yellow = 2", "green = 2"), "counts"),
        ("spread_degrees = 7.0\n", "colours"),
        ("this is no toml", "TOML"),
    ],
)
def test_a_broken_profile_names_file_and_place(tmp_path: Path, wrong: str, says: str) -> None:
    (tmp_path / PROFILE_FILE).write_text(wrong, encoding="utf-8")
    with pytest.raises(BadProfile) as error:
        load_ball_profile(tmp_path)
    assert says in str(error.value)
    assert PROFILE_FILE in str(error.value)
