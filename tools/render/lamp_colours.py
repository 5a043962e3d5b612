"""What colour a lamp has: blue, green and red for its kelvin.

Four answers stand side by side, one for each kind of piece. All go the same way, but each has its own white and its own
strength, and networks, profiles and limits were made with pictures in exactly these colours: one for all would change
every rendered picture of three of the kinds.
"""

from __future__ import annotations

import math

import numpy as np

from tools.render.arrays import Array


def of_balls(kelvin: float) -> Array:
    """A black body with green 1, white at 6500 K; about as Planck says between 2500 and 7000 K."""
    warm = 1e4 / kelvin
    red = math.exp(0.44 * (warm - 1e4 / 6500))
    blue = math.exp(-0.64 * (warm - 1e4 / 6500))
    return np.array([blue, 1.0, red], np.float32)


def of_numbers(kelvin: float) -> Array:
    """A lamp whose white the camera has not corrected, green 1: a fit to black bodies, white at 6000 K."""
    warm = np.log(kelvin / 6000)
    return np.array([np.exp(0.95 * warm), 1.0, np.exp(-0.6 * warm)], np.float32)


def of_symbols(kelvin: float) -> Array:
    """A lamp with green 1, by Planck's law at three wavelengths, white at 5600 K."""
    waves = np.array([455e-9, 545e-9, 605e-9])
    radiance, white = (1 / (waves**5 * (np.exp(0.014388 / (waves * k)) - 1)) for k in (kelvin, 5600.0))
    ratio = radiance / white
    return np.asarray(ratio / ratio[1], np.float32)


def of_pips(kelvin: float) -> Array:
    """How a lamp tints the picture after a white balance that corrects only half of it, white at 5000 K."""
    known = np.array([2200.0, 2500.0, 4000.0, 5000.0, 7000.0])
    blue = np.interp(kelvin, known, [0.38, 0.5, 0.82, 1.0, 1.2])
    red = np.interp(kelvin, known, [1.48, 1.35, 1.1, 1.0, 0.88])
    return np.asarray(np.sqrt([blue, 1.0, red]), np.float32)
