"""Focusing on the device: by itself, or by a ring that is turned until the bar is full."""

import cv2
import numpy as np

from device.eyes.sight import Sight
from device.menus.focusing import STEPS_BETWEEN, FocusDesk
from device.parts.protocols import Button, Press
from device.screens.content import Meter
from device.screens.render import render
from device.words.catalogue import Catalogue
from tests.device.at_the_table import person_at
from vision.base.frame import Frame
from vision.table.light import sharpness

TELL = Catalogue.load("de").tell
RNG = np.random.default_rng(1)
SHARP = cv2.resize(RNG.integers(0, 255, (54, 96, 3), np.uint8), (1536, 864), interpolation=cv2.INTER_NEAREST)


def frame(sigma):
    return Frame(cv2.GaussianBlur(SHARP, (0, 0), sigma) if sigma else SHARP, 0.0, {})


def at(desk):
    for _ in range(STEPS_BETWEEN):
        desk.see(Sight())
    return desk.screen(TELL, False)


def test_the_sharper_the_picture_the_fuller_the_bar():
    values = [sharpness(frame(sigma)) for sigma in (12, 6, 3, 1.5, 0)]
    assert values == sorted(values)
    assert values[0] < 0.5 < values[-1]
    assert sharpness(Frame(np.full((864, 1536, 3), 90, np.uint8), 0.0, {})) is None


def test_turned_too_far_it_says_turn_back_and_the_best_stays_marked():
    now = [frame(6)]
    desk = FocusDesk(lambda: now[0], lambda: False)
    first = at(desk)
    now[0] = frame(0)
    best = at(desk)
    now[0] = frame(6)
    back = at(desk)
    assert isinstance(first, Meter)
    assert first.value < best.value == back.best
    assert back.value < back.best
    assert "zurück" in back.body
    assert "zurück" not in best.body
    assert render(back).getbbox() is not None


def test_ok_forgets_the_best_and_back_leaves():
    asked = []
    desk = FocusDesk(lambda: frame(0), lambda: asked.append(1) or True)
    assert at(desk).best > 0
    desk.press(Press(Button.OK))
    assert desk.screen(TELL, False).best == 0
    assert len(asked) == 2, "when it opens, and by OK"
    assert desk.press(Press(Button.BACK)) is not None


def test_without_anything_to_see_it_says_what_to_do():
    desk = FocusDesk(lambda: None, lambda: False)
    assert "Leg etwas" in at(desk).body


def test_it_is_in_the_settings(tmp_path):
    with person_at(tmp_path) as person:
        person.choose("Einstellungen")
        person.choose("Scharfstellen")
        person.wait(1)
        assert isinstance(person.screen, Meter)
        assert person.screen.value > 0.5, "the simulated camera is sharp"
