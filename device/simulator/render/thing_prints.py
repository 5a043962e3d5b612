"""What is printed on the things beside the pieces: boards, tiles, backs of cards, a screen, the cloth of a sleeve.

Every print is drawn by chance from its kind and variant, so that the same thing always looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from device.simulator.render.card_faces import PIXELS_PER_MM
from device.simulator.render.faces import INKS
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM, Face, ThingKind
from device.simulator.render.things import ROUND, SIZES_MM

Tone: TypeAlias = tuple[int, int, int]

_FINE = 2  # drawn so many times larger, then shrunk
_PAPER, _SOOT = (240, 236, 224), (30, 30, 36)
_ROADS = (Face.PINK, Face.YELLOW, Face.GREEN, Face.BLUE, Face.PURPLE)
_FIELDS = 11
_LIVELY: tuple[Tone, ...] = (
    (206, 58, 48),
    (236, 158, 38),
    (58, 134, 72),
    (44, 96, 176),
    (126, 62, 140),
    (84, 168, 176),
)
_CARDBOARD: tuple[Tone, ...] = ((236, 236, 230), (150, 150, 150), (42, 42, 46))


@lru_cache(maxsize=64)
def thing_front(kind: ThingKind, variant: int) -> NDArray[np.uint8]:
    """Its upper side (height, width, 4): blue, green and red in sRGB, and how far it covers the table."""
    width, length, _ = SIZES_MM[kind]
    size = _pixels(width), _pixels(length)
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    _PRINTS[kind](picture, Random(f"{kind.value} {variant}"), variant)
    if kind in ROUND:
        cover = Image.new("L", size)
        ImageDraw.Draw(cover).ellipse((0, 0, size[0] - 1, size[1] - 1), fill=255)
        picture.putalpha(cover)
    small = np.asarray(picture.resize((size[0] // _FINE, size[1] // _FINE), Image.Resampling.BOX), np.uint8)
    return np.ascontiguousarray(small[..., (2, 1, 0, 3)])


def _pixels(millimetres: float) -> int:
    return round(millimetres * PIXELS_PER_MM) * _FINE


def _sheet(picture: Image.Image, tone: Tone, corner_mm: float = 2.5) -> ImageDraw.ImageDraw:
    pen = ImageDraw.Draw(picture)
    edge = (picture.width - 1, picture.height - 1)
    pen.rounded_rectangle((0, 0, *edge), _pixels(corner_mm), fill=(*tone, 255))
    return pen


def _write(pen: ImageDraw.ImageDraw, text: str, middle: tuple[float, float], height_mm: float, tone: Tone) -> None:
    font = _font(height_mm)
    left, top, right, bottom = font.getbbox(text)
    pen.text((middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2), text, (*tone, 255), font=font)


@lru_cache(maxsize=8)
def _font(height_mm: float) -> ImageFont.FreeTypeFont:
    """The letters in which a digit is so high."""
    file = resources.files("device.screens") / "fonts" / "DejaVuSans-Bold.ttf"
    with resources.as_file(file) as path:
        probe = ImageFont.truetype(str(path), 100).getbbox("3")
        return ImageFont.truetype(str(path), round(100 * _pixels(height_mm) / (probe[3] - probe[1])))


def _circle(pen: ImageDraw.ImageDraw, middle: tuple[float, float], radius_mm: float, tone: Tone) -> None:
    radius = _pixels(radius_mm)
    pen.ellipse((middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius), fill=(*tone, 255))


def _star(pen: ImageDraw.ImageDraw, middle: tuple[float, float], radius_mm: float, tone: Tone) -> None:
    """The star of the dice."""
    radius = _pixels(radius_mm)
    points = []
    for number in range(10):
        angle, far = number * math.pi / 5 - math.pi / 2, radius if number % 2 == 0 else 0.42 * radius
        points.append((middle[0] + far * math.cos(angle), middle[1] + far * math.sin(angle)))
    pen.polygon(points, fill=(*tone, 255))


def _star_sheet(picture: Image.Image, chance: Random, variant: int) -> None:
    """Five roads of stars in fields, a number before each row; night-blue, or printed on light paper."""
    is_dark, has_fields = variant % 2 == 0, variant // 2 % 2 == 0
    ground, ink = ((38, 32, 74), (226, 228, 240)) if is_dark else ((226, 220, 204), (60, 56, 70))
    pen = _sheet(picture, ground)
    for _ in range(160):
        place = chance.uniform(0, picture.width), chance.uniform(0, picture.height)
        _circle(pen, place, chance.choice((0.2, 0.3, 0.5)), ink)
    for number in range(_FIELDS):
        y = picture.height * (number + 0.7) / (_FIELDS + 0.4)
        _write(pen, str(_FIELDS - number), (_pixels(8.0), y), 3.4, ink)
    for road, face in enumerate(_ROADS):
        x, tone = _pixels(24.0 + 21.0 * road), INKS[face]
        ends = [picture.height * (number + 0.7) / (_FIELDS + 0.4) for number in (0, _FIELDS - 1)]
        pen.line((x, ends[0], x, ends[1]), fill=(*tone, 255), width=_pixels(1.6))
        for number in range(_FIELDS):
            middle = x, picture.height * (number + 0.7) / (_FIELDS + 0.4)
            what = chance.random()
            _circle(pen, middle, 6.0, tone if what < 0.85 else (24, 24, 30))
            _circle(
                pen, middle, 5.0, _PAPER if has_fields and what < 0.85 else (ground if what < 0.85 else (44, 44, 50))
            )
            if what < 0.72:
                _star(pen, middle, 4.4, tone)
            elif what < 0.85:
                peak = [
                    (middle[0] + _pixels(dx), middle[1] + _pixels(dy))
                    for dx, dy in ((0, -3.2), (2.4, 2.8), (-2.4, 2.8))
                ]
                pen.polygon(peak, outline=(*tone, 255), width=_pixels(0.5))


def _map_sheet(picture: Image.Image, chance: Random, variant: int) -> None:
    """Planets in hexagons on a dark sky, some with a number."""
    pen = _sheet(picture, (24, 28, 58))
    for _ in range(220):
        _circle(pen, (chance.uniform(0, picture.width), chance.uniform(0, picture.height)), 0.3, (210, 214, 232))
    side = _pixels(17.0)
    for row in range(8):
        for column in range(7):
            x, y = (column + row % 2 / 2) * side * math.sqrt(3), row * side * 1.5
            corners = [
                (x + side * math.sin(math.pi / 3 * corner), y + side * math.cos(math.pi / 3 * corner))
                for corner in range(6)
            ]
            pen.polygon(corners, outline=(104, 116, 170, 255), width=_pixels(0.6))
            if chance.random() < 0.4:
                _circle(pen, (x, y), chance.uniform(6.0, 9.0), chance.choice(_LIVELY))
                if chance.random() < 0.6:
                    _circle(pen, (x, y), 4.2, _PAPER)
                    _write(pen, str(chance.randint(2, 12)), (x, y), 3.4, _SOOT)


def _strip(picture: Image.Image, chance: Random, variant: int) -> None:
    """A rocket or a part of one: a plain strip, or one with a pointed end."""
    tone = (*_CARDBOARD[variant % 3], 255)
    if variant // 3 % 2:
        width, height = picture.size
        corners = [(0, height * 0.3), (width / 2, 0), (width, height * 0.3), (width, height), (0, height)]
        ImageDraw.Draw(picture).polygon(corners, fill=tone)
    else:
        _sheet(picture, _CARDBOARD[variant % 3], 0.6)


def _chip(picture: Image.Image, chance: Random, variant: int) -> None:
    pen = _sheet(picture, chance.choice(((232, 222, 196), (214, 206, 190), (240, 232, 212))), 1.0)
    _write(pen, str(variant % 25), (picture.width / 2, picture.height / 2), 6.0, _SOOT)


def _tick(picture: Image.Image, chance: Random, variant: int) -> None:
    pen = _sheet(picture, _LIVELY[variant % len(_LIVELY)], 1.0)
    points = [
        (share_x * picture.width, share_y * picture.height)
        for share_x, share_y in ((0.26, 0.52), (0.44, 0.7), (0.76, 0.3))
    ]
    pen.line(points, fill=(*_PAPER, 255), width=_pixels(1.5), joint="curve")


def _card_back(picture: Image.Image, chance: Random, variant: int) -> None:
    """A rim, a dark field, and a pattern of circles."""
    pen = _sheet(picture, _PAPER, 3.0)
    rim, tone = _pixels(2.4), ((36, 54, 110), (122, 34, 44), (38, 92, 78))[variant % 3]
    pen.rounded_rectangle((rim, rim, picture.width - rim, picture.height - rim), _pixels(2.0), fill=(*tone, 255))
    light: Tone = (min(255, tone[0] + 60), min(255, tone[1] + 60), min(255, tone[2] + 60))
    for number in range(1, 5):
        across, along = picture.width * number / 11, picture.height * number / 11
        box = (
            picture.width / 2 - across,
            picture.height / 2 - along,
            picture.width / 2 + across,
            picture.height / 2 + along,
        )
        pen.ellipse(box, outline=(*light, 255), width=_pixels(0.7))


def _start_card(picture: Image.Image, chance: Random, variant: int) -> None:
    pen = _sheet(picture, (228, 226, 220), 3.0)
    rim = _pixels(3.0)
    pen.rounded_rectangle((rim, rim, picture.width - rim, picture.height - rim), _pixels(2.0), fill=(64, 70, 84, 255))
    middle = picture.width / 2, picture.height / 2
    peak = [
        (middle[0] + _pixels(dx), middle[1] + _pixels(dy))
        for dx, dy in ((0, -14), (11, 2), (4, 2), (4, 14), (-4, 14), (-4, 2), (-11, 2))
    ]
    pen.polygon(peak, fill=(*_PAPER, 255))


def _picture_card(picture: Image.Image, chance: Random, variant: int) -> None:
    """A large emblem in one colour, as on cards for goods."""
    tone = _LIVELY[variant % len(_LIVELY)]
    pen = _sheet(picture, _PAPER, 3.0)
    rim, middle = _pixels(3.0), (picture.width / 2, picture.height * 0.45)
    pen.rectangle((rim, rim, picture.width - rim, picture.height - rim), outline=(*tone, 255), width=_pixels(0.8))
    _circle(pen, middle, 13.0, tone)
    for _ in range(5):
        place = middle[0] + _pixels(chance.uniform(-8, 8)), middle[1] + _pixels(chance.uniform(-8, 8))
        _circle(
            pen,
            place,
            chance.uniform(1.0, 3.0),
            (min(255, tone[0] + 50), min(255, tone[1] + 50), min(255, tone[2] + 50)),
        )
    for line in range(2):
        y = picture.height * (0.8 + 0.06 * line)
        pen.line((_pixels(9.0), y, picture.width - _pixels(9.0), y), fill=(*_SOOT, 255), width=_pixels(0.7))


def _fan(picture: Image.Image, chance: Random, variant: int) -> None:
    """Five cards held side by side, their backs up."""
    card = Image.new("RGBA", (_pixels(CARD_WIDTH_MM), _pixels(CARD_HEIGHT_MM)), (0, 0, 0, 0))
    _card_back(card, chance, variant)
    for number in range(5):
        turned = card.rotate(24.0 - 12.0 * number, expand=True, resample=Image.Resampling.BICUBIC)
        x = picture.width * (0.27 + 0.115 * number) - turned.width / 2
        y = picture.height * (0.52 + 0.018 * (number - 2) ** 2) - turned.height / 2
        picture.alpha_composite(turned, (max(0, round(x)), max(0, round(y))))


def _token(picture: Image.Image, chance: Random, variant: int) -> None:
    pen = _sheet(picture, _LIVELY[variant % len(_LIVELY)], 0.0)
    tone = _LIVELY[variant % len(_LIVELY)]
    middle = picture.width / 2, picture.height / 2
    _circle(pen, middle, 3.4, (min(255, tone[0] + 36), min(255, tone[1] + 36), min(255, tone[2] + 36)))


def _box(picture: Image.Image, chance: Random, variant: int) -> None:
    """A lid with a picture in large shapes and a title."""
    pen = _sheet(picture, ((44, 58, 104), (120, 48, 40), (52, 88, 70))[variant % 3], 1.0)
    for _ in range(9):
        place = chance.uniform(0, picture.width), chance.uniform(0, picture.height)
        _circle(pen, place, chance.uniform(5, 26), chance.choice(_LIVELY))
    for _ in range(40):
        _circle(pen, (chance.uniform(0, picture.width), chance.uniform(0, picture.height)), 0.6, _PAPER)
    for middle in ((0.5, 0.12), (0.5, 0.88)):
        _write(pen, "SPIELEABEND", (middle[0] * picture.width, middle[1] * picture.height), 13.0, _PAPER)


def _cup(picture: Image.Image, chance: Random, variant: int) -> None:
    """Seen from above: the rim, and coffee or tea."""
    rim: Tone = ((232, 230, 224), (74, 104, 138), (188, 84, 60))[variant % 3]
    pen = _sheet(picture, rim, 0.0)
    middle = picture.width / 2, picture.height / 2
    drink: Tone = ((58, 34, 20), (150, 84, 26))[variant % 2]
    _circle(pen, middle, 34.5, (rim[0] * 3 // 4, rim[1] * 3 // 4, rim[2] * 3 // 4))
    _circle(pen, middle, 32.0, drink)


def _phone(picture: Image.Image, chance: Random, variant: int) -> None:
    """A dark slab; the screen is off, or shows rows of small signs."""
    pen = _sheet(picture, (22, 22, 26), 9.0)
    rim = _pixels(3.0)
    screen = (12, 13, 16) if variant % 2 == 0 else (40, 52, 80)
    pen.rounded_rectangle((rim, rim, picture.width - rim, picture.height - rim), _pixels(7.0), fill=(*screen, 255))
    if variant % 2:
        for row in range(5):
            for column in range(4):
                x, y = _pixels(8.0 + 15.5 * column), _pixels(16.0 + 20.0 * row)
                box = (x, y, x + _pixels(10.0), y + _pixels(10.0))
                pen.rounded_rectangle(box, _pixels(2.4), fill=(*chance.choice(_LIVELY), 255))


def _sleeve(picture: Image.Image, chance: Random, variant: int) -> None:
    """Knitted cloth: fine stripes across the arm."""
    tone = ((58, 74, 104), (98, 40, 46), (70, 78, 66))[variant % 3]
    pen = _sheet(picture, tone, 30.0)
    grown = picture.getchannel("A")
    for stripe in range(0, picture.width, _pixels(2.0)):
        pen.line(
            (stripe, 0, stripe, picture.height),
            fill=(tone[0] * 4 // 5, tone[1] * 4 // 5, tone[2] * 4 // 5, 255),
            width=_FINE,
        )
    picture.putalpha(grown)


_PRINTS: dict[ThingKind, Callable[[Image.Image, Random, int], None]] = {
    ThingKind.STAR_SHEET: _star_sheet,
    ThingKind.MAP_SHEET: _map_sheet,
    ThingKind.STRIP: _strip,
    ThingKind.CHIP: _chip,
    ThingKind.TICK: _tick,
    ThingKind.PILE: _card_back,
    ThingKind.START_CARD: _start_card,
    ThingKind.PICTURE_CARD: _picture_card,
    ThingKind.FAN: _fan,
    ThingKind.TOKEN: _token,
    ThingKind.BOX: _box,
    ThingKind.CUP: _cup,
    ThingKind.PHONE: _phone,
    ThingKind.SLEEVE: _sleeve,
}
