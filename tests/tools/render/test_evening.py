"""Tables in a game: what lies there is the same before the throw, and dice lie beside the board or on it as wanted."""

from __future__ import annotations

import cv2
import numpy as np

from tools.render.scenes.evening import EVENINGS, usual_evening
from vision.base.shrink import reduced

WIDTH = 384


def test_before_the_throw_all_lies_there_but_the_dice() -> None:
    scene = usual_evening(901, 0)
    assert scene.before is not None
    before, now = (reduced(frame.pixels, WIDTH)[0].astype(np.float32) for frame in (scene.before, scene.frame))
    differs = (np.abs(before - now).max(axis=2) > 40).astype(np.uint8)
    scale = WIDTH / scene.frame.pixels.shape[1]
    for die in scene.truth["dice"]:
        x, y = (round(part * scale) for part in die["xy"])
        assert differs[y - 4 : y + 5, x - 4 : x + 5].mean() > 0.3
        cv2.circle(differs, (x, y), 30, 0, cv2.FILLED)  # with its shadow
    assert differs.mean() < 0.01


def test_a_table_is_the_same_each_time_it_is_rendered() -> None:
    one, other = (usual_evening(7, len(EVENINGS) - 1) for _ in range(2))
    assert np.array_equal(one.frame.pixels, other.frame.pixels)
    assert one.truth == other.truth
