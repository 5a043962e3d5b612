"""Which way a long glyph lies, and how far dice may stray along it."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.symbols.long_glyphs import long_ways
from vision.symbols.patches import TopFace, crops_of
from vision.symbols.view import ViewSettings, judge_slants

EDGE = 60.0
PLACE = (200.0, 150.0)


def way_of(degrees: float, length: float) -> tuple[float, float]:
    """What is said of a dark bar of that length, a sixth of an edge wide, on a light die."""
    pixels = np.full((300, 400, 3), 60, np.uint8)
    for size, tone in (((EDGE, EDGE), 220), ((length * EDGE, EDGE / 6), 40)):
        box = cv2.boxPoints((PLACE, size, degrees)).astype(np.int32)
        cv2.fillConvexPoly(pixels, box, (tone, tone, tone), cv2.LINE_AA)
    crops = crops_of(pixels, [(*PLACE, EDGE)])
    face = TopFace(np.array(PLACE), np.eye(2) * EDGE)
    across, down = long_ways(crops, [0], [face])[0]
    return float(across), float(down)


@pytest.mark.parametrize("degrees", [0, 30, 75])
def test_a_long_glyph_tells_its_way(degrees: float) -> None:
    across, down = way_of(degrees, 0.7)
    turn = math.radians(2 * degrees)
    assert across == pytest.approx(math.cos(turn), abs=0.1)
    assert down == pytest.approx(math.sin(turn), abs=0.1)


def test_a_short_one_has_none() -> None:
    assert way_of(20, 1 / 6) == (0.0, 0.0)


def test_a_face_may_stray_along_its_long_glyph_only() -> None:
    places = [(400.0, 300.0), (900.0, 500.0), (1100.0, 250.0)]
    faces = [TopFace(np.array(place), np.eye(2) * EDGE) for place in places]
    squeeze = 2 * ViewSettings().long_free
    faces.append(TopFace(np.array((700.0, 600.0)), np.diag([1 + squeeze / 2, 1 - squeeze / 2]) * EDGE))
    strains = [
        judge_slants(faces, (1536, 864), long_ways=np.array([[0.0, 0.0]] * 3 + [way]))[3].strain
        for way in ([0.0, 0.0], [1.0, 0.0], [0.0, 1.0])
    ]
    assert strains[1] < 0.7 * strains[0]
    assert strains[2] == pytest.approx(strains[0], rel=0.01)
