"""The printed fronts of the number cards: a light rim, a field in the card's colour, a large light digit."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from device.simulator.render.faces import linear
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM

Floats = NDArray[np.float32]
Tone = tuple[int, int, int]

PIXELS_PER_MM = 6.0
_FINE = 2  # drawn so many times larger, then shrunk
_CORNER_MM, _RIM_MM, _FIELD_CORNER_MM = 3.0, 2.6, 2.2
_DIGIT_MM, _INDEX_MM, _INDEX_FROM_RIM_MM = 29.0, 6.2, 5.6
_OUTLINE_MM = 0.9

# Paper and paints in sRGB, 0..255, red first.
_PAPER, _SOOT = (244, 241, 233), (34, 34, 38)
PAINTS: dict[str, Tone] = {
    "red": (204, 34, 46),
    "orange": (238, 126, 30),
    "yellow": (243, 207, 40),
    "light_green": (138, 194, 58),
    "dark_green": (22, 100, 58),
    "light_blue": (80, 182, 226),
    "dark_blue": (40, 58, 146),
    "purple": (122, 54, 142),
}


@lru_cache(maxsize=48)  # all cards of the box, 0.4 MB each
def card_front(value: int, colour: str) -> NDArray[np.uint8]:
    """One card's front (height, width, 4): blue, green and red in sRGB, and how far it covers the table."""
    size = _pixels(CARD_WIDTH_MM), _pixels(CARD_HEIGHT_MM)
    card = Image.new("RGB", size, _PAPER)
    pen = ImageDraw.Draw(card)
    rim, edge = _pixels(_RIM_MM), (size[0] - 1, size[1] - 1)
    field = (rim, rim, edge[0] - rim, edge[1] - rim)
    pen.rounded_rectangle(field, _pixels(_FIELD_CORNER_MM), fill=PAINTS[colour])
    _write(card, str(value), (size[0] / 2, size[1] / 2), _DIGIT_MM, _OUTLINE_MM)
    corner = _pixels(_RIM_MM + _INDEX_FROM_RIM_MM)
    for _ in range(2):  # in two corners, the other one on its head
        _write(card, str(value), (corner, corner), _INDEX_MM, 0.0)
        card = card.rotate(180)
    cover = Image.new("L", size)
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, *edge), _pixels(_CORNER_MM), fill=255)
    small = size[0] // _FINE, size[1] // _FINE
    front = card.resize(small, Image.Resampling.BOX), cover.resize(small, Image.Resampling.BOX)
    return np.dstack([np.asarray(front[0], np.uint8)[..., ::-1], np.asarray(front[1], np.uint8)])


def reflectance(front: NDArray[np.uint8]) -> Floats:
    """Reflectances (height, width, 3), blue first, of a card's front."""
    return _levels()[front[..., :3]]


@lru_cache(maxsize=1)
def _levels() -> Floats:
    """The reflectance of each of the 256 levels of sRGB."""
    return np.array([linear((level, level, level))[0] for level in range(256)], np.float32)


def _pixels(millimetres: float) -> int:
    return round(millimetres * PIXELS_PER_MM * _FINE)


def _write(card: Image.Image, digit: str, middle: tuple[float, float], height_mm: float, outline_mm: float) -> None:
    """A light digit of that height around a point, with a dark outline if it has one."""
    font = _font(height_mm)
    left, top, right, bottom = font.getbbox(digit)
    place = middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2
    pen = ImageDraw.Draw(card)
    pen.text(place, digit, _PAPER, font=font, stroke_width=_pixels(outline_mm), stroke_fill=_SOOT)


@lru_cache(maxsize=2)
def _font(height_mm: float) -> ImageFont.FreeTypeFont:
    """The letters in which a digit is so high."""
    file = resources.files("device.screens") / "fonts" / "DejaVuSans-Bold.ttf"
    with resources.as_file(file) as path:
        probe = ImageFont.truetype(str(path), 100).getbbox("3")
        return ImageFont.truetype(str(path), round(100 * _pixels(height_mm) / (probe[3] - probe[1])))
