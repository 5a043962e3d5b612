"""Drawing what was read onto a copy of the picture, for pages, debugging and bug reports."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.reading import DiceReading, DieReading

CLEAR = (80, 220, 80)  # B, G, R
DOUBTFUL = (40, 140, 255)
OUTLINE = (0, 0, 0)
CLEAR_CONFIDENCE = 0.97


def draw_reading(frame: Frame, reading: DiceReading) -> NDArray[np.uint8]:
    """A copy of the picture with a box and the name on every die; doubtful ones in orange with a question mark."""
    picture = frame.pixels.copy()
    for die in reading.dice:
        draw_die(picture, die)
    return picture


def draw_die(picture: NDArray[np.uint8], die: DieReading) -> None:
    """Draw one die into the picture."""
    is_clear = die.confidence >= CLEAR_CONFIDENCE and not die.reasons
    colour = CLEAR if is_clear else DOUBTFUL
    half = max(8.0, 0.62 * die.size)
    left_top = (round(die.x - half), round(die.y - half))
    right_bottom = (round(die.x + half), round(die.y + half))
    label = die.face if is_clear else f"{die.face}?"
    scale = max(0.4, die.size / 110)
    text_at = (left_top[0], max(round(24 * scale), left_top[1] - round(6 * scale)))
    # Everything is drawn twice, dark and wide first, so that it is seen on any table.
    for shade, extra in ((OUTLINE, 2), (colour, 0)):
        cv2.rectangle(picture, left_top, right_bottom, shade, 2 + extra)
        cv2.putText(picture, label, text_at, cv2.FONT_HERSHEY_SIMPLEX, scale, shade, 1 + extra, cv2.LINE_AA)
