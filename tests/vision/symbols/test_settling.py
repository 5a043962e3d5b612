"""Laying dice quickly and exactly, and naming what a lamp half hides."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.symbols.test_steps import INKS, STAR, WARM, WRENCH, lit, named, patch, photographed, profile
from vision.symbols.lights import Pairs, fits_in_lights
from vision.symbols.matching import COARSE, FINE, NAMING, bank_of, match
from vision.symbols.naming import NamingSettings, SeenFaces, name_faces
from vision.symbols.patches import lay_of, ringed, rings_of
from vision.symbols.settling import drawing, drawn_back
from vision.symbols.templates import TemplateSettings, laid_alike, templates_of, together


@pytest.mark.parametrize("mask", [STAR, WRENCH], ids=["star", "wrench"])
@pytest.mark.parametrize(
    "lay",
    [(0.0, 0.0, 0.0, 0.0, 0.0, 1.0), (0.09, -0.06, 0.1, 0.0, 0.0, 4.0), (-0.05, 0.08, -0.15, 0.03, -0.02, 2.5)],
)
def test_a_displaced_face_is_laid_as_exactly_by_its_steepness(mask, lay):
    known = [np.ascontiguousarray(patch(INKS["pink"], mask=mask)[..., :3])]
    crops = photographed(lit(patch(INKS["blue"], mask=mask), WARM * np.float32(0.5)), np.array(lay))
    quick = match(crops, bank_of(known, COARSE), bank_of(known, FINE), is_quick=True)
    thorough = match(crops, bank_of(known, COARSE), bank_of(known, FINE))
    assert quick.costs[0] < thorough.costs[0] + 0.01
    assert quick.lays[0, :2] == pytest.approx(lay[:2], abs=0.04)
    assert quick.lays[0, 2:5] == pytest.approx(lay[2:5], abs=0.06)


def test_dice_are_drawn_back_the_way_their_cost_falls():
    rng = np.random.default_rng(3)
    maps = np.array([[[1.1, -0.3, 0.05], [0.25, 0.95, -0.08]]]) + rng.normal(0, 0.02, (4, 2, 3))

    def costs(each):
        return lay_of(each[..., :2], each[..., 2])[:, [3, 4, 0, 1]] ** 2 @ drawing()

    slope = drawn_back(lay_of(maps[..., :2], maps[..., 2])).slope
    for number in range(6):
        step = np.zeros(6)
        step[number] = 1e-5
        change = (costs(maps + step.reshape(2, 3)) - costs(maps - step.reshape(2, 3))) / 2e-5
        assert 2 * slope[:, number] == pytest.approx(change, abs=0.005)


def test_faces_with_one_glyph_are_looked_for_as_one():
    star, wrench = (patch(INKS["pink"], mask=mask) for mask in (STAR, WRENCH))
    patches = [star, patch(INKS["blue"]), wrench, patch(INKS["yellow"])]
    laid, groups = laid_alike(patches, TemplateSettings())
    assert groups == [[0, 1, 3], [2]]
    shape = bank_of([together([laid[number][..., :3] for number in groups[0]])], FINE).columns[0]
    alone = bank_of([np.ascontiguousarray(star[..., :3])], FINE).columns[0]
    assert abs(np.corrcoef(shape[:, 0], alone[:, 0])[0, 1]) > 0.97


def hidden(face, rows):
    """A face on whose last rows a lamp is mirrored."""
    face = face.copy()
    face[rows:] = (1, 1, 1, 0, 0, 0)
    return face


def test_a_star_partly_hidden_by_a_lamp_is_named_by_the_rest():
    faces = [lit(patch(ink, (40, 40, 42)), np.full(3, 0.6, np.float32)) for ink in INKS.values()]
    names = named([hidden(face, 18) for face in faces], profile((40, 40, 42)))
    assert [each.shares[0][0] for each in names] == list(INKS)


def pairs_of_one(seen, is_seen):
    known = np.array([[0.1, 0.1, 0.1, 0.6, 0.3, 0.9]])
    return Pairs(seen, np.ones(1), known, np.ones((1, 6), bool), is_seen, np.ones((1, 6), bool))


def test_what_is_clipped_refutes_only_what_would_be_darker():
    at_least = np.array([[0.1, 0.1, 0.1, 0.6, 0.3, 0.5]])
    is_seen = np.array([[True] * 5 + [False]])
    brighter, _, _ = fits_in_lights(pairs_of_one(at_least, is_seen), np.zeros((1, 2)))
    assert brighter[0, 0] < 0.1  # the taught 0.9 may well be "at least 0.5"
    darker, _, _ = fits_in_lights(pairs_of_one(at_least + np.array([[0, 0, 0, 0, 0, 0.5]]), is_seen), np.zeros((1, 2)))
    assert darker[0, 0] > 0.5


def test_lights_that_are_out_of_the_question_change_no_name():
    bright = [lit(patch(ink), WARM * np.float32(1.2)) for ink in INKS.values()]
    limit = np.array([0.55, 0.7, 0.8])
    faces = [np.concatenate([np.minimum(each[..., :3], limit), each[..., :3] < limit], axis=2) for each in bright]
    seen = SeenFaces(
        *(
            np.array([ringed(face[..., part].astype(np.float32), rings_of(*NAMING)) for face in faces])
            for part in (slice(0, 3), slice(3, 6))
        )
    )
    templates = templates_of(profile())
    few, all_of_them = (name_faces(seen, templates, NamingSettings(hopeless=each)) for each in (25.0, 1e9))
    for one, other in zip(few, all_of_them, strict=True):
        assert dict(one.shares) == pytest.approx(dict(other.shares), abs=1e-4)
