"""The OLED in a terminal: every pixel is there, and it never asks for more room than there is."""

from __future__ import annotations

import pytest
from PIL import Image

from device.boxes.shipped import SHIPPED
from device.screens.render import render
from device.terminal.art import Fits, draw
from tools.screens.gallery import examples

PICTURE = render(examples(SHIPPED)["waiting_de"])


def inside(text: str) -> list[str]:
    return [line[1:-1] for line in text.splitlines()[1:-1]]


def from_blocks(lines: list[str]) -> Image.Image:
    picture = Image.new("1", (len(lines[0]), 2 * len(lines)))
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            picture.putpixel((x, 2 * y), int(sign in "▀█"))
            picture.putpixel((x, 2 * y + 1), int(sign in "▄█"))
    return picture


def from_braille(lines: list[str]) -> Image.Image:
    dots = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    picture = Image.new("1", (2 * len(lines[0]), 4 * len(lines)))
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            for bit, (dx, dy) in enumerate(dots):
                is_lit = sign != " " and bool(ord(sign) >> bit & 1)
                picture.putpixel((2 * x + dx, 4 * y + dy), int(is_lit))
    return picture


def test_half_blocks_show_every_pixel() -> None:
    assert from_blocks(inside(draw(PICTURE, 130, 34))).tobytes() == PICTURE.tobytes()


def test_braille_shows_every_pixel() -> None:
    assert from_braille(inside(draw(PICTURE, 80, 24))).tobytes() == PICTURE.tobytes()


@pytest.mark.parametrize(
    ("columns", "rows", "fit"),
    [
        (200, 60, Fits.BLOCKS),
        (130, 34, Fits.BLOCKS),
        (129, 34, Fits.BRAILLE),
        (130, 33, Fits.BRAILLE),
        (66, 18, Fits.BRAILLE),
        (65, 18, Fits.TOO_SMALL),
        (66, 17, Fits.TOO_SMALL),
        (1, 1, Fits.TOO_SMALL),
    ],
)
def test_the_drawing_never_takes_more_room_than_there_is(columns: int, rows: int, fit: Fits) -> None:
    assert Fits.of(columns, rows) is fit
    lines = draw(PICTURE, columns, rows, "Please make this window larger.").splitlines()
    assert 0 < len(lines) <= rows
    assert max(map(len, lines)) <= columns


def test_a_terminal_that_is_too_small_says_so() -> None:
    assert draw(PICTURE, 40, 5, "Please make this window larger.") == "Please make this window larger."
