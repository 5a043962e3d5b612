"""Dice of any style: taught from pictures in one light, read in others."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.render.scenes.symbols import CONDITIONS, Condition, picture_of, taught
from tools.render.symbols.styles import ART, FACES, Style, linear, random_style
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import DiceReading, Status
from vision.symbols.profile import SymbolProfile, load_symbol_profile, save_symbol_profile
from vision.symbols.reader import read_symbols
from vision.symbols.teaching import confusable_faces, teach_face

pytestmark = pytest.mark.slow

LIGHT_STYLE, DARK_STYLE, TILE_STYLE, FRAMED_STYLE = 5, 10, 9, 2  # seeds of styles of these kinds
TRICKY_STYLE = 1  # was once read wrong while sure
PLAIN_SEED = 1  # tables on which plain dice are found
PLAIN = Condition("plain", kelvin=(5600, 5600), exposure=(0.7, 0.7), tilt=(4, 8), touching=0.0, mirrored=0.3)


@cache
def style_and_profile(seed: int) -> tuple[Style, SymbolProfile]:
    rng = np.random.default_rng([11, seed])
    style = random_style(rng)
    profile = taught(rng, style)
    assert profile is not None
    return style, profile


def picture(seed: int, condition: Condition, tops: list[int], number: int = 0) -> tuple[NDArray[np.uint8], list[str]]:
    style, _ = style_and_profile(seed)
    pixels, seen = picture_of(np.random.default_rng([12, seed, number]), style, condition, tops)
    return pixels, sorted(die.face for die in seen)


def faces(reading: DiceReading) -> list[str]:
    return sorted(die.face for die in reading.dice)


# The framed style has three dark greens, the tricky one was misread: of these the promise that matters most is asked.
@pytest.mark.parametrize(
    ("seed", "least_right"),
    [(LIGHT_STYLE, 3), (DARK_STYLE, 3), (TILE_STYLE, 3), (FRAMED_STYLE, 0), (TRICKY_STYLE, 0)],
    ids=["light", "dark", "tile", "framed", "tricky"],
)
def test_taught_dice_are_read_in_another_light_and_never_wrong_while_sure(seed: int, least_right: int) -> None:
    _, profile = style_and_profile(seed)
    right = 0
    for number, condition in enumerate(CONDITIONS[:4]):
        pixels, truth = picture(seed, condition, [0, 1, 2, 3, 4], number)
        reading = read_symbols(Frame(pixels), profile)
        assert reading.status is not Status.SURE or faces(reading) == truth, condition.name
        right += faces(reading) == truth
    assert right >= least_right


def test_faces_without_a_glyph_are_read_by_their_colour() -> None:
    inks = [(226, 48, 128), (245, 200, 30), (40, 150, 64), (40, 100, 214), (125, 46, 166), (225, 225, 220)]
    art = np.stack([np.broadcast_to(linear(ink), (ART, ART, 3)) for ink in inks])
    style = Style(np.ascontiguousarray(art), "plain", rounding=0.08, gloss=0.1)
    rng = np.random.default_rng(PLAIN_SEED)
    profile = taught(rng, style)
    assert profile is not None
    right = 0
    for tops in ([0, 1, 2, 3, 4], [5, 4, 3, 1, 0]):
        pixels, seen = picture_of(rng, style, PLAIN, tops)
        reading = read_symbols(Frame(pixels), profile)
        assert reading.status is not Status.SURE or faces(reading) == sorted(die.face for die in seen)
        for found in reading.dice:
            nearest = min(seen, key=lambda die: math.dist((found.x, found.y), die.centre))
            right += found.face == nearest.face
    assert right >= 8


def test_dice_of_another_style_are_never_sure() -> None:
    pixels, _ = picture(LIGHT_STYLE, PLAIN, [0, 1, 2, 3, 4])
    _, other = style_and_profile(TILE_STYLE)
    assert read_symbols(Frame(pixels), other).status is not Status.SURE


def test_a_profile_survives_its_folder(tmp_path: Path) -> None:
    pixels, _ = picture(DARK_STYLE, PLAIN, [5, 4, 3, 2, 1])
    _, profile = style_and_profile(DARK_STYLE)
    save_symbol_profile(profile, tmp_path / "mine")
    again = load_symbol_profile(tmp_path / "mine")
    assert [look.name for look in again.faces] == list(FACES)
    assert faces(read_symbols(Frame(pixels), again)) == faces(read_symbols(Frame(pixels), profile))


def test_a_picture_without_dice_teaches_nothing_and_says_which_it_was() -> None:
    good, _ = picture(LIGHT_STYLE, PLAIN, [0] * 5)
    grain = np.random.default_rng(3).integers(90, 110, (864, 1536, 3)).astype(np.uint8)
    with pytest.raises(NothingToLearn, match=r"picture 2.*pink"):
        teach_face(None, "pink", [Frame(good), Frame(grain)])


def test_a_dark_picture_teaches_nothing() -> None:
    with pytest.raises(NothingToLearn, match="picture 1: too dark"):
        teach_face(None, "pink", [Frame(np.zeros((864, 1536, 3), np.uint8))])


def test_dice_that_show_different_faces_teach_nothing() -> None:
    pixels, _ = picture(LIGHT_STYLE, PLAIN, [0, 1, 2, 3, 4])
    with pytest.raises(NothingToLearn, match="do not all show the same face"):
        teach_face(None, "pink", [Frame(pixels)])


def test_teaching_a_face_again_adds_to_it_and_keeps_the_others() -> None:
    pixels, _ = picture(LIGHT_STYLE, PLAIN, [0] * 5)
    _, profile = style_and_profile(LIGHT_STYLE)
    more = teach_face(profile, "pink", [Frame(pixels)])
    assert [look.name for look in more.faces] == [look.name for look in profile.faces]
    assert len(more.faces[0].patches) == len(profile.faces[0].patches) + 1
    assert more.faces[1:] == profile.faces[1:]


def test_two_faces_that_look_the_same_are_named_and_clear_ones_are_not() -> None:
    _, profile = style_and_profile(LIGHT_STYLE)
    assert confusable_faces(profile) == ()
    first = profile.faces[0]
    twins = SymbolProfile((*profile.faces, type(first)("twin", first.patches)))
    assert confusable_faces(twins) == ((first.name, "twin"),)


def test_places_are_those_of_the_top_faces() -> None:
    style, profile = style_and_profile(TILE_STYLE)
    pixels, seen = picture_of(np.random.default_rng(5), style, PLAIN, [0, 1, 2, 3, 4])
    dice = read_symbols(Frame(pixels), profile).dice
    away = [
        min(math.dist((found.x, found.y), die.centre) for found in dice) / math.sqrt(cv2.contourArea(die.corners))
        for die in seen
    ]
    # A glyph that does not lie in the middle of its face draws the place after it: one die of this style is 0.14 off.
    assert np.median(away) < 0.1
    assert max(away) < 0.2


def test_a_leaning_die_is_never_sure() -> None:
    lean = Condition("lean", kelvin=(5600, 5600), exposure=(0.7, 0.7), touching=0.0, lean=(25, 40))
    for seed in (LIGHT_STYLE, TILE_STYLE):
        _, profile = style_and_profile(seed)
        for number in range(2):
            pixels, _ = picture(seed, lean, [0, 1, 2, 3, 4], number)
            assert read_symbols(Frame(pixels), profile).status is not Status.SURE
