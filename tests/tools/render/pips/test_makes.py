"""Dice as we render them: pips keep apart, and not every make has them at the same distance."""

import itertools
import math

import numpy as np

from tools.render.dice import LAYOUTS
from tools.render.pips.makes import random_look


def looks():
    return [random_look(np.random.default_rng(seed)) for seed in range(200)]


def places(look, value):
    return [(x * look.distance * look.nearer[value], y * look.distance * look.nearer[value]) for x, y in LAYOUTS[value]]


def test_pips_of_one_face_never_run_together():
    for look in looks():
        for value in (2, 3, 4, 5):
            nearest = min(math.dist(*pair) for pair in itertools.combinations(places(look, value), 2))
            assert nearest >= 2 * look.radius


def test_many_dice_have_the_two_nearer_than_the_four_and_many_have_not():
    apart = [look.nearer[2] / look.nearer[4] for look in looks()]
    assert sum(share == 1 for share in apart) > 50
    assert sum(share < 0.9 for share in apart) > 30
