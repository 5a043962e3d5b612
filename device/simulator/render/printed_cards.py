"""The printed fronts of cards with a name, such as weapons and shields: a title, an emblem, and a table of figures.

The emblem is drawn by chance from the name, so that every card looks different and the same card always the same.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from device.simulator.render.card_faces import PIXELS_PER_MM
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardPrint

Tone: TypeAlias = tuple[int, int, int]

_FINE = 2  # drawn so many times larger, then shrunk
_CORNER_MM, _RIM_MM = 3.0, 2.2
_TITLE_MM, _TITLE_TOP_MM, _WORD_MM = 3.6, 4.2, 2.3
_EMBLEM_TOP_MM, _EMBLEM_BOTTOM_MM = 10.0, 40.0
_TABLE_TOP_MM, _ROW_PITCH_MM = 43.3, 4.0
_DOTS, _DOT_MM, _DOT_PITCH_MM = 6, 1.0, 2.6
_STRIPES, _RAYS, _PARTS = 9, 7, 6

# In sRGB, 0..255, red first.
_PAPER, _SOOT = (240, 238, 230), (28, 28, 34)


@lru_cache(maxsize=32)  # a player's cards and some strangers, 0.4 MB each
def printed_front(card: CardPrint) -> NDArray[np.uint8]:
    """A card's front (height, width, 4): blue, green and red in sRGB, and how far it covers the table."""
    size = _pixels(CARD_WIDTH_MM), _pixels(CARD_HEIGHT_MM)
    chance = Random(int.from_bytes(sha256(card.name.encode()).digest()[:8], "big"))
    picture = Image.new("RGB", size, _PAPER)
    pen = ImageDraw.Draw(picture)
    dark, bright = _paints(chance)
    rim = _pixels(_RIM_MM)
    pen.rectangle((rim, rim, size[0] - rim, size[1] - rim), fill=_PAPER, outline=_SOOT, width=_pixels(0.3))
    _draw_emblem(picture, chance, dark, bright)
    _write_middle(pen, card.name, size[0] / 2, _pixels(_TITLE_TOP_MM), size[0] - 4 * rim)
    _draw_figures(pen, card.figures, size[0])
    cover = Image.new("L", size)
    edge = (size[0] - 1, size[1] - 1)
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, *edge), _pixels(_CORNER_MM), fill=255)
    small = size[0] // _FINE, size[1] // _FINE
    front = picture.resize(small, Image.Resampling.BOX), cover.resize(small, Image.Resampling.BOX)
    return np.dstack([np.asarray(front[0], np.uint8)[..., ::-1], np.asarray(front[1], np.uint8)])


def _paints(chance: Random) -> tuple[Tone, Tone]:
    """A dark and a bright paint of some hue."""
    hue = chance.random()
    swing = [0.5 + 0.5 * math.cos(2 * math.pi * (hue + third / 3)) for third in range(3)]
    dark = tuple(round(24 + 70 * part) for part in swing)
    bright = tuple(round(120 + 120 * part) for part in swing)
    return (dark[0], dark[1], dark[2]), (bright[0], bright[1], bright[2])


def _draw_emblem(picture: Image.Image, chance: Random, dark: Tone, bright: Tone) -> None:
    """Stripes of a sky, rays from somewhere, and a machine of a few bright parts in front of them."""
    left, right = _pixels(_RIM_MM + 1.5), _pixels(CARD_WIDTH_MM - _RIM_MM - 1.5)
    top, bottom = _pixels(_EMBLEM_TOP_MM), _pixels(_EMBLEM_BOTTOM_MM)
    sky = Image.new("RGB", (right - left, bottom - top), dark)
    pen = ImageDraw.Draw(sky)
    width, height = sky.size
    slope = chance.uniform(-0.6, 0.6)
    for _ in range(_STRIPES):
        y, thick = chance.uniform(0, height), chance.uniform(0.2, 1.6)
        shade = chance.uniform(0.15, 0.55)
        pen.line((0, y, width, y + slope * width), fill=_between(dark, bright, shade), width=_pixels(thick))
    middle = chance.uniform(0.3, 0.7) * width, chance.uniform(0.3, 0.7) * height
    for _ in range(_RAYS):
        angle, length = chance.uniform(0, 2 * math.pi), chance.uniform(0.3, 0.6) * height
        tip = middle[0] + length * math.cos(angle), middle[1] + length * math.sin(angle)
        pen.line((*middle, *tip), fill=_PAPER, width=_pixels(chance.uniform(0.3, 0.9)))
    for _ in range(_PARTS):
        _draw_part(pen, chance, middle, height, bright)
    picture.paste(sky, (left, top))


def _draw_part(
    pen: ImageDraw.ImageDraw, chance: Random, middle: tuple[float, float], height: float, bright: Tone
) -> None:
    """One part of the machine: a polygon with an outline, and a bolt in it."""
    x = middle[0] + chance.uniform(-0.3, 0.3) * height
    y = middle[1] + chance.uniform(-0.3, 0.3) * height
    size, turn = chance.uniform(0.05, 0.16) * height, chance.uniform(0, math.pi)
    corners = chance.choice((3, 4, 5, 6, 9))
    around = [turn + 2 * math.pi * corner / corners for corner in range(corners)]
    shape = [(x + size * math.cos(angle), y + size * math.sin(angle)) for angle in around]
    pen.polygon(shape, fill=_between(bright, _PAPER, chance.uniform(0.0, 0.7)), outline=_SOOT)
    bolt = 0.3 * size
    pen.ellipse((x - bolt, y - bolt, x + bolt, y + bolt), fill=_SOOT)


def _draw_figures(pen: ImageDraw.ImageDraw, figures: tuple[tuple[str, int], ...], width: int) -> None:
    """A row a figure: its word, and six dots of which as many are filled as it says."""
    font, radius = _font(_WORD_MM), _pixels(_DOT_MM)
    left, right = _pixels(_RIM_MM + 1.8), width - _pixels(_RIM_MM + 1.8)
    for number, (word, count) in enumerate(figures):
        y = _pixels(_TABLE_TOP_MM + number * _ROW_PITCH_MM)
        pen.text((left, y), word, _SOOT, font=font, anchor="lm")
        for dot in range(_DOTS):
            x = right - radius - (_DOTS - 1 - dot) * _pixels(_DOT_PITCH_MM)
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, fill=_SOOT if dot < count else None, outline=_SOOT, width=_pixels(0.2))


def _between(one: Tone, other: Tone, share: float) -> Tone:
    mixed = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _write_middle(pen: ImageDraw.ImageDraw, words: str, x: float, top: float, room: float) -> None:
    """Words around a column, smaller if they would be too wide."""
    height = _TITLE_MM
    while (font := _font(height)).getlength(words) > room:
        height -= 0.2
    pen.text((x, top), words, _SOOT, font=font, anchor="mt")


def _pixels(millimetres: float) -> int:
    return round(millimetres * PIXELS_PER_MM * _FINE)


@lru_cache(maxsize=8)
def _font(height_mm: float) -> ImageFont.FreeTypeFont:
    """Letters of which a capital is about so high."""
    file = resources.files("device.screens") / "fonts" / "DejaVuSans-Bold.ttf"
    with resources.as_file(file) as path:
        return ImageFont.truetype(str(path), max(6, round(_pixels(height_mm) / 0.73)))
