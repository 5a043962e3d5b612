"""The steps of reading dice one by one: crops and rings, clipped light, matching, one light for all, naming."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.render.symbols.styles import draw_ring, draw_star, draw_wrench, drawn, linear, printed
from vision.symbols.clipping import clipped_levels
from vision.symbols.matching import COARSE, FINE, NAMING, bank_of, match
from vision.symbols.naming import Named, SeenFaces, name_faces
from vision.symbols.patches import (
    COVER,
    CROP,
    PATCH,
    Crops,
    as_levels,
    as_light,
    crops_from,
    crops_of,
    face_at,
    flat_face,
    ringed,
    rings_of,
    shapes_of,
)
from vision.symbols.profile import FaceLook, SymbolProfile
from vision.symbols.templates import Parts, TemplateSettings, in_one_light, parts_of, templates_of

WHITE = (235, 232, 226)
INKS = {"pink": (226, 48, 128), "yellow": (245, 200, 30), "green": (40, 150, 64), "blue": (40, 100, 214)}
STAR = drawn(lambda mask: draw_star(mask, 5, 0.35, 0.42))
WRENCH = drawn(lambda mask: draw_wrench(mask, 1.0))
WARM = np.array([0.7, 1.0, 1.25], np.float32)
Light = NDArray[np.float32]
Colour = tuple[int, int, int]


def patch(ink: Colour, body: Colour = WHITE, mask: NDArray[np.uint8] = STAR) -> Light:
    """A glyph as it would be taught, with some body around the face."""
    art = printed(linear(body), linear(ink), mask)
    side = round(PATCH / COVER)
    face = cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA)
    around = (PATCH - side) // 2
    whole = cv2.copyMakeBorder(face, around, PATCH - side - around, around, PATCH - side - around, cv2.BORDER_REPLICATE)
    return np.concatenate([whole, np.ones_like(whole)], axis=2).astype(np.float32)


def lit(taught: Light, lamp: Light, veil: float = 0.0) -> Light:
    return np.concatenate([taught[..., :3] * lamp + np.float32(veil), taught[..., 3:]], axis=2).astype(np.float32)


def profile(body: Colour = WHITE) -> SymbolProfile:
    return SymbolProfile(tuple(FaceLook(name, (patch(ink, body),)) for name, ink in INKS.items()))


def named(patches: list[Light], known: SymbolProfile) -> list[Named]:
    rings = rings_of(*NAMING)
    light, good = (
        np.array([ringed(np.ascontiguousarray(each[..., part]), rings) for each in patches])
        for part in (slice(0, 3), slice(3, 6))
    )
    return name_faces(SeenFaces(light, good), templates_of(known))


def photographed(face: Light, lay: NDArray[np.float64]) -> Crops:
    """A crop in which a flat face lies like that."""
    edges, shift = shapes_of(lay)
    scale = CROP / 2
    way = edges * scale * COVER / PATCH
    start = (CROP - 1) / 2 + shift * scale - way @ np.full(2, (PATCH - 1) / 2)
    picture = cv2.warpAffine(
        face, np.hstack([way, start[:, np.newaxis]]), (CROP, CROP), borderMode=cv2.BORDER_REPLICATE
    )
    light, good = (np.ascontiguousarray(picture[..., part], np.float32) for part in (slice(0, 3), slice(3, 6)))
    levels = np.round(as_levels(light) * 255).astype(np.uint8)
    return Crops(levels, light, good, np.zeros((1, 2)), np.ones(1), np.array([scale]))


def test_levels_and_light_are_inverse() -> None:
    levels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    assert np.array_equal(np.round(as_levels(as_light(levels)) * 255).astype(np.uint8), levels)


@pytest.mark.parametrize("place", [(-80.0, 20.0), (5.0, 3.0), (639.0, 479.0), (900.0, 900.0)])
def test_dice_at_or_beyond_the_border_are_no_error(place: tuple[float, float]) -> None:
    crops = crops_of(np.full((480, 640, 3), 90, np.uint8), [(*place, 60.0)])
    assert crops.levels.shape == (CROP, CROP, 3)
    assert (crops.levels == 90).all()


@pytest.mark.parametrize("edge", [20.0, 61.3, 200.0])
def test_a_face_in_a_crop_is_at_its_place_in_the_picture(edge: float) -> None:
    crops = crops_of(np.zeros((480, 640, 3), np.uint8), [(300.2, 210.7, edge)])
    face = face_at(crops, 0, np.zeros(6))
    assert face.edge == pytest.approx(edge)
    assert math.dist(face.centre, (300.2, 210.7)) < 1


def test_a_channel_that_ends_in_a_heap_is_clipped_there_and_others_are_not() -> None:
    rng = np.random.default_rng(1)
    slope = np.linspace(120, 280, 4096).reshape(64, 64, 1) + rng.normal(0, 1, (64, 64, 3))
    levels = np.clip(slope * (0.7, 1.0, 0.5), 0, (255, 190, 255)).astype(np.uint8)
    limits = clipped_levels(levels, np.ones((64, 64), bool))
    assert limits[0] == limits[2] == 247
    assert limits[1] == pytest.approx(187, abs=2)


@pytest.mark.parametrize("mask", [STAR, WRENCH], ids=["star", "wrench"])
@pytest.mark.parametrize(
    "lay",
    [
        (0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        (0.09, -0.06, 0.1, 0.0, 0.0, 4.0),
        (-0.05, 0.08, -0.15, 0.03, -0.02, 2.5),
    ],
)
def test_a_displaced_face_is_matched(mask: NDArray[np.uint8], lay: tuple[float, ...]) -> None:
    known = patch(INKS["pink"], mask=mask)
    light = [np.ascontiguousarray(known[..., :3])]
    crops = photographed(lit(patch(INKS["blue"], mask=mask), WARM * np.float32(0.5)), np.array(lay))
    found = match(crops, bank_of(light, COARSE), bank_of(light, FINE))
    assert found.costs[0] < 0.15
    assert found.lays[0, :2] == pytest.approx(lay[:2], abs=0.04)
    assert found.lays[0, 2:5] == pytest.approx(lay[2:5], abs=0.06)


def test_another_glyph_leaves_much_unexplained() -> None:
    light = [np.ascontiguousarray(patch(INKS["pink"])[..., :3])]
    ring = patch(INKS["pink"], mask=drawn(lambda mask: draw_ring(mask, 0.4, 0.7)))
    found = match(crops_from([ring]), bank_of(light, COARSE), bank_of(light, FINE))
    assert found.costs[0] > 0.3


def test_a_matched_face_is_laid_flat_as_it_was_taught() -> None:
    known = patch(INKS["green"])
    lay = np.array([0.05, 0.03, 0.08, 0.0, 0.0, 0.7])
    flat = flat_face(photographed(known, lay), 0, lay)
    inner = slice(8, -8)
    assert np.abs(as_levels(flat[inner, inner, :3]) - as_levels(known[inner, inner, :3])).mean() < 0.03


@pytest.mark.parametrize("body", [WHITE, (40, 40, 42), (120, 60, 30)], ids=["light", "dark", "coloured"])
@pytest.mark.parametrize("lamp", [np.ones(3, np.float32), WARM, 1 / WARM], ids=["same", "warm", "cold"])
def test_all_faces_are_named_in_any_light(body: Colour, lamp: Light) -> None:
    seen = [lit(np.rot90(patch(ink, body), 3), lamp * np.float32(0.4)) for ink in INKS.values()]
    names = named(seen, profile(body))
    assert [each.shares[0][0] for each in names] == list(INKS)
    assert min(each.shares[0][1] for each in names) > 0.97
    assert max(each.misfit for each in names) < 2


def test_faces_without_a_glyph_are_named_by_their_colour() -> None:
    plain = {name: patch(ink, ink) for name, ink in INKS.items()}
    known = SymbolProfile(tuple(FaceLook(name, (each,)) for name, each in plain.items()))
    names = named([lit(each, WARM**0.4 * np.float32(0.6)) for each in plain.values()], known)
    assert [each.shares[0][0] for each in names] == list(INKS)
    assert max(each.shape for each in names) < 0.3


def test_a_veil_of_gloss_does_not_change_the_name() -> None:
    dark = (40, 40, 42)
    seen = [lit(patch(ink, dark), np.full(3, 0.5, np.float32), veil=0.15) for ink in INKS.values()]
    assert [each.shares[0][0] for each in named(seen, profile(dark))] == list(INKS)


def test_a_face_taught_with_gloss_is_named_without_it() -> None:
    dark = (40, 40, 42)
    glossy = {name: lit(patch(ink, dark), np.ones(3, np.float32), veil=0.1) for name, ink in INKS.items()}
    known = SymbolProfile(tuple(FaceLook(name, (each,)) for name, each in glossy.items()))
    names = named([patch(ink, dark) for ink in INKS.values()], known)
    assert [each.shares[0][0] for each in names] == list(INKS)
    assert max(each.misfit for each in names) < 9


def test_a_clipped_body_does_not_change_the_name() -> None:
    seen = []
    for ink in INKS.values():
        bright = lit(patch(ink), np.full(3, 1.3, np.float32))
        limit = np.array([0.55, 0.7, 0.8])
        light = np.minimum(bright[..., :3], limit)
        seen.append(np.concatenate([light, bright[..., :3] < limit], axis=2).astype(np.float32))
    assert [each.shares[0][0] for each in named(seen, profile())] == list(INKS)


def test_a_face_between_two_is_shared_between_them_or_fits_badly() -> None:
    one, other = INKS["green"], INKS["blue"]
    between = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2, (one[2] + other[2]) // 2)
    (name,) = named([patch(between)], profile())
    assert {each for each, _ in name.shares[:2]} == {"green", "blue"}
    assert name.shares[0][1] < 0.97 or name.misfit > 3


def test_a_glyph_nobody_taught_fits_badly() -> None:
    ring = patch(INKS["green"], mask=drawn(lambda mask: draw_ring(mask, 0.4, 0.7)))
    (name,) = named([ring], profile())
    assert name.shape > 0.3


def test_faces_taught_in_different_lights_come_into_one() -> None:
    rings = rings_of(*NAMING)
    faces: list[Parts] = []
    for ink, lamp in zip(INKS.values(), (WARM, 1 / WARM, WARM**0.5, WARM**0), strict=True):
        samples = ringed(np.ascontiguousarray(lit(patch(ink), np.asarray(lamp, np.float32))[..., :3]), rings)
        faces.append(parts_of(samples, np.ones_like(samples), TemplateSettings()))
    bodies = [face.light[face.light.sum(axis=1).argmax()] for face in in_one_light(faces, TemplateSettings())]
    assert np.ptp([body / body[1] for body in bodies], axis=0).max() < 0.03
