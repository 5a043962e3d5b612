"""A taught face is just the face's square: found around the glyph, freed from slant, the same for equal glyphs."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.render.symbols.styles import draw_ring, draw_star, draw_wrench, drawn, linear, printed
from vision.symbols.levelling import levelled
from vision.symbols.matching import FINE, bank_of, costs_of, match
from vision.symbols.patches import (
    Crops,
    Floats,
    Light,
    as_levels,
    crops_from,
    crops_of,
    face_at,
    flat_face,
    lay_of,
    ringed,
    rings_of,
    shapes_of,
)
from vision.symbols.squares import different_turns, moved, squared
from vision.symbols.teaching import banks
from vision.symbols.templates import TemplateSettings, in_common_frame, is_shade, laid_alike
from vision.symbols.view import view_cost

SIZE = (600, 400)
STAR = drawn(lambda mask: draw_star(mask, 5, 0.3, 0.42))
WRENCH = drawn(lambda mask: draw_wrench(mask, 1.0))
SEVEN = drawn(lambda mask: draw_star(mask, 7, 0.3, 0.5))
DISC = drawn(lambda mask: draw_ring(mask, 0.37, 0.0))
PENTAGON = drawn(lambda mask: draw_star(mask, 5, 0.25, 1.0))
LIGHT, PINK = (235, 232, 226), (226, 48, 128)
PLACES = ((90, 90), (300, 100), (500, 90), (150, 300), (420, 290))
EDGE = 70.0


def table_with(mask: NDArray[np.uint8], slant: Floats | None = None, *, is_tile: bool = False) -> NDArray[np.uint8]:
    """Equal dice on a dark table, each turned another way and on a patch of its own, all seen with the same slant."""
    body, ink = (PINK, LIGHT) if is_tile else (LIGHT, PINK)
    art = as_levels(printed(linear(body), linear(ink), mask)) * 255
    picture = np.full((SIZE[1], SIZE[0], 3), (50, 70, 40), np.uint8)
    for number, place in enumerate(PLACES):
        cv2.circle(picture, place, round(EDGE), (30 + 20 * number, 60, 90 - 15 * number), -1)
        way = edges_of(number, slant) / art.shape[0]
        start = np.array(place) - way @ np.full(2, (art.shape[0] - 1) / 2)
        both = np.hstack([way, start[:, np.newaxis]])
        laid = cv2.warpAffine(art, both, SIZE, flags=cv2.INTER_AREA)
        covers = cv2.warpAffine(np.ones(art.shape[:2], np.float32), both, SIZE)
        picture = np.where(covers[..., np.newaxis] > 0.5, laid, picture).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def edges_of(number: int, slant: Floats | None = None) -> Floats:
    """The edges of one of those dice."""
    turn = 0.4 + 1.1 * number
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    return np.asarray((np.eye(2) if slant is None else slant) @ turned * EDGE)


def found_faces(
    mask: NDArray[np.uint8], off: tuple[float, float], size: float, *, is_tile: bool = False
) -> tuple[Crops, Floats]:
    """Dice as a finder told them that is off by so many edges and tells another size."""
    places = [(x + off[0] * EDGE, y + off[1] * EDGE, EDGE * size) for x, y in PLACES]
    crops = crops_of(table_with(mask, is_tile=is_tile), places)
    patch, lays = flat_face(crops, 0, np.zeros(6)), np.zeros((len(crops), 6))
    for _ in range(2):  # as in teaching
        coarse, bank = banks(np.ascontiguousarray(patch[..., :3]))
        lays = squared(crops, match(crops, coarse, bank).lays, bank)
        patch = flat_face(crops, 0, lays[0])
    return crops, lays


@pytest.mark.parametrize("mask", [STAR, WRENCH], ids=["star", "wrench"])
@pytest.mark.parametrize(("off", "size"), [((0.0, 0.0), 1.0), ((0.1, -0.05), 0.85), ((-0.08, 0.06), 1.2)])
def test_the_square_around_a_glyph_is_found_though_the_finder_is_off(
    mask: NDArray[np.uint8], off: tuple[float, float], size: float
) -> None:
    crops, lays = found_faces(mask, off, size)
    faces = [face_at(crops, number, lay) for number, lay in enumerate(lays)]
    away = [math.dist(face.centre, place) / EDGE for face, place in zip(faces, PLACES, strict=True)]
    assert np.median(away) < 0.08
    assert np.median([face.edge for face in faces]) == pytest.approx(EDGE, rel=0.1)


@pytest.mark.parametrize("mask", [DISC, SEVEN], ids=["disc", "star with seven points"])
@pytest.mark.parametrize("size", [0.85, 1.0, 1.15])
def test_a_tile_is_found_with_its_corners_though_its_glyph_does_not_tell_how_it_is_turned(
    mask: NDArray[np.uint8], size: float
) -> None:
    crops, lays = found_faces(mask, (0.04, -0.03), size, is_tile=True)
    for number, lay in enumerate(lays):
        corners = face_at(crops, number, lay).corners()
        signs = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        wanted = signs @ edges_of(number).T + PLACES[number]
        away = np.linalg.norm(corners[:, np.newaxis] - wanted, axis=2).min(axis=1)
        assert away.max() < 0.12 * EDGE


def test_turns_that_are_nearly_the_same_count_once() -> None:
    turns = np.array([0.0, 0.1, 3.1, -3.1, 1.5])
    assert different_turns(turns, [1, 0, 2, 3, 4], 0.2) == [1, 2, 4]


def test_the_middle_of_a_disc_does_not_pass_for_a_glyph_but_does_for_a_plain_face() -> None:
    rings = rings_of(*FINE)
    plain = np.full((1, len(rings.area), 3), 0.8, np.float32)
    star, blank = flat_whole()[..., :3], np.full((*flat_whole().shape[:2], 3), 0.8, np.float32)
    costs = costs_of(plain, bank_of([np.ascontiguousarray(star), blank], FINE))[0]
    glyph, face = costs[: rings.angles], costs[rings.angles :]
    assert glyph.min() > 0.9
    assert face.max() < 0.1
    own = ringed(np.ascontiguousarray(star), rings)[np.newaxis]
    assert costs_of(own, bank_of([np.ascontiguousarray(star)], FINE)).min() < 0.05


def test_a_disc_and_a_smaller_pentagon_are_not_the_same_glyph() -> None:
    patches = [flat_whole(mask, is_tile=True) for mask in (DISC, PENTAGON)]
    laid, groups = laid_alike(patches, TemplateSettings())
    assert groups == [[0], [1]]
    assert all(np.array_equal(one, other) for one, other in zip(patches, laid, strict=True))


def test_a_lay_is_told_by_its_edges() -> None:
    lay = np.array([0.1, -0.2, 0.15, 0.08, -0.05, 0.7])
    edges, place = shapes_of(lay)
    assert lay_of(edges, place) == pytest.approx(lay)


def test_a_part_of_a_face_can_be_taken_as_the_whole() -> None:
    lay, part = np.array([0.1, -0.2, 0.15, 0.08, -0.05, 0.7]), np.array([0.05, 0.1, -0.2, 0.0, 0.0, 0.3])
    edges, place = shapes_of(lay)
    inner, shift = shapes_of(part)
    again, there = shapes_of(moved(lay[np.newaxis], part)[0])
    corner = np.array([0.5, -0.5])
    assert again @ corner + there == pytest.approx(edges @ (inner @ corner + shift) + place)


def test_faces_that_were_learned_squeezed_are_freed_from_it() -> None:
    crops = crops_of(table_with(STAR), [(x, y, EDGE) for x, y in PLACES])
    squeeze = shapes_of(np.array([0, 0, 0, 0.07, -0.04, 0]))[0]
    squeezed = np.array(
        [
            lay_of(edges_of(number) @ squeeze / (crops.edge[number] * crops.step[number]), np.zeros(2))
            for number in range(len(PLACES))
        ]
    )
    freed = levelled(crops, squeezed, SIZE)
    before, after = (
        view_cost([face_at(crops, number, lay) for number, lay in enumerate(lays)], SIZE) for lays in (squeezed, freed)
    )
    assert after < 0.2 * before


def test_equal_glyphs_are_laid_where_most_of_them_lie() -> None:
    """Of three faces one was learned off its middle: it is moved, the others stay."""
    shift = np.array([0.12, 0.0, 0.0, 0.0, 0.0, 0.0])
    whole = flat_whole()
    patches = [moved_patch(whole, shift), whole, whole]
    laid, groups = laid_alike(patches, TemplateSettings())
    assert groups == [[0, 1, 2]]
    assert np.abs(laid[0][8:-8, 8:-8, :3] - whole[8:-8, 8:-8, :3]).mean() < 0.02
    assert np.abs(laid[1][8:-8, 8:-8, :3] - whole[8:-8, 8:-8, :3]).mean() < 0.02


def test_a_common_frame_is_the_median_one() -> None:
    lays = np.zeros((3, 6))
    lays[1:, 0], lays[1:, 2] = 0.1, 0.05  # two of three agree that the first one's frame is off
    framed = in_common_frame(lays)
    assert framed[1:, :3] == pytest.approx(np.zeros((2, 3)), abs=1e-6)


def flat_whole(mask: NDArray[np.uint8] = WRENCH, *, is_tile: bool = False) -> Light:
    """A glyph as it is taught from a die that lies in the middle."""
    crops = crops_of(table_with(mask, is_tile=is_tile), [(*PLACES[0], EDGE)])
    return flat_face(crops, 0, lay_of(edges_of(0) / EDGE, np.zeros(2)))


def moved_patch(whole: Light, shift: Floats) -> Light:
    """The same, as if the die had been found elsewhere."""
    return flat_face(crops_from([whole]), 0, shift)


def test_a_glyph_in_two_shades_keeps_the_larger_one():
    body, glyph, shade = (0.3, 0.1, 0.3), (0.9, 0.4, 0.2), (0.8, 0.35, 0.2)
    dropped = is_shade(np.array([body, shade, glyph]), np.ones(3, bool), [0.7, 0.12, 0.16], TemplateSettings())
    assert dropped.tolist() == [False, True, False]


def test_two_colours_are_never_shades_of_each_other():
    body, glyph = (0.3, 0.1, 0.3), (0.9, 0.4, 0.2)
    dropped = is_shade(
        np.array([body, glyph, (0, 0, 0)]), np.array([True, True, False]), [0.8, 0.15, 0], TemplateSettings()
    )
    assert not dropped.any()
