"""The place is remembered; a moved camera is told, new things are found, pictures are made ready and back again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn_dice import drawn_die
from tests.vision.table.drawn_mat import PIXELS_PER_MM, Photo, photographed, sheet, to_picture
from tests.vision.table.drawn_table import DICE, DIE, SIZE, Shot, shot
from vision.base.frame import Frame
from vision.base.reading import BallsReading, CardReading, DiceReading, DieReading, Reason, Status
from vision.pips.reader import read_pips
from vision.table.mat import find_mat, mapped
from vision.table.mat_layout import Paper, layout_of
from vision.table.place import Prepared, carried_back, has_moved, objects_mask, prepared, read_there, remember_place

EMPTY = Shot()
WHITE = (215.0, 220.0, 225.0)
WARM = (0.5, 0.8, 1.2)

UNMOVED = {
    "empty": Shot(seed=2),
    "dice": Shot(dice=DICE, die_colour=WHITE, seed=2),
    "another lamp": Shot(lamp=WARM, lamp_side=0.7, seed=2),
    "dice and another lamp": Shot(dice=DICE, die_colour=WHITE, lamp=WARM, lamp_side=-0.6, seed=2),
    "half the light, much noise": Shot(lamp=(0.5, 0.5, 0.5), noise=5.0, seed=2),
    "a hand": Shot(dice=DICE, die_colour=WHITE, has_hand=True, seed=2),
}
MOVED = {
    "by a little": Shot(shift=(9.0, 4.0), seed=2),
    "along the grain": Shot(shift=(12.0, 0.0), seed=2),
    "by much": Shot(shift=(60.0, -50.0), seed=2),
    "turned": Shot(turn_degrees=2.0, seed=2),
    "with dice": Shot(shift=(-8.0, 7.0), dice=DICE, die_colour=WHITE, seed=2),
    "with another lamp": Shot(shift=(-8.0, 7.0), lamp=WARM, lamp_side=0.7, seed=2),
}


@pytest.mark.parametrize("name", UNMOVED)
def test_pieces_hands_and_lamps_do_not_move_the_camera(name: str) -> None:
    assert not has_moved(remember_place([shot(EMPTY)]), shot(UNMOVED[name]))


@pytest.mark.parametrize("name", MOVED)
def test_a_moved_camera_is_noticed(name: str) -> None:
    assert has_moved(remember_place([shot(EMPTY)]), shot(MOVED[name]))


@pytest.mark.parametrize("frames", [1, 3])
def test_on_a_plain_noisy_table_nothing_is_claimed(frames: int) -> None:
    plain = Shot(grain=0.0, noise=5.0)
    place = remember_place([shot(replace(plain, seed=seed)) for seed in range(frames)])
    assert not has_moved(place, shot(replace(plain, seed=9, shift=(30.0, 0.0))))


def test_another_picture_size_is_another_view() -> None:
    place = remember_place([shot(EMPTY)])
    other = Frame(np.zeros((480, 640, 3), np.uint8))
    assert has_moved(place, other)
    assert objects_mask(place, other) is None


def found_dice(mask: np.ndarray) -> int:
    """How many of the dice have most of their top face in the mask."""
    scale = mask.shape[1] / SIZE[0]
    half = round(0.3 * DIE * scale)
    tops = [(round(x * scale), round(y * scale)) for x, y in DICE]
    return sum(bool(mask[y - half : y + half + 1, x - half : x + half + 1].mean() > 0.7) for x, y in tops)


LAMPS = {"same": Shot(), "warm": Shot(lamp=WARM, lamp_side=0.6), "dim": Shot(lamp=(0.6, 0.6, 0.6), noise=4.0)}
COLOURS = {"white": WHITE, "black": (20.0, 20.0, 22.0), "the table's": None}


# Dice in the table's colour under a weaker lamp with much noise are beyond it: three of five are found.
@pytest.mark.parametrize(
    ("lamp", "colour"),
    [(lamp, colour) for lamp in LAMPS for colour in COLOURS if (lamp, colour) != ("dim", "the table's")],
)
def test_new_things_are_found_in_any_light_also_in_the_colour_of_the_table(lamp: str, colour: str) -> None:
    place = remember_place([shot(EMPTY)])
    mask = objects_mask(place, shot(replace(LAMPS[lamp], dice=DICE, die_colour=COLOURS[colour], seed=5)))
    assert mask is not None
    assert found_dice(mask) == len(DICE)
    assert mask.mean() < 3 * len(DICE) * DIE**2 / (SIZE[0] * SIZE[1])


@pytest.mark.parametrize(("colour", "seen"), [("white", 5), ("black", 5), ("the table's", 0)])
def test_contrast_alone_misses_dice_in_the_colour_of_the_table(colour: str, seen: int) -> None:
    frame = shot(Shot(dice=DICE, die_colour=COLOURS[colour], seed=5))
    grey = cv2.GaussianBlur(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), (0, 0), 2)
    found = set()
    for side in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        # The brightest or darkest few per cent, as much as the dice take of the picture.
        level = np.percentile(grey, 98.5 if side == cv2.THRESH_BINARY else 1.5)
        _, _, stats, centres = cv2.connectedComponentsWithStats(cv2.threshold(grey, level, 255, side)[1])
        for number, place in enumerate(DICE):
            near = np.hypot(*(centres[1:] - place).T) < DIE / 4
            sized = np.abs(stats[1:, cv2.CC_STAT_AREA] / DIE**2 - 1) < 0.5
            if (near & sized).any():
                found.add(number)
    assert len(found) == seen


@pytest.mark.parametrize("lamp", [Shot(seed=4), Shot(lamp=WARM, lamp_side=0.6), Shot(lamp=(0.4, 0.4, 0.4), noise=5.0)])
def test_the_empty_table_has_nothing_new_in_any_light(lamp: Shot) -> None:
    mask = objects_mask(remember_place([shot(EMPTY)]), shot(lamp))
    assert mask is not None
    assert mask.mean() < 0.002


def test_a_wholly_different_picture_tells_nothing() -> None:
    rng = np.random.default_rng(2)
    blocks = cv2.resize(rng.integers(0, 256, (9, 16, 3), dtype=np.uint8), SIZE, interpolation=cv2.INTER_NEAREST)
    assert objects_mask(remember_place([shot(EMPTY)]), Frame(np.asarray(blocks, np.uint8))) is None


# --- making ready and carrying back ---


def test_without_a_mat_the_picture_stays_as_it_is() -> None:
    frame = shot(EMPTY)
    ready = prepared(frame)
    assert ready.frame is frame
    assert ready.pixels_per_mm is None
    assert ready.back(12.0, 34.0) == (12.0, 34.0)
    assert prepared(frame, remember_place([frame])).reasons == ()


def test_a_moved_camera_is_a_reason_only_without_a_mat() -> None:
    place = remember_place([shot(EMPTY)])
    assert prepared(shot(MOVED["by much"]), place).reasons == (Reason.CAMERA_MOVED,)
    before, after = photographed(Photo()), photographed(Photo(tilt_degrees=25.0, heading_degrees=3.0, seed=2))
    with_mat = remember_place([before])
    assert has_moved(with_mat, after)
    assert prepared(after, with_mat).reasons == ()


def test_with_a_mat_the_field_is_flat_upright_and_in_white_light() -> None:
    photo = Photo(pixels_per_mm=2.4, tilt_degrees=30.0, heading_degrees=180.0, kelvin=2800.0, falloff=0.1)
    ready = prepared(photographed(photo))
    assert ready.is_balanced
    field = layout_of(photo.paper).field
    height, width = ready.frame.pixels.shape[:2]
    assert width / height == pytest.approx(field.width / field.height, rel=0.01)
    middle = ready.frame.pixels[height // 4 : -height // 4, width // 4 : -width // 4].reshape(-1, 3).mean(axis=0)
    assert np.ptp(middle) < 4
    there = mapped(to_picture(photo), np.array([field.centre]))[0]
    assert np.hypot(*(np.array(ready.back((width - 1) / 2, (height - 1) / 2)) - there)) < 1


def test_the_remembered_mat_holds_while_cards_cover_its_corners() -> None:
    photo = Photo()
    empty = photographed(photo)
    place = remember_place([empty])
    pixels = empty.pixels.copy()
    for box in list(layout_of(photo.paper).markers.values())[:3]:
        corners = mapped(to_picture(photo), np.array(box.corners()))
        cv2.fillConvexPoly(pixels, np.rint(corners).astype(np.int32), (60, 200, 230))
    assert find_mat(Frame(pixels)) is None
    ready = prepared(Frame(pixels), place)
    assert ready.pixels_per_mm is not None
    assert ready.is_balanced
    assert prepared(Frame(pixels)).pixels_per_mm is None


def test_readings_are_carried_back_into_the_camera_picture() -> None:
    twice_and_beside = np.array([[2.0, 0.0, 100.0], [0.0, 2.0, 50.0], [0.0, 0.0, 1.0]])
    ready = Prepared(shot(EMPTY), twice_and_beside)
    die = DieReading("5", 10.0, 20.0, 0.9, (("6", 0.1),), size=16.0, reasons=(Reason.UNCLEAR,))
    reading = DiceReading(Status.UNSURE, (die,), (Reason.UNCLEAR,))
    moved = carried_back(reading, ready)
    assert moved == replace(reading, dice=(replace(die, x=120.0, y=90.0, size=32.0),))
    card = CardReading(Status.SURE, "king", 0.99, corners=((0.0, 0.0), (5.0, 0.0), (5.0, 8.0), (0.0, 8.0)))
    assert carried_back(card, ready).corners == ((100.0, 50.0), (110.0, 50.0), (110.0, 66.0), (100.0, 66.0))
    nothing = BallsReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))
    assert carried_back(nothing, ready) == nothing


@pytest.mark.parametrize("photo", [Photo(pixels_per_mm=3.2, kelvin=2700.0), Photo(Paper.A3, 2.1, 25.0, 90.0)])
def test_dice_on_the_mat_are_read_through_the_prepared_picture_as_if_it_were_not_there(photo: Photo) -> None:
    upon = sheet(photo.paper).copy()
    field = layout_of(photo.paper).field
    truth = []
    for number, value in enumerate((3, 6, 1, 5)):
        place = (field.x + field.width * (0.2 + 0.2 * number), field.y + field.height * (0.4 + 0.1 * (number % 2)))
        centre = (place[0] * PIXELS_PER_MM, place[1] * PIXELS_PER_MM)
        drawn_die(upon, "red on wood", value, centre, 16 * PIXELS_PER_MM, 20.0 * number)
        truth.append((str(value), mapped(to_picture(photo), np.array([place]))[0]))
    ready = prepared(photographed(photo, upon))
    reading = carried_back(read_pips(ready.frame), ready)
    assert len(reading.dice) == len(truth)
    for value, there in truth:
        nearest = min(reading.dice, key=lambda die: np.hypot(die.x - there[0], die.y - there[1]))
        assert np.hypot(nearest.x - there[0], nearest.y - there[1]) < 6
        assert nearest.face == value


@pytest.mark.parametrize(("is_doubted", "expected"), [(True, (Reason.UNCLEAR, Reason.GLARE)), (False, ())])
def test_glare_is_told_of_a_die_that_is_doubted_only(is_doubted: bool, expected: tuple[Reason, ...]) -> None:
    pixels = np.full((400, 600, 3), 60, np.uint8)
    cv2.rectangle(pixels, (255, 155), (345, 245), (170, 170, 170), cv2.FILLED)
    cv2.circle(pixels, (300, 200), 20, (255, 255, 255), cv2.FILLED)
    reasons = (Reason.UNCLEAR,) if is_doubted else ()
    die = DieReading("3", 300, 200, 0.5 if is_doubted else 0.99, size=90, reasons=reasons)
    reading = DiceReading(Status.UNSURE if is_doubted else Status.SURE, (die,), reasons)
    told = read_there(Frame(pixels), lambda _: reading)
    assert (told.status, told.reasons) == (reading.status, expected)
