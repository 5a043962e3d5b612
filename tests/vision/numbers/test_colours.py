"""The paints of number cards: measured on pixels, judged under any lamp, taught and kept."""

import cv2
import numpy as np
import pytest

from vision.base.errors import BadProfile
from vision.numbers.colours import ColourSettings, colour_shares, lab
from vision.numbers.finding import DigitPlace
from vision.numbers.naming import Halves
from vision.numbers.profile import (
    PROFILE_FILE,
    CardColour,
    NumberProfile,
    load_number_profile,
    save_number_profile,
    shipped_number_profile,
)
from vision.numbers.samples import ROWS, PaintSample, paint_pixels, paint_samples
from vision.numbers.teaching import confusable_colours

NAMES = ["red", "orange", "yellow", "light_green", "dark_green", "light_blue", "dark_blue", "purple"]


# --- colours ---


def samples_of(names, lamp=(1.0, 1.0, 1.0), paper=0.85, veil=0.0):
    """What a camera would measure of these cards under a lamp (B, G, R)."""
    paints = {colour.name: colour.paint for colour in shipped_number_profile().colours}
    light = np.array(lamp)
    return [
        PaintSample(tuple(light * (np.array(paints[name]) + veil)), tuple(light * (paper + veil)), paper > 0.5)
        for name in names
    ]


def named(shares):
    return [NAMES[number] for number in shares.argmax(axis=1)]


LAMPS = {"even": (0.7, 0.7, 0.7), "warm": (0.45, 0.5, 0.58), "cold": (0.6, 0.52, 0.46), "dim": (0.1, 0.1, 0.1)}


@pytest.mark.parametrize("paper", [0.85, 0.03], ids=["light paper", "dark paper"])
@pytest.mark.parametrize("lamp", LAMPS.values(), ids=LAMPS)
def test_eight_colours_are_told_apart_under_any_lamp(lamp, paper):
    assert named(colour_shares(samples_of(NAMES, lamp, paper), shipped_number_profile())) == NAMES


def test_reflected_light_over_a_dark_colour_does_not_make_it_a_light_one():
    seen = samples_of(["dark_blue", "dark_green", "dark_blue", "dark_green"], (0.6, 0.6, 0.6), veil=0.06)
    assert named(colour_shares(seen, shipped_number_profile())) == ["dark_blue", "dark_green"] * 2


def test_one_card_on_dark_paper_leaves_its_lightness_open():
    alone = colour_shares(samples_of(["dark_green"], (0.5, 0.5, 0.5), 0.03), shipped_number_profile())
    among = colour_shares(samples_of(NAMES, (0.5, 0.5, 0.5), 0.03), shipped_number_profile())
    number = NAMES.index("dark_green")
    assert alone[0, number] < 0.97 < among[number, number] + 0.1


def test_a_paint_between_two_colours_is_doubtful():
    dark, light = (np.array(colour.paint) for colour in shipped_number_profile().colours if "blue" in colour.name)
    between = PaintSample(tuple(np.sqrt(dark * light)), (0.85, 0.85, 0.85), True)
    assert colour_shares([between], shipped_number_profile()).max() < 0.97


def test_a_paint_unlike_all_colours_is_none_of_them():
    grey = PaintSample((0.4, 0.4, 0.4), (0.85, 0.85, 0.85), True)
    assert colour_shares([grey], NumberProfile(shipped_number_profile().colours, 2.0)).max() < 0.9


def test_no_cards_have_no_colours():
    assert colour_shares([], shipped_number_profile()).shape == (0, 8)


def test_lightness_grows_with_light():
    greys = lab(np.array([[0.1] * 3, [0.4] * 3, [0.9] * 3]))
    assert (np.diff(greys[:, 0]) > 0).all() and np.abs(greys[:, 1:]).max() < 1


def drawn_pixels(body, stroke):
    """What is taken of a card with a bar for a digit."""
    picture = np.zeros((80, 80, 3), np.uint8)
    picture[:] = body
    picture[22:58, 34:46] = stroke
    return paint_pixels(Halves(picture), [DigitPlace(39.5, 39.5, 40, 0, 0.9)])


@pytest.mark.parametrize(
    ("body", "stroke", "is_light"),
    [
        ((230, 235, 235), (40, 36, 200), True),
        ((40, 36, 200), (230, 235, 235), True),
        ((38, 36, 36), (40, 36, 200), False),
    ],
    ids=["ink on paper", "white on colour", "ink on dark paper"],
)
def test_the_coloured_part_is_found_in_the_digit_or_around_it(body, stroke, is_light):
    sample = paint_samples(drawn_pixels(body, stroke))[0]
    red = np.power(np.array([40, 36, 200]) / 255, 2.2)
    assert np.allclose(sample.ink, red, atol=0.02)
    assert sample.is_light == is_light


@pytest.mark.parametrize("paint", [(40, 150, 110), (160, 60, 40), (36, 190, 225)])
def test_a_digits_black_shadow_does_not_darken_its_card(paint):
    """Nor do blends with the paint or the shadow darken the digit."""
    five = np.array([[(195, 90), (115, 90), (110, 145), (165, 140), (190, 170), (165, 205), (105, 200)]], np.int32)
    picture = np.full((300, 300, 3), paint, np.uint8)
    cv2.polylines(picture, five + 8, False, (20, 20, 20), 22, cv2.LINE_AA)
    cv2.polylines(picture, five, False, (225, 225, 225), 22, cv2.LINE_AA)
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)
    sample = paint_samples(paint_pixels(Halves(blurred), [DigitPlace(150, 147, 140, 0, 0.9)]))[0]
    assert np.allclose(np.power(sample.ink, 1 / 2.2) * 255, paint, atol=4)
    assert np.allclose(np.power(sample.paper, 1 / 2.2) * 255, 225, atol=6)


def test_pixels_are_taken_upright_whichever_way_the_card_lies():
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[:, 100:] = 250  # right half
    taken = paint_pixels(Halves(picture), [DigitPlace(99.5, 100, 40, 90, 0.9)])[0]  # its head points to the right
    assert (taken[: ROWS // 2 - 1] == 250).all() and (taken[ROWS // 2 + 1 :] == 0).all()


# --- profiles ---


def test_a_profile_comes_back_as_it_was_saved(tmp_path):
    save_number_profile(shipped_number_profile(), tmp_path / "deep" / "folder")
    assert load_number_profile(tmp_path / "deep" / "folder") == shipped_number_profile()


def test_the_shipped_profile_has_the_eight_colours():
    assert [colour.name for colour in shipped_number_profile().colours] == NAMES


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "colours"),
        ("[colours]\n", "colours"),
        ("shine = 1\n[colours]\nred = [0, 0, 1]", "shine"),
        ("[colours]\nred = [0, 0]", "colours.red"),
        ("[colours]\nred = [0, 0, 7]", "colours.red"),
        ("spread = -1\n[colours]\nred = [0, 0, 1]", "spread"),
        ("[colours", "TOML"),
    ],
)
def test_a_bad_profile_names_file_and_key(tmp_path, text, complaint):
    (tmp_path / PROFILE_FILE).write_text(text)
    with pytest.raises(BadProfile, match=PROFILE_FILE) as caught:
        load_number_profile(tmp_path)
    assert complaint in str(caught.value)


def test_a_missing_profile_says_what_to_do(tmp_path):
    with pytest.raises(BadProfile, match="teach"):
        load_number_profile(tmp_path / "nowhere")


def test_colours_that_look_alike_are_named():
    assert confusable_colours(shipped_number_profile()) == ()
    known = shipped_number_profile().colours
    twin = CardColour("crimson", tuple(share * 1.1 for share in known[0].paint))
    assert confusable_colours(NumberProfile((*known, twin))) == (("red", "crimson"),)


def test_more_lights_are_tried_when_only_dark_paper_is_there():
    settings = ColourSettings()
    assert settings.unknown_reach > 4 * settings.strength_spread
