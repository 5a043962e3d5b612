"""Reading pip dice: right when sure, and in doubt whenever something is odd."""

import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn_dice import STYLES, drawn_die, empty_table, throw
from tools.measuring.photo_sets import corrected
from tools.render.scenes.pips import NOT_TINY, Condition, scenes
from tools.render.scenes.pips import scene as one_table
from vision.base.calibration import Calibration
from vision.base.frame import Frame
from vision.base.picture import picture_from_bytes
from vision.base.reading import Reason, Status
from vision.dice.face_finding import WEIGHTS as FINDING
from vision.dice.face_finding import Candidate, find_candidates
from vision.pips.looks import Look, LookSettings, Sighting, TwoSizes, is_settled, with_count
from vision.pips.naming import CROP, cut_out
from vision.pips.naming import WEIGHTS as NAMING
from vision.pips.reader import FINDING as FINDING_SETTINGS
from vision.pips.reader import PipDoubt, die_of, may_be_die, read_pips
from vision.pips.slants import Lie

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"


def read(picture, expected=None):
    return read_pips(Frame(np.ascontiguousarray(picture)), expected)


def values(reading):
    return sorted(int(die.face) for die in reading.dice)


def is_right(reading, dice):
    if len(reading.dice) != len(dice):
        return False
    left = list(reading.dice)
    for value, x, y in dice:
        nearest = min(left, key=lambda die: math.dist((die.x, die.y), (x, y)))
        if nearest.face != str(value) or math.dist((nearest.x, nearest.y), (x, y)) > 0.5 * nearest.size:
            return False
        left.remove(nearest)
    return True


@pytest.mark.parametrize("style", STYLES)
def test_dice_of_every_colour_are_read_and_none_wrong_while_sure(style):
    right = sure = 0
    throws = [
        ((1, 2, 3, 4, 5, 6), 56, 1),
        ((6, 5, 4, 3, 2, 1), 44, 2),
        ((2, 3, 6), 80, 3),
        ((1,), 60, 4),
        ((5, 5), 50, 5),
    ]
    for numbers, edge, seed in throws:
        picture, dice = throw(style, numbers, edge, seed=seed)
        reading = read(picture)
        is_good = is_right(reading, dice)
        right += is_good
        sure += reading.status is Status.SURE
        assert is_good or reading.status is not Status.SURE
    print(f"{style}: {right} of {len(throws)} right, {sure} sure")
    assert right >= 4
    assert sure >= 3


BAD = {
    "black": lambda: np.zeros((432, 768, 3), np.uint8),
    "white": lambda: np.full((432, 768, 3), 255, np.uint8),
    "noise": lambda: np.random.default_rng(1).integers(0, 256, (432, 768, 3), dtype=np.uint8),
    "smallest": lambda: np.full((16, 16, 3), 90, np.uint8),
    "a thin strip": lambda: np.full((16, 900, 3), 90, np.uint8),
    "empty table": lambda: empty_table("red on wood"),
    "text": lambda: page_of_text(),
    "keys": lambda: keyboard(),
    "a face": lambda: face(),
    "loose dots": lambda: loose_dots(),
    "blank tiles": lambda: blank_tiles(),
}


def page_of_text():
    page = np.full((720, 1280, 3), 235, np.uint8)
    for row in range(40, 720, 26):
        cv2.putText(page, "so it goes on: o.O 88 :: % and then some ... ", (20, row), 0, 0.7, (30, 30, 30), 2)
    return page


def keyboard():
    board = np.full((720, 1280, 3), 60, np.uint8)
    for row in range(5):
        for column in range(14):
            x, y = 40 + column * 84 + row * 12, 120 + row * 84
            cv2.rectangle(board, (x, y), (x + 70, y + 70), (25, 25, 25), -1)
            cv2.putText(board, chr(65 + (row * 14 + column) % 26), (x + 20, y + 48), 0, 1.0, (230, 230, 230), 2)
    return board


def face():
    picture = np.full((720, 1280, 3), (120, 110, 100), np.uint8)
    cv2.ellipse(picture, (640, 360), (190, 260), 0, 0, 360, (140, 170, 215), -1)
    for x in (560, 720):
        cv2.circle(picture, (x, 300), 22, (40, 40, 40), -1)
    cv2.ellipse(picture, (640, 480), (80, 25), 0, 0, 180, (60, 60, 150), 8)
    return picture


def loose_dots():
    picture = empty_table("white on felt")
    rng = np.random.default_rng(3)
    for x, y in rng.uniform((40, 40), (1240, 680), (60, 2)):
        cv2.circle(picture, (int(x), int(y)), 6, (230, 230, 230), -1)
    return picture


def blank_tiles():
    picture = empty_table("black on plain")
    for number in range(6):
        cv2.rectangle(picture, (100 + 180 * number, 300), (160 + 180 * number, 360), (40, 40, 200), -1)
    return picture


@pytest.mark.parametrize("name", BAD)
def test_what_shows_no_dice_is_never_read_as_sure(name):
    reading = read(BAD[name]())
    assert reading.status is not Status.SURE
    assert reading.reasons


def test_a_die_half_out_of_the_picture_is_not_sure():
    picture, _ = throw("white on felt", (4, 2), 64)
    x = int(throw("white on felt", (4, 2), 64)[1][0][1])
    assert read(picture).status is Status.SURE
    assert read(picture[:, x:]).status is not Status.SURE


def test_a_wrong_number_of_dice_is_told():
    picture, _ = throw("white on felt", (4, 2, 6))
    assert read(picture, 3).status is Status.SURE
    assert Reason.TOO_FEW in read(picture, 5).reasons
    assert Reason.TOO_MANY in read(picture, 2).reasons
    assert read(picture, 5).status is Status.UNSURE


def changes(picture):
    half = cv2.resize(picture, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    yield "turned a quarter", np.rot90(picture)
    yield "turned upside down", np.rot90(picture, 2)
    yield "smaller", half
    yield "larger", cv2.resize(picture, None, fx=1.4, fy=1.4, interpolation=cv2.INTER_LINEAR)
    yield "darker", cv2.convertScaleAbs(picture, alpha=0.7)
    yield "brighter", cv2.convertScaleAbs(picture, alpha=1.08)
    yield "warmer", np.clip(picture * np.array([0.8, 1.0, 1.1]), 0, 255).astype(np.uint8)
    yield "colder", np.clip(picture * np.array([1.1, 1.0, 0.85]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("style", ["white on felt", "black on plain", "red on wood"])
def test_turning_scaling_and_other_light_never_change_a_sure_reading(style):
    picture, dice = throw(style, (1, 2, 3, 4, 5, 6), 60, seed=7)
    wanted = sorted(value for value, _, _ in dice)
    kept = []
    for name, changed in changes(picture):
        reading = read(changed)
        if reading.status is Status.SURE:
            assert values(reading) == wanted, name
            kept.append(name)
    assert len(kept) >= 6


def test_dice_come_in_reading_order_with_their_places():
    picture, dice = throw("black on plain", (6, 2, 5, 1, 3, 4))
    reading = read(picture)
    assert is_right(reading, dice)
    rows = [die.y > 360 for die in reading.dice]
    assert rows == sorted(rows)
    assert [die.x for die in reading.dice[:4]] == sorted(die.x for die in reading.dice[:4])


def test_touching_dice_are_two():
    picture = empty_table("white on felt")
    drawn_die(picture, "white on felt", 5, (600, 350), 60, 10)
    drawn_die(picture, "white on felt", 3, (661, 362), 60, 10)
    assert values(read(picture)) == [3, 5]


def test_every_step_can_be_looked_at():
    seen = {}
    picture, _ = throw("black on plain", (4, 2))
    soft = cv2.GaussianBlur(picture, (0, 0), 7)
    read_pips(Frame(soft), debug=lambda name, step: seen.update({name: step.shape}))
    assert {"faces-heat-2", "pips-first-look", "pips-second-look"} <= set(seen)


def first_look(*shares, edge=40.0, shift=0.0):
    crop = np.zeros((CROP, CROP, 3), np.uint8)
    return Look(Candidate(100.0, 100.0, edge, 0.9), crop, np.array(shares, np.float32), shift)


def test_what_is_clear_at_once_is_not_looked_at_again():
    settings, clear = LookSettings(), (0.01, 0, 0, 0, 0, 0.98, 0, 0.01)
    assert is_settled(first_look(*clear), settings)
    assert not is_settled(first_look(*clear, shift=0.3), settings)
    assert not is_settled(first_look(0.01, 0, 0, 0, 0.05, 0.93, 0, 0.01), settings)
    assert not is_settled(first_look(0.2, 0, 0, 0, 0, 0.8, 0, 0), settings)
    assert not is_settled(first_look(0.01, 0, 0, 0, 0, 0.93, 0, 0.06), settings)


def test_small_dice_are_always_looked_at_again():
    assert not is_settled(first_look(0.01, 0, 0, 0, 0, 0.98, 0, 0.01, edge=20.0), LookSettings())


def test_counting_again_tells_the_face_and_both_looks_whether_there_is_a_die():
    seen = np.array([0.2, 0, 0.4, 0.3, 0, 0, 0, 0.1], np.float32)
    counted = np.array([0.4, 0, 0, 0.6, 0, 0, 0, 0], np.float32)
    shares = with_count(seen, counted, is_small=False)
    assert shares.tolist() == pytest.approx([0.3, 0, 0, 0.6, 0, 0, 0, 0.1])


@pytest.mark.parametrize("unreadable", [0.0, 0.3, 1.0])
def test_whether_a_small_die_can_be_read_is_for_the_count_to_say(unreadable):
    seen = np.array([0.2, 0, 0.1, 0, 0, 0, 0, 0.7], np.float32)
    counted = np.array([0, 0, 0, 1 - unreadable, 0, 0, 0, unreadable], np.float32)
    shares = with_count(seen, counted, is_small=True)
    assert shares[7] == pytest.approx(min(unreadable, 0.9))
    assert shares.sum() == pytest.approx(1.0)
    assert (shares >= 0).all()


@pytest.mark.parametrize(("edge", "least", "most"), [(20.0, 1.0, 1.0), (50.0, 0.5, 0.9)], ids=["small", "large"])
def test_a_look_at_a_small_die_cannot_contradict_its_count(edge, least, most):
    place, crop = Candidate(100.0, 100.0, edge, 0.9), np.zeros((CROP, CROP, 3), np.uint8)
    three, two = (np.array([0, *shares, 0], np.float32) for shares in ((0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)))
    assert least <= Sighting(place, crop, two, three, named=two).agreement(2) <= most


def test_a_look_that_contradicts_makes_doubtful_less_so_where_pips_were_counted_again():
    place, crop = Candidate(100.0, 100.0, 50.0, 0.9), np.zeros((CROP, CROP, 3), np.uint8)
    three, two = (np.array([0, *shares, 0], np.float32) for shares in ((0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)))
    assert Sighting(place, crop, three, three).agreement(2) == 1
    assert Sighting(place, crop, two, three).agreement(2) == 0.5
    assert Sighting(place, crop, two, three, named=three).agreement(2) == 1
    assert 0.5 < Sighting(place, crop, two, three, named=two).agreement(2) < 0.9


def test_where_more_looks_like_dice_than_can_be_looked_at_nothing_is_sure(monkeypatch):
    picture, _ = throw("white on felt", (4, 2))
    assert read(picture).status is Status.SURE
    many = [Candidate(20.0 + 10 * number, 20.0, 8.0, 0.3) for number in range(FINDING_SETTINGS.most_candidates)]
    monkeypatch.setattr("vision.pips.reader.find_candidates", lambda *_: (find_candidates(*_) + many)[: len(many)])
    reading = read(picture)
    assert values(reading) == [2, 4]
    assert Reason.UNCLEAR in reading.reasons


def test_cut_outs_keep_their_size_everywhere():
    picture = np.full((50, 60, 3), 200, np.uint8)
    for x, y, edge in ((0, 0, 30), (59, 49, 300), (30, 25, 1), (-200, 500, 20)):
        assert cut_out(picture, x, y, edge).shape == (CROP, CROP, 3)
    assert cut_out(picture, 0, 0, 30)[0, 0].max() == 0
    assert cut_out(picture, 30, 25, 10).min() == 200


def test_the_trained_files_stay_small():
    assert FINDING.stat().st_size + NAMING.stat().st_size <= 900_000


def test_confidences_go_through_the_calibration():
    picture, _ = throw("white on felt", (4, 2))
    halved = read_pips(Frame(picture), calibration=Calibration((0.0, 1.0), (0.0, 0.5)))
    raw = read_pips(Frame(picture), calibration=Calibration())
    assert raw.status is Status.SURE
    assert halved.status is Status.UNSURE
    assert Reason.UNCLEAR in halved.reasons
    for half, whole in zip(halved.dice, raw.dice, strict=True):
        assert half.confidence == pytest.approx(whole.confidence / 2, abs=1e-3)


@pytest.mark.slow
def test_rendered_tables_are_read_and_none_wrong_while_sure():
    rights, totals = Counter(), Counter()
    for scene in scenes(14, seed=11):
        reading = read_pips(scene.frame)
        dice = [(die["value"], *die["xy"]) for die in scene.truth["dice"]]
        is_good = scene.is_readable and is_right(reading, dice)
        assert is_good or reading.status is not Status.SURE, scene.condition
        if scene.is_readable:
            rights[scene.condition] += is_good
            totals[scene.condition] += 1
    for condition, total in totals.items():
        print(f"{condition}: {rights[condition]} of {total} tables right")
    assert rights.total() >= 0.7 * totals.total()


@pytest.mark.skipif(not PHOTOS.exists(), reason="the shared photos are not here")
@pytest.mark.parametrize(
    ("name", "every", "least"), [("rendered-pips", 1, 0.95), ("d6-table", 1, 0.9), ("d6-tray", 5, 0.8)]
)
def test_shared_photos_are_read_and_none_wrong_while_sure(name, every, least):
    truths = json.loads((PHOTOS / name / "truth.json").read_text())
    truth = {image: corrected(image, told) for image, told in truths.items()}
    images = sorted(truth)[::every]
    dice_right = total = 0
    for image in images:
        reading = read_pips(picture_from_bytes((PHOTOS / name / image).read_bytes()))
        left, right = list(reading.dice), 0
        for die in truth[image]["dice"]:
            near = [g for g in left if math.dist((g.x, g.y), die["xy"]) <= die.get("reach", 28)]
            if near:
                best = min(near, key=lambda g: math.dist((g.x, g.y), die["xy"]))
                left.remove(best)
                right += best.face == str(die["value"])
        is_good = right == len(truth[image]["dice"]) and not left
        assert is_good or reading.status is not Status.SURE, image
        dice_right += right
        total += len(truth[image]["dice"])
    print(f"{name}: {dice_right} of {total} dice right")
    assert dice_right >= least * total


@pytest.mark.parametrize(("edge", "kind"), [(26, "small_pips"), (56, "pips")])
def test_small_dice_have_confidences_of_their_own(edge, kind, monkeypatch):
    shares = {"pips": 0.71, "small_pips": 0.62}
    monkeypatch.setattr(
        "vision.pips.reader.measured", lambda name: Calibration((0.0, 1.0), (shares[name], shares[name]))
    )
    picture, _ = throw("white on felt", (4, 2), edge)
    reading = read(picture)
    assert values(reading) == [2, 4]
    assert {die.confidence for die in reading.dice} == {shares[kind]}


def test_touching_dice_told_a_little_too_near_are_both_read():
    bright = one_table(NOT_TINY[4], np.random.default_rng((13003, 144)))
    reading = read_pips(bright.frame)
    assert values(reading) == sorted(int(die["value"]) for die in bright.truth["dice"]) == [3, 4, 4, 6, 6]


CROWD = Condition("crowd", dice=(3, 8), touching=0.95, edge=(40.0, 80.0))


@pytest.mark.parametrize("table", [(15001, 9), (15001, 50), (15001, 96), (15003, 77), (15003, 115), (15003, 135)])
def test_dice_that_touch_are_not_taken_for_one(table):
    crowd = one_table(CROWD, np.random.default_rng(table))
    reading = read_pips(crowd.frame)
    for die in crowd.truth["dice"]:
        x, y = die["xy"]
        beside = [seen for seen in reading.dice if math.dist((seen.x, seen.y), (x, y)) <= die["reach"]]
        assert [int(seen.face) for seen in beside] == [die["value"]]


def sighting(edge, heat, unreadable=0.0, nothing=0.0):
    shares = np.array([nothing, 0, 0, 1 - nothing - unreadable, 0, 0, 0, unreadable], np.float32)
    return Sighting(Candidate(200.0, 200.0, edge, heat), np.zeros((CROP, CROP, 3), np.uint8), shares, shares)


@pytest.mark.parametrize(
    ("lie", "unreadable", "reasons"),
    [
        (Lie.FLAT, 0.15, ()),
        (Lie.UNTOLD, 0.15, (Reason.COCKED,)),
        (Lie.FLAT, 0.3, (Reason.COCKED,)),
        (Lie.UNTOLD, 0.02, ()),
        (Lie.LEANING, 0.0, (Reason.COCKED,)),
    ],
)
def test_a_die_that_slants_as_the_others_do_may_look_a_little_as_if_it_leaned(lie, unreadable, reasons):
    pixels = np.zeros((400, 400, 3), np.uint8)
    picture, always = TwoSizes(pixels, pixels, 1.0), Calibration((0.0, 1.0), (0.999, 0.999))
    die = die_of(sighting(60.0, 0.9, unreadable), lie, picture, PipDoubt(), always)
    assert (die.face, die.reasons) == ("3", reasons)


@pytest.mark.parametrize(
    ("edge", "heat", "is_doubted"),
    [(60.0, 0.4, True), (15.0, 0.4, False), (250.0, 0.4, False), (15.0, 0.9, True), (150.0, 0.6, True)],
    ids=["as large as dice", "a spot", "a large patch", "a plain small die", "a large die"],
)
def test_what_is_far_from_the_dice_in_size_must_look_more_like_one_to_be_doubted(edge, heat, is_doubted):
    assert may_be_die(sighting(edge, heat, nothing=0.35), 60.0, PipDoubt()) is is_doubted
