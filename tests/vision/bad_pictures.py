"""Pictures in which there is nothing to read, drawn here: no reader may be sure of anything in them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
SIZE = (864, 1536)


def plain(level: int) -> Pixels:
    """One tone all over."""
    return np.full((*SIZE, 3), level, np.uint8)


def noise() -> Pixels:
    """A sensor that sees nothing but itself."""
    return np.random.default_rng(1).integers(0, 256, (*SIZE, 3), np.uint8)


def wood() -> Pixels:
    """An empty wooden table under a lamp."""
    rng = np.random.default_rng(2)
    grain = cv2.GaussianBlur(rng.normal(0, 60, SIZE).astype(np.float32), (0, 0), sigmaX=40, sigmaY=1.2)
    rows, columns = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    lamp = 1 - 0.4 * np.hypot((columns - 900) / SIZE[1], (rows - 300) / SIZE[0])
    board = (np.array([60, 100, 150]) + grain[:, :, None] * 3) * lamp[:, :, None]
    return np.asarray(np.clip(board + rng.normal(0, 2, board.shape), 0, 255), np.uint8)


def newspaper() -> Pixels:
    """Columns of print with headlines and a picture."""
    rng = np.random.default_rng(3)
    page = np.full((*SIZE, 3), (205, 218, 222), np.uint8)
    words = ("Sonne", "24", "stand", "136", "hoch", "und", "5", "Schiffe", "641", "lagen", "2", "Boten", "3", "6")
    for column in range(4):
        left = 30 + column * 380
        cv2.putText(page, "LOGBUCH 1 4 2", (left, 60), cv2.FONT_HERSHEY_TRIPLEX, 1.3, (25, 25, 25), 3, cv2.LINE_AA)
        for line in range(100, 850, 22):
            text = " ".join(rng.choice(words, 6))
            cv2.putText(page, text, (left, line), cv2.FONT_HERSHEY_COMPLEX_SMALL, 0.75, (45, 45, 45), 1, cv2.LINE_AA)
    page[300:520, 420:760] = cv2.resize(rng.integers(40, 200, (11, 17, 3), np.uint8), (340, 220))
    return page


def keyboard() -> Pixels:
    """Rows of light keys with letters and digits on them."""
    board = np.full((*SIZE, 3), (60, 55, 50), np.uint8)
    for row, letters in enumerate(("1234567890", "QWERTZUIOP", "ASDFGHJKLO", "YXCVBNM123")):
        for column, letter in enumerate(letters):
            left, top = 130 + column * 128 + row * 18, 160 + row * 140
            cv2.rectangle(board, (left, top), (left + 108, top + 112), (225, 228, 230), cv2.FILLED, cv2.LINE_AA)
            cv2.rectangle(board, (left, top), (left + 108, top + 112), (150, 150, 150), 3, cv2.LINE_AA)
            cv2.putText(
                board, letter, (left + 30, top + 75), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (30, 30, 30), 4, cv2.LINE_AA
            )
    return np.asarray(cv2.GaussianBlur(board, (0, 0), 1.0), np.uint8)


def face() -> Pixels:
    """Somebody bends over the table: a round face with two eyes and a mouth."""
    picture = wood()
    cv2.ellipse(picture, (760, 440), (230, 310), 0, 0, 360, (140, 170, 220), cv2.FILLED, cv2.LINE_AA)
    cv2.ellipse(picture, (760, 190), (250, 130), 0, 180, 360, (30, 45, 70), cv2.FILLED, cv2.LINE_AA)
    for x in (670, 850):
        cv2.ellipse(picture, (x, 390), (45, 24), 0, 0, 360, (245, 245, 245), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, (x, 390), 20, (90, 60, 40), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, (x, 390), 9, (10, 10, 10), cv2.FILLED, cv2.LINE_AA)
    cv2.ellipse(picture, (760, 590), (85, 35), 0, 10, 170, (70, 70, 180), 14, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), np.uint8)


def checks() -> Pixels:
    """A table cloth in blue and white."""
    rows, columns = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    is_blue = ((rows // 54) + (columns // 54)) % 2 == 0
    cloth = np.where(is_blue[:, :, None], np.array([170, 90, 40]), np.array([225, 225, 225]))
    return np.asarray(cv2.GaussianBlur(cloth.astype(np.uint8), (0, 0), 1.2), np.uint8)


def buttons() -> Pixels:
    """A cloth with coloured dots on it, as large as balls or pips."""
    rng = np.random.default_rng(4)
    picture = np.full((*SIZE, 3), (120, 110, 100), np.uint8)
    for _ in range(120):
        x, y = int(rng.integers(0, SIZE[1])), int(rng.integers(0, SIZE[0]))
        tone = tuple(int(part) for part in rng.integers(20, 240, 3))
        cv2.circle(picture, (x, y), int(rng.integers(6, 34)), tone, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


BAD: dict[str, Callable[[], Pixels]] = {
    "black": lambda: plain(0),
    "white": lambda: plain(255),
    "grey": lambda: plain(127),
    "noise": noise,
    "an empty table": wood,
    "a newspaper": newspaper,
    "a keyboard": keyboard,
    "a face": face,
    "a checked cloth": checks,
    "coloured dots": buttons,
}
